// Chapter 6: elastic links.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appell, close, end, numbers, openPage, settled, six, startStudio } from "../studio.js";

const Q = [0.2, 0, 0, -0.7, 0, 0]; // joint 1, its two modes, joint 2, its two modes
let studio, page;
before(async () => {
  studio = await startStudio("flex2r");
  page = await openPage(studio.url, { fragment: `&robot=flex2r&tab=elastic&q=${Q}` });
  await settled(page);
  await page.locator(".modes tbody tr").first().waitFor();
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});

test("the frequencies are those of `appell eval modes` at this pose", async () => {
  const wanted = appell("eval", "flex2r", "modes", "--q", Q.join(","), "--json").modes.map((row) => row[0]);
  const shown = await page.locator(".modes tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.querySelector(".angular").dataset.value)));
  assert.deepEqual(shown.map(six), wanted.map(six));
});

test("a mode swings and stops where it began", async () => {
  const last = page.locator(".modes tbody tr").last();
  await last.getByRole("button").click();
  const differs = (from) => page.waitForFunction((q) => [...document.querySelectorAll("[data-box]")].some((one, k) => Math.abs(Number(one.dataset.value) - q[k]) > 0.02), from);
  await differs(Q);
  const swinging = await numbers(page, "[data-box]");
  await differs(swinging);
  await page.getByRole("button", { name: "Stop" }).click();
  await settled(page);
  assert.deepEqual((await numbers(page, "[data-box]")).map(six), Q.map(six));
  assert.ok(page.url().includes("q=0.2,0,0,-0.7"));
});

test("frequencies follow the pose; a rigid robot is said to have none", async () => {
  const before = await numbers(page, ".modes .angular");
  const box = page.locator("[data-box='3']");
  await box.fill("100");
  await box.press("Enter");
  await page.waitForFunction((was) => Math.abs(Number(document.querySelectorAll(".modes .angular")[2].dataset.value) - was) > 0.1, before[2]);
  const now = appell("eval", "flex2r", "modes", "--q", "0.2,0,0," + (100 * Math.PI) / 180 + ",0,0", "--json").modes.map((row) => row[0]);
  assert.deepEqual((await numbers(page, ".modes .angular")).map(six), now.map(six));
  await page.getByLabel("Robot", { exact: true }).selectOption("2r");
  await page.getByText("2R has no elastic links").waitFor();
  assert.deepEqual(page.problems, []);
});
