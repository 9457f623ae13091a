// Chapter 8: the robot's file.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appellText, close, end, openPage, settled, startStudio } from "../studio.js";

let studio, page;
before(async () => {
  studio = await startStudio("2r");
  page = await openPage(studio.url, { fragment: "&robot=2r&tab=model" });
  await settled(page);
});
after(async () => {
  await close(page);
  await end();
  await studio.stop();
});
const area = () => page.locator(".model textarea");

test("an error is shown at its line while typing, and the last good robot stays", async () => {
  const text = await area().inputValue();
  const line = text.split("\n").findIndex((one) => one.startsWith("[[joint]]")) + 1;
  await area().fill(text.replace("[[joint]]", "[[jount]]"));
  const finding = page.locator(".model-findings .finding.error").first();
  await finding.waitFor();
  assert.equal(await finding.getAttribute("data-line"), String(line));
  assert.equal(await page.locator(".gutter .error").first().textContent(), String(line));
  assert.match(await page.locator(".verdict-line").textContent(), /the last valid robot is still shown/);
  assert.equal(await page.locator("button.label").count(), 2);
  await area().fill(text);
  await page.locator(".verdict-line.good").waitFor();
  assert.equal(await page.locator(".model-findings .finding.error").count(), 0);
});

test("a changed robot is shown while typing", async () => {
  const text = await area().inputValue();
  await area().fill(text.replace(/^name\s*=\s*".*"/m, 'name = "my arm"'));
  await page.waitForFunction(() => document.title.startsWith("my arm"));
  assert.match(await area().inputValue(), /my arm/);
  await area().fill(text);
  await page.waitForFunction(() => document.title.startsWith("2R"));
});

test("a dropped xacro file becomes the robot, and what a format has no place for is listed", async () => {
  const xacro = `<robot name="macro arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="l" value="0.4"/>
<xacro:macro name="part" params="name parent"><link name="\${name}"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="\${name}_joint" type="continuous"><parent link="\${parent}"/><child link="\${name}"/><origin xyz="\${l} 0 0"/><axis xyz="0 0 1"/></joint></xacro:macro>
<link name="base"/><xacro:part name="a" parent="base"/><xacro:part name="b" parent="a"/></robot>`;
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "arm.xacro"));
    return data;
  }, xacro);
  await page.dispatchEvent(".stage", "drop", { dataTransfer: transfer });
  await page.waitForFunction(() => document.title.startsWith("macro arm"), null, { timeout: 20_000 });
  assert.deepEqual(await page.locator("button.label").allTextContents(), ["a", "b"]);
  await page.getByLabel("Format to convert to").selectOption("sdf");
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Convert and download" }).click()]);
  await page.getByText("Not available in this format").waitFor();
});

test("a dropped URDF becomes the robot; another format can be downloaded", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "studio-")), "arm.urdf");
  appellText("convert", "ur5", path);
  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "arm.urdf"));
      return data;
    },
    readFileSync(path, "utf8"),
  );
  await page.dispatchEvent(".stage", "drop", { dataTransfer: transfer });
  await page.waitForFunction(() => document.querySelectorAll("[data-box]").length === 6, null, { timeout: 20_000 });
  await page.getByLabel("Format to convert to").selectOption("mjcf");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Convert and download" }).click(),
  ]);
  assert.match(readFileSync(await file.path(), "utf8"), /<mujoco/);
  assert.deepEqual(page.problems, []);
});
