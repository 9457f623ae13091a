// Chapter 10: keys, dark and light, small screens, screen readers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { close, end, openPage, settled, startStudio } from "../studio.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = ["equations", "motion", "proof", "elastic", "code", "model", "share"];
let studio;
before(async () => (studio = await startStudio("2r")));
after(async () => {
  await end();
  await studio.stop();
});
async function open(options = {}) {
  const page = await openPage(studio.url, options);
  await settled(page);
  return page;
}

for (const dark of [false, true])
  test(`axe finds no violation in any view, ${dark ? "dark" : "light"}`, async () => {
    const page = await open({ dark });
    const found = [];
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForTimeout(900);
      // the policy of the page lets no foreign script in: axe runs from the debugger
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      for (const one of violations)
        found.push(
          `${tab}: ${one.id}: ${one.help}: ${one.nodes
            .slice(0, 3)
            .map((node) => node.html.slice(0, 120))
            .join(" | ")}`,
        );
    }
    assert.deepEqual(found, []);
    await close(page);
  });

test("the sheet of keys opens by ? and closes by Escape; numbers change the view", async () => {
  const page = await open();
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "hidden" });
  await page.keyboard.press("6");
  await page.locator("#panel-model").waitFor();
  await page.locator("#tab-model").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#panel-share").waitFor();
  await close(page);
});

test("Tab reaches every control of the page", async () => {
  const page = await open({ fragment: "&tab=motion" });
  await page.waitForTimeout(300);
  const wanted = await page
    .locator("button:visible, input:visible, select:visible, textarea:visible, summary:visible")
    .evaluateAll((list) =>
      list.filter((one) => !one.disabled && one.tabIndex >= 0).map((one, index) => (one.dataset.order = String(index))),
    );
  await page.evaluate(() => document.body.focus());
  const reached = new Set();
  for (let k = 0; k < wanted.length + 30; k += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.dataset?.order));
  }
  assert.deepEqual(
    wanted.filter((one) => !reached.has(one)),
    [],
  );
  await close(page);
});

test("on a small screen the page is no wider than the screen", async () => {
  const page = await open({ size: { width: 390, height: 800 } });
  for (const tab of TABS) {
    await page.locator(`#tab-${tab}`).click();
    await page.waitForTimeout(200);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${tab} is too wide`);
  }
  await close(page);
});

test("on a small screen a view that needs no robot comes before it", async () => {
  const page = await open({ size: { width: 390, height: 800 } });
  for (const tab of ["proof", "code", "model", "share"]) {
    await page.locator(`#tab-${tab}`).click();
    const panel = await page.locator(`#panel-${tab}`).boundingBox();
    assert.ok(panel.y < 150, `${tab} begins at ${panel.y}`);
  }
  await close(page);
});

test("on a small screen no control of a motion is cut off", async () => {
  const page = await open({ size: { width: 390, height: 800 }, fragment: "&robot=panda&tab=motion" });
  await page.waitForFunction(() => document.querySelector(".motion textarea")?.value);
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  await page.locator(".plot").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(300);
  const cut = await page
    .locator("button:visible, input:visible, select:visible, .time:visible, .place:visible, .force:visible, .u-over:visible")
    .evaluateAll((list) =>
      list
        .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect().right, one.scrollWidth - one.clientWidth])
        .filter(([text, right, hidden]) => right > 390 || (text.startsWith("<span") && hidden > 0)),
    );
  assert.deepEqual(cut, []);
  await close(page);
});

test("the button changes between light and dark, and the choice stays", async () => {
  const page = await open();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByLabel("Dark or light").click();
  const dark = await ground();
  assert.notEqual(dark, light);
  await page.reload();
  await settled(page);
  assert.equal(await ground(), dark);
  await close(page);
});
