// The view of proof-reading: a paper, a verdict for each of its equations, what is printed beside what is right.
import { button, clear, copy, download, field, h } from "studio/dom";
import { createEditor } from "studio/editor";
import { findingList, progressStrip, work } from "studio/findings";
import { formula } from "studio/mathml";
import { number } from "studio/number";

const VERDICTS = ["refuted", "undecided", "unreadable", "unmapped", "defined", "proved"];

export function createProof(connection, state, openRobot) {
  const strip = progressStrip();
  const findings = h("div", {});
  const list = h("div", { class: "verdicts" });
  const counts = h("div", { class: "counts", role: "group", aria: { label: "Filter by verdict" } });
  const editor = createEditor({ label: "Paper", rows: 12 });
  const text = h("details", { class: "paper-text", open: true }, h("summary", {}, "Paper"), editor);
  const chooser = h("select", { id: "paper", on: { change: () => load(chooser.value) } });
  const check = button("Check", () => run(), { class: "main" });
  const previous = button("\u2039 refuted", () => jump(-1), { title: "The previous refutation (P)" });
  const next = button("refuted \u203a", () => jump(1), { title: "The next refutation (N)" });
  const json = button(
    "JSON",
    () =>
      download(
        "verdicts.json",
        JSON.stringify({ equations: result.equations, counts: result.counts }, null, 1),
        "application/json",
      ),
    { title: "All verdicts as a JSON file" },
  );
  let result = null;
  let shown = new Set(VERDICTS);
  let current = -1;

  async function begin() {
    const { papers } = await connection.ask("papers");
    clear(
      chooser,
      h("option", { value: "" }, "own"),
      papers.map((one) => h("option", { value: one.name }, one.name)),
    );
    if (state.started?.paper !== undefined) {
      editor.set(state.started.paper);
      if (state.started.robot && state.started.robot !== state.request.get()?.robot)
        await openRobot({ robot: state.started.robot });
      return;
    }
    const fitting = papers.find((one) => one.robot === state.request.get()?.robot);
    if (!fitting) return;
    chooser.value = fitting.name;
    editor.set((await connection.ask("paper", { name: fitting.name })).text);
  }
  async function load(name) {
    if (!name) return editor.set("");
    const paper = await connection.ask("paper", { name });
    editor.set(paper.text);
    if (paper.robot && state.request.get()?.robot !== paper.robot) await openRobot({ robot: paper.robot });
  }

  async function run() {
    const answer = await work(connection, strip, findings, "check", { text: editor.get() });
    if (!answer) return;
    result = answer;
    shown = new Set(VERDICTS);
    text.open = false;
    if (answer.notes?.length) clear(findings, findingList(answer.notes, editor.go));
    build();
    show();
  }

  function build() {
    clear(
      counts,
      VERDICTS.filter((verdict) => result.equations.some((one) => one.verdict === verdict)).map((verdict) =>
        h(
          "button",
          {
            type: "button",
            class: `badge ${verdict}`,
            data: { filter: verdict },
            aria: { pressed: "true" },
            title: `Show or hide what is ${verdict}`,
            on: {
              click: (event) => {
                if (shown.has(verdict)) shown.delete(verdict);
                else shown.add(verdict);
                event.currentTarget.setAttribute("aria-pressed", String(shown.has(verdict)));
                show();
              },
            },
          },
          `${result.equations.filter((one) => one.verdict === verdict).length} ${verdict}`,
        ),
      ),
      result.stopped ? h("p", { class: "hint" }, result.stopped) : null,
    );
    clear(list, result.equations.map(card));
    current = -1;
  }

  function card(one) {
    const fix = one.corrected
      ? button("Copy LaTeX", (event) => copy(one.corrected, event.currentTarget), {
          title: "Copy the corrected equation",
        })
      : null;
    return h(
      "article",
      { class: `verdict ${one.verdict}`, data: { verdict: one.verdict }, tabIndex: -1 },
      h(
        "h2",
        {},
        h("span", { class: `badge ${one.verdict}` }, one.verdict),
        ` (${one.equation}${one.component ? ` ${one.component}` : ""}) `,
        h("code", {}, one.quantity ?? ""),
        button(
          `line ${one.line}`,
          () => {
            text.open = true;
            editor.go(one.line, one.column ?? 1);
          },
          { class: "link" },
        ),
      ),
      h(
        "div",
        { class: one.corrected ? "sides" : "" },
        h(
          "div",
          { class: "side" },
          one.corrected ? h("h3", {}, "printed") : null,
          h(
            "div",
            { class: "scroll", tabIndex: 0, role: "region", aria: { label: "printed" } },
            one.printed_mathml ? formula(one.printed_mathml) : h("code", {}, one.printed),
          ),
        ),
        one.corrected
          ? h(
              "div",
              { class: "side" },
              h("h3", {}, "correct ", fix),
              h(
                "div",
                { class: "scroll", tabIndex: 0, role: "region", aria: { label: "correct" } },
                one.corrected_mathml ? formula(one.corrected_mathml) : h("code", {}, one.corrected),
              ),
            )
          : null,
      ),
      one.reason ? h("p", { class: "reason" }, one.reason) : null,
      one.slips?.length && one.slips.join() !== one.reason
        ? h(
            "ul",
            { class: "slips" },
            one.slips.map((slip) => h("li", {}, slip)),
          )
        : null,
      one.counter_example ? counterExample(one.counter_example) : null,
      one.assumptions?.length ? h("p", { class: "dim" }, `with ${one.assumptions.join("; ")}`) : null,
    );
  }
  const counterExample = ({ at, printed, derived }) =>
    h(
      "details",
      { class: "counter" },
      h("summary", {}, "Counter-example: printed ", number(printed), ", derived ", number(derived)),
      h("p", {}, at.join(", ")),
    );

  function show() {
    for (const one of list.children) one.hidden = !shown.has(one.dataset.verdict);
  }
  function jump(by) {
    const refuted = [...list.querySelectorAll("[data-verdict=refuted]")].filter((one) => !one.hidden);
    if (!refuted.length) return;
    current = (current + by + refuted.length) % refuted.length;
    refuted[current].focus();
    refuted[current].scrollIntoView({ block: "start" });
  }

  const element = h(
    "div",
    { class: "proof" },
    h("div", { class: "bar" }, field("Paper", chooser), check, previous, next, json),
    text,
    strip,
    findings,
    counts,
    list,
  );
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    chooser.value = "";
    editor.set(await file.text());
  });
  element.jump = jump;
  if (state.robot.get() || state.started) begin();
  else document.addEventListener("studio-ready", begin, { once: true });
  return element;
}
