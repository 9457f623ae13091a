// Chapters 1 and 8: meshes of robot files, and folders that are dropped.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, end, openPage, settled, startStudio } from "../studio.js";

const SOLIDS = `<robot name="solids"><link name="root"><visual><geometry><box size="1 1 0.2"/></geometry></visual></link>
<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><origin xyz="0 0 0.5"/><geometry><box size="0.1 0.2 0.4"/></geometry></visual>
<visual><origin xyz="2 0 0" rpy="0 1.5707963267948966 0"/><geometry><cylinder radius="0.1" length="0.6"/></geometry></visual>
<visual><origin xyz="0 3 0"/><geometry><sphere radius="0.25"/></geometry></visual>
<visual><origin xyz="0 -3 0"/><geometry><capsule radius="0.1" length="0.5"/></geometry></visual></link>
<joint name="j" type="continuous"><parent link="root"/><child link="arm"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint></robot>`;

// a tetrahedron with corners at the origin and 1 along x, 2 along y, 3 along z
const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 3],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];
function binaryStl() {
  const bytes = Buffer.alloc(84 + 50 * FACES.length);
  bytes.write("solid but binary");
  bytes.writeUInt32LE(FACES.length, 80);
  FACES.forEach((face, index) =>
    face.forEach((corner, k) =>
      CORNERS[corner].forEach((value, axis) => bytes.writeFloatLE(value, 84 + 50 * index + 12 + 12 * k + 4 * axis)),
    ),
  );
  return bytes;
}
const textStl = () =>
  `solid t\n${FACES.map((face) => `facet normal 0 0 0\nouter loop\n${face.map((one) => `vertex ${CORNERS[one].join(" ")}`).join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid t\n`;
const obj = () =>
  `# points\n${CORNERS.map((one) => `v ${one.join(" ")}`).join("\n")}\n${FACES.map((face) => `f ${face.map((one) => `${one + 1}/1/1`).join(" ")}`).join("\n")}\n`;
// in millimetres, lifted by a node
const collada = () => `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="12">${CORNERS.flat().join(" ")}</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="4"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#p" offset="1"/>
<vcount>3 3 3 3</vcount><p>${FACES.flat().flatMap((one) => [one, 0]).join(" ")}</p></polylist></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><translate>0 0 1000</translate><rotate>0 0 1 90</rotate>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

const mesh = (file, origin = "", scale = "1 1 1") =>
  `<visual>${origin}<geometry><mesh filename="${file}" scale="${scale}"/></geometry></visual>`;
const inertial = `<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>`;
const link = (name, inside) => `<link name="${name}">${inside}</link>`;
const joint = (name, parent, child) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="9" velocity="9"/></joint>`;
const robot = `<robot name="meshed">${link("base", mesh("package://meshed/parts/base.dae"))}
${link("a", inertial + mesh("parts/a.stl", '<origin xyz="0.5 0 0" rpy="0 0 1.5707963267948966"/>', "0.1 0.1 0.1"))}
${link("b", inertial + mesh("parts/b.stl"))}${link("c", inertial + mesh("parts/c.obj"))}${link("d", inertial + mesh("parts/broken.stl"))}
${joint("j1", "base", "a")}${joint("j2", "a", "b")}${joint("j3", "b", "c")}${joint("j4", "c", "d")}</robot>`;

let studio, page, folder;
before(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "studio-")), "meshed");
  mkdirSync(join(folder, "parts"), { recursive: true });
  writeFileSync(join(folder, "meshed.urdf"), robot);
  writeFileSync(join(folder, "parts/a.stl"), binaryStl());
  writeFileSync(join(folder, "parts/b.stl"), textStl());
  writeFileSync(join(folder, "parts/c.obj"), obj());
  writeFileSync(join(folder, "parts/base.dae"), collada());
  writeFileSync(join(folder, "parts/broken.stl"), Buffer.concat([Buffer.from("X"), binaryStl().subarray(1, 200)]));
  studio = await startStudio(join(folder, "meshed.urdf"));
  page = await openPage(studio.url);
  await settled(page);
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});

const loaded = (count) =>
  page.waitForFunction((count) => document.querySelector(".stage").figure()?.meshes.length === count, count);
