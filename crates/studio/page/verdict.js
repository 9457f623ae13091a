// A verdict as a card: what is printed beside what is right, with the terms that differ marked.
import { button, copy, h } from "studio/dom";
import { formula, mixed } from "studio/mathml";
import { number } from "studio/number";

/** A sum term by term, those that differ marked; without terms, the formula as a whole. */
const sum = (terms, mathml, latex) =>
  terms?.length
    ? h(
        "span",
        { class: "wrapped" },
        terms.flatMap(({ mathml, differs }) => [h(differs ? "mark" : "span", {}, formula(mathml)), " "]),
      )
    : mathml
      ? formula(mathml)
      : h("code", {}, latex);

const side = (title, label, content) =>
  h(
    "div",
    { class: "side" },
    title ? h("h3", {}, title) : null,
    h("div", { class: "scroll", tabIndex: 0, role: "region", aria: { label } }, content),
  );

const counterExample = ({ at, printed, derived }) =>
  h(
    "details",
    { class: "counter" },
    h("summary", {}, "Counter-example: printed ", number(printed), ", derived ", number(derived)),
    h("p", {}, at.join(", ")),
  );

/** `go(line, column)` shows the source, `shown(piece)` the equation in the paper. */
export function verdictCard(one, go, shown) {
  const take = one.corrected
    ? button("Copy LaTeX", (event) => copy(one.corrected, event.currentTarget), {
        title: "Copy the corrected equation",
      })
    : null;
  // components of a vector may have the same slip
  const slips = [...new Map(one.slips?.map((slip) => [slip.text, slip])).values()];
  const repeatsSlip = slips.length > 0 && one.reason?.startsWith(slips[0].text);
  return h(
    "article",
    {
      class: `verdict ${one.verdict}`,
      data: { verdict: one.verdict, piece: one.piece ?? "" },
      tabIndex: -1,
      on: { focus: () => shown(one.piece), click: () => shown(one.piece) },
    },
    h(
      "h2",
      {},
      h("span", { class: `badge ${one.verdict}` }, one.verdict),
      ` (${one.equation}${one.component ? ` ${one.component}` : ""}) `,
      h("code", {}, one.quantity ?? ""),
      button(`line ${one.line}`, () => go(one.line, one.column ?? 1), { class: "link" }),
    ),
    h(
      "div",
      { class: one.corrected ? "sides" : "" },
      side(one.corrected ? "printed" : null, "printed", sum(one.printed_terms, one.printed_mathml, one.printed)),
      one.corrected
        ? side(["correct ", take], "correct", sum(one.corrected_terms, one.corrected_mathml, one.corrected))
        : null,
    ),
    one.reason && !repeatsSlip ? h("p", { class: "reason" }, one.reason) : null,
    slips.length
      ? h(
          "ul",
          { class: "slips" },
          slips.map(({ parts }) => h("li", {}, mixed(parts))),
        )
      : null,
    one.counter_example ? counterExample(one.counter_example) : null,
    one.assumptions?.length ? h("p", { class: "dim" }, `with ${one.assumptions.join("; ")}`) : null,
  );
}
