// The timeline of a run: play, pause, step, scrub, speed. It knows rows and times, nothing of robots.
import { button, h, select } from "studio/dom";
import { show } from "studio/number";

const SPEEDS = [
  ["0.1", "0.1\u00d7"],
  ["0.25", "0.25\u00d7"],
  ["0.5", "0.5\u00d7"],
  ["1", "1\u00d7"],
  ["2", "2\u00d7"],
  ["4", "4\u00d7"],
];

/** The row whose time is nearest to `t`, by halving. */
export function rowAt(times, t) {
  let [low, high] = [0, times.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return t - times[low] <= times[high] - t ? low : high;
}

/** `moved(row)` is called with every new row. Gives the element with `load(times)`, `go(row)`, `toggle()`, `step(by)`. */
export function createTimeline(moved) {
  let times = [0];
  let row = 0;
  let speed = 1;
  let playing = null; // {from: time of the run, at: time of the clock}

  const play = button("\u25b6", () => toggle(), {
    class: "icon play",
    title: "Play or pause (space)",
    aria: { label: "Play" },
  });
  const slider = h("input", {
    type: "range",
    min: "0",
    max: "0",
    step: "1",
    value: "0",
    class: "scrub",
    aria: { label: "Row of the run" },
    on: { input: () => go(Number(slider.value)) },
  });
  const time = h("output", { class: "number time", id: "time", aria: { label: "Time in seconds" } });
  const place = h("span", { class: "dim place" });
  const element = h(
    "div",
    { class: "timeline", role: "group", aria: { label: "Timeline" } },
    button("\u00ab", () => go(0), { class: "icon", title: "To the start", aria: { label: "To the start" } }),
    button("\u2039", () => step(-1), {
      class: "icon",
      title: "One row back (\u2190)",
      aria: { label: "One row back" },
    }),
    play,
    button("\u203a", () => step(1), {
      class: "icon",
      title: "One row forwards (\u2192)",
      aria: { label: "One row forwards" },
    }),
    slider,
    time,
    h("span", { class: "unit" }, "s"),
    place,
    select(
      SPEEDS,
      "1",
      (value) => {
        speed = Number(value);
        if (playing) playing = { from: times[row], at: performance.now() };
      },
      { aria: { label: "Speed" } },
    ),
  );

  function go(next, byPlay = false) {
    row = Math.min(Math.max(next, 0), times.length - 1);
    if (!byPlay) pause();
    slider.value = String(row);
    slider.setAttribute("aria-valuetext", `${times[row]} s`);
    show(time, times[row], "s");
    place.textContent = `row ${row + 1} of ${times.length}`;
    moved(row);
  }
  function frame() {
    if (!playing) return;
    const t = playing.from + ((performance.now() - playing.at) / 1000) * speed;
    const next = rowAt(times, t);
    if (next !== row) go(next, true);
    if (t >= times.at(-1)) pause();
    else requestAnimationFrame(frame);
  }
  function pause() {
    playing = null;
    play.textContent = "\u25b6";
    play.setAttribute("aria-label", "Play");
  }
  function toggle() {
    if (playing) return pause();
    playing = { from: row === times.length - 1 ? times[0] : times[row], at: performance.now() };
    play.textContent = "\u2016";
    play.setAttribute("aria-label", "Pause");
    requestAnimationFrame(frame);
  }
  const step = (by) => go(row + by);

  element.load = (list) => {
    times = list;
    slider.max = String(list.length - 1);
    go(0);
  };
  element.go = go;
  element.goTime = (t) => go(rowAt(times, t));
  element.step = step;
  element.toggle = toggle;
  element.row = () => row;
  return element;
}
