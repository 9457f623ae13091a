// Plots of a run over time: one a group of columns with the same meaning and unit, all with one playhead.
import uPlot from "uplot";
import { checkbox, clear, h, onResize } from "studio/dom";
import { short, show, unitText } from "studio/number";
import { colour, followTheme } from "studio/theme";

const TITLES = {
  q: "Coordinates",
  dq: "Velocities",
  ddq: "Accelerations",
  dddq: "Jerks",
  Q: "Torques and forces",
  dQ: "Torque rates",
  P: "Power",
  ref: "Reference",
  e: "Tracking error",
  J: "Energy",
  drift: "Energy drift",
  mode: "Natural frequencies",
};
const MODAL = { q: "Modal coordinates", dq: "Modal velocities", ddq: "Modal accelerations", dddq: "Modal jerks" };
const FIRST = ["q", "Q", "P", "J", "drift", "mode"];

/** Columns that belong into one plot, in the order of the table: `[{key, title, unit, columns}]`. */
function groups(columns) {
  const found = new Map();
  for (const column of columns) {
    if (column.name === "t") continue;
    const stem = /^(d*q)\d/.exec(column.name)?.[1] ?? /^([A-Za-z]+)_/.exec(column.name)?.[1] ?? column.unit;
    const key = `${stem} ${column.unit}`;
    // amplitudes of modes have no unit
    const title = (column.unit.startsWith("1") ? MODAL[stem] : null) ?? TITLES[stem] ?? stem;
    if (!found.has(key)) found.set(key, { key, stem, title, unit: column.unit, columns: [] });
    found.get(key).columns.push(column);
  }
  const drift = driftOf(columns);
  if (drift) found.set("drift", { key: "drift J", stem: "drift", title: TITLES.drift, unit: "J", columns: [drift] });
  return [...found.values()];
}

/** Energy that the work does not explain, Ek + Ep - W less its value at the start; null where a run has no energies. */
function driftOf(columns) {
  const [kinetic, potential, work] = ["Ek", "Ep", "W"].map((name) => columns.find((one) => one.name === name)?.values);
  if (!kinetic || !potential || !work) return null;
  const balance = kinetic.map((value, row) => value + potential[row] - work[row]);
  return { name: "drift", unit: "J", values: balance.map((value) => value - balance[0]) };
}

/** Values of a column at other times, linear between rows; null outside. */
function resampled(times, values, wanted) {
  let k = 0;
  return wanted.map((t) => {
    if (t < times[0] || t > times.at(-1)) return null;
    while (k < times.length - 2 && times[k + 1] < t) k += 1;
    const part = (t - times[k]) / (times[k + 1] - times[k] || 1);
    return values[k] + part * (values[k + 1] - values[k]);
  });
}

/** `seek(t)` is called when a plot is clicked or dragged over. Gives the element with `load(run, earlier)`, `mark(row)`. */
export function createPlots(seek) {
  const choice = h("div", { class: "plot-choice", role: "group", aria: { label: "Plots" } });
  const area = h("div", { class: "plots" });
  const element = h("div", {}, choice, area);
  const hidden = new Set();
  let plots = [];
  let shown = { run: null, earlier: null };
  let row = 0;

  function plot(group, run, earlier) {
    const times = run.columns[0].values;
    const series = [{}];
    const data = [times];
    const legend = h("div", { class: "legend" });
    const values = [];
    group.columns.forEach((column, index) => {
      const stroke = () => colour(`s${(index % 8) + 1}`);
      const extra = (values_, dash, width, alpha) => {
        series.push({ stroke, dash, width, alpha, points: { show: false }, label: column.name });
        data.push(values_);
      };
      series.push({ stroke, width: 1.6, points: { show: false }, label: column.name });
      data.push(column.values);
      const before = earlier?.columns.find((one) => one.name === column.name);
      if (before) extra(resampled(earlier.columns[0].values, before.values, times), [6, 4], 1, 0.7);
      const limit =
        group.stem === "Q" ? run.robot.coordinates.find((one) => `Q_${one.name}` === column.name)?.effort : null;
      const peak = Math.max(...column.values.map(Math.abs));
      // a limit is drawn where the curve comes near it; far away it would flatten all curves
      if (limit && peak > limit * 0.5)
        for (const sign of [1, -1])
          extra(
            times.map(() => sign * limit),
            [2, 4],
            1,
            0.9,
          );
      const swatch = h("i", {});
      swatch.style.setProperty("--swatch", `var(--s${(index % 8) + 1})`);
      const value = h("span", { class: "number", data: { column: column.name } });
      values.push({ value, column, limit });
      legend.append(h("span", { class: "key" }, swatch, column.name, " ", value));
    });
    const body = h("div", { class: "plot-body" });
    const box = h(
      "figure",
      { class: "plot", data: { group: group.key }, aria: { label: `${group.title} over time` } },
      h("figcaption", {}, h("b", {}, group.title), h("span", { class: "unit" }, unitText(group.unit)), legend),
      body,
    );
    const axis = {
      stroke: () => colour("dim"),
      grid: { stroke: () => colour("grid"), width: 1 },
      ticks: { stroke: () => colour("grid"), width: 1, size: 4 },
      font: "11px system-ui",
    };
    const drawing = new uPlot(
      {
        width: 400,
        height: 150,
        pxAlign: 0,
        padding: [6, 8, 0, 0],
        scales: { x: { time: false } },
        series,
        axes: [
          { ...axis, size: 26 },
          { ...axis, size: 58, values: (_, marks) => marks.map((mark) => short(mark, 4)) },
        ],
        cursor: { show: false },
        legend: { show: false },
      },
      data,
      body,
    );
    const head = h("div", { class: "playhead" });
    drawing.over.append(head);
    const at = (event) => seek(drawing.posToVal(event.offsetX, "x"));
    drawing.over.addEventListener("pointerdown", (event) => {
      drawing.over.setPointerCapture(event.pointerId);
      at(event);
    });
    drawing.over.addEventListener("pointermove", (event) => event.buttons && at(event));
    onResize(body, () => {
      if (body.clientWidth) drawing.setSize({ width: body.clientWidth, height: 150 });
      place();
    });
    function place() {
      head.style.transform = `translateX(${drawing.valToPos(times[row], "x")}px)`;
    }
    return {
      box,
      drawing,
      mark() {
        place();
        for (const { value, column, limit } of values) {
          show(value, column.values[row], column.unit);
          value.classList.toggle("over", Boolean(limit) && Math.abs(column.values[row]) > limit);
        }
      },
    };
  }

  function build() {
    const { run, earlier } = shown;
    for (const one of plots) one.drawing.destroy();
    plots = [];
    if (!run) return clear(area);
    const all = groups(run.columns);
    clear(
      choice,
      all.map((group) =>
        checkbox(`${group.title} [${unitText(group.unit)}]`, !hidden.has(group.stem), (on) => {
          if (on) hidden.delete(group.stem);
          else hidden.add(group.stem);
          build();
        }),
      ),
    );
    choice.hidden = all.length < 2;
    plots = all.filter((group) => !hidden.has(group.stem)).map((group) => plot(group, run, earlier));
    clear(
      area,
      plots.map((one) => one.box),
    );
    element.mark(row);
  }

  element.load = (run, earlier) => {
    const first = !shown.run;
    shown = { run, earlier };
    row = 0;
    if (first) for (const group of groups(run.columns)) if (!FIRST.includes(group.stem)) hidden.add(group.stem);
    build();
  };
  element.mark = (next) => {
    row = next;
    for (const one of plots) one.mark();
  };
  followTheme(build);
  return element;
}
