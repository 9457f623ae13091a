// Chapter 7: generated code.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appell, appellText, close, end, openPage, settled, startStudio } from "../studio.js";

let studio, page;
before(async () => {
  studio = await startStudio("2r");
  page = await openPage(studio.url, { fragment: "&robot=2r&tab=code" });
  await settled(page);
  await page.locator(".source").first().waitFor({ timeout: 60_000 });
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});
const lines = (file) => page.locator(`.source[data-file="${file}"] li code`).allTextContents();

test("the C text is that of `appell generate`, line by line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  appellText("generate", "2r", "Q", "--lang", "c", "--out", folder, "--force");
  for (const name of await page.locator(".source").evaluateAll((list) => list.map((one) => one.dataset.file))) {
    assert.ok(readdirSync(folder).includes(name), `${name} is not among the files of the command`);
    assert.deepEqual(await lines(name), readFileSync(join(folder, name), "utf8").replace(/\n$/, "").split("\n"));
  }
});

test("operations are counted, and another language gives other files", async () => {
  assert.match(await page.locator(".counts-line").textContent(), /\d+ products, \d+ sums, \d+ sines and cosines/);
  await page.getByLabel("Language").selectOption("julia");
  await page.locator(".source[data-file$='.jl']").first().waitFor();
});

for (const language of ["c", "rust", "python", "matlab", "julia", "cuda"])
  test(`the files of ${language} are those of \`appell generate\``, async () => {
    const folder = mkdtempSync(join(tmpdir(), "studio-"));
    appellText("generate", "2r", "Q", "--lang", language, "--out", folder, "--force");
    const names = readdirSync(folder).sort();
    await page.getByLabel("Language").selectOption(language);
    for (const name of names) await page.locator(`.source[data-file="${name}"]`).waitFor();
    const shown = await page.locator(".source").evaluateAll((list) => list.map((one) => one.dataset.file));
    assert.deepEqual(shown.sort(), names);
    for (const name of names)
      assert.equal((await lines(name)).join("\n"), readFileSync(join(folder, name), "utf8").replace(/\n$/, ""), name);
  });

/** The formula of a line as a function of the inputs, calculated by JavaScript. */
const calculate = (formula, inputs) =>
  Function("sin", "cos", "np", "F", ...Object.keys(inputs), `return ${formula.replaceAll(".*", "*").replaceAll("F::", "F.")}`)(
    Math.sin,
    Math.cos,
    Math,
    Math,
    ...Object.values(inputs),
  );

for (const [language, first] of [["c", "out[0]"], ["python", "n1z"], ["rust", "out[0]"], ["matlab", "n1z"], ["julia", "n1z"]])
  test(`a line of ${language} and its subexpression light up together`, async () => {
    await page.getByLabel("Language").selectOption(language);
    const source = page.locator(".source", { has: page.locator("li", { hasText: "n1z = t17 + t12" }) });
    await source.waitFor();
    if (!(await source.evaluate((one) => one.open))) await source.locator("summary").click();
    const line = source.locator("li", { hasText: `${first} = ` }).last();
    await line.click();
    const formula = await source.locator(".subexpression").textContent();
    assert.ok(formula.startsWith(`${first} = `), formula);
    const [q1, q2, dq1, dq2, ddq1, ddq2] = [0.3, -0.7, 1.1, 0.4, -0.2, 0.9];
    const value = calculate(formula.slice(first.length + 3), { q1, q2, dq1, dq2, ddq1, ddq2 });
    const wanted = appell("eval", "2r", "Q", "--q", "0.3,-0.7", "--qd", "1.1,0.4", "--qdd", "-0.2,0.9", "--json");
    const torque = wanted.Q[0];
    assert.ok(Math.abs(value - torque) < 1e-12 * Math.abs(torque), `${value} is not ${torque}`);
    // from the formula to the line, and back
    const part = source.locator(".part:not(:has(.part))").first();
    const number = Number(await part.getAttribute("data-line"));
    await part.hover();
    assert.ok(await source.locator("li").nth(number).evaluate((one) => one.classList.contains("lit")));
    await source.locator("li").nth(number).hover();
    assert.ok(await part.evaluate((one) => one.classList.contains("lit")));
    assert.equal(await source.locator("li.lit").count(), 1);
  });

test("arrow keys go from line to line", async () => {
  const source = page.locator(".source[open]").first();
  const before = await source.locator("li.chosen").textContent();
  await source.locator("pre").focus();
  await page.keyboard.press("ArrowUp");
  const after = await source.locator("li.chosen").textContent();
  assert.notEqual(after, before);
  assert.ok((await source.locator(".subexpression").textContent()).startsWith(`${/(\S+) =/.exec(after)[1]} = `));
});

test("a file can be downloaded as it is shown", async () => {
  const source = page.locator(".source").first();
  const name = await source.getAttribute("data-file");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    source.getByRole("button", { name: "Download" }).click(),
  ]);
  assert.deepEqual(
    readFileSync(await file.path(), "utf8")
      .replace(/\n$/, "")
      .split("\n"),
    await lines(name),
  );
  assert.deepEqual(page.problems, []);
});

test("the speed on this machine is measured on demand", async () => {
  await page.getByRole("button", { name: "Measure speed" }).click();
  await page.waitForFunction(
    () => /^[\d.]+ ns per call, [\d.]+ ns per state in a batch/.test(document.querySelector(".speed").textContent),
    null,
    { timeout: 30_000 },
  );
});
