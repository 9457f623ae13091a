// Formulas come as MathML text, some of it made from papers that the reader pastes. Only MathML is let through.

const ELEMENTS = new Set(
  (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd " +
    "mstyle mpadded mphantom menclose mmultiscripts mprescripts merror semantics"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  (
    "display mathvariant stretchy fence form separator lspace rspace linethickness accent accentunder columnalign " +
    "rowspacing columnspacing width height depth voffset displaystyle scriptlevel movablelimits symmetric minsize " +
    "maxsize notation"
  ).split(" "),
);

function keepMathOnly(node) {
  for (const child of [...node.children]) {
    if (!ELEMENTS.has(child.localName)) {
      child.remove();
      continue;
    }
    for (const { name } of [...child.attributes]) if (!ATTRIBUTES.has(name)) child.removeAttribute(name);
    keepMathOnly(child);
  }
}

const MOST = 24; // parts of a formula that stay on one line

/** Whether it is a row that can be broken: not a matrix, whose brackets are as high as it is. */
const isOpen = (one) =>
  (one.localName === "mrow" || one.localName === "mstyle") && ![...one.children].some((inner) => inner.localName === "mtable");
/** The parts of a row, with the rows inside it opened. */
const parts = (row) => [...row.childNodes].flatMap((one) => (isOpen(one) ? parts(one) : [one]));

/**
 * A long formula as several, broken before + and \u2212, so that it wraps like text: browsers do not break a `<math>`.
 */
function wrapped(math) {
  const all = parts(math);
  if (all.length <= MOST) return math;
  const row = document.createElement("span");
  row.className = "wrapped";
  let piece = null;
  for (const part of all) {
    const breaks = part.localName === "mo" && /^[+\u2212=-]$/.test(part.textContent) && piece?.childNodes.length > 2;
    if (!piece || breaks) {
      piece = document.createElementNS("http://www.w3.org/1998/Math/MathML", "math");
      row.append(piece, " ");
    }
    if (breaks) part.setAttribute("form", "infix");
    piece.append(part);
  }
  return row;
}

const kept = new Map();

/** The formula as an element, a copy of its own; a text that is no MathML becomes `<code>`. */
export function formula(text) {
  let math = kept.get(text);
  if (!math) {
    const template = document.createElement("template");
    template.innerHTML = text;
    keepMathOnly(template.content);
    math = template.content.querySelector("math");
    if (math) math = wrapped(math);
    else {
      math = document.createElement("code");
      math.textContent = text;
    }
    if (kept.size > 5000) kept.clear();
    kept.set(text, math);
  }
  return math.cloneNode(true);
}

/** Words and formulas, `["text", {mathml}]`, as nodes; `read` says how words are read. */
export const mixed = (parts, read = (text) => text) =>
  parts.map((part) => (typeof part === "string" ? read(part) : formula(part.mathml)));
