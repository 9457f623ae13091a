// Chapter 1: the drawing that is shown before the 3D view has its first picture, and where there is no WebGL.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, end, openPage, setCoordinate, settled, startBrowser, startStudio } from "../studio.js";

let studio;
before(async () => {
  studio = await startStudio("panda");
  await startBrowser();
});
after(async () => {
  await end();
  await studio.stop();
});

/** The middles of the circles of the drawing, `[[class, x, y]]`, in pixels of the page. */
const circles = (page) =>
  page.locator(".sketch circle").evaluateAll((list) =>
    list.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return [one.getAttribute("class"), left + width / 2, top + height / 2];
    }),
  );
/** Where the 3D view has the joints and the tool, in pixels of the page. */
const projected = (page) =>
  page.evaluate(() => {
    const stage = document.querySelector(".stage");
    const { view } = stage;
    const figure = stage.figure();
    const { left, top, width, height } = stage.getBoundingClientRect();
    return [...figure.frames, figure.tool].map((t) => {
      const place = view.camera.position.clone().set(t[3], t[7], t[11]).project(view.camera);
      return [left + ((place.x + 1) / 2) * width, top + ((1 - place.y) / 2) * height];
    });
  });

test("the robot is drawn before the 3D view is loaded, where the 3D view then has it", async () => {
  const page = await openPage("about:blank");
  let release;
  const held = new Promise((done) => (release = done));
  await page.route("**/three.min.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(studio.url, { waitUntil: "commit" });
  await page.locator(".sketch circle.tool").waitFor();
  assert.equal(await page.locator(".sketch line").count(), 8);
  const drawn = await circles(page);
  assert.equal(drawn.filter(([look]) => look === "joint").length, 7);
  assert.ok(await page.evaluate(() => performance.getEntriesByName("studio-picture").length === 1));
  assert.ok(await page.evaluate(() => performance.getEntriesByName("studio-3d").length === 0));
  // the places of the sliders are known already: nothing jumps when they come
  const stage = () => page.locator(".stage").evaluate((one) => one.getBoundingClientRect().toJSON());
  const before = await stage();
  release();
  await settled(page);
  await page.waitForFunction(() => !document.querySelector(".sketch"));
  const after = await stage();
  for (const key of ["x", "y", "width", "height"])
    assert.ok(Math.abs(before[key] - after[key]) <= 12, `${key}: ${before[key]} became ${after[key]}`);
  const places = await projected(page);
  for (const [look, x, y] of drawn.filter(([look]) => look !== "base")) {
    const nearest = Math.min(...places.map((place) => Math.hypot(place[0] - x, place[1] - y)));
    assert.ok(nearest < 12, `a ${look} was drawn ${nearest.toFixed(1)} pixels away`);
  }
  assert.deepEqual(page.problems, []);
  await close(page);
});

test("without WebGL the drawing stays and follows the pose; numbers and equations work", async () => {
  const page = await openPage("about:blank");
  await page.addInitScript(() => {
    const context = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
      return /webgl/.test(kind) ? null : context.call(this, kind, ...rest);
    };
  });
  await page.goto(studio.url);
  await settled(page);
  await page.getByText("This browser has no WebGL: the robot is drawn flat.").waitFor();
  const before = await circles(page);
  await setCoordinate(page, 1, 40);
  await page.waitForFunction(
    ([, x, y]) => {
      const box = document.querySelector(".sketch circle.tool").getBoundingClientRect();
      return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) > 20;
    },
    before.find(([look]) => look === "tool"),
  );
  await page.locator(".term").first().waitFor({ timeout: 60_000 });
  await close(page);
});

test("an address with a pose of its own is not drawn in another one", async () => {
  const page = await openPage(studio.url, { fragment: "&q=0.1,0.2,0.3,-1,0.5,0.6,0.7" });
  await settled(page);
  assert.equal(await page.locator(".sketch").count(), 0);
  assert.equal(await page.evaluate(() => performance.getEntriesByName("studio-picture").length), 0);
  await close(page);
});
