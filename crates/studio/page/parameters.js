// What-if: every parameter with a slider from half to double of its value, a number box and a way back.
import { button, clear, h, numberBox } from "studio/dom";
import { formula } from "studio/mathml";
import { read } from "studio/number";
import { onFrame } from "studio/signal";

const rounded = (value) => String(Number(value.toPrecision(6)));

/** Half to double; a parameter that is 0 from -1 to 1. */
const range = (value) => (value === 0 ? [-1, 1] : value > 0 ? [value / 2, value * 2] : [value * 2, value / 2]);

export function createParameters(state, hoverSymbol) {
  const list = h("div", { class: "parameters" });
  const filter = h("input", {
    type: "search",
    placeholder: "filter",
    class: "filter",
    aria: { label: "Filter parameters" },
    on: { input: () => apply() },
  });
  const count = h("span", { class: "dim" });
  const reset = button("Reset all", () => state.parameters.set({}));
  const element = h(
    "details",
    { class: "what-if", open: true },
    h("summary", {}, "Parameters ", count),
    h("div", { class: "bar" }, filter, reset),
    list,
  );
  let rows = [];

  function change(name, value, own) {
    if (!Number.isFinite(value)) return;
    const next = { ...state.parameters.get() };
    if (value === own) delete next[name];
    else next[name] = value;
    state.parameters.set(next);
  }

  function row({ name, mathml, value, unit, note }) {
    const [lower, upper] = range(value);
    const slider = h("input", {
      type: "range",
      min: String(lower),
      max: String(upper),
      step: "any",
      aria: { label: `${name}, from half to double` },
      on: { input: () => change(name, Number(slider.value), value) },
    });
    const box = numberBox((text) => change(name, read(text), value), {
      aria: { label: `${name}, number in ${unit || "1"}` },
      data: { parameter: name },
    });
    const back = button("\u21ba", () => change(name, value, value), {
      class: "icon",
      title: `${name} back to ${value}`,
      aria: { label: `reset ${name}` },
    });
    const element = h(
      "div",
      {
        class: "row",
        data: { symbol: name },
        title: note || name,
        on: { mouseenter: () => hoverSymbol(name), mouseleave: () => hoverSymbol(null) },
      },
      h("span", { class: "name" }, mathml ? formula(mathml) : name),
      slider,
      box,
      h("span", { class: "unit" }, unit ?? ""),
      back,
    );
    return { element, slider, box, back, name, value, note: `${name} ${note ?? ""}`.toLowerCase() };
  }

  function apply() {
    const words = filter.value.trim().toLowerCase();
    for (const one of rows) one.element.hidden = words !== "" && !one.note.includes(words);
  }

  state.robot.on((robot) => {
    if (!robot) return;
    rows = robot.parameters.filter((one) => typeof one.value === "number").map(row);
    clear(
      list,
      rows.map((one) => one.element),
    );
    if (!rows.length) clear(list, h("p", { class: "dim" }, "This robot has no symbols: all its entries are numbers."));
    filter.hidden = reset.hidden = !rows.length;
    count.textContent = rows.length ? `(${rows.length})` : "";
    apply();
  });
  onFrame([state.robot, state.parameters], () => {
    const changed = state.parameters.get();
    for (const one of rows) {
      const value = changed[one.name] ?? one.value;
      one.slider.value = String(value);
      one.box.fill(rounded(value));
      one.box.dataset.value = String(value);
      one.element.classList.toggle("changed", one.name in changed);
      one.back.disabled = !(one.name in changed);
    }
  });
  state.lit.on(({ symbols }) => {
    for (const one of rows) one.element.classList.toggle("lit", symbols.includes(one.name));
  });
  return element;
}
