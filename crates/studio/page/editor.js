// A text area with line numbers and marks at lines that have findings.
import { clear, h, onResize } from "studio/dom";

/** Gives the element with `get()`, `set(text)`, `mark([{line, severity, message}])`, `go(line, column)`. */
export function createEditor({ label, rows = 20, changed = () => {}, readOnly = false, placeholder = "" }) {
  const gutter = h("div", { class: "gutter", aria: { hidden: "true" } });
  const area = h("textarea", {
    rows,
    spellcheck: false,
    wrap: "off",
    readOnly,
    placeholder,
    autocomplete: "off",
    aria: { label },
    on: {
      input: () => {
        number();
        changed(area.value);
      },
      scroll: () => (gutter.scrollTop = area.scrollTop),
      keydown: (event) => {
        // Escape leaves the editor, Tab moves on: nobody is caught in it
        if (event.key === "Escape") area.blur();
      },
    },
  });
  let lines = 0;
  let marks = [];

  function number() {
    const count = area.value.split("\n").length;
    if (count === lines) return;
    lines = count;
    clear(
      gutter,
      Array.from({ length: count }, (_, k) => h("span", {}, String(k + 1))),
    );
    paint();
  }
  function paint() {
    for (const one of gutter.children) {
      one.className = "";
      one.title = "";
    }
    for (const { line, severity, message } of marks) {
      const place = gutter.children[line - 1];
      if (!place) continue;
      place.className = severity;
      place.title = message ?? "";
    }
  }
  const element = h("div", { class: "editor" }, gutter, area);
  onResize(area, () => (gutter.style.height = `${area.offsetHeight}px`));
  element.get = () => area.value;
  element.set = (text) => {
    area.value = text;
    number();
    area.scrollTop = 0;
  };
  element.mark = (list) => {
    marks = list.filter((one) => one.line);
    paint();
  };
  element.go = (line, column = 1) => {
    const before =
      area.value
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column - 1);
    area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
  };
  element.area = area;
  number();
  return element;
}
