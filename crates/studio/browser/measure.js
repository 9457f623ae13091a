// Figures of the page: node measure.js. They are of this machine and this build: measure a release build on a quiet machine.
//   first picture   from opening the address to the first picture of the robot
//   slider          from a change of a coordinate of the Panda to its numbers on the page, as the page measures it
//   frame           work of the main thread for a frame while a robot of 30 joints moves: script, style and layout
//   download        all files of the page, compressed by gzip
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { close, end, openPage, settled, startStudio } from "./studio.js";

const PAGE = fileURLToPath(new URL("../page", import.meta.url));
const sorted = (list) => [...list].sort((a, b) => a - b);
const told = (list, unit) => {
  const all = sorted(list);
  return `least ${all[0].toFixed(1)}, median ${all[all.length >> 1].toFixed(1)} ${unit} of ${all.length}`;
};
const move = (page, index, value) =>
  page.locator(`[data-coordinate="${index}"]`).evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);

console.log(`load ${loadavg()[0].toFixed(1)}`);

const studio = await startStudio("panda");
const pictures = [];
for (let k = 0; k < 12; k += 1) {
  const page = await openPage(studio.url);
  await page.waitForFunction(() => performance.getEntriesByName("studio-picture").length, null, { timeout: 60_000 });
  pictures.push(await page.evaluate(() => performance.getEntriesByName("studio-picture")[0].startTime));
  await close(page);
}
console.log(`first picture: ${told(pictures, "ms")}`);

const panda = await openPage(studio.url, { fragment: "&tab=model" });
await settled(panda);
const latencies = [];
for (let k = 0; k < 60; k += 1) {
  await move(panda, k % 7, k % 2 ? -40 : -60);
  await settled(panda);
  latencies.push(parseFloat(await panda.locator("#latency").textContent()));
}
console.log(`slider to numbers, Panda: ${told(latencies, "ms")}`);

const chain = `name = "thirty"\ngravity = 9.81\n${Array.from(
  { length: 30 },
  () => '[[joint]]\ntype = "revolute"\naxis = "z"\noffset = [0.1, 0, 0]\nlink = { mass = 1, centre = [0.05, 0, 0] }\n',
).join("")}`;
await panda.locator(".model textarea").fill(chain);
await panda.waitForFunction(() => document.querySelectorAll("[data-box]").length === 30, null, { timeout: 60_000 });
await settled(panda);
const session = await panda.context().newCDPSession(panda);
await session.send("Performance.enable");
const busy = async () => {
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name) => metrics.find((one) => one.name === name).value;
  return 1000 * (of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration"));
};
const frames = [];
for (let k = 0; k < 12; k += 1) {
  const before = await busy();
  // every frame moves the first joint, and the page answers as it does while a slider is dragged
  const count = await panda.evaluate(
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
  frames.push(((await busy()) - before) / count);
}
console.log(`main thread a frame, 30 joints: ${told(frames, "ms")}`);

const files = readdirSync(PAGE, { recursive: true }).filter((name) => /\.(js|css|html)$/.test(name));
const size = files
  .filter((name) => !/shared|entry/.test(name))
  .reduce((sum, name) => sum + gzipSync(readFileSync(`${PAGE}/${name}`), { level: 9 }).length, 0);
console.log(`download: ${(size / 1000).toFixed(0)} kB`);
await end();
await studio.stop();
