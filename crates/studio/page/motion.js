// The view of motion: scenario, run, timeline, plots, the row at the playhead, the path of the tool.
import { button, checkbox, clear, field, h } from "studio/dom";
import { createEditor } from "studio/editor";
import { findingList, progressStrip, work } from "studio/findings";
import { show, unitText } from "studio/number";
import { createPlots } from "studio/plots";
import { carriedAt, chosenRows, framesOfRun, stateOfRow } from "studio/runs";
import { createTimeline } from "studio/timeline";

const PATH_ROWS = 160;
const EXAMPLE =
  'robot = "ROBOT"\n\n[start]\nq = [START]\n\n[[motion]]\nto       = [END]\nlaw      = "quintic"\nduration = 2\n\n[output]\nstep = 0.02\n';

export function createMotion(connection, state, stage, adopt) {
  const strip = progressStrip();
  const findings = h("div", { class: "run-findings" });
  const summary = h("p", { class: "summary", role: "status" });
  const editor = createEditor({ label: "Scenario", rows: 14 });
  const rowTable = h("table", { class: "row-values" });
  let paths = { now: null, before: null };
  let compare = true;
  let cells = [];

  const timeline = createTimeline(apply);
  const plots = createPlots((t) => timeline.goTime(t));
  const result = h(
    "div",
    { class: "result", hidden: true },
    summary,
    timeline,
    plots,
    h(
      "details",
      { class: "row-fold" },
      h("summary", {}, "All values of this row"),
      h("div", { class: "scroll" }, rowTable),
    ),
  );

  const chooser = h("select", { id: "scenario", on: { change: () => load(chooser.value) } });
  const comparison = checkbox("compare with the run before", compare, (on) => {
    compare = on;
    drawRun();
  });
  const runInverse = button("Inverse dynamics", () => run("inverse"), { class: "main" });
  const runSimulate = button("Simulate", () => run("simulate"), { class: "main" });

  async function list() {
    const { scenarios } = await connection.ask("scenarios");
    clear(
      chooser,
      h("option", { value: "" }, "own"),
      scenarios.map((one) => h("option", { value: one.name, title: one.about }, `${one.name} (${one.robot})`)),
    );
    const own = scenarios.find((one) => one.robot === state.request.get()?.robot);
    const wanted = state.started?.scenario !== undefined ? state.started.name : (own?.name ?? "");
    chooser.value = scenarios.some((one) => one.name === wanted) ? wanted : "";
    if (state.started?.scenario !== undefined) editor.set(state.started.scenario);
    else load(chooser.value);
  }
  async function load(name) {
    if (name) return editor.set((await connection.ask("scenario", { name })).text);
    const robot = state.robot.get();
    if (!robot) return;
    const numbers = (of) =>
      robot.joints
        .filter((one) => one.coordinate !== null && one.coordinate !== undefined)
        .map((one) => of(one.coordinate))
        .join(", ");
    const q = state.q.get();
    const to = (index) =>
      Number(((q[index] ?? 0) + (robot.coordinates[index].kind === "angle" ? 0.5 : 0.1)).toPrecision(4));
    editor.set(
      EXAMPLE.replace("ROBOT", state.request.get()?.robot ?? robot.source_name)
        .replace(
          "START",
          numbers((index) => Number((q[index] ?? 0).toPrecision(4))),
        )
        .replace("END", numbers(to)),
    );
  }

  async function run(what) {
    editor.mark([]);
    const answer = await work(connection, strip, findings, "run", { what, text: editor.get() });
    if (!answer) {
      editor.mark(
        [...findings.querySelectorAll("[data-line]")].map((one) => ({
          line: Number(one.dataset.line),
          severity: "error",
        })),
      );
      return;
    }
    if (answer.findings?.length) clear(findings, findingList(answer.findings, editor.go));
    const before = state.run.get();
    await adopt(answer.robot, {
      robot: /^\s*robot\s*=\s*"([^"]*)"/m.exec(editor.get())?.[1] ?? answer.robot.source_name,
    });
    answer.robot = state.robot.get();
    state.earlierRun.set(before && before.robot.name === answer.robot.name ? before : null);
    paths = { now: null, before: before && before.robot.name === answer.robot.name ? paths.now : null };
    state.run.set(answer);
    summary.textContent = answer.summary;
    result.hidden = false;
    drawRun();
    drawPath(answer);
  }
  function drawRun() {
    const current = state.run.get();
    if (!current) return;
    comparison.hidden = !state.earlierRun.get();
    cells = current.columns.map((column) => h("td", { class: "number", data: { column: column.name } }));
    clear(
      rowTable,
      h(
        "tbody",
        {},
        current.columns.map((column, index) =>
          h("tr", {}, h("th", { scope: "row" }, column.name), cells[index], h("td", { class: "unit" }, unitText(column.unit))),
        ),
      ),
    );
    plots.load(current, compare ? state.earlierRun.get() : null);
    timeline.load(current.columns[0].values);
    showPaths();
  }
  const showPaths = () =>
    stage.setPaths([
      ...(paths.now ? [{ points: paths.now }] : []),
      ...(paths.before && compare ? [{ points: paths.before, dashed: true }] : []),
    ]);
  async function drawPath(current) {
    const poses = await framesOfRun(
      connection,
      current,
      chosenRows(current, PATH_ROWS),
      () => state.run.get() === current,
    ).catch(() => null);
    if (!poses || poses.some((one) => !one.tool)) return;
    paths.now = poses.map(({ tool }) => [tool[3], tool[7], tool[11]]);
    current.poses = poses;
    showPaths();
  }

  /** Shows a row of the run everywhere: robot, plots, values. */
  function apply(row) {
    const current = state.run.get();
    if (!current || state.robot.get() !== current.robot) return;
    const { q, qd, qdd, forces } = stateOfRow(current, row);
    state.mover.set("motion");
    state.forces.set(forces);
    state.carried.set(carriedAt(current, row));
    state.qd.set(qd);
    state.qdd.set(qdd);
    state.q.set(q);
    plots.mark(row);
    current.columns.forEach((column, index) => show(cells[index], column.values[row], column.unit));
  }
  state.robot.on((robot) => {
    const current = state.run.get();
    if (current && robot !== current.robot) {
      result.hidden = true;
      stage.setPaths([]);
    }
  });

  if (state.robot.get() || state.started) list();
  else document.addEventListener("studio-ready", list, { once: true });
  const element = h(
    "div",
    { class: "motion" },
    h("div", { class: "bar" }, field("Scenario", chooser), runInverse, runSimulate, comparison),
    h("details", { class: "scenario-text", open: true }, h("summary", {}, "Scenario text"), editor),
    strip,
    findings,
    result,
  );
  comparison.hidden = true;
  element.timeline = timeline;
  return element;
}
