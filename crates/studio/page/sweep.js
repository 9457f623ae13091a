// Natural frequencies against one coordinate: the modes at poses between its limits.
import { button, clear, field, h } from "studio/dom";
import { createPlots } from "studio/plots";
import { limits } from "studio/state";
import { rowAt } from "studio/timeline";

const POINTS = 41;

export function createSweep(connection, state) {
  const chooser = h("select", { id: "sweep" });
  const note = h("span", { class: "dim", role: "status" });
  let swept = null; // {robot, index, values}
  // a click into the plot moves the coordinate there
  const plots = createPlots((x) => {
    if (swept?.robot !== state.robot.get()) return;
    const q = [...state.q.get()];
    q[swept.index] = swept.values[rowAt(swept.values, x)];
    state.mover.set("hand");
    state.q.set(q);
  });
  const area = h("div", { hidden: true }, plots);

  async function plot() {
    const robot = state.robot.get();
    const index = Number(chooser.value);
    const [lower, upper] = limits(robot.coordinates[index]);
    const values = Array.from({ length: POINTS }, (_, k) => lower + ((upper - lower) * k) / (POINTS - 1));
    const base = state.q.get();
    const found = [];
    try {
      for (const value of values) {
        if (state.robot.get() !== robot) return;
        note.textContent = `${found.length} of ${POINTS} poses`;
        const { frequencies } = await connection.ask("modes", {
          q: base.map((one, k) => (k === index ? value : one)),
          parameters: state.parameters.get(),
        });
        found.push(frequencies);
      }
    } catch (refusal) {
      note.textContent = refusal.message;
      return;
    }
    const { name, unit } = robot.coordinates[index];
    note.textContent = `over ${name}, ${lower.toPrecision(4)} to ${upper.toPrecision(4)} ${unit}`;
    swept = { robot, index, values };
    const modes = found[0].map((_, k) => ({
      name: `mode_${k + 1}`,
      unit: "Hz",
      values: found.map((one) => one[k] / (2 * Math.PI)),
    }));
    area.hidden = false;
    plots.load({ robot, columns: [{ name: "t", unit, values }, ...modes] }, null);
    mark();
  }
  function mark() {
    if (swept && swept.robot === state.robot.get()) plots.mark(rowAt(swept.values, state.q.get()[swept.index]));
  }
  state.q.on(mark);
  state.robot.on((robot) => {
    area.hidden = true;
    note.textContent = "";
    if (robot)
      clear(
        chooser,
        robot.coordinates.map((one, index) => h("option", { value: String(index) }, one.name)),
      );
    if (robot?.coordinates.length)
      chooser.value = String(robot.coordinates.findLastIndex((one) => one.kind !== "mode"));
  });
  return h(
    "section",
    { class: "sweep" },
    h("h2", {}, "Frequencies against the pose"),
    h("div", { class: "bar" }, field("Coordinate", chooser), button("Plot", plot), note),
    area,
  );
}
