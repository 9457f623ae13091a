// Named poses of a robot, kept by this browser.
import { button, clear, h } from "studio/dom";

const KEY = "appell-studio-poses";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // they last as long as the page
  }
}

/** A fold-out with the poses of the robot that is open; `place(q)` moves it there. */
export function createPoses(state, place) {
  const list = h("div", { class: "bar pose-list" });
  const name = h("input", {
    type: "text",
    placeholder: "name",
    aria: { label: "Name of this pose" },
    on: { keydown: (event) => event.key === "Enter" && save() },
  });
  const all = kept();

  function save() {
    const robot = state.robot.get();
    const text = name.value.trim();
    if (!robot || !text) return;
    all[robot.name] = { ...all[robot.name], [text]: state.q.get() };
    keep(all);
    name.value = "";
    build();
  }
  function build() {
    const robot = state.robot.get();
    if (!robot) return;
    clear(
      list,
      Object.entries(all[robot.name] ?? {})
        .filter(([, q]) => q.length === robot.coordinates.length)
        .map(([text, q]) =>
          h(
            "span",
            { class: "pose" },
            button(text, () => place(q), { data: { pose: text } }),
            button(
              "\u00d7",
              () => {
                delete all[robot.name][text];
                keep(all);
                build();
              },
              { class: "icon", aria: { label: `forget ${text}` } },
            ),
          ),
        ),
    );
  }
  state.robot.on(build);
  return h(
    "details",
    { class: "poses" },
    h("summary", {}, "Named poses"),
    h("div", { class: "bar" }, name, button("Save this pose", save)),
    list,
  );
}
