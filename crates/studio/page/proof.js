// The view of proof-reading: a paper, a verdict for each of its equations, what is printed beside what is right.
import { button, clear, download, field, h } from "studio/dom";
import { createEditor } from "studio/editor";
import { findingList, progressStrip, work } from "studio/findings";
import { renderPaper, VERDICTS } from "studio/paper";
import { verdictCard } from "studio/verdict";

export function createProof(connection, state, openRobot) {
  const strip = progressStrip();
  const findings = h("div", {});
  const list = h("div", { class: "verdicts" });
  const counts = h("div", { class: "counts", role: "group", aria: { label: "Filter by verdict" } });
  const editor = createEditor({
    label: "Paper",
    rows: 12,
    placeholder: "Choose a paper above, paste one (LaTeX, Markdown), or drop a file here. Then press Check.",
  });
  const text = h("details", { class: "paper-text", open: true }, h("summary", {}, "Source"), editor);
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
  const sarif = button("SARIF", () => download(`${stem()}.sarif`, result.sarif, "application/sarif+json"), {
    title: "All verdicts as a SARIF 2.1.0 file, for editors and continuous integration",
  });
  const certificate = button(
    "Certificate",
    async () => {
      const answer = await work(connection, strip, findings, "certificate", { name: name() });
      if (answer) download(`${stem()}-certificate.${answer.ending}`, answer.text);
    },
    { title: "A Python program for SymPy that proves and refutes what this check did" },
  );
  /** The name of the paper: its ending says what it is written in. */
  const name = () => (chooser.value ? `${chooser.value}.tex` : (own ?? state.started?.name ?? "paper.tex").split("/").at(-1));
  const stem = () => name().replace(/\.\w+$/, "");
  const both = h("div", { class: "paper-and-verdicts" });
  let own = null; // the name of the file that was dropped
  let result = null;
  let paper = null;
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
    own = null;
    if (!name) return editor.set("");
    const paper = await connection.ask("paper", { name });
    editor.set(paper.text);
    if (paper.robot && state.request.get()?.robot !== paper.robot) await openRobot({ robot: paper.robot });
  }

  async function run() {
    const answer = await work(connection, strip, findings, "check", { text: editor.get(), name: name() });
    if (!answer) return;
    result = answer;
    shown = new Set(VERDICTS);
    text.open = false;
    for (const one of [json, sarif, certificate]) one.disabled = false;
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
    paper = renderPaper(result.paper ?? [], result.equations, choose);
    const source = (line, column) => {
      text.open = true;
      editor.go(line, column);
    };
    clear(
      list,
      result.equations.map((one) => verdictCard(one, source, paper.mark)),
    );
    clear(both, paper, list);
    current = -1;
  }

  /** The refutations that are not filtered out. */
  const refutations = () => [...list.querySelectorAll("[data-verdict=refuted]")].filter((one) => !one.hidden);
  function show() {
    for (const one of list.children) one.hidden = !shown.has(one.dataset.verdict);
    previous.disabled = next.disabled = !refutations().length;
  }
  /** Shows the first verdict on an equation of the paper. */
  function choose(piece) {
    const card = [...list.children].find((one) => one.dataset.piece === String(piece) && !one.hidden);
    card?.focus();
    card?.scrollIntoView({ block: "start" });
    paper.mark(piece);
  }
  function jump(by) {
    const refuted = refutations();
    if (!refuted.length) return;
    // before the first jump, back means the last one
    current = ((current < 0 && by < 0 ? 0 : current) + by + refuted.length) % refuted.length;
    refuted[current].focus();
    refuted[current].scrollIntoView({ block: "start" });
  }

  const element = h(
    "div",
    { class: "proof" },
    h("div", { class: "bar" }, field("Paper", chooser), check, previous, next, json, sarif, certificate),
    text,
    strip,
    findings,
    counts,
    both,
  );
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    chooser.value = "";
    own = file.name;
    editor.set(await file.text());
  });
  element.jump = jump;
  for (const one of [previous, next, json, sarif, certificate]) one.disabled = true;
  if (state.robot.get() || state.started) begin();
  else document.addEventListener("studio-ready", begin, { once: true });
  return element;
}
