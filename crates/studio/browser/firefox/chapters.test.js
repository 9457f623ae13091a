// Every chapter once in Firefox ESR, by WebDriver BiDi: what Chromium is tested with in detail must work there as well.
//   xvfb-run -a npm run firefox
//   FIREFOX  path of the browser (default: /usr/bin/firefox-esr)
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { appell, six, startStudio } from "../studio.js";

const WAIT = { timeout: 120_000 };
let studio, browser, page;
const problems = [];

before(async () => {
  studio = await startStudio("2r");
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    // a screen, such as that of xvfb-run, lets it draw WebGL
    headless: !process.env.DISPLAY,
  });
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(`${studio.url}&robot=2r`);
  await settled();
});
after(async () => {
  await browser?.close();
  await studio?.stop();
});

const settled = () =>
  page.waitForFunction(
    () => document.querySelector("[data-torque]")?.dataset.value && document.documentElement.dataset.pose === "shown",
    WAIT,
  );
const open = (tab) => page.click(`#tab-${tab}`);
const press = (text, within = "main") =>
  page.evaluate(
    (text, within) =>
      [...document.querySelectorAll(`${within} button`)].find((one) => one.textContent.trim() === text).click(),
    text,
    within,
  );
const numbers = (selector) =>
  page.$$eval(selector, (list) => list.map((one) => Number(one.dataset.value)));

test("the robot is drawn", async () => {
  const colours = await page.$eval(".stage canvas", (canvas) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [64, 64];
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0, 64, 64);
    return new Set(new Uint32Array(context.getImageData(0, 0, 64, 64).data.buffer)).size;
  });
  assert.ok(colours > 8, `${colours} colours`);
});

test("a slider moves the robot, and the torques are those of `appell eval`", async () => {
  await page.$eval('[data-coordinate="0"]', (slider) => {
    slider.value = "30";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await settled();
  const [q1] = await numbers('[data-box="0"]');
  const wanted = appell("eval", "2r", "Q", "--q", `${q1},0`, "--json").Q;
  assert.deepEqual((await numbers("[data-torque]")).map(six), wanted.map(six));
});

test("equations: the terms sum up to the total", async () => {
  await open("equations");
  await page.waitForSelector(".entry .term .number", WAIT);
  await settled();
  const [terms, total] = await page.$eval(".entry", (entry) => [
    [...entry.querySelectorAll(".term:not([hidden]) > .number")].map((one) => Number(one.dataset.value)),
    Number(entry.querySelector(".total").dataset.value),
  ]);
  assert.ok(terms.length > 1);
  const sum = terms.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - total) < 1e-9 * Math.max(1, Math.abs(total)), `${sum} is not ${total}`);
});

test("motion: a scenario runs and is plotted", async () => {
  await open("motion");
  await page.waitForFunction(() => document.querySelectorAll("#scenario option").length > 1, WAIT);
  await page.select("#scenario", "milling");
  await page.waitForFunction(() => document.querySelector(".motion textarea").value.includes("gantry"), WAIT);
  await press("Inverse dynamics");
  await page.waitForSelector(".plot canvas", WAIT);
});

test("proof: a paper has its verdicts", async () => {
  await open("proof");
  await page.waitForFunction(() => document.querySelectorAll("#paper option").length > 1, WAIT);
  await page.select("#paper", "ttrt-dynamics-2012");
  await page.waitForFunction(() => document.querySelector(".proof textarea").value.length > 1000, WAIT);
  await settled();
  await press("Check");
  await page.waitForSelector("article.verdict", WAIT);
  assert.ok((await page.$$("article[data-verdict=refuted]")).length > 0);
  assert.ok((await page.$$(".paper .display math")).length > 0);
});

test("code: C is written, and a line has its formula", async () => {
  await open("code");
  await page.waitForSelector(".source[open] li", WAIT);
  const formula = await page.evaluate(() => {
    const lines = [...document.querySelectorAll(".source[open] li")];
    const line = lines.findLast((one) => /out\[0\] = /.test(one.textContent));
    line.click();
    return line.closest(".source").querySelector(".subexpression").textContent;
  });
  assert.match(formula, / = /);
});

test("elastic and model open without a fault", async () => {
  await open("elastic");
  await open("model");
  await page.waitForFunction(() => document.querySelector(".model textarea")?.value.includes("[[joint]]"), WAIT);
});

test("share: one file is made", async () => {
  await open("share");
  await page.waitForSelector("#share", WAIT);
  const asked = page.evaluate(
    () =>
      new Promise((resolve) => {
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          URL.createObjectURL = create;
          resolve(blob.size);
          return create.call(URL, blob);
        };
        document.querySelector("#share").click();
      }),
  );
  assert.ok((await asked) > 100_000);
  assert.deepEqual(problems, []);
});
