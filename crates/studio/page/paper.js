// A paper as it is read: headings, paragraphs, displayed equations with their verdicts.
import { h } from "studio/dom";
import { formula, mixed } from "studio/mathml";

export const VERDICTS = ["refuted", "undecided", "unreadable", "unmapped", "defined", "proved"];

/** What is left of LaTeX in prose, as people read it. */
const plain = (text) =>
  text
    .replace(/\\(emph|textit|textbf|text)\{([^{}]*)\}/g, "$2")
    .replace(/\\(cite|ref|eqref)\{([^{}]*)\}/g, "[$2]")
    .replace(/\\(begin|end)\{[^{}]*\}|\\(maketitle|noindent|centering|item)\b/g, "")
    .replaceAll("~", "\u00a0")
    .replaceAll("\\\\", " ");

/**
 * The pieces of the paper, each display with the verdicts on its equations; `choose(piece)` is called when one is
 * pressed. The element has `mark(piece)`, which shows a display.
 */
export function renderPaper(pieces, equations, choose) {
  const about = (index) => equations.filter((one) => one.piece === index);
  const badges = (list) =>
    VERDICTS.filter((verdict) => list.some((one) => one.verdict === verdict)).map((verdict) => {
      const count = list.filter((one) => one.verdict === verdict).length;
      return h("span", { class: `badge ${verdict}` }, count === 1 ? verdict : `${count} ${verdict}`);
    });
  const display = (piece, index) => {
    const own = about(index);
    const worst = VERDICTS.find((verdict) => own.some((one) => one.verdict === verdict)) ?? "none";
    return h(
      "div",
      { class: `display ${worst}`, data: { piece: index, verdict: worst } },
      h(
        "div",
        { class: "scroll", tabIndex: 0, role: "region", aria: { label: `equation ${piece.tag ?? ""}` } },
        formula(piece.mathml),
      ),
      piece.tag ? h("span", { class: "tag" }, `(${piece.tag})`) : null,
      own.length
        ? h(
            "button",
            { type: "button", class: "verdicts-of", title: "Show the verdicts", on: { click: () => choose(index) } },
            badges(own),
          )
        : null,
    );
  };
  const piece = (one, index) => {
    if (one.kind === "heading") return h("h3", {}, plain(one.text));
    if (one.kind === "display") return display(one, index);
    return h(
      "p",
      {},
      mixed(one.parts, plain),
    );
  };
  const element = h(
    "section",
    { class: "paper", tabIndex: 0, aria: { label: "The paper" } },
    pieces.map(piece).filter((one) => one.textContent.trim()),
  );
  element.mark = (index) => {
    element.querySelector(".display.marked")?.classList.remove("marked");
    const found = element.querySelector(`[data-piece="${index}"]`);
    if (!found) return;
    found.classList.add("marked");
    element.scrollTo({ top: found.offsetTop - element.offsetTop - 40 });
  };
  return element;
}
