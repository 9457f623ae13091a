// One row a coordinate: slider, number box in degrees or millimetres, torque with its limit; velocities on demand.
import { button, clear, h, numberBox } from "studio/dom";
import { followerRows } from "studio/followers";
import { read, short, show } from "studio/number";
import { createPoses } from "studio/poses";
import { home, limits, random } from "studio/state";
import { onChange, onFrame } from "studio/signal";

const SCALES = {
  angle: [180 / Math.PI, "\u00b0", "degrees"],
  length: [1000, "mm", "millimetres"],
  mode: [1, "", "modal units"],
};
/** From SI to what the rows show: factor, sign, word. */
export const scale = (coordinate) => SCALES[coordinate.kind] ?? SCALES.length;

const rounded = (value) => String(Number(value.toPrecision(6)));

export function createSliders(state, history) {
  const list = h("div", { class: "rows", role: "group", aria: { label: "Coordinates" } });
  const rates = h("details", { class: "rates" });
  const tools = h(
    "div",
    { class: "bar" },
    button("Home", () => place(home(state.robot.get())), {
      title: "Zero, or the middle of the limits where zero is outside",
    }),
    button("Zero", () => place(state.robot.get().coordinates.map(() => 0)), { title: "All coordinates 0 (0)" }),
    button("Random", () => place(random(state.robot.get())), { title: "A random pose within the limits (R)" }),
    button("Undo", history.undo, { title: "Ctrl+Z" }),
    button("Redo", history.redo, { title: "Ctrl+Y" }),
    h("span", { class: "latency", id: "latency", title: "From a change of the pose to the numbers on the page" }),
  );
  let rows = [];
  let followers = [];
  let rateBoxes = [];

  function place(q) {
    state.mover.set("hand");
    state.q.set(q);
  }
  const set = (which, index, value) => {
    if (!Number.isFinite(value)) return;
    const next = [...state[which].get()];
    next[index] = value;
    if (which === "q") state.mover.set("hand");
    state[which].set(next);
  };

  function row(coordinate, index) {
    const [factor, sign, word] = scale(coordinate);
    const [lower, upper] = limits(coordinate);
    const name = coordinate.owner ? `${coordinate.name} ${coordinate.owner}` : coordinate.name;
    const slider = h("input", {
      type: "range",
      min: String(lower * factor),
      max: String(upper * factor),
      step: "any",
      aria: { label: `${name} in ${word}` },
      data: { coordinate: index },
      on: { input: () => set("q", index, Number(slider.value) / factor) },
    });
    const box = numberBox((text) => set("q", index, read(text) / factor), {
      aria: { label: `${name}, number in ${word}` },
      data: { box: index },
      on: {
        keydown: (event) => {
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          set("q", index, state.q.get()[index] + (step * (event.shiftKey ? 10 : 1)) / factor);
        },
      },
    });
    const force = h("span", { class: "number force", data: { torque: index } });
    const element = h(
      "div",
      { class: "row" },
      h(
        "span",
        { class: "name", title: name },
        h("b", {}, coordinate.name),
        h("small", {}, coordinate.kind === "mode" ? "mode" : (coordinate.owner ?? "")),
      ),
      slider,
      box,
      h("span", { class: "unit" }, sign),
      force,
      h("span", { class: "unit" }, { angle: "N m", length: "N" }[coordinate.kind] ?? "J"),
    );
    // the range of a slider is no limit: amplitudes of modes have none
    const [least, most] = [coordinate.lower ?? -Infinity, coordinate.upper ?? Infinity];
    return { element, slider, box, force, factor, least, most, effort: coordinate.effort, unit: coordinate.unit };
  }

  /** Velocities and accelerations, in SI units, in a fold-out. */
  function rateRow(coordinate, index) {
    const unit = { angle: "rad", length: "m" }[coordinate.kind] ?? "1";
    const box = (which, per) => {
      const input = numberBox((text) => set(which, index, read(text)), {
        aria: { label: `${which === "qd" ? "velocity" : "acceleration"} of ${coordinate.name} in ${unit}/${per}` },
        data: { [which]: index },
      });
      rateBoxes.push([which, index, input]);
      return input;
    };
    return [
      h("span", { class: "name" }, h("b", {}, coordinate.name)),
      box("qd", "s"),
      h("span", { class: "unit" }, `${unit}/s`),
      box("qdd", "s\u00b2"),
      h("span", { class: "unit" }, `${unit}/s\u00b2`),
    ];
  }

  function build() {
    const robot = state.robot.get();
    if (!robot) return;
    rows = robot.coordinates.map(row);
    followers = followerRows(robot, (index, value) => set("q", index, value), scale);
    clear(
      list,
      rows.map((one) => one.element),
      followers.map((one) => one.element),
    );
    rateBoxes = [];
    const grid = h("div", { class: "rate-grid" }, robot.coordinates.map(rateRow));
    clear(
      rates,
      h("summary", {}, "Velocities and accelerations"),
      grid,
      h(
        "div",
        { class: "bar" },
        button("All zero", () => {
          state.qd.set(robot.coordinates.map(() => 0));
          state.qdd.set(robot.coordinates.map(() => 0));
        }),
      ),
    );
  }

  function update() {
    const q = state.q.get();
    for (const one of followers) one.update(q);
    rows.forEach((one, index) => {
      const value = (q[index] ?? 0) * one.factor;
      if (document.activeElement !== one.slider || Number(one.slider.value) !== value) one.slider.value = String(value);
      one.box.fill(rounded(value));
      if (one.shown === q[index]) return;
      one.shown = q[index];
      one.box.title = `${q[index]} ${one.unit}`;
      one.box.dataset.value = String(q[index]);
      const outside = q[index] < one.least - 1e-12 || q[index] > one.most + 1e-12;
      one.box.classList.toggle("outside", outside);
      one.box.setAttribute("aria-invalid", String(outside));
    });
  }

  function updateForces() {
    // those of a run have loads and friction that the pose alone does not know
    const values = state.mover.get() === "motion" ? state.forces.get() : state.pose.get()?.values?.Q?.entries;
    rows.forEach((one, index) => {
      const value = values?.[index];
      show(one.force, value ?? null);
      if (typeof value === "number") one.force.textContent = short(value, 4);
      const over = one.effort && Math.abs(value) > one.effort;
      one.force.classList.toggle("over", Boolean(over));
      if (one.effort) one.force.title = `${value} of at most ${one.effort}`;
    });
  }

  state.robot.on(build);
  onFrame([state.robot, state.qd, state.qdd], () => {
    for (const [which, index, input] of rateBoxes) input.fill(rounded(state[which].get()[index] ?? 0));
  });
  onFrame([state.robot, state.q], update);
  onChange([state.robot, state.pose, state.forces], updateForces);
  state.latency.on((time) => (tools.lastChild.textContent = time === null ? "" : `${time.toFixed(1)} ms`));
  return h(
    "section",
    { class: "sliders", aria: { label: "Pose" } },
    tools,
    list,
    h("div", { class: "folds" }, rates, createPoses(state, place)),
  );
}
