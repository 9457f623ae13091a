// Chapter 3: live equations.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { appell, close, end, numbers, openPage, settled, six, startStudio } from "../studio.js";

const Q = [0.3, 0.1, 0.2, 0.4, 0.5];
let studio;
before(async () => (studio = await startStudio("rttrr")));
after(async () => {
  await end();
  await studio.stop();
});
/** The page with a quantity of RTTRR in a form, at a pose with velocities and accelerations. */
async function open(quantity, form, { rates = true, robot = "rttrr", q = Q } = {}) {
  const page = await openPage(studio.url, {
    fragment: `&robot=${robot}&q=${q}&quantity=${encodeURIComponent(quantity)}&form=${form}`,
  });
  await settled(page);
  if (rates) {
    await page.getByText("Velocities and accelerations").click();
    for (let k = 0; k < q.length; k += 1) {
      await page.locator(`[data-qd="${k}"]`).fill(String(0.1 * (k + 1)));
      await page.locator(`[data-qdd="${k}"]`).fill(String(0.2 * (k + 1)));
    }
    await page.locator(".stage canvas").focus();
  }
  await page.locator(".term").first().waitFor({ timeout: 60_000 });
  await settled(page);
  return page;
}
const evaluate = (quantity, rates = true) =>
  appell(
    "eval",
    "rttrr",
    quantity,
    "--json",
    "--at",
    JSON.stringify({
      q: Q,
      ...(rates ? { qd: [0.1, 0.2, 0.3, 0.4, 0.5].map((one) => Number(one)), qdd: [0.2, 0.4, 0.6, 0.8, 1] } : {}),
    }),
  )[quantity];
/** Entries of the page: name, total, numbers of the terms. */
const entries = (page) =>
  page
    .locator(".entry")
    .evaluateAll((list) =>
      list.map((entry) => ({
        total: Number(entry.querySelector(".total").dataset.value),
        shown: entry.querySelector(".total").textContent,
        terms: [...entry.querySelectorAll(".term:not([hidden]) > .number")].map((one) => Number(one.dataset.value)),
      })),
    );

for (const form of ["expanded", "grouped", "nested"])
  test(`Q, ${form}: totals are those of \`appell eval\`, and the terms add up to them`, async () => {
    const page = await open("Q", form);
    const shown = await entries(page);
    const wanted = evaluate("Q");
    assert.equal(shown.length, 5);
    shown.forEach(({ total, terms, shown: text }, k) => {
      assert.equal(six(total), six(wanted[k]), `entry ${k + 1}`);
      assert.equal(Number(text.replaceAll("\u2212", "-")), six(wanted[k]));
      const scale = Math.max(1, ...terms.map(Math.abs));
      assert.ok(
        Math.abs(terms.reduce((sum, one) => sum + one, 0) - total) < 1e-9 * scale,
        `entry ${k + 1}: the terms add up to something else`,
      );
    });
    assert.deepEqual(page.problems, []);
    await close(page);
  });

test("a click on link 4 lights exactly the terms with M4, r4*, J4*", async () => {
  const page = await open("Q", "expanded");
  await page.locator("button.label[data-link='3']").click();
  const terms = await page
    .locator(".entry .term:not(.rest)")
    .evaluateAll((list) =>
      list.map((one) => ({ lit: one.classList.contains("lit"), symbols: one.dataset.symbols.split(" ") })),
    );
  assert.ok(terms.some((one) => one.lit) && terms.some((one) => !one.lit));
  for (const { lit, symbols } of terms)
    assert.equal(
      lit,
      symbols.some((name) => /^(M4|r4|J4)/.test(name)),
      symbols.join(" "),
    );
  assert.match(
    await page.locator(".selection").textContent(),
    new RegExp(`^link 4 is in ${terms.filter((one) => one.lit).length} terms`),
  );
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".term.lit").count(), 0);
  await close(page);
});

