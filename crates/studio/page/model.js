// The view of the robot's file: its text, findings at their lines while typing, other formats, files that are dropped.
import { button, clear, download, field, h, select } from "studio/dom";
import { createEditor } from "studio/editor";
import { findingList } from "studio/findings";
import { filesOfChoice, robotsOf, textsOf } from "studio/folder";

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
  const choice = h("div", { class: "bar" });
  const meshFindings = h("div", { class: "mesh-findings" });
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

  /** Where the files are that the text names: as for the robot that is open. */
  function place() {
    const { robot, beside, files, main } = state.request.get() ?? {};
    if (files) return { files, main };
    const file = beside ?? (/\.\w+$/.test(robot ?? "") ? robot : null);
    return file ? { beside: file } : {};
  }
  async function open(text, as, where = place()) {
    own = true;
    const refusal = await openRobot({ text, format: as, ...where }, state.q.get());
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

  /** Takes files by their paths: one robot file, or a folder with one, its meshes and what it includes. */
  async function take(files) {
    const [only] = files.size === 1 ? files : [];
    const found = only ? [{ path: only[0], text: await only[1].text() }] : await robotsOf(files);
    if (!found.length) {
      state.message.set("This folder has no robot: expected a .urdf, .xacro, .xml (MJCF), .sdf or .toml file.");
      return;
    }
    clear(
      choice,
      found.length > 1
        ? field(
            "Robot of this folder",
            select(
              found.map(({ path }) => [path, path]),
              found[0].path,
              (path) => takeOne(files, path, found.find((one) => one.path === path).text),
            ),
          )
        : null,
    );
    await takeOne(files, found[0].path, found[0].text);
  }
  async function takeOne(files, path, text) {
    const as = formatOf(path, text);
    if (!as) {
      state.message.set(`${path}: expected .toml, .urdf, .xml (MJCF), .sdf, .xacro or .csv`);
      return;
    }
    const texts = files.size > 1 ? await textsOf(files, path) : {};
    if (!texts) {
      state.message.set("The texts of this folder are larger than 900 kB together: drop a smaller folder.");
      return;
    }
    format = as;
    editor.set(text);
    state.tab.set("model");
    const before = state.dropped.get();
    state.dropped.set({ main: path, files });
    if (!(await open(text, as, { files: texts, main: path }))) state.dropped.set(before);
  }
  const picker = (label, properties) => {
    const pick = h("input", {
      type: "file",
      class: "off-screen",
      tabIndex: -1,
      aria: { label },
      on: { change: () => pick.files.length && take(filesOfChoice(pick.files)) },
      ...properties,
    });
    return pick;
  };
  const pick = picker("Robot file to open", { accept: ".toml,.urdf,.xml,.mjcf,.sdf,.xacro,.csv" });
  const pickFolder = picker("Folder of a robot to open", { webkitdirectory: true });

  state.meshes.on((meshes) => clear(meshFindings, meshes?.findings.length ? findingList(meshes.findings) : null));

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
      button("Open a folder \u2026", () => pickFolder.click(), { title: "A robot file with its meshes and includes" }),
      pickFolder,
      targets,
      convert,
      button("Download text", () => download(`robot.${FILE_ENDINGS[format] ?? format}`, editor.get())),
    ),
    h(
      "p",
      { class: "dim" },
      "Type, or drop a file: TOML, URDF, xacro, MJCF, SDF, or a Denavit-Hartenberg table (CSV). Drop a folder for a robot with meshes or includes.",
    ),
    choice,
    verdict,
    findings,
    meshFindings,
    notes,
    editor,
  );
  element.take = take;
  return element;
}