/** The box around every mesh in the base, by its joint: `{joint: [[x, y, z] least, most]}`. */
const boxes = async (of = page) => Object.fromEntries(await boxList(of));
const boxList = (of) =>
  of.evaluate(() =>
      document
        .querySelector(".stage")
        .figure()
        .meshes.map((mesh) => {
          const m = mesh.matrixWorld.elements;
          const points = mesh.geometry.getAttribute("position").array;
          const [least, most] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
          for (let k = 0; k < points.length; k += 3)
            for (let axis = 0; axis < 3; axis += 1) {
              const x = m[axis] * points[k] + m[4 + axis] * points[k + 1] + m[8 + axis] * points[k + 2] + m[12 + axis];
              least[axis] = Math.min(least[axis], x);
              most[axis] = Math.max(most[axis], x);
            }
          return [mesh.userData.joint ?? -1, [least, most]];
        }),
  );
const near = (got, wanted, by = 1e-6) =>
  got.flat().forEach((value, k) => assert.ok(Math.abs(value - wanted.flat()[k]) < by, `${got} is not ${wanted}`));

test("STL, OBJ and Collada are placed by their origins, scales, units and nodes", async () => {
  await loaded(4);
  const found = await boxes();
  near(found[0], [[0.3, 0, 1], [0.5, 0.1, 1.3]]); // a quarter turn: its x is y, its y is -x
  near(found[1], [[0, 0, 2], [1, 2, 5]]);
  near(found[2], [[0, 0, 3], [1, 2, 6]]);
  near(found[-1], [[-0.002, 0, 1], [0, 0.001, 1.003]]);
});

test("meshes move with their joints", async () => {
  const box = page.locator('[data-box="0"]');
  await box.fill("90");
  await box.press("Enter");
  await settled(page);
  near((await boxes())[1], [[-2, 0, 2], [0, 1, 5]]);
  await box.fill("0");
  await box.press("Enter");
  await settled(page);
});

test("a mesh that cannot be read is a finding, and its link keeps its shapes", async () => {
  assert.equal(await page.locator(".mesh-note").textContent(), "1 mesh not shown");
  await page.locator("#tab-model").click();
  assert.match(await page.locator(".mesh-findings").textContent(), /parts\/broken\.stl.*shorter than its number of triangles/);
  const seen = await page.evaluate(() => document.querySelector(".stage").figure().nodes.map(({ symbol }) => symbol.visible));
  assert.deepEqual(seen, [false, false, false, true]);
  await page.getByLabel("Meshes", { exact: true }).uncheck();
  await loaded(0);
  await page.getByLabel("Meshes", { exact: true }).check();
  await loaded(4);
  assert.deepEqual(page.problems, []);
});

test("a click on a mesh selects its link", async () => {
  const place = await page.evaluate(() => {
    const stage = document.querySelector(".stage");
    const mesh = stage.figure().meshes.find((one) => one.userData.joint === 2);
    const point = stage.view.camera.position.clone().set(0.05, 0.1, 2.6); // inside, near the tip, which no other mesh hides
    point.applyMatrix4(mesh.matrixWorld).project(stage.view.camera);
    const { left, top, width, height } = stage.querySelector("canvas").getBoundingClientRect();
    return [left + ((point.x + 1) / 2) * width, top + ((1 - point.y) / 2) * height];
  });
  await page.mouse.click(...place);
  assert.equal(await page.locator("button.label[aria-pressed=true]").getAttribute("data-link"), "2");
});

test("a dropped folder becomes the robot, with its meshes", async () => {
  const other = await openPage(studio.url, { fragment: "&robot=2r" });
  await settled(other);
  const session = await other.context().newCDPSession(other);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await other.waitForFunction(() => document.title.startsWith("meshed"), null, { timeout: 20_000 });
  await other.waitForFunction(() => document.querySelector(".stage").figure()?.meshes.length === 4);
  assert.match(await other.locator(".model textarea").inputValue(), /<robot name="meshed">/);
  assert.deepEqual(other.problems, []);
  await close(other);
});

test("a chosen folder with MJCF that includes a file, and with several robots", async () => {
  const root = join(mkdtempSync(join(tmpdir(), "studio-")), "two");
  mkdirSync(join(root, "assets"), { recursive: true });
  writeFileSync(join(root, "assets/part.obj"), obj());
  writeFileSync(
    join(root, "arm.xml"),
    `<mujoco model="included"><compiler meshdir="assets"/><asset><mesh name="p" file="part.obj" scale="0.1 0.1 0.1"/></asset>
    <include file="tree.xml"/></mujoco>`,
  );
  writeFileSync(
    join(root, "tree.xml"),
    `<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0"/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
    <geom type="mesh" mesh="p"/></body></worldbody></mujoco>`,
  );
  const other = await openPage(studio.url, { fragment: "&robot=2r&tab=model" });
  await settled(other);
  await other.getByLabel("Folder of a robot to open").setInputFiles(root);
  await other.waitForFunction(() => document.title.startsWith("included"), null, { timeout: 20_000 });
  await other.waitForFunction(() => document.querySelector(".stage").figure()?.meshes.length === 1);
  assert.deepEqual(
    await other.getByLabel("Robot of this folder").locator("option").allTextContents(),
    ["two/arm.xml", "two/tree.xml"],
  );
  assert.deepEqual(other.problems, []);
  await close(other);
});

