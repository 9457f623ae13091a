// Numbers as the page shows them: six significant digits, with the exact number at hand for readers and tests.
import { h } from "studio/dom";

const MINUS = "\u2212";

/** Six significant digits without needless zeros; large and small ones with a power of ten. */
export function short(value, digits = 6) {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2014";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : `${MINUS}\u221e`;
  if (value === 0) return "0";
  const size = Math.abs(value);
  let text = size >= 1e6 || size < 1e-4 ? size.toExponential(digits - 1) : size.toPrecision(digits);
  if (text.includes(".")) text = text.replace(/\.?0+(?=e|$)/, "");
  return (value < 0 ? MINUS : "") + text.replace(/e\+?(-?)(\d+)/, (_, sign, power) => `e${sign ? MINUS : ""}${power}`);
}

/** Writes a number into an element: short to see, exact in the title and in `data-value`. */
export function show(element, value, unit = "") {
  const exact = value === null || value === undefined ? "" : String(value);
  if (element.dataset.value === exact) return element;
  element.dataset.value = exact;
  element.textContent = short(value);
  element.title = unit ? `${exact} ${unit}` : exact;
  return element;
}

/** A unit as it is printed: s\u00b2 for s^2. */
export const unitText = (unit) => unit.replace(/\^2/g, "\u00b2").replace(/\^3/g, "\u00b3");

/** An element with a number in it. */
export const number = (value, properties = {}, unit = "") =>
  show(h("span", { ...properties, class: `number ${properties.class ?? ""}`.trim() }), value, unit);

/** Reads what a person types: `1.5`, `-30`, a decimal comma, the minus sign of print. NaN when it is no number. */
export const read = (text) => (text.trim() === "" ? NaN : Number(text.trim().replace(MINUS, "-").replace(",", ".")));
