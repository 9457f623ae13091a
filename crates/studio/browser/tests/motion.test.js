// Chapter 4: motion. The run of the page is compared with the table that the command writes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appell, appellText, close, end, numbers, openPage, settled, six, startStudio } from "../studio.js";

let studio;
let table;
before(async () => {
  studio = await startStudio("milling");
  const file = join(mkdtempSync(join(tmpdir(), "studio-")), "milling.csv");
  appellText("inverse", "milling", "--out", file);
  const [head, ...rows] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  table = { names: head.map((one) => one.replace(/ \[.*/, "")), rows: rows.map((row) => row.map(Number)) };
});
after(async () => {
  await end();
  await studio.stop();
});

/** The page with the bundled scenario, run. */
async function run() {
  const page = await openPage(studio.url);
  await page.getByRole("button", { name: "Inverse dynamics" }).waitFor();
  await page.waitForFunction(() => document.querySelector(".motion textarea").value.includes("gantry"));
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  await page.locator(".plot").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
  return page;
}
const scrub = (page, row) =>
  page.locator(".scrub").evaluate((slider, to) => {
    slider.value = String(to);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, row);
const columns = (page) =>
  page
    .locator(".row-values [data-column]")
    .evaluateAll((list) => Object.fromEntries(list.map((one) => [one.dataset.column, Number(one.dataset.value)])));

test("scrubbing to a row shows that row of the table, in the list, in the legend and on the robot", async () => {
  const page = await run();
  for (const row of [0, 57, 150, table.rows.length - 1]) {
    await scrub(page, row);
    await settled(page);
    const shown = await columns(page);
    table.names.forEach((name, k) => assert.equal(six(shown[name]), six(table.rows[row][k]), `${name} in row ${row}`));
    assert.equal(Number(await page.locator("#time").getAttribute("data-value")), table.rows[row][0]);
    assert.deepEqual(
      (await numbers(page, "[data-box]")).map(six),
      [1, 2, 3].map((k) => six(table.rows[row][k])),
    );
    const force = table.names.indexOf("Q_q1");
    assert.equal(six((await numbers(page, ".legend [data-column='Q_q1']"))[0]), six(table.rows[row][force]));
  }
  assert.deepEqual(page.problems, []);
  await close(page);
});

test("the path of the tool begins and ends where `appell eval` has the tool", async () => {
  const page = await run();
  // lines of the scene that are no grid
  const path = await page.waitForFunction(() => {
    const { scene } = document.querySelector(".stage").view;
    const line = scene.children.find((one) => one.isLine && !one.isLineSegments);
    return line && [...line.geometry.getAttribute("position").array];
  });
  const points = await path.jsonValue();
  for (const [row, point] of [
    [table.rows[0], points.slice(0, 3)],
    [table.rows.at(-1), points.slice(-3)],
  ]) {
    const frame = appell("eval", "gantry", "T[tool]", "--q", row.slice(1, 4).join(","), "--json")["T[tool]"];
    point.forEach((one, k) => assert.ok(Math.abs(one - frame[k][3]) < 1e-5, `${point}: expected ${frame[k][3]}`));
  }
  await close(page);
});

test("steps go forwards and back by keys and buttons; playing moves on and ends", async () => {
  const page = await run();
  await scrub(page, 10);
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(Number(await page.locator("#time").getAttribute("data-value")), table.rows[11][0]);
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel("One row back").click();
  assert.equal(Number(await page.locator("#time").getAttribute("data-value")), table.rows[9][0]);
  await page.getByLabel("Speed").selectOption("4");
  await page.getByLabel("Play", { exact: true }).click();
  await page.waitForFunction(
    (end) => Number(document.querySelector("#time").dataset.value) === end,
    table.rows.at(-1)[0],
    { timeout: 10_000 },
  );
  await page.getByLabel("Play", { exact: true }).waitFor();
  await close(page);
});

test("a click into a plot moves the timeline there; plots can be hidden", async () => {
  const page = await run();
  const plot = page.locator(".plot .u-over").first();
  await settled(page);
  await plot.click({ position: { x: (await plot.boundingBox()).width / 2, y: 60 } });
  const middle = table.rows.at(-1)[0] / 2;
  assert.ok(Math.abs(Number(await page.locator("#time").getAttribute("data-value")) - middle) < 0.05);
  const count = await page.locator(".plot").count();
  await page.locator(".plot-choice input").first().click();
  assert.equal(await page.locator(".plot").count(), count - 1);
  await close(page);
});

test("a second run is compared with the first; a wrong scenario is refused at its line", async () => {
  const page = await run();
  const area = page.getByLabel("Scenario", { exact: true }).and(page.locator("textarea"));
  const text = await area.inputValue();
  await area.fill(text.replace("duration = 4", "duration = 5"));
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  await page.getByLabel("compare with the run before").waitFor();
  await page.waitForTimeout(500);
  assert.ok(Number(await page.locator(".scrub").getAttribute("max")) > table.rows.length);
  await area.fill(text.replace("[limits]", "[limitz]"));
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  const finding = page.locator(".run-findings .finding").first();
  await finding.waitFor();
  assert.match(await finding.textContent(), /limitz/);
  await close(page);
});

test("a simulation reports progress, its energy, and can be cancelled", async () => {
  const page = await openPage(studio.url);
  const chooser = page.locator("#scenario");
  await page.waitForFunction(() => document.querySelector("#scenario")?.options.length > 3);
  await chooser.selectOption("fall");
  await page.waitForFunction(() => document.querySelector(".motion textarea").value.includes("2r"));
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.locator(".plot[data-group^='J']").waitFor({ timeout: 60_000 });
  assert.match(await page.locator(".summary").textContent(), /energy drift/);
  const area = page.locator(".motion textarea");
  const text = await area.inputValue();
  await area.fill(text.replace(/duration\s*=\s*[\d.]+/, "duration = 40000").replace(/step\s*=\s*[\d.]+/, "step = 10"));
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.locator(".motion .progress").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator(".motion .progress").waitFor({ state: "hidden", timeout: 20_000 });
  await close(page);
});

test("the drift of energy is Ek + Ep - W less its start", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "studio-")), "fall.csv");
  appellText("simulate", "fall", "--out", file);
  const [head, ...rows] = readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(","));
  const at = ["Ek", "Ep", "W"].map((name) => head.findIndex((one) => one.startsWith(`${name} `) || one === name));
  const balance = rows.map((row) => Number(row[at[0]]) + Number(row[at[1]]) - Number(row[at[2]]));
  const page = await openPage(studio.url, { fragment: "&tab=motion" });
  await settled(page);
  await page.locator("#scenario").selectOption("fall");
  await page.waitForFunction(() => document.querySelector("#scenario").value === "fall");
  await page.waitForTimeout(300);
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.locator('.plot[data-group="drift J"]').waitFor({ timeout: 60_000 });
  const row = Math.floor(rows.length / 2);
  await scrub(page, row);
  await settled(page);
  const [drift] = await numbers(page, '.legend [data-column="drift"]');
  assert.ok(Math.abs(drift - (balance[row] - balance[0])) < 1e-12, `${drift}, not ${balance[row] - balance[0]}`);
  assert.deepEqual(page.problems, []);
  await close(page);
});