test("boxes, cylinders, spheres and capsules are drawn with their sizes, also in the shared file", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "studio-")), "solids.urdf");
  writeFileSync(path, SOLIDS);
  const own = await startStudio(path);
  const other = await openPage(own.url);
  await settled(other);
  const holds = async (page, by) => {
    await page.waitForFunction(() => document.querySelector(".stage").figure()?.meshes.length === 5);
    const [base, box, cylinder, sphere, capsule] = (await boxList(page)).map(([, box]) => box);
    near(base, [[-0.5, -0.5, -0.1], [0.5, 0.5, 0.1]], by);
    near(box, [[-0.05, -0.1, 1.3], [0.05, 0.1, 1.7]], by);
    near(cylinder, [[1.7, -0.1, 0.9], [2.3, 0.1, 1.1]], by);
    near(sphere, [[-0.25, 2.75, 0.75], [0.25, 3.25, 1.25]], by);
    near(capsule, [[-0.1, -3.1, 0.65], [0.1, -2.9, 1.35]], by);
  };
  // round shapes have flat faces: a hundredth of their size is missing at most
  await holds(other, 0.003);
  assert.equal(await other.getByLabel("Meshes", { exact: true }).isVisible(), true);
  await other.locator("#tab-share").click();
  const [saved] = await Promise.all([other.waitForEvent("download"), other.locator("#share").click()]);
  const file = `${path}.html`;
  copyFileSync(await saved.path(), file);
  const shared = await openPage(`file://${file}`, { offline: true });
  await holds(shared, 0.003);
  assert.deepEqual([...other.problems, ...shared.problems], []);
  await close(shared);
  await close(other);
  await own.stop();
});

test("the shared file has the meshes, where they were, to 16 bits", async () => {
  await page.locator("#tab-share").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#share").click()]);
  const file = join(folder, "shared.html");
  copyFileSync(await saved.path(), file);
  const shared = await openPage(`file://${file}`, { offline: true });
  await shared.waitForFunction(() => document.querySelector(".stage")?.figure()?.meshes.length === 4);
  const [here, there] = [await boxes(), await boxes(shared)];
  for (const joint of [-1, 0, 1, 2]) near(there[joint], here[joint], 1e-4);
  await shared.getByLabel("Meshes", { exact: true }).uncheck();
  await shared.waitForFunction(() => document.querySelector(".stage").figure().meshes.length === 0);
  assert.deepEqual(shared.problems, []);
  await close(shared);
  // without the meshes, the file is smaller and draws rods
  await page.getByLabel("the meshes").uncheck();
  const [bare] = await Promise.all([page.waitForEvent("download"), page.locator("#share").click()]);
  assert.ok(!readFileSync(await bare.path(), "utf8").includes('"corners"'));
  await page.getByLabel("the meshes").check();
});

test("files of meshes that lie are refused", async () => {
  const read = (name, text) =>
    page.evaluate(
      async ([name, text]) => {
        const { readMesh } = await import("studio/meshfile");
        try {
          return String(readMesh(name, new TextEncoder().encode(text).buffer).length);
        } catch (problem) {
          return problem.message;
        }
      },
      [name, text],
    );
  assert.match(await read("a.stl", ""), /shorter/);
  assert.match(await read("a.stl", `${"x".repeat(80)}\u007f\u007f\u007f\u007f`), /shorter/);
  assert.match(await read("a.stl", "solid a\nvertex 1 2 3\n"), /middle of a triangle/);
  assert.match(await read("a.stl", "solid a\nendsolid"), /no triangles/);
  assert.match(await read("a.obj", "v 0 0 0\nf 1 2 3\n"), /does not exist/);
  assert.match(await read("a.obj", "v 0 0 x\nf 1 1 1\n"), /not finite/);
  assert.match(await read("a.dae", "<COLLADA"), /not XML/);
  assert.match(await read("a.png", "x"), /STL, OBJ or Collada/);
  assert.equal(await read("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n"), "18");
});
