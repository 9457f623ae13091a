// Findings of the server as a list, and progress of long work with its Cancel button.
import { button, clear, h } from "studio/dom";

const WORDS = { error: "error", warning: "warning", note: "note" };

/** A list of findings; `go(line, column)` makes their places buttons. */
export function findingList(findings, go = null) {
  return h(
    "ul",
    { class: "findings" },
    findings.map((one) =>
      h(
        "li",
        { class: `finding ${one.severity}`, data: { code: one.code, line: one.line ?? "" } },
        h("b", { class: "severity" }, WORDS[one.severity] ?? one.severity),
        one.line && go
          ? button(`line ${one.line}`, () => go(one.line, one.column ?? 1), { class: "link" })
          : one.line
            ? h("span", { class: "place" }, `line ${one.line}`)
            : null,
        h("span", { class: "message" }, one.message),
        h("code", { class: "code" }, one.code),
        (one.hints ?? []).map((hint) => h("p", { class: "hint" }, hint)),
      ),
    ),
  );
}

/** A strip that shows progress: `show({part, doing, cancel})`, `show(null)` when the work is done. */
export function progressStrip() {
  const bar = h("progress", { max: 1, aria: { label: "Progress" } });
  const doing = h("span", { class: "doing" });
  const stop = button("Cancel", () => stop.cancel?.(), { class: "cancel" });
  const element = h("div", { class: "progress", hidden: true }, doing, bar, stop);
  element.show = (progress) => {
    element.hidden = progress === null;
    if (!progress) return;
    doing.textContent = progress.doing ?? "";
    if (Number.isFinite(progress.part)) bar.value = progress.part;
    else bar.removeAttribute("value");
    if (progress.cancel) stop.cancel = progress.cancel;
  };
  return element;
}

/** Asks for long work with progress in `strip`; findings of a failure go into `place`. Null when it failed. */
export async function work(connection, strip, place, what, content) {
  clear(place);
  const question = connection.ask(what, content, (progress) => strip.show({ ...progress, cancel: question.cancel }));
  strip.show({ doing: "working", cancel: question.cancel });
  try {
    return await question;
  } catch (refusal) {
    clear(
      place,
      findingList(refusal.findings ?? [{ severity: "error", code: "page", message: String(refusal), hints: [] }]),
    );
    return null;
  } finally {
    strip.show(null);
  }
}
