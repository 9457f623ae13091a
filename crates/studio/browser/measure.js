// Figures of the page: node measure.js. They are of this machine and this build: measure a release build on a quiet machine.
//   first picture   from opening the address to the drawing of the robot on the screen, and to the first picture of WebGL
//   slider          from a change of a coordinate of the Panda to its numbers on the page, as the page measures it, and to
//                   the frame that shows them; with the view of equations and with another view
//   frame           work of the main thread for a frame while a robot of 30 joints moves: script, style and layout
//   download        all files of the page, compressed by gzip
// Beside the times of the clock there is the processor time of the main thread, which a busy machine does not change.
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { close, end, openPage, settled, startStudio } from "./studio.js";

const PAGE = fileURLToPath(new URL("../page", import.meta.url));
const summary = (list, unit = "ms") => {
  const all = [...list].sort((a, b) => a - b);
  return `least ${all[0].toFixed(1)}, median ${all[all.length >> 1].toFixed(1)} ${unit} of ${all.length}`;
};

/** A reader of the seconds that the main thread has spent so far, by the clock of the processor. */
async function processorTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async (...names) => {
    const { metrics } = await session.send("Performance.getMetrics");
    return names.reduce((sum, name) => sum + 1000 * metrics.find((one) => one.name === name).value, 0);
  };
}

async function firstPictures(url) {
  const [flat, solid, busy] = [[], [], []];
  for (let k = 0; k < 12; k += 1) {
    const page = await openPage("about:blank");
    const spent = await processorTime(page);
    await page.goto(url);
    // nothing that looks at the page may run in it before
    await page.waitForTimeout(2000);
    const marked = (name) =>
      page.waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime, name, { timeout: 60_000 });
    flat.push(await (await marked("studio-picture")).jsonValue());
    solid.push(await (await marked("studio-3d")).jsonValue());
    busy.push(await spent("TaskDuration"));
    await close(page);
  }
  console.log(`first picture, flat: ${summary(flat)}`);
  console.log(`first picture, WebGL: ${summary(solid)}; processor time of the page in its first 2 s: ${summary(busy)}`);
}

async function sliders(url, tab) {
  const page = await openPage(url, { fragment: `&tab=${tab}` });
  await settled(page);
  if (tab === "equations") await page.locator(".term .number[data-value]").first().waitFor({ timeout: 90_000 });
  await settled(page);
  const spent = await processorTime(page);
  const [numbers, frames, busy] = [[], [], []];
  for (let k = 0; k < 60; k += 1) {
    const before = await spent("TaskDuration");
    const frame = await page.evaluate(
      ([index, value]) =>
        new Promise((done) => {
          const slider = document.querySelector(`[data-coordinate="${index}"]`);
          const started = performance.now();
          slider.value = String(value);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          const watch = new MutationObserver(() => {
            if (document.documentElement.dataset.pose !== "shown") return;
            watch.disconnect();
            done(performance.now() - started);
          });
          watch.observe(document.documentElement, { attributeFilter: ["data-pose"] });
        }),
      [k % 7, k % 2 ? -40 : -60],
    );
    numbers.push(parseFloat(await page.locator("#latency").textContent()));
    frames.push(frame);
    busy.push((await spent("TaskDuration")) - before);
  }
  console.log(`slider to numbers, Panda, ${tab}: ${summary(numbers)}; to the frame that shows them: ${summary(frames)}`);
  console.log(`  processor time of the page for all of it: ${summary(busy)}`);
  await close(page);
}

async function framesOf30(url, tab) {
  const chain = `name = "thirty"\ngravity = 9.81\n${Array.from(
    { length: 30 },
    () => '[[joint]]\ntype = "revolute"\naxis = "z"\noffset = [0.1, 0, 0]\nlink = { mass = 1, centre = [0.05, 0, 0] }\n',
  ).join("")}`;
  const page = await openPage(url, { fragment: "&tab=model" });
  await settled(page);
  await page.locator(".model textarea").fill(chain);
  await page.waitForFunction(() => document.querySelectorAll("[data-box]").length === 30, null, { timeout: 60_000 });
  await page.locator(`#tab-${tab}`).click();
  if (tab === "equations") await page.locator(".term .number[data-value]").first().waitFor({ timeout: 90_000 });
  await settled(page);
  const spent = await processorTime(page);
  const work = () => spent("ScriptDuration", "LayoutDuration", "RecalcStyleDuration");
  const frames = [];
  for (let k = 0; k < 12; k += 1) {
    const before = await work();
    // every frame moves the first joint, and the page answers as it does while a slider is dragged
    const count = await page.evaluate(
      () =>
        new Promise((done) => {
          const slider = document.querySelector('[data-coordinate="0"]');
          let frame = 0;
          const step = () => {
            slider.value = String(20 * Math.sin(frame / 5));
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            frame += 1;
            if (frame < 30) requestAnimationFrame(step);
            else done(frame);
          };
          requestAnimationFrame(step);
        }),
    );
    frames.push(((await work()) - before) / count);
  }
  console.log(`main thread a frame, 30 joints, ${tab}: ${summary(frames)} (processor time)`);
  await close(page);
}

console.log(`load ${loadavg()[0].toFixed(1)}`);
const studio = await startStudio("panda");
await firstPictures(studio.url);
for (const tab of ["model", "equations"]) await sliders(studio.url, tab);
for (const tab of ["model", "equations"]) await framesOf30(studio.url, tab);

const files = readdirSync(PAGE, { recursive: true }).filter((name) => /\.(js|css|html)$/.test(name));
const size = files
  .filter((name) => !/shared|entry/.test(name))
  .reduce((sum, name) => sum + gzipSync(readFileSync(`${PAGE}/${name}`), { level: 9 }).length, 0);
console.log(`download: ${(size / 1000).toFixed(0)} kB`);
console.log(`load ${loadavg()[0].toFixed(1)}`);
await end();
await studio.stop();
