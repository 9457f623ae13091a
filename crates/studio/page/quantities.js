// The choice of a quantity: a box that searches names, synonyms and explanations.
import { clear, h, uniqueId } from "studio/dom";

/** Quantities that fit the words, the best first: by name, by synonym, by explanation. */
export function search(quantities, text) {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return quantities;
  const rank = (one) => {
    const name = one.name.toLowerCase();
    const synonyms = (one.synonyms ?? []).map((each) => each.toLowerCase());
    const all = [name, ...synonyms, one.about.toLowerCase()].join(" ");
    if (!words.every((word) => all.includes(word))) return null;
    const whole = words.join(" ");
    if (one.name === text.trim()) return 0;
    if (name === whole) return 1;
    if (synonyms.includes(whole)) return 2;
    if (name.startsWith(whole)) return 3;
    if (synonyms.some((each) => each.includes(whole))) return 4;
    return 5;
  };
  return quantities
    .map((one, order) => ({ one, order, rank: rank(one) }))
    .filter((each) => each.rank !== null)
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map((each) => each.one);
}

/** The box; `quantities()` lists the available names, `choose(name)` is called with a name such as `Q` or `T[2]`. */
export function quantityBox(quantities, current, choose, label = "Quantity") {
  const listId = uniqueId("quantities");
  const list = h("ul", { class: "options", id: listId, role: "listbox", hidden: true, aria: { label } });
  let shown = [];
  let active = -1;
  const box = h("input", {
    type: "text",
    class: "quantity",
    role: "combobox",
    autocomplete: "off",
    spellcheck: false,
    value: current,
    placeholder: "mass matrix, Q, Jacobian \u2026",
    aria: { label, expanded: "false", controls: listId, autocomplete: "list" },
    on: {
      focus: () => {
        box.select();
        open("");
      },
      input: () => open(box.value),
      blur: () => setTimeout(close, 150),
      keydown: (event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          event.preventDefault();
          if (list.hidden) open(box.value);
          mark(active + (event.key === "ArrowDown" ? 1 : -1));
        } else if (event.key === "Enter") {
          const typed = box.value.trim();
          take(active >= 0 ? shown[active].name : /\[/.test(typed) || !shown.length ? typed : shown[0].name);
        } else if (event.key === "Escape") {
          box.value = box.chosen;
          close();
          box.blur();
        }
      },
    },
  });
  box.chosen = current;

  function take(name) {
    if (!name) return;
    box.chosen = name;
    box.value = name;
    close();
    choose(name);
  }
  function open(text) {
    shown = search(quantities(), text);
    active = -1;
    clear(
      list,
      shown.map((one, index) =>
        h(
          "li",
          {
            role: "option",
            id: `${listId}-${index}`,
            aria: { selected: "false" },
            on: { mousedown: (event) => event.preventDefault(), click: () => take(one.name) },
          },
          h("b", {}, one.name + (one.index ?? "")),
          h("span", {}, one.about),
          h("small", {}, one.unit ?? ""),
        ),
      ),
    );
    list.hidden = shown.length === 0;
    box.setAttribute("aria-expanded", String(!list.hidden));
  }
  function mark(index) {
    if (!shown.length) return;
    list.children[active]?.setAttribute("aria-selected", "false");
    active = (index + shown.length) % shown.length;
    list.children[active].setAttribute("aria-selected", "true");
    list.children[active].scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", `${listId}-${active}`);
  }
  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
    if (document.activeElement !== box) box.value = box.chosen;
  }

  const element = h("div", { class: "chooser" }, box, list);
  element.set = (name) => {
    box.chosen = name;
    if (document.activeElement !== box) box.value = name;
  };
  element.box = box;
  return element;
}
