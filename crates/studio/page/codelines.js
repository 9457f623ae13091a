// Lines of generated code and the subexpressions that they calculate. A line is an assignment; its operands are lines
// before it, so every line is a formula of the inputs.
import { clear, h } from "studio/dom";

const MOST_PARTS = 160; // subexpressions that are written out; further ones stay names
const ASSIGNS = /^\s*(?:const |let |double |float )*([A-Za-z_]\w*(?:[[(]\d+[\])])?)\s*=\s*([^=].*?);?\s*$/;
const BOTH = /^\s*sincosf?\((\w+), &(\w+), &(\w+)\);/; // CUDA: sine and cosine at once
const INPUT = /^[A-Za-z_]\w*(\[[^[\]]*\]|\(\d+(, :)?\))$/; // q[0], q(1, :), q[0 * n + i]
const NAMES = /[A-Za-z_][\w.:]*(?:\[\d+\])?/g;

/** What each line calculates: `[{name, text, parts: [text or number of a line]}]`, null for other lines. */
export function assignments(lines) {
  const defined = new Map();
  const found = lines.map(() => null);
  const define = (number, name, expression) => {
    const parts = [];
    let rest = 0;
    for (const { 0: word, index } of expression.matchAll(NAMES)) {
      if (!defined.has(word)) continue;
      parts.push(expression.slice(rest, index), defined.get(word));
      rest = index + word.length;
    }
    parts.push(expression.slice(rest));
    return { name, text: expression, parts: parts.filter((one) => one !== "") };
  };
  lines.forEach((line, number) => {
    const both = BOTH.exec(line);
    if (both) {
      const [, angle, sine, cosine] = both;
      found[number] = define(number, `${sine}, ${cosine}`, `sin(${angle}), cos(${angle})`);
      return;
    }
    const [, name, expression] = ASSIGNS.exec(line) ?? [];
    // an input keeps its name, and so do functions and comments
    if (!name || /^\s*(#|%|\/\/|\*)/.test(line)) return;
    if (INPUT.test(expression) && !defined.has(expression)) return defined.delete(name);
    found[number] = define(number, name, expression);
    defined.set(name, number);
  });
  return found;
}

/** A sum inside of something else has brackets. */
const isSum = (text) => /^-|\s[+-]\s/.test(text);

/** The formula of a line as nested elements, each with the number of its line; long ones keep names inside. */
function written(found, number, room, outermost = true, below = false) {
  const { text, parts } = found[number];
  room.left -= 1;
  const inner = parts.map((one, place) => {
    if (typeof one === "string") return one;
    if (room.left <= 0) return h("span", { class: "part", data: { line: one } }, found[one].name);
    const divides = /\/\s*$/.test(parts[place - 1] ?? "");
    return written(found, one, room, parts.length === 1 && outermost, divides);
  });
  const bracketed = !outermost && (isSum(text) || (below && /\s/.test(text)));
  return h("span", { class: "part", data: { line: number } }, bracketed ? "(" : null, inner, bracketed ? ")" : null);
}

/**
 * Links the items of a list of lines with a formula below them: a click on a line writes its formula, the pointer on a
 * line or on a part of the formula lights up both. Arrow keys go from line to line. Gives the element of the formula.
 */
export function linkLines(list, lines) {
  const found = assignments(lines);
  const formula = h("code", { class: "subexpression" });
  const element = h(
    "div",
    { class: "line-formula", hidden: true, role: "status", aria: { label: "Formula of the chosen line" } },
    formula,
  );
  let chosen = -1;

  function light(number) {
    for (const one of [...list.querySelectorAll(".lit, .operand"), ...formula.querySelectorAll(".lit")])
      one.classList.remove("lit", "operand");
    if (number === null || !found[number]) return;
    list.children[number]?.classList.add("lit");
    for (const part of found[number].parts)
      if (typeof part === "number") list.children[part]?.classList.add("operand");
    for (const one of formula.querySelectorAll(`[data-line="${number}"]`)) one.classList.add("lit");
  }
  function choose(number) {
    if (!found[number]) return;
    list.children[chosen]?.classList.remove("chosen");
    chosen = number;
    list.children[chosen].classList.add("chosen");
    list.children[chosen].scrollIntoView({ block: "nearest" });
    clear(formula, h("b", {}, `${found[number].name} = `), written(found, number, { left: MOST_PARTS }));
    element.hidden = false;
    light(number);
  }
  const numberOf = (target) => {
    const item = target.closest?.("li");
    return item ? [...list.children].indexOf(item) : -1;
  };
  list.addEventListener("click", (event) => choose(numberOf(event.target)));
  list.addEventListener("pointerover", (event) => light(numberOf(event.target)));
  list.addEventListener("pointerleave", () => light(chosen));
  list.parentElement.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    let next = chosen + step;
    while (next >= 0 && next < found.length && !found[next]) next += step;
    choose(next);
  });
  formula.addEventListener("pointerover", (event) => light(Number(event.target.closest("[data-line]")?.dataset.line)));
  formula.addEventListener("pointerleave", () => light(chosen));
  return element;
}
