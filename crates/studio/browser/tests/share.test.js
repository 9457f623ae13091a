// Chapter 9: the shared file works from the disk with the network off; address and report.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, end, numbers, openPage, settled, startStudio } from "../studio.js";

let studio, page, file;
before(async () => {
  studio = await startStudio("milling");
  page = await openPage(studio.url);
  await page.waitForFunction(() => document.querySelector(".motion textarea")?.value.includes("gantry"));
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  await page.locator(".plot").first().waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Equations" }).click();
  await page.locator(".term").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
  await page.getByRole("tab", { name: "Share" }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download", { timeout: 60_000 }),
    page.locator("#share").click(),
  ]);
  file = join(mkdtempSync(join(tmpdir(), "studio-")), "shared.html");
  copyFileSync(await saved.path(), file);
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});

test("the file opens offline: picture, plots, equations", async () => {
  const shared = await openPage(`file://${file}`, { offline: true });
  await shared.locator(".plot").first().waitFor();
  assert.equal(await shared.locator("button.label").count(), 3);
  assert.ok((await shared.locator(".term").count()) > 3);
  assert.deepEqual(shared.problems, []);
  await close(shared);
});

test("scrubbing in the file moves the robot and shows the numbers of the run", async () => {
  const shared = await openPage(`file://${file}`, { offline: true });
  await shared.locator(".plot").first().waitFor();
  await shared.waitForTimeout(300);
  const picture = () => shared.locator(".stage canvas").evaluate((canvas) => canvas.toDataURL());
  const before = await picture();
  await shared.locator(".scrub").evaluate((slider) => {
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await shared.waitForTimeout(300);
  assert.notEqual(await picture(), before);
  const end = await numbers(shared, ".readings [data-coordinate]");
  [1.4, -0.5, 0].forEach((value, k) => assert.ok(Math.abs(end[k] - value) < 1e-6, `coordinate ${k + 1} is ${end[k]}`));
  await close(shared);
});

test("axe finds no violation in the file", async () => {
  const shared = await openPage(`file://${file}`, { offline: true });
  await shared.locator(".plot").first().waitFor();
  await shared.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await shared.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(
    violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 150)}`),
    [],
  );
  await close(shared);
});

test("the file asks no server for anything", async () => {
  const text = readFileSync(file, "utf8");
  assert.doesNotMatch(
    text.replace(/data:text\/javascript;base64,[A-Za-z0-9+/=]+/g, ""),
    /(src|href)\s*=\s*["']?https?:/,
  );
  assert.ok(text.length < 2_500_000, `${text.length} bytes`);
});

test("the address of the state opens the same state", async () => {
  await page.getByRole("tab", { name: "Share" }).click();
  await page.locator("[data-box='0']").fill("250");
  await page.locator("[data-box='0']").press("Enter");
  await page.waitForFunction(() => document.querySelector("#permalink").value.includes("q=0.25"));
  const address = await page.locator("#permalink").inputValue();
  assert.ok(!address.includes("token"));
  const second = await page.context().newPage();
  await second.goto(address);
  await settled(second);
  assert.equal((await numbers(second, "[data-box]"))[0], 0.25);
  await second.close();
});

test("the report is a document about this robot", async () => {
  const [saved] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.locator("#report").click(),
  ]);
  assert.match(readFileSync(await saved.path(), "utf8"), /Gantry/);
});
