// Starts a studio and a browser for the tests, and asks the command line what the page must show.
//   APPELL    path of the program (default: target/debug/appell)
//   CHROMIUM  path of the browser (default: /usr/bin/chromium)
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
export const APPELL = process.env.APPELL ?? `${here}../../../target/debug/appell`;
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The answer of a command as JSON. */
export const appell = (...words) =>
  JSON.parse(
    execFileSync(APPELL, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }),
  );
/** The answer of a command as text. */
export const appellText = (...words) =>
  execFileSync(APPELL, words, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

/** A running studio: `{url, stop()}`. */
export async function startStudio(...words) {
  const child = spawn(APPELL, ["studio", ...words, "--no-browser"], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const url = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      printed += chunk;
      const found = /http:\/\/\S+#token=\w+\S*/.exec(printed);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`the studio ended with ${code}: ${printed}`)));
  });
  return {
    url,
    async stop() {
      child.removeAllListeners("exit");
      child.kill("SIGINT");
      await Promise.race([once(child, "exit"), new Promise((resolve) => setTimeout(resolve, 3000))]);
      child.kill("SIGKILL");
    },
  };
}

let browser;
/** The one browser of a test file. WebGL is drawn without a graphics card. */
export async function startBrowser() {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--enable-unsafe-swiftshader"],
  });
  return browser;
}

/** Opens the page and waits for its first numbers. Errors of the page are kept in `page.problems`. */
export async function openPage(
  url,
  { fragment = "", dark = false, size = { width: 1440, height: 900 }, offline = false } = {},
) {
  const context = await (
    await startBrowser()
  ).newContext({ viewport: size, colorScheme: dark ? "dark" : "light", offline, acceptDownloads: true });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  await page.goto(url + fragment);
  return page;
}

/** Waits until the page shows the numbers of the pose that it has. */
export async function settled(page) {
  await page.waitForFunction(
    () => document.querySelector("[data-torque]")?.dataset.value && document.documentElement.dataset.pose === "shown",
    null,
    { timeout: 60_000 },
  );
}

/** Types a value into the number box of a coordinate (degrees, millimetres). */
export async function setCoordinate(page, index, value) {
  const box = page.locator(`[data-box="${index}"]`);
  await box.fill(String(value));
  await box.press("Enter");
  await settled(page);
}

/** The exact numbers behind elements. */
export const numbers = (page, selector) =>
  page.locator(selector).evaluateAll((list) => list.map((one) => Number(one.dataset.value)));

/** As the page prints numbers: six significant digits. */
export const six = (value) => Number(value.toPrecision(6));

export async function close(page) {
  await page.context().close();
}
export async function end() {
  await browser?.close();
  browser = undefined;
}
