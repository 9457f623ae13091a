// Keys, and the sheet that lists them.
import { button, h } from "studio/dom";
import { home, random } from "studio/state";

const KEYS = [
  ["?", "this sheet"],
  ["1 \u2026 7", "the views"],
  ["F", "fit the robot into the picture"],
  ["/", "search a quantity"],
  ["0", "zero"],
  ["H", "home"],
  ["R", "random pose"],
  ["Ctrl Z, Ctrl Y", "undo, redo"],
  ["Space", "play or pause"],
  ["\u2190 \u2192", "one row back, forwards"],
  ["N, P", "next, previous refutation"],
  ["Esc", "clear the selection; leave a box"],
];

/** The sheet: a dialog with `toggle()`. */
export function keySheet() {
  const sheet = h(
    "dialog",
    { class: "sheet", aria: { label: "Keys" } },
    h("h2", {}, "Keys"),
    h(
      "dl",
      {},
      KEYS.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]),
    ),
    h(
      "p",
      { class: "dim" },
      "Mouse: drag the background to orbit, drag a link to move its joint, drag the ball at the tool to move the tool, click a link to see its terms.",
    ),
    button("Close", () => sheet.close()),
  );
  sheet.toggle = () => (sheet.open ? sheet.close() : sheet.showModal());
  return sheet;
}

const types = (element) =>
  element?.closest?.("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]");

export function followKeys(state, { page, stage, history, help }) {
  const place = (q) => {
    state.mover.set("hand");
    state.q.set(q);
  };
  document.addEventListener("keydown", (event) => {
    if (help.open && event.key !== "?") return; // Escape closes the sheet, Tab stays in it
    if ((event.ctrlKey || event.metaKey) && !types(event.target)) {
      const key = event.key.toLowerCase();
      if (key === "z" || key === "y") {
        event.preventDefault();
        if (key === "y" || event.shiftKey) history.redo();
        else history.undo();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || types(event.target)) return;
    const robot = state.robot.get();
    const timeline = state.tab.get() === "motion" && state.run.get() ? page.view("motion")?.timeline : null;
    const onButton = event.target.closest?.("button, summary, [role=tab], input");
    const actions = {
      "?": help.toggle,
      f: () => stage.fit(),
      "/": () => {
        state.tab.set("equations");
        page.view("equations").focusSearch();
      },
      0: () => robot && place(robot.coordinates.map(() => 0)),
      h: () => robot && place(home(robot)),
      r: () => robot && place(random(robot)),
      n: () => state.tab.get() === "proof" && page.view("proof")?.jump(1),
      p: () => state.tab.get() === "proof" && page.view("proof")?.jump(-1),
      Escape: () => state.selected.set(null),
    };
    if (timeline && !onButton)
      Object.assign(actions, {
        " ": timeline.toggle,
        ArrowLeft: () => timeline.step(-1),
        ArrowRight: () => timeline.step(1),
      });
    const tab = page.querySelectorAll("[role=tab]")[Number(event.key) - 1];
    const action = actions[event.key] ?? actions[event.key.toLowerCase()] ?? (tab ? () => tab.click() : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
