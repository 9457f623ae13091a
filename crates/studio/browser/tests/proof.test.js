// Chapter 5: proof-reading. The verdicts of the page are those of `appell check`.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { appell, appellText, close, end, openPage, settled, startStudio } from "../studio.js";

const PAPER = fileURLToPath(new URL("../../../proof/papers/ttrt-dynamics-2012.tex", import.meta.url));
let studio, wanted, page;
before(async () => {
  studio = await startStudio("ttrt");
  try {
    wanted = appell("check", PAPER, "--robot", "ttrt", "--json");
  } catch (error) {
    wanted = JSON.parse(error.stdout); // refutations give an exit status
  }
  page = await openPage(studio.url, { fragment: "&tab=proof" });
  await settled(page);
  await page.locator("#paper").selectOption("ttrt-dynamics-2012");
  await page.waitForFunction(() => document.querySelector(".proof textarea").value.length > 1000);
  await page.getByRole("button", { name: "Check" }).click();
  await page.locator("article.verdict").first().waitFor({ timeout: 120_000 });
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});
const verdicts = () => wanted.equations ?? wanted.findings;

test("every equation has the verdict of `appell check`", async () => {
  const shown = await page.locator("article.verdict").evaluateAll((list) => list.map((one) => one.dataset.verdict));
  assert.deepEqual(
    shown,
    verdicts().map((one) => one.verdict),
  );
  const badges = await page.locator(".counts .badge").allTextContents();
  for (const verdict of new Set(shown))
    assert.ok(badges.includes(`${shown.filter((one) => one === verdict).length} ${verdict}`), verdict);
  assert.deepEqual(page.problems, []);
});

test("the text of the paper is the file, and printed beside correct is MathML", async () => {
  assert.equal(await page.locator(".proof textarea").inputValue(), readFileSync(PAPER, "utf8"));
  const refuted = page.locator("article[data-verdict=refuted]").first();
  assert.equal(await refuted.locator("h3").first().textContent(), "printed");
  assert.ok((await refuted.locator(".side math").count()) >= 1);
});

test("slips are said in words and formulas, without LaTeX, and each once", async () => {
  const shown = await page.locator("article.verdict").evaluateAll((list) =>
    list.map((one) => [...one.querySelectorAll(".slips li")].map((slip) => [slip.textContent, slip.querySelectorAll("math").length])),
  );
  let slips = 0;
  verdicts().forEach((one, k) => {
    const wanted = [...new Set((one.slips ?? []).map((slip) => `${slip.kind} ${slip.printed} ${slip.correct}`))];
    assert.equal(shown[k].length, wanted.length, one.equation);
    slips += wanted.length;
    for (const [text, formulas] of shown[k]) {
      assert.doesNotMatch(text, /[\\{}]/);
      assert.ok(formulas >= 1, text);
    }
  });
  assert.ok(slips > 0);
});

test("filter by verdict", async () => {
  const refuted = verdicts().filter((one) => one.verdict === "refuted").length;
  await page.locator(".badge[data-filter=refuted]").click();
  assert.equal(await page.locator("article[data-verdict=refuted]:visible").count(), 0);
  assert.ok(await page.getByRole("button", { name: "refuted \u203a" }).isDisabled());
  await page.locator(".badge[data-filter=refuted]").click();
  assert.equal(await page.locator("article[data-verdict=refuted]:visible").count(), refuted);
});

test("N and P go through the refutations", async () => {
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("article[data-verdict=refuted]")].indexOf(document.activeElement),
    );
  const count = await page.locator("article[data-verdict=refuted]").count();
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("p");
  assert.equal(await focused(), count - 1); // before the first jump, back means the last one
  await page.keyboard.press("n");
  assert.equal(await focused(), 0);
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  assert.equal(await focused(), 0);
});

test("the corrected LaTeX can be copied, and the verdicts downloaded", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("article[data-verdict=refuted] h3 button").first().click();
  await page.waitForTimeout(200);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.length > 3);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON" }).click()]);
  const text = readFileSync(await file.path(), "utf8");
  assert.equal(JSON.parse(text).equations.length, verdicts().length);
});

test("the verdicts as SARIF are those of `appell check --as sarif`", async () => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "SARIF" }).click(),
  ]);
  assert.equal(file.suggestedFilename(), "ttrt-dynamics-2012.sarif");
  let expected;
  try {
    expected = appellText("check", PAPER, "--robot", "ttrt", "--as", "sarif");
  } catch (error) {
    expected = error.stdout; // refutations give an exit status
  }
  // the page knows the name of the paper, not the folder that it lies in
  const named = JSON.parse(expected, (key, value) => (key === "uri" ? value.split("/").at(-1) : value));
  const log = JSON.parse(readFileSync(await file.path(), "utf8"));
  assert.deepEqual(log, named);
  assert.equal(
    log.runs[0].results.filter((one) => one.level === "error").length,
    verdicts().filter((one) => one.verdict === "refuted").length,
  );
});

test("the paper is rendered, with the verdicts on its equations", async () => {
  const source = readFileSync(PAPER, "utf8");
  const displays = source.split("\n").filter((line) => /^\\begin\{(equation|align|gather)\*?\}/.test(line)).length;
  assert.equal(await page.locator(".paper .display").count(), displays);
  assert.ok((await page.locator(".paper .display math").count()) > displays * 0.9);
  const tags = [...source.matchAll(/\\tag\{([^}]*)\}/g)].map((one) => `(${one[1]})`);
  assert.deepEqual(await page.locator(".paper .display .tag").allTextContents(), tags);
  // every display with a refuted equation is marked, and no other
  const refuted = new Set(verdicts().filter((one) => one.verdict === "refuted").map((one) => one.equation));
  const shown = await page.locator(".paper .display.refuted .tag").allTextContents();
  assert.deepEqual(new Set(shown.map((one) => one.slice(1, -1))), refuted);
  await page.locator(".paper .display.refuted .verdicts-of").first().click();
  assert.equal(await page.evaluate(() => document.activeElement.className), "verdict refuted");
});

test("terms that differ are marked on both sides, and only in what is refuted", async () => {
  const marks = await page.locator("article.verdict").evaluateAll((list) =>
    list.map((one) => [one.dataset.verdict, one.querySelectorAll("mark").length]),
  );
  assert.ok(marks.some(([verdict, count]) => verdict === "refuted" && count > 0));
  assert.ok(marks.every(([verdict, count]) => verdict === "refuted" || count === 0));
});

test("a certificate of the verdicts is a program for SymPy, that of `appell check --certify`", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  try {
    appellText("check", PAPER, "--robot", "ttrt", "--certify", folder, "--json");
  } catch {
    // refutations give an exit status
  }
  const [name] = readdirSync(folder).filter((one) => one.endsWith(".py"));
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.getByRole("button", { name: "Certificate" }).click(),
  ]);
  const claims = (text) => text.split("\n").filter((line) => !/ttrt-dynamics-2012|^#|^\s*#/.test(line));
  assert.deepEqual(
    claims(readFileSync(await file.path(), "utf8")),
    claims(readFileSync(join(folder, name), "utf8")),
  );
  assert.deepEqual(page.problems, []);
});
