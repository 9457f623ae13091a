// The widget of the Python package in JupyterLab: the picture, sliders that Python answers, and the page without them.
//   JUPYTER  path of a Python with jupyterlab, anywidget and appell (default: .tools/jupyter/bin/python3)
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { appell, close, end, openPage } from "../studio.js";

const PYTHON = process.env.JUPYTER ?? fileURLToPath(new URL("../../../../.tools/jupyter/bin/python3", import.meta.url));
const CELLS = [
  'import appell\nrobot = appell.load("panda")\nview = robot.view(q=[0, 0, 0, -1.5, 0, 1.5, 0])\nview',
  "view.q = [0.5, 0, 0, -1.0, 0, 1.0, 0]",
  'print("pose", [round(x, 4) for x in view.q])',
  "robot.view(q=[0, 0, 0, -1, 0, 1, 0], widget=False)",
];
const notebook = {
  cells: CELLS.map((source, k) => ({
    cell_type: "code",
    execution_count: null,
    id: `cell-${k}`,
    metadata: {},
    outputs: [],
    source,
  })),
  metadata: { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } },
  nbformat: 4,
  nbformat_minor: 5,
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

let jupyter, page, frame;
before(async () => {
  const folder = mkdtempSync(join(tmpdir(), "jupyter-"));
  writeFileSync(join(folder, "robot.ipynb"), JSON.stringify(notebook));
  const [port, token] = [await freePort(), "studio"];
  const options = ["--no-browser", "--allow-root", `--ServerApp.port=${port}`, `--IdentityProvider.token=${token}`];
  jupyter = spawn(PYTHON, ["-m", "jupyterlab", ...options, `--notebook-dir=${folder}`], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, JUPYTER_CONFIG_DIR: folder, JUPYTER_DATA_DIR: folder, JUPYTER_RUNTIME_DIR: folder, IPYTHONDIR: folder },
  });
  await new Promise((resolve, reject) => {
    let printed = "";
    jupyter.stderr.on("data", (chunk) => {
      printed += chunk;
      if (/is running at/.test(printed)) resolve();
    });
    jupyter.on("exit", (code) => reject(new Error(`JupyterLab ended with ${code}: ${printed}`)));
  });
  page = await openPage(`http://127.0.0.1:${port}/lab/tree/robot.ipynb?token=${token}`);
  await page.locator(".jp-Notebook .cm-content").first().waitFor({ timeout: 120_000 });
  await page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").waitFor({ timeout: 120_000 });
  frame = page.frameLocator("iframe.appell-view");
}, { timeout: 300_000 });
after(async () => {
  if (page) await close(page);
  await end();
  jupyter?.removeAllListeners("exit");
  jupyter?.kill("SIGTERM");
});

/** Runs a cell and waits until it has run. */
async function run(index) {
  const cell = page.locator(".jp-Notebook .jp-CodeCell").nth(index);
  const fresh = cell.locator(".jp-InputPrompt", { hasText: /\[ \]/ });
  // JupyterLab takes no key while it still arranges itself
  for (let k = 0; k < 20 && (await fresh.count()); k += 1) {
    await cell.locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
    await page.waitForTimeout(500);
  }
  await cell.locator(".jp-InputPrompt", { hasText: /\[\d+\]/ }).waitFor({ timeout: 120_000 });
  return cell;
}
const torques = () =>
  frame.locator("[data-torque]").evaluateAll((list) => list.map((one) => Number(one.dataset.value || "NaN")));
const shown = () => frame.locator("html[data-pose=shown]").waitFor({ state: "attached", timeout: 30_000 });
const expected = (q) => appell("eval", "panda", "Q", "--q", q.join(","), "--json").Q.flat();
const near = (found, wanted) =>
  found.forEach((value, k) => assert.ok(Math.abs(value - wanted[k]) < 1e-9, `torque ${k + 1}: ${value}, ${wanted[k]}`));

test("the robot is drawn, with a slider for every joint", async () => {
  await run(0);
  await frame.locator(".stage canvas").waitFor({ timeout: 60_000 });
  await frame.locator("[data-coordinate='6']").waitFor({ timeout: 60_000 });
  assert.equal(await frame.locator("[data-coordinate]").count(), 7);
  assert.equal(await frame.locator("[data-box='3']").inputValue(), "-85.9437");
  const colours = await frame.locator(".stage canvas").evaluate(async (canvas) => {
    for (let k = 0; k < 100; k += 1) {
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext("2d");
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3]) seen.add(data[at] >> 4);
      if (seen.size > 4) return seen.size;
      await new Promise((done) => setTimeout(done, 100));
    }
    return 0;
  });
  assert.ok(colours > 4, "shades of the robot");
});

test("a slider moves it, and Python answers the torques of `appell eval`", async () => {
  await frame.locator("[data-box='1']").fill("30");
  await frame.locator("[data-box='1']").press("Enter");
  await shown();
  await page.waitForTimeout(300);
  near(await torques(), expected([0, Math.PI / 6, 0, -1.5, 0, 1.5, 0]));
});

test("Python moves it, and reads the pose of the sliders", async () => {
  const cell = await run(2);
  assert.match(await cell.locator(".jp-OutputArea-output").innerText(), /pose \[0\.0, 0\.5236, 0\.0, -1\.5, 0\.0, 1\.5, 0\.0\]/);
  await run(1);
  await frame.locator("[data-box='0'][data-value='0.5']").waitFor({ timeout: 30_000 });
  near(await torques(), expected([0.5, 0, 0, -1, 0, 1, 0]));
});

test("without the widget there is a page that needs no Python", async () => {
  await run(3);
  const still = page.frameLocator("iframe[srcdoc]:not(.appell-view)");
  await still.locator(".stage canvas").waitFor({ timeout: 60_000 });
  assert.equal(await still.locator("[data-coordinate='3']").getAttribute("data-value"), "-1");
  assert.equal(await still.locator("input[type=range]").count(), 0);
});
