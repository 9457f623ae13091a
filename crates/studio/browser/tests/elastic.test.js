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
  const shown = await page
    .locator(".modes tbody tr")
    .evaluateAll((rows) => rows.map((row) => Number(row.querySelector(".angular").dataset.value)));
  assert.deepEqual(shown.map(six), wanted.map(six));
});

test("a mode swings and stops where it began", async () => {
  const last = page.locator(".modes tbody tr").last();
  await last.getByRole("button").click();
  const differs = (from) =>
    page.waitForFunction(
      (q) =>
        [...document.querySelectorAll("[data-box]")].some(
          (one, k) => Math.abs(Number(one.dataset.value) - q[k]) > 0.02,
        ),
      from,
    );
  await differs(Q);
  const swinging = await numbers(page, "[data-box]");
  await differs(swinging);
  // the sag is that of the pose about which it swings: the joints are held
  const sag = await numbers(page, ".sag");
  assert.deepEqual([sag[0], sag[3]].map(six), [Q[0], Q[3]]);
  await page.getByRole("button", { name: "Stop" }).click();
  await settled(page);
  assert.deepEqual((await numbers(page, "[data-box]")).map(six), Q.map(six));
  assert.ok(page.url().includes("q=0.2,0,0,-0.7"));
});

test("an elastic link bends to where the next joint is", async () => {
  const shape = () =>
    page.evaluate(() => {
      const figure = document.querySelector(".stage").figure();
      const tube = figure.rods[1].body.geometry.getAttribute("position").array;
      const rings = tube.length / 3 / 25; // points of a ring; 24 pieces along the link
      const middle = (ring) =>
        [0, 1, 2].map((axis) => {
          // the last point of a ring is its first one again
          let sum = 0;
          for (let k = 0; k < rings - 1; k += 1) sum += tube[3 * (ring * rings + k) + axis];
          return sum / (rings - 1);
        });
      const t = figure.frames[1];
      return { ends: [middle(0), middle(24)], half: middle(12), joint: [t[3], t[7], t[11]] };
    });
  const off = ({ ends: [a, b], half }) => Math.hypot(...half.map((value, k) => value - (a[k] + b[k]) / 2));
  const straight = await shape();
  assert.ok(off(straight) < 1e-6, `${off(straight)} m from straight`);
  await page.locator("[data-box='1']").fill("0.2");
  await page.locator("[data-box='1']").press("Enter");
  await settled(page);
  const bent = await shape();
  assert.ok(Math.hypot(...bent.joint.map((value, k) => value - straight.joint[k])) > 0.01, "the tip did not move");
  assert.ok(Math.hypot(...bent.ends[1].map((value, k) => value - bent.joint[k])) < 1e-6, "the link does not reach the joint");
  assert.ok(off(bent) > 0.005, "the link is straight");
  await page.locator("[data-box='1']").fill("0");
  await page.locator("[data-box='1']").press("Enter");
  await settled(page);
});

test("frequencies against the pose: the plot shows those of `appell eval` at the playhead", async () => {
  await page.locator("#sweep").selectOption("3");
  await page.getByRole("button", { name: "Plot" }).click();
  await page.locator(".sweep .plot").waitFor({ timeout: 60_000 });
  const plot = await page.locator(".sweep .u-over").boundingBox();
  await page.locator(".sweep .u-over").scrollIntoViewIfNeeded();
  await page.locator(".sweep .u-over").click({ position: { x: plot.width * 0.8, y: 40 } });
  await settled(page);
  const q = await numbers(page, "[data-box]");
  const wanted = appell("eval", "flex2r", "modes", "--q", q.join(","), "--json").modes.map(
    (row) => row[0] / (2 * Math.PI),
  );
  assert.deepEqual((await numbers(page, ".sweep .legend .number")).map(six), wanted.map(six));
});

test("sag is that of `appell eval sag`", async () => {
  const other = await openPage(studio.url, { fragment: "&robot=flex3r&tab=elastic" });
  await settled(other);
  await other.locator(".sag-table .sag").first().waitFor();
  const q = await numbers(other, "[data-box]");
  const wanted = appell("eval", "flex3r", "sag", "--q", q.join(","), "--json").sag;
  assert.ok(wanted.slice(1).some((value) => Math.abs(value) > 1e-6), "nothing sags");
  assert.deepEqual((await numbers(other, ".sag-table .sag")).map(six), wanted.map(six));
  await close(other);
});

test("frequencies follow the pose; a rigid robot is said to have none", async () => {
  const before = await numbers(page, ".modes .angular");
  const box = page.locator("[data-box='3']");
  await box.fill("100");
  await box.press("Enter");
  const wanted = appell("eval", "flex2r", "modes", "--q", `0.2,0,0,${(100 * Math.PI) / 180},0,0`, "--json").modes.map(
    (row) => row[0],
  );
  await page.waitForFunction(
    (to) => Math.abs(Number(document.querySelectorAll(".modes .angular")[5].dataset.value) - to) < 1e-9,
    wanted[5],
  );
  const shown = await numbers(page, ".modes .angular");
  assert.deepEqual(shown.map(six), wanted.map(six));
  assert.notDeepEqual(shown, before);
  await page.getByLabel("Robot", { exact: true }).selectOption("2r");
  await page.getByText("2R has no elastic links").waitFor();
  assert.deepEqual(page.problems, []);
});
