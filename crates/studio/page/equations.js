// The view of live equations: a quantity, its form, its terms with numbers, its parameters.
import { button, clear, copy, h, select } from "studio/dom";
import { findingList, progressStrip } from "studio/findings";
import { followQuantity } from "studio/live";
import { formula } from "studio/mathml";
import { createParameters } from "studio/parameters";
import { quantityBox } from "studio/quantities";
import { onChange } from "studio/signal";
import { linkName } from "studio/state";
import { matrixTable, termBlocks } from "studio/terms";

const FORMS = [
  ["expanded", "expanded"],
  ["grouped", "grouped"],
  ["short", "short"],
  ["nested", "nested"],
];

export function createEquations(connection, state) {
  const strip = progressStrip();
  const blocks = h("div", { class: "formulas", aria: { live: "off" } });
  const about = h("p", { class: "about" });
  const note = h("div", {});
  const steps = h("details", { class: "steps" });
  const selection = h("p", { class: "selection", role: "status" });
  const table = matrixTable();
  const tableFold = h(
    "details",
    { class: "numbers", open: true },
    h("summary", {}, "Numbers"),
    h("div", { class: "scroll", tabIndex: 0, role: "region", aria: { label: "Table of numbers" } }, table),
  );
  let shown = null;
  let order = "printed";

  const chooser = quantityBox(
    () => state.robot.get()?.quantities ?? [],
    state.quantity.get(),
    (name) => state.quantity.set(name),
  );
  const forms = select(FORMS, state.form.get(), (form) => state.form.set(form), { aria: { label: "Form" } });
  const orders = select(
    [
      ["printed", "as printed"],
      ["share", "by share"],
    ],
    order,
    (by) => {
      order = by;
      shown?.sort(by);
    },
    { aria: { label: "Order of the terms" } },
  );
  const latex = button("Copy LaTeX", () => copy(state.derived.get()?.latex ?? "", latex));

  function light(term) {
    state.lit.set(term ? { links: term.links, symbols: term.symbols, from: "term" } : { links: [], symbols: [] });
  }
  const parameters = createParameters(state, (name) => {
    shown?.lightSymbol(name);
    const links = name
      ? state.robot.get().joints.flatMap((joint, index) => (joint.link?.symbols?.includes(name) ? [index] : []))
      : [];
    state.lit.set({ links, symbols: name ? [name] : [], from: "parameter" });
  });

  function build(derived) {
    if (!derived) return;
    const one = state.robot.get().quantities.find((each) => each.name === derived.asked.quantity.replace(/\[.*/, ""));
    clear(about, one ? `${one.about} [${one.unit}]` : "");
    clear(note, derived.notes?.length ? findingList(derived.notes) : null);
    if (derived.failed) {
      shown = null;
      clear(blocks);
      if (derived.asked.form !== "nested" && derived.notes?.some((each) => /stopped|limit|too/.test(each.code)))
        clear(
          blocks,
          h("p", { class: "hint" }, "The nested form is the cheapest: "),
          button("show it nested", () => state.form.set("nested")),
        );
      steps.hidden = true;
      return;
    }
    shown = termBlocks(derived, light);
    clear(blocks, shown);
    if (derived.left_out)
      blocks.append(
        h(
          "p",
          { class: "hint" },
          `${derived.left_out} more terms are not listed; their sum is the last number of each entry. The report and \u201cappell derive\u201d list all of them.`,
        ),
      );
    steps.hidden = !derived.steps?.length;
    clear(
      steps,
      h("summary", {}, `Steps (${derived.steps?.length ?? 0})`),
      h(
        "div",
        { class: "step-list" },
        (derived.steps ?? []).map((step) =>
          h("div", { class: "step" }, formula(step.left), h("span", { class: "sign" }, "="), formula(step.mathml)),
        ),
      ),
    );
    shown.sort(order);
    update();
    showSelection();
  }
  function update() {
    const pose = state.pose.get();
    const value = pose?.values?.[state.derived.get()?.quantity] ?? pose?.values?.[state.quantity.get()];
    tableFold.hidden = !value || (value.columns === 1 && Boolean(shown));
    if (!tableFold.hidden) table.update(value);
    const derived = state.derived.get();
    if (shown && pose?.robot === derived?.robot) shown.update(pose);
    const why = pose?.missing?.[state.quantity.get()];
    selection.dataset.missing = why ?? "";
    if (why) selection.textContent = why;
  }
  function showSelection() {
    const link = state.selected.get();
    const count = shown?.light(link) ?? 0;
    if (link === null) selection.textContent = "";
    else {
      const robot = state.robot.get();
      const nameless = robot.joints[link]?.link?.symbols?.length === 0;
      const says = nameless
        ? " has no symbols: its mass and inertia are numbers inside the terms. "
        : ` is in ${count} ${count === 1 ? "term" : "terms"}. `;
      clear(
        selection,
        h("b", {}, linkName(robot, link)),
        says,
        button("clear", () => state.selected.set(null), { class: "link" }),
      );
    }
  }

  state.quantity.on((name) => chooser.set(name));
  state.form.on((form) => (forms.value = form));
  state.derived.on(build);
  state.selected.on(showSelection);
  onChange([state.pose], update);
  followQuantity(connection, state, strip.show);

  const element = h(
    "div",
    { class: "equations" },
    h("div", { class: "bar" }, chooser, forms, orders, latex),
    about,
    strip,
    note,
    selection,
    blocks,
    steps,
    tableFold,
    parameters,
  );
  element.focusSearch = () => chooser.box.focus();
  return element;
}
