// The terms of a derived quantity with their numbers: built once a formula, updated with every pose.
import { clear, h } from "studio/dom";
import { formula } from "studio/mathml";
import { show } from "studio/number";

const FADE = 1e-9; // of the largest term of its entry

/**
 * Blocks of all entries. `hover(term | null)` is called when the pointer or the focus is on a term.
 * Gives the element with `update(pose)`, `sort(by)`, `light(link)`.
 */
export function termBlocks(derived, hover) {
  const entries = derived.entries.map((entry) => {
    const total = h("output", {
      class: "number total",
      data: { entry: entry.name },
      aria: { label: `${entry.name} at this pose` },
    });
    const terms = entry.terms.map((term, index) => {
      const value = h("span", { class: "number" });
      const body = formula(term.mathml);
      const element = h(
        "span",
        {
          class: body.className === "wrapped" ? "term long" : "term",
          tabIndex: 0,
          role: "listitem",
          data: { links: term.links.join(" "), symbols: term.symbols.join(" ") },
          on: {
            mouseenter: () => hover(term),
            mouseleave: () => hover(null),
            focus: () => hover(term),
            blur: () => hover(null),
          },
        },
        h("span", { class: "sum" }, h("span", { class: "sign" }, term.minus ? "\u2212" : index === 0 ? "" : "+"), body),
        value,
      );
      return { element, value, term, index, size: 0 };
    });
    const left = h("h2", { class: "left" }, formula(entry.left), h("span", { class: "sign" }, "="), total);
    const list = h(
      "div",
      { class: "terms", role: "list" },
      terms.map((one) => one.element),
    );
    if (!terms.length) list.removeAttribute("role");
    // what the server left out of a long formula has a number, too: their sum
    const restValue = h("span", { class: "number" });
    const rest = h(
      "span",
      { class: "term rest", role: "listitem", hidden: true },
      h("span", { class: "sum" }, "+ \u2026"),
      restValue,
    );
    list.append(rest);
    return {
      element: h("section", { class: "entry", data: { entry: entry.name } }, left, list),
      list,
      total,
      terms,
      rest,
      restValue,
    };
  });

  const element = h(
    "div",
    { class: "entries" },
    entries.map((one) => one.element),
  );
  let order = "printed";

  element.update = (pose) => {
    const totals = pose?.values?.[derived.quantity]?.entries;
    entries.forEach((entry, index) => {
      show(entry.total, totals?.[index] ?? null);
      const values = pose?.terms?.[index];
      if (!values) return;
      const largest = Math.max(...values.map(Math.abs), 0);
      for (const one of entry.terms) {
        const value = values[one.index];
        one.size = Math.abs(value);
        // thousands of terms: the page is touched only where something changed
        if (one.last !== value) show(one.value, value);
        one.last = value;
        const faded = !(one.size > FADE * largest);
        if (one.faded !== faded) one.element.classList.toggle("faded", faded);
        one.faded = faded;
        const share = largest > 0 ? Math.round((100 * one.size) / largest) / 100 : 0;
        if (one.share !== share) one.element.style.setProperty("--share", share);
        one.share = share;
      }
      const hasRest = values.length > entry.terms.length;
      entry.rest.hidden = !hasRest;
      if (hasRest) show(entry.restValue, values.at(-1));
    });
    if (order === "share") arrange();
  };

  function arrange() {
    for (const entry of entries) {
      const wanted = [...entry.terms].sort(
        order === "share" ? (a, b) => b.size - a.size || a.index - b.index : (a, b) => a.index - b.index,
      );
      const stands = [...entry.list.children].filter((one) => one !== entry.rest);
      if (wanted.every((one, index) => one.element === stands[index])) continue;
      clear(
        entry.list,
        wanted.map((one) => one.element),
        entry.rest,
      );
    }
  }
  element.sort = (by) => {
    order = by;
    arrange();
  };
  /** Lights exactly the terms in which the mass properties of the link are. */
  element.light = (link) => {
    let count = 0;
    for (const entry of entries)
      for (const one of entry.terms) {
        const lit = link !== null && one.term.links.includes(link);
        one.element.classList.toggle("lit", lit);
        if (lit) count += 1;
      }
    return count;
  };
  element.lightSymbol = (name) => {
    for (const entry of entries)
      for (const one of entry.terms)
        one.element.classList.toggle("touched", name !== null && one.term.symbols.includes(name));
  };
  return element;
}

/** A quantity with rows and columns as a table of numbers. */
export function matrixTable() {
  const table = h("table", { class: "matrix" });
  let shape = "";
  table.update = (value) => {
    if (!value) return clear(table);
    const { rows, columns, entries, names } = value;
    if (shape !== `${rows} ${columns} ${names?.[0]}`) {
      shape = `${rows} ${columns} ${names?.[0]}`;
      const head = h(
        "tr",
        {},
        h("td", {}),
        Array.from({ length: columns }, (_, k) => h("th", { scope: "col" }, String(k + 1))),
      );
      const body = Array.from({ length: rows }, (_, r) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, String(r + 1)),
          Array.from({ length: columns }, (_, c) =>
            h("td", { class: "number", data: { name: names?.[r * columns + c] ?? "" } }),
          ),
        ),
      );
      clear(table, h("thead", {}, head), h("tbody", {}, body));
    }
    entries.forEach((one, index) =>
      show(table.tBodies[0].rows[Math.floor(index / columns)].cells[(index % columns) + 1], one),
    );
    return table;
  };
  return table;
}