test("a payload is shown at the tool from the time it is taken until it is released", async () => {
  const page = await openPage(studio.url, { fragment: "&tab=motion" });
  await settled(page);
  await page.waitForFunction(() => document.querySelector(".motion textarea")?.value);
  await page.locator(".motion textarea").fill(`robot = "2r"
[start]
q = [0, 0]
[[motion]]
to = [0.5, 0.5]
law = "quintic"
duration = 2
[[payload]]
from = 0.5
until = 1.5
mass = 2
centre = [0, 0, 0.1]
[output]
step = 0.02
`);
  await page.getByRole("button", { name: "Inverse dynamics" }).click();
  await page.locator(".plot").first().waitFor({ timeout: 120_000 });
  const last = Number(await page.locator(".scrub").getAttribute("max"));
  const masses = [];
  for (const part of [0, 0.5, 1]) {
    await scrub(page, Math.round(last * part));
    await settled(page);
    await page.waitForTimeout(200);
    masses.push(await page.locator("[data-payload]").getAttribute("data-payload"));
  }
  assert.deepEqual(masses, ["", "2", ""]);
  // 0.1 m along z of the tool
  await scrub(page, Math.round(last * 0.5));
  await settled(page);
  await page.waitForTimeout(200);
  const distance = await page.evaluate(() => {
    const { payload, tool } = document.querySelector(".stage").figure();
    const at = payload.matrix.elements;
    return [0, 1, 2].map((k) => at[12 + k] - tool[4 * k + 3] - 0.1 * tool[4 * k + 2]);
  });
  for (const one of distance) assert.ok(Math.abs(one) < 1e-9, String(distance));
  assert.deepEqual(page.problems, []);
  await close(page);
});
