// The view for sharing: one file that needs no server, the address of this state, the report.
import { button, checkbox, clear, copy, download, h } from "studio/dom";
import { progressStrip, work } from "studio/findings";
import { packed } from "studio/packed";
import { carriedAt, chosenRows, framesOfRun } from "studio/runs";
import { onFrame } from "studio/signal";
import { fragmentOf } from "studio/state";

const MOST_ROWS = 240;
const MOST_BYTES = 16 << 20; // of meshes: larger files open slowly

/** Six digits are what the page shows; the file stays small. */
const brief = (_, value) => (typeof value === "number" ? Number(value.toPrecision(7)) : value);

/** Everything that the shared file shows: robot, pose or run, plots, equations with numbers. */
async function createScene(connection, state, { withRun, withEquations, withMeshes }) {
  const { text: _, quantities: _2, findings: _3, ...robot } = state.robot.get();
  const pose = state.pose.get();
  const { frames, tool } = state.rest.get();
  const scene = { robot, rest: { frames, tool }, pose: { q: pose.q, frames: pose.frames, tool: pose.tool } };
  const run = state.run.get();
  if (withRun && run?.robot === state.robot.get()) {
    const rows = chosenRows(run, MOST_ROWS);
    scene.poses = (await framesOfRun(connection, run, rows)).map(({ row, q, frames, tool }) => ({
      q,
      frames,
      tool,
      carried: carriedAt(run, row),
    }));
    scene.columns = run.columns.map(({ name, unit, values }) => ({
      name,
      unit,
      values: rows.map((row) => values[row]),
    }));
    scene.summary = run.summary;
  }
  const derived = state.derived.get();
  if (withEquations && derived?.entries?.length && pose.terms) {
    const numbers = pose.values[derived.quantity]?.entries ?? [];
    const { quantity, form, entries } = derived;
    scene.equations = {
      quantity,
      form: derived.asked?.form ?? form,
      entries,
      terms: pose.terms,
      values: { [quantity]: { ...pose.values[quantity], entries: numbers } },
    };
  }
  const meshes = state.meshes.get();
  const left = withMeshes && meshes?.robot === state.robot.get() ? addMeshes(scene, meshes.corners) : 0;
  return { text: JSON.stringify(scene, brief), left };
}

/** Adds meshes of files, the smallest first, as long as there is room; gives the number of those that are left out. */
function addMeshes(scene, corners) {
  const bySize = [...corners].filter(([, one]) => one).sort(([, a], [, b]) => a.length - b.length);
  scene.meshes = {};
  let [bytes, left] = [0, 0];
  for (const [file, one] of bySize) {
    bytes += (one.length * 8) / 3; // two bytes a number, four letters for three bytes
    if (bytes <= MOST_BYTES) scene.meshes[file] = packed(one);
    else left += 1;
  }
  return left;
}

export function createShare(connection, state) {
  const strip = progressStrip();
  const findings = h("div", {});
  const address = h("input", {
    type: "text",
    readOnly: true,
    id: "permalink",
    class: "wide",
    aria: { label: "Address of this state" },
  });
  const options = { withRun: true, withEquations: true, withMeshes: true };

  async function share() {
    let scene;
    strip.show({ doing: "collecting frames" });
    try {
      scene = await createScene(connection, state, options);
    } catch (refusal) {
      strip.show(null);
      return clear(findings, h("p", { class: "hint" }, refusal.message));
    }
    const answer = await work(connection, strip, findings, "share", {});
    if (!answer) return;
    // a closing tag inside the data would end the script
    const text = scene.text.replaceAll("<", "\\u003c");
    download(`${stem()}.html`, answer.html.split("{{scene}}").join(text), "text/html");
    if (scene.left)
      findings.append(
        h("p", { class: "hint" }, `The file has no room for ${scene.left} large ${scene.left === 1 ? "mesh" : "meshes"}: their links are drawn as rods.`),
      );
  }
  async function report() {
    const answer = await work(connection, strip, findings, "report", {});
    if (answer) download(`${stem()}-report.html`, answer.html, "text/html");
  }
  const stem = () =>
    (state.request.get()?.robot ?? state.robot.get().name)
      .split("/")
      .at(-1)
      .replace(/\.\w+$/, "")
      .replace(/\W+/g, "-");
  const take = button("Copy", () => copy(address.value, take));
  onFrame(
    [state.robot, state.q, state.quantity, state.form, state.tab],
    () => (address.value = location.href.replace(/#.*/, "") + fragmentOf(state)),
  );

  const meshes = checkbox("the meshes", true, (on) => (options.withMeshes = on));
  state.meshes.on((now) => (meshes.hidden = !now?.corners.size));

  return h(
    "div",
    { class: "share" },
    h(
      "section",
      {},
      h("h2", {}, "One file"),
      h(
        "p",
        {},
        "The robot in 3D, its motion with plots, and the equations with their numbers, in one HTML file. It needs no server and no network.",
      ),
      h(
        "div",
        { class: "bar" },
        checkbox("the last run", true, (on) => (options.withRun = on)),
        checkbox("the equations", true, (on) => (options.withEquations = on)),
        meshes,
        button("Download the file", share, { class: "main", id: "share" }),
      ),
    ),
    h(
      "section",
      {},
      h("h2", {}, "Address of this state"),
      h("p", {}, "Robot, pose, quantity and view; it opens in a studio that runs on this machine."),
      h("div", { class: "bar" }, address, take),
    ),
    h(
      "section",
      {},
      h("h2", {}, "Report"),
      h(
        "p",
        {},
        "The whole derivation as a document: frames, velocities, forces, energies, with every symbol explained.",
      ),
      h("div", { class: "bar" }, button("Download the report (HTML)", report, { class: "main", id: "report" })),
    ),
    strip,
    findings,
  );
}