test("hovering a term lights its links and its parameters", async () => {
  const page = await open("Q", "expanded");
  const term = page
    .locator(".entry .term")
    .filter({ has: page.locator("math") })
    .nth(3);
  const links = (await term.getAttribute("data-links")).split(" ").filter(Boolean).sort();
  const symbols = (await term.getAttribute("data-symbols")).split(" ");
  await term.hover();
  assert.deepEqual(
    (await page.locator("button.label.lit").evaluateAll((list) => list.map((one) => one.dataset.link))).sort(),
    links,
  );
  const lit = await page.locator(".parameters .row.lit").evaluateAll((list) => list.map((one) => one.dataset.symbol));
  assert.ok(lit.length > 0);
  assert.deepEqual(
    lit.filter((name) => !symbols.includes(name)),
    [],
  );
  await close(page);
});

test("by share: the largest first, and what vanishes fades", async () => {
  const page = await open("Q", "expanded");
  await page.getByLabel("Order of the terms").selectOption("share");
  for (const { terms } of await entries(page))
    assert.deepEqual(
      terms.map(Math.abs),
      terms.map(Math.abs).sort((a, b) => b - a),
    );
  const faded = await page.locator(".entry").evaluateAll((list) =>
    list.flatMap((entry) => {
      const terms = [...entry.querySelectorAll(".term:not(.rest)")].map((one) => ({
        value: Math.abs(Number(one.querySelector(":scope > .number").dataset.value)),
        faded: one.classList.contains("faded"),
      }));
      const largest = Math.max(...terms.map((one) => one.value));
      return terms.map((one) => one.faded === !(one.value > 1e-9 * largest));
    }),
  );
  assert.ok(faded.every(Boolean));
  await close(page);
});

test("what-if: a parameter changes the numbers as `appell eval` says, and comes back", async () => {
  const page = await open("Q", "grouped", { rates: false });
  const before = (await entries(page)).map((one) => one.total);
  await page.locator("[data-parameter='M5']").fill("7");
  await page.locator("[data-parameter='M5']").press("Enter");
  await settled(page);
  const wanted = appell("eval", "rttrr", "Q", "--json", "--at", JSON.stringify({ q: Q, parameters: { M5: 7 } })).Q;
  assert.deepEqual(
    (await entries(page)).map((one) => six(one.total)),
    wanted.map(six),
  );
  await page.getByLabel("reset M5").click();
  await settled(page);
  assert.deepEqual(
    (await entries(page)).map((one) => one.total),
    before,
  );
  await close(page);
});

test("the search box finds by synonym and by words; a matrix is a table of the numbers of `appell eval`", async () => {
  const page = await open("Q", "grouped", { rates: false });
  const box = page.getByRole("combobox", { name: "Quantity", exact: true });
  await box.fill("mass matrix");
  await box.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 25, null, { timeout: 30_000 });
  await settled(page);
  assert.equal(await box.inputValue(), "M");
  const wanted = appell("eval", "rttrr", "M", "--json", "--q", Q.join(",")).M.flat();
  assert.deepEqual((await numbers(page, ".matrix tbody td")).map(six), wanted.map(six));
  await box.fill("T[3]");
  await box.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 16);
  await close(page);
});

test("from slider to numbers, measured in the page", async () => {
  const page = await openPage(studio.url, { fragment: "&robot=panda&quantity=Q&form=nested" });
  await page.locator(".term").first().waitFor({ timeout: 60_000 });
  await settled(page);
  const times = [];
  const slider = page.locator("[data-coordinate='1']");
  await slider.focus();
  for (let k = 0; k < 20; k += 1) {
    await slider.press("ArrowRight");
    await settled(page);
    times.push(Number((await page.locator("#latency").textContent()).replace(" ms", "")));
  }
  times.sort((a, b) => a - b);
  console.log(`slider to numbers, Panda: median ${times[10]} ms, largest ${times.at(-1)} ms`);
  assert.ok(times.every(Number.isFinite));
  await close(page);
});
