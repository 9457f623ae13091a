// The view of generated code: a quantity in a language, its operations, its source with line numbers.
import { linkLines } from "studio/codelines";
import { button, clear, copy, download, h, select } from "studio/dom";
import { progressStrip, work } from "studio/findings";
import { quantityBox } from "studio/quantities";
import { onFrame } from "studio/signal";

const LANGUAGES = [
  ["c", "C"],
  ["rust", "Rust"],
  ["python", "Python"],
  ["matlab", "MATLAB"],
  ["julia", "Julia"],
  ["cuda", "CUDA"],
];
const MOST_LINES = 4000;

export function createCode(connection, state) {
  const strip = progressStrip();
  const findings = h("div", {});
  const counts = h("p", { class: "counts-line" });
  const files = h("div", { class: "files" });
  let language = "c";
  let quantity = state.quantity.get();
  let shown = null;

  const chooser = quantityBox(
    () => state.robot.get()?.quantities ?? [],
    quantity,
    (name) => {
      quantity = name;
      run();
    },
    "Quantity of the code",
  );
  const languages = select(
    LANGUAGES,
    language,
    (value) => {
      language = value;
      run();
    },
    { aria: { label: "Language" } },
  );
  const speed = h("span", { class: "speed", role: "status" });
  const bench = button(
    "Measure speed",
    async () => {
      clear(speed);
      const answer = await work(connection, strip, findings, "bench", { quantity });
      if (answer)
        speed.textContent = `${answer.nanoseconds.toPrecision(3)} ns per call, ${answer.batch.toPrecision(3)} ns per state in a batch, on this machine`;
    },
    { title: "Time of a call, compiled for this machine" },
  );

  async function run() {
    const robot = state.robot.get();
    if (!robot) return;
    shown = robot;
    clear(speed);
    const answer = await work(connection, strip, findings, "generate", { quantity, language });
    if (!answer) {
      clear(files);
      clear(counts);
      return;
    }
    clear(
      counts,
      [answer.counts]
        .flat()
        .map((one) =>
          h(
            "span",
            { data: { products: one.products, sums: one.sums, sines: one.sines } },
            one.name ? h("b", {}, one.name) : null,
            ` ${one.products} products, ${one.sums} sums, ${one.sines} sines and cosines `,
          ),
        ),
    );
    // the file that calculates most is open: headers and helpers are not what people look for
    const steps = answer.files.map(({ text }) => (text.match(/^\s.* = /gm) ?? []).length);
    const main = steps.indexOf(Math.max(...steps));
    clear(
      files,
      answer.files.map((one, index) => source(one, index === main)),
    );
  }
  function source({ name, text }, open) {
    const lines = text.replace(/\n$/, "").split("\n");
    const take = button("Copy", () => copy(text, take));
    const list = h(
      "ol",
      {},
      lines.slice(0, MOST_LINES).map((line) => h("li", {}, h("code", {}, line))),
    );
    const body = h("pre", { tabIndex: 0, aria: { label: `Source of ${name}` } }, list);
    return h(
      "details",
      { open, class: "source", data: { file: name } },
      h("summary", {}, h("code", {}, name), h("span", { class: "dim" }, ` ${lines.length} lines`)),
      h(
        "div",
        { class: "bar" },
        take,
        button("Download", () => download(name.split("/").at(-1), text)),
      ),
      body,
      linkLines(list, lines.slice(0, MOST_LINES)),
      lines.length > MOST_LINES
        ? h("p", { class: "hint" }, `${lines.length - MOST_LINES} more lines are in the file: download it.`)
        : null,
    );
  }
  onFrame([state.robot, state.tab], () => {
    if (state.tab.get() === "code" && state.robot.get() !== shown) run();
  });
  return h(
    "div",
    { class: "code-view" },
    h("div", { class: "bar" }, chooser, languages, bench, speed),
    strip,
    findings,
    counts,
    files,
  );
}
