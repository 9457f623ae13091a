// The view of the robot's file: its text, findings at their lines while typing, other formats, files that are dropped.
import { button, clear, download, h, select } from "studio/dom";
import { createEditor } from "studio/editor";
import { findingList } from "studio/findings";

const WAIT = 350; // ms after the last key
const FORMATS = [
  ["toml", "TOML"],
  ["urdf", "URDF"],
  ["mjcf", "MJCF"],
  ["sdf", "SDF"],
  ["csv", "CSV (Denavit-Hartenberg)"],
];
const ENDINGS = { toml: "toml", urdf: "urdf", xacro: "xacro", xml: "mjcf", mjcf: "mjcf", sdf: "sdf", csv: "csv" };
const FILE_ENDINGS = { toml: "toml", urdf: "urdf", mjcf: "xml", sdf: "sdf", csv: "csv" };

/** The format of a file by its ending and, for .xml, by its first element; null where it is none. */
function formatOf(name, text) {
  const ending = name.toLowerCase().split(".").at(-1);
  if (ending === "xml" && /<robot[\s>]/.test(text)) return /xmlns:xacro/.test(text) ? "xacro" : "urdf";
  return ENDINGS[ending] ?? null;
}

export function createModel(connection, state, openRobot) {
  const verdict = h("p", { class: "verdict-line", role: "status" });
  const findings = h("div", { class: "model-findings" });
  const notes = h("div", {});
  let timer = null;
  let format = "toml";
  let own = false; // the text was changed here: what the robot's description says of its text is ours

  const editor = createEditor({
    label: "Robot file",
    rows: 28,
    changed: () => {
      clearTimeout(timer);
      timer = setTimeout(() => open(editor.get(), format), WAIT);
    },
  });

  async function open(text, as) {
    own = true;
    const refusal = await openRobot({ text, format: as }, state.q.get());
    own = false;
    if (refusal) {
      state.message.set(null);
      tell(refusal.findings ?? [], false);
    }
    return !refusal;
  }
  function tell(list, good) {
    const errors = list.filter((one) => one.severity === "error").length;
    verdict.className = `verdict-line ${good ? "good" : "bad"}`;
    verdict.textContent = good
      ? `This is the robot that is shown${list.length ? `, with ${list.length} ${list.length === 1 ? "finding" : "findings"}` : ""}.`
      : `${errors} ${errors === 1 ? "error" : "errors"}: the last valid robot is still shown.`;
    clear(findings, findingList(list, editor.go));
    editor.mark(list);
  }
  state.robot.on((robot) => {
    if (!robot) return;
    if (!own) {
      format = robot.format ?? "toml";
      editor.set(robot.text ?? "");
    }
    clear(notes);
    tell(robot.findings ?? [], true);
  });

  async function take(file) {
    const text = await file.text();
    const as = formatOf(file.name, text);
    if (!as) {
      state.message.set(`${file.name}: expected .toml, .urdf, .xml (MJCF), .sdf, .xacro or .csv`);
      return;
    }
    format = as;
    editor.set(text);
    state.tab.set("model");
    await open(text, as);
  }
  const pick = h("input", {
    type: "file",
    accept: ".toml,.urdf,.xml,.mjcf,.sdf,.xacro,.csv",
    class: "off-screen",
    tabIndex: -1,
    aria: { label: "Robot file to open" },
    on: { change: () => pick.files[0] && take(pick.files[0]) },
  });

  let target = "urdf";
  const targets = select(FORMATS, target, (value) => (target = value), { aria: { label: "Format to convert to" } });
  const convert = button("Convert and download", async () => {
    try {
      const answer = await connection.ask("convert", { format: target });
      const stem = (state.robot.get().source_name || state.robot.get().name)
        .split("/")
        .at(-1)
        .replace(/\.\w+$/, "");
      download(`${stem}.${FILE_ENDINGS[target]}`, answer.text);
      clear(
        notes,
        answer.findings?.length ? [h("h2", {}, "Not available in this format"), findingList(answer.findings)] : null,
      );
    } catch (refusal) {
      clear(notes, findingList(refusal.findings ?? []));
    }
  });

  const element = h(
    "div",
    { class: "model" },
    h(
      "div",
      { class: "bar" },
      button("Open a file \u2026", () => pick.click()),
      pick,
      targets,
      convert,
      button("Download text", () => download(`robot.${FILE_ENDINGS[format] ?? format}`, editor.get())),
    ),
    h(
      "p",
      { class: "dim" },
      "Type, or drop a file: TOML, URDF, xacro, MJCF, SDF, or a Denavit-Hartenberg table (CSV).",
    ),
    verdict,
    findings,
    notes,
    editor,
  );
  element.take = take;
  return element;
}
