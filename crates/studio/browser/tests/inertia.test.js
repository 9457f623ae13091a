// Chapter 1: the inertia of the links as ellipsoids and as boxes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { close, end, openPage, settled, startStudio } from "../studio.js";

// A brick of 12 kg and 400 x 200 x 100 mm, turned by 30 degrees about z: in its own axes 0.05, 0.17 and 0.2 kg m^2.
const [EDGES, CENTRE, TURN] = [[0.4, 0.2, 0.1], [0.15, 0, 0], Math.PI / 6];
const BRICK = `name = "brick"
gravity = 0
[[joint]]
type = "revolute"
axis = "z"
[joint.link]
mass = 12
centre = [${CENTRE}]
inertia = { xx = 0.08, yy = 0.14, zz = 0.2, xy = ${0.03 * Math.sqrt(3)} }
[tool]
offset = [0.2, 0, 0]
`;

let studio, page;
before(async () => {
  studio = await startStudio("2r");
  page = await openPage(studio.url, { fragment: "&tab=model" });
  await settled(page);
  await page.locator(".model textarea").fill(BRICK);
  await page.waitForFunction(() => document.querySelectorAll("[data-box]").length === 1);
  await settled(page);
  // a solid may be larger than the rods that the picture was fitted to
  await page.getByLabel("Inertia", { exact: true }).selectOption("ellipsoid");
  await page.getByRole("button", { name: "Fit" }).click();
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});

/** Shows the inertia in a form, and keeps the pixels of the picture when its shadows are drawn. */
async function look(form) {
  await page.getByLabel("Inertia", { exact: true }).selectOption(form);
  await page.waitForTimeout(900);
  await page.evaluate((form) => {
    const canvas = document.querySelector(".stage canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0);
    (window.kept ??= {})[form] = context.getImageData(0, 0, canvas.width, canvas.height);
  }, form);
}
/** The rectangle of the pixels that differ between two forms: `[left, top, right, bottom]`. */
const changed = (one, other) =>
  page.evaluate(
    ([one, other]) => {
      const { data: a, width } = window.kept[one];
      const { data: b } = window.kept[other];
      const found = [Infinity, Infinity, -Infinity, -Infinity];
      for (let k = 0; k < a.length; k += 4) {
        if (Math.abs(a[k] - b[k]) + Math.abs(a[k + 1] - b[k + 1]) + Math.abs(a[k + 2] - b[k + 2]) < 24) continue;
        const [x, y] = [(k / 4) % width, Math.floor(k / 4 / width)];
        found[0] = Math.min(found[0], x);
        found[1] = Math.min(found[1], y);
        found[2] = Math.max(found[2], x);
        found[3] = Math.max(found[3], y);
      }
      return found;
    },
    [one, other],
  );
/** The rectangle around points of the base, in pixels of the picture. */
const around = (points) =>
  page.evaluate((points) => {
    const { camera, canvas } = document.querySelector(".stage").view;
    const seen = points.map((point) => camera.position.clone().set(...point).project(camera));
    const x = seen.map((one) => ((one.x + 1) / 2) * canvas.width);
    const y = seen.map((one) => ((1 - one.y) / 2) * canvas.height);
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  }, points);
/** A point in the axes of the brick, from its middle, in the base. */
const inBase = ([x, y, z]) => [
  CENTRE[0] + Math.cos(TURN) * x - Math.sin(TURN) * y,
  CENTRE[1] + Math.sin(TURN) * x + Math.cos(TURN) * y,
  CENTRE[2] + z,
];
const near = (found, expected, what) =>
  found.forEach((one, k) =>
    assert.ok(Math.abs(one - expected[k]) <= 3, `${what}: seen ${found}, expected ${expected.map(Math.round)}`),
  );

test("a brick is seen as the box that it is", async () => {
  await look("none");
  await look("box");
  const signs = [-1, 1];
  const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));
  const expected = await around(corners.map((corner) => inBase(corner.map((sign, k) => (sign * EDGES[k]) / 2))));
  near(await changed("none", "box"), expected, "box");
});

test("its ellipsoid of the same inertia is longer by the root of 5/3, and has no corners", async () => {
  await look("ellipsoid");
  const directions = Array.from({ length: 4000 }, (_, k) => {
    const [height, turn] = [1 - (2 * k + 1) / 4000, k * Math.PI * (3 - Math.sqrt(5))];
    const across = Math.sqrt(1 - height * height);
    return [across * Math.cos(turn), across * Math.sin(turn), height];
  });
  const longer = Math.sqrt(5 / 3) / 2;
  const expected = await around(directions.map((one) => inBase(one.map((part, k) => part * EDGES[k] * longer))));
  near(await changed("none", "ellipsoid"), expected, "ellipsoid");
});

test("the choice is kept when the page is opened again, and none is none", async () => {
  await page.reload();
  await settled(page);
  assert.equal(await page.getByLabel("Inertia", { exact: true }).inputValue(), "ellipsoid");
  const solids = () =>
    page.evaluate(() => document.querySelector(".stage").figure().nodes.filter((one) => one.inertia?.parent).length);
  assert.equal(await solids(), 2);
  await page.getByLabel("Inertia", { exact: true }).selectOption("none");
  assert.equal(await solids(), 0);
  assert.deepEqual(page.problems, []);
});
