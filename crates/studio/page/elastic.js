// The view of elastic links: natural frequencies at the pose, a mode that swings, sag.
import { button, clear, field, h } from "studio/dom";
import { number, short } from "studio/number";
import { onFrame } from "studio/signal";
import { createSweep } from "studio/sweep";
import { reducedMotion } from "studio/theme";

export function createElastic(connection, state) {
  const table = h("tbody", {});
  const explain = h("p", { class: "about" });
  const amplitude = h("input", { type: "range", min: "0", max: "1", step: "any", value: "0.4", id: "amplitude" });
  const stop = button("Stop", () => swing(null));
  const sag = h("table", { class: "sag-table" });
  const sagBox = h("section", {}, h("h2", {}, "Sag: coordinates at rest, with the joints held"), sag);
  const modesBox = h(
    "section",
    {},
    h("h2", {}, "Natural modes at this pose"),
    h("div", { class: "bar" }, field("Amplitude", amplitude), stop),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", aria: { label: "Natural modes" } },
      h(
        "table",
        { class: "modes" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["", "mode", "angular frequency", "frequency", "shape"].map((text) =>
              h(text ? "th" : "td", text ? { scope: "col" } : {}, text),
            ),
          ),
        ),
        table,
      ),
    ),
  );
  const sweepBox = createSweep(connection, state);
  let modes = null;
  let swinging = null; // {index, rest, start}
  let asking = false;
  let again = false; // the pose changed while modes were asked for

  async function refresh() {
    const robot = state.robot.get();
    if (!robot || state.tab.get() !== "elastic" || state.connection.get() !== "open") return;
    explain.textContent = robot.is_elastic
      ? "Small vibrations about this pose at rest, with the joints free. Play a mode to see it vibrate, slowed to one period per second."
      : `${robot.name} has no elastic links. The bundled robots flex1r, flex2r and flex3r have some.`;
    modesBox.hidden = sagBox.hidden = sweepBox.hidden = !robot.is_elastic;
    if (!robot.is_elastic || swinging) return;
    again = asking;
    if (asking) return;
    asking = true;
    try {
      modes = await connection.ask("modes", { q: state.q.get(), parameters: state.parameters.get() });
      if (state.robot.get() === robot) clear(table, modes.frequencies.map(row));
    } catch (refusal) {
      clear(table, h("tr", {}, h("td", { colSpan: 5 }, refusal.message)));
    } finally {
      asking = false;
    }
    if (again) refresh();
  }
  function row(frequency, index) {
    const robot = state.robot.get();
    const shape = modes.shapes[index];
    const largest = Math.max(...shape.map(Math.abs)) || 1;
    const bars = shape.map((value, k) => {
      const bar = h("i", { title: `${robot.coordinates[k]?.name}: ${short(value)}` });
      bar.style.setProperty("--part", String(value / largest));
      return bar;
    });
    return h(
      "tr",
      { data: { mode: index } },
      h(
        "td",
        {},
        button("\u25b6", () => swing(index), { class: "icon", aria: { label: `Animate mode ${index + 1}` } }),
      ),
      h("th", { scope: "row" }, String(index + 1)),
      h("td", {}, number(frequency, { class: "angular" }, "rad/s"), " rad/s"),
      frequency < 0
        ? h("td", { class: "bad" }, "unstable: grows")
        : h("td", {}, number(frequency / (2 * Math.PI), {}, "Hz"), " Hz"),
      h("td", { class: "shape" }, bars),
    );
  }

  /** Swings through q + a * shape * sin, slowed to one second a period; the pose comes back when it stops. */
  function swing(index) {
    if (swinging) {
      state.q.set(swinging.rest);
      state.mover.set("hand");
    }
    for (const one of table.rows) one.classList.toggle("chosen", Number(one.dataset.mode) === index);
    swinging = null;
    if (index === null || !modes) return;
    const rest = state.q.get();
    swinging = { index, rest, start: performance.now() };
    state.mover.set("mode");
    requestAnimationFrame(frame);
  }
  function frame() {
    if (!swinging) return;
    if (state.mover.get() !== "mode" || state.tab.get() !== "elastic") {
      if (state.mover.get() === "mode") return swing(null);
      swinging = null;
      return;
    }
    const { index, rest, start } = swinging;
    const shape = modes.shapes[index];
    const largest = Math.max(...shape.map(Math.abs)) || 1;
    // with reduced motion the mode is shown at its turning point
    const phase = reducedMotion() ? 1 : Math.sin((2 * Math.PI * (performance.now() - start)) / 1000);
    const size = (Number(amplitude.value) / largest) * phase;
    state.q.set(rest.map((value, k) => value + size * (shape[k] ?? 0)));
    requestAnimationFrame(frame);
  }

  onFrame([state.robot, state.q, state.tab, state.parameters, state.connection], refresh);
  onFrame([state.pose], () => {
    if (swinging) return; // it belongs to the pose about which the robot swings
    const pose = state.pose.get();
    const value = pose?.values && Object.entries(pose.values).find(([name]) => name.startsWith("sag"))?.[1];
    const why = pose?.missing?.sag;
    if (!value || pose.robot !== state.robot.get()) return clear(sag, h("caption", { class: "dim" }, why ?? ""));
    clear(
      sag,
      h(
        "tbody",
        {},
        pose.robot.coordinates.map((one, k) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, one.name),
            h("td", { class: "dim" }, one.owner ?? ""),
            h("td", {}, number(value.entries[k], { class: "sag" })),
            h("td", { class: "unit" }, one.unit),
          ),
        ),
      ),
    );
  });
  state.tab.on((tab) => {
    const wanted = state.wanted.get().filter((name) => name !== "sag");
    state.wanted.set(tab === "elastic" && state.robot.get()?.is_elastic ? [...wanted, "sag"] : wanted);
  });
  state.robot.on((robot) => {
    swinging = null;
    if (robot?.is_elastic && state.tab.get() === "elastic" && !state.wanted.get().includes("sag"))
      state.wanted.set([...state.wanted.get(), "sag"]);
  });
  return h("div", { class: "elastic" }, explain, modesBox, sagBox, sweepBox);
}
