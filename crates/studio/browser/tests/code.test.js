// Chapter 7: generated code.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appellText, close, end, openPage, settled, startStudio } from "../studio.js";

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
