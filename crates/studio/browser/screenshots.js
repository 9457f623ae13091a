// Pictures of every view, for people to look at: node screenshots.js [folder] [robot ...]
import { mkdirSync } from "node:fs";
import { close, end, openPage, settled, startStudio } from "./studio.js";

const [folder = "screenshots", ...chosen] = process.argv.slice(2);
const robots = chosen.length ? chosen : ["panda", "rttrr", "flex2r"];
mkdirSync(folder, { recursive: true });
const LOOKS = {
  light: {},
  dark: { dark: true },
  tablet: { size: { width: 820, height: 1180 } },
  phone: { size: { width: 390, height: 844 }, dark: true },
};

for (const robot of robots) {
  const studio = await startStudio(robot);
  for (const [look, options] of Object.entries(LOOKS)) {
    const page = await openPage(studio.url, options);
    await settled(page);
    const shoot = async (name) => {
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${folder}/${robot}-${name}-${look}.png` });
    };
    const tab = (name) => page.locator(`#tab-${name}`).click();
    await page.locator(".term, .findings").first().waitFor({ timeout: 90_000 });
    await page.locator("button.label").nth(1).click();
    await shoot("equations");
    await tab("motion");
    await page.waitForFunction(() => document.querySelector(".motion textarea")?.value);
    await page.getByRole("button", { name: "Inverse dynamics" }).click();
    await page.locator(".plot, .run-findings .finding").first().waitFor({ timeout: 90_000 });
    if (await page.locator(".plot").count()) {
      await page.locator(".scenario-text summary").click();
      await page.locator(".scrub").evaluate((slider) => {
        slider.value = String(Math.round(slider.max * 0.4));
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      });
    }
    await shoot("motion");
    await tab("proof");
    await page.waitForTimeout(500);
    if (await page.locator("#paper").inputValue()) {
      await page.getByRole("button", { name: "Check" }).click();
      await page.locator("article.verdict").first().waitFor({ timeout: 120_000 });
    }
    await shoot("proof");
    const next = page.getByRole("button", { name: "refuted \u203a" });
    if (await next.isEnabled()) {
      await next.click();
      await shoot("refutation");
    }
    await tab("elastic");
    await page.locator(".elastic").waitFor();
    await page.waitForTimeout(500);
    if (await page.locator(".modes tbody tr").count())
      await page.locator(".modes tbody tr").last().getByRole("button").click();
    await shoot("elastic");
    await tab("code");
    await page.locator(".source").first().waitFor({ timeout: 90_000 });
    await shoot("code");
    await tab("model");
    await page.locator(".model textarea").waitFor();
    await shoot("model");
    await tab("share");
    await shoot("share");
    await page.getByRole("button", { name: "Keys" }).click();
    await shoot("keys");
    if (page.problems.length) console.log(robot, page.problems);
    await close(page);
  }
  await studio.stop();
}
await end();
