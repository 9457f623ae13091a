// The report as one page: read from the disk without scripts and without a network, light and dark.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { APPELL, end, startBrowser } from "../studio.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "appell-report-"));
// axe looks at every element of a formula: long reports take minutes, and have no other kinds of elements
const REPORTS = [
  ["2r", "--scenario", "fall"],
  ["flex1r", "--parts", "robot,elastic,operations,numbers,code"],
  ["rttrr", "--parts", "frames,torques"],
];
before(() => {
  for (const [robot, ...words] of REPORTS)
    execFileSync(APPELL, ["report", robot, "--out", join(folder, `${robot}.html`), ...words], { stdio: "ignore" });
});
after(async () => {
  await end();
  rmSync(folder, { recursive: true });
});

async function open(robot, options) {
  const browser = await startBrowser();
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, offline: true, ...options });
  const page = await context.newPage();
  page.requests = [];
  page.on("request", (request) => page.requests.push(request.url()));
  await page.goto(pathToFileURL(join(folder, `${robot}.html`)).href);
  return page;
}

// on a small screen rules, equations, tables and code are wider than the page
const LOOKS = { light: {}, dark: { colorScheme: "dark" }, small: { viewport: { width: 360, height: 640 } } };
for (const [robot] of REPORTS.slice(0, 2))
  for (const [look, options] of Object.entries(LOOKS))
    test(`axe finds no violation in the report of ${robot}, ${look}`, async () => {
      const page = await open(robot, options);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const found = violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0].html.slice(0, 120)}`);
      assert.deepEqual(found, []);
      await page.context().close();
    });

test("without scripts the page has its formulas, and nothing is fetched", async () => {
  const page = await open("rttrr", { javaScriptEnabled: false });
  assert.equal(page.requests.length, 1);
  assert.equal(await page.locator("script").count(), 0);
  // MathML is drawn, not only present: a fraction bar, roots and matrices have an extent
  const box = await page.locator("#Q-1 math").boundingBox();
  assert.ok(box.width > 300 && box.height > 40, JSON.stringify(box));
  assert.equal(await page.locator("nav a").count(), await page.locator("main section").count());
  await page.context().close();
});

test("on a narrow screen the page itself is not wider than the screen", async () => {
  for (const [robot] of REPORTS) {
    const page = await open(robot, { viewport: { width: 390, height: 800 } });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${robot}: ${width}`);
    await page.context().close();
  }
});
