// The page inside a shared file: the scene of its JSON, without a server.
import { clear, h } from "studio/dom";
import { followParent } from "studio/embedded";
import { meshesOf, placed, placedSolid } from "studio/meshes";
import { unpacked } from "studio/packed";
import { createPlots } from "studio/plots";
import { short } from "studio/number";
import { createStage } from "studio/stage";
import { createState, linkName } from "studio/state";
import { termBlocks } from "studio/terms";
import { followTheme, toggleTheme } from "studio/theme";
import { createTimeline } from "studio/timeline";

const scene = JSON.parse(document.getElementById("scene").textContent);
const { robot } = scene;
const state = createState();
followTheme(() => {});
document.title = `${robot.name} \u2013 Appell`;

const stage = createStage(state, { reactions: false });
const readings = h("div", { class: "readings" });
const right = h("div", { class: "right" });

function place(pose) {
  state.q.set(pose.q);
  state.mover.set(pose.carried === undefined ? "hand" : "motion");
  state.carried.set(pose.carried ?? null);
  state.pose.set({ ...pose, robot });
  clear(
    readings,
    robot.coordinates.map((one, index) => {
      const [factor, sign] =
        one.kind === "angle" ? [180 / Math.PI, "\u00b0"] : one.kind === "length" ? [1000, " mm"] : [1, ""];
      return h(
        "span",
        { class: "key" },
        `${one.name} `,
        h(
          "span",
          { class: "number", data: { value: String(pose.q[index]), coordinate: index } },
          short(pose.q[index] * factor),
        ),
        sign,
      );
    }),
  );
}

if (scene.poses) {
  const run = { robot, columns: scene.columns };
  const plots = createPlots((t) => timeline.goTime(t));
  const timeline = createTimeline((row) => {
    place(scene.poses[row]);
    plots.mark(row);
  });
  right.append(
    h(
      "section",
      { class: "panel" },
      h("h2", {}, "Motion"),
      h("p", { class: "summary" }, scene.summary ?? ""),
      timeline,
      plots,
    ),
  );
  queueMicrotask(() => {
    plots.load(run, null);
    timeline.load(scene.columns[0].values);
    const points = scene.poses.map(({ tool }) => [tool[3], tool[7], tool[11]]);
    stage.setPaths([{ points }]);
  });
}
if (scene.equations) {
  const { quantity, form } = scene.equations;
  const blocks = termBlocks(scene.equations, (term) =>
    state.lit.set(term ? { links: term.links, symbols: term.symbols } : { links: [], symbols: [] }),
  );
  const at = scene.pose.q.map((value) => short(value, 4)).join(", ");
  const chosen = h("p", { class: "selection", role: "status" });
  right.append(
    h(
      "section",
      { class: "panel equations" },
      h("h2", {}, `${quantity}, ${form}`),
      h("p", { class: "about" }, `Numbers at q = (${at}).`),
      chosen,
      blocks,
    ),
  );
  blocks.update(scene.equations);
  state.selected.on((link) => {
    const count = blocks.light(link);
    chosen.textContent =
      link === null ? "" : `${linkName(robot, link)} is in ${count} ${count === 1 ? "term" : "terms"}.`;
  });
}

document.body.replaceChildren(
  h(
    "div",
    { class: "frame shared" },
    h(
      "header",
      {},
      h("h1", {}, robot.name, h("small", {}, " made with Appell")),
      h("span", { class: "space" }),
      h(
        "button",
        {
          type: "button",
          class: "icon",
          title: "Dark or light",
          aria: { label: "Dark or light" },
          on: { click: toggleTheme },
        },
        "\u25d0",
      ),
    ),
    h("main", {}, h("div", { class: "left" }, stage, readings), right),
  ),
);
state.robot.set(robot);
state.rest.set({ ...scene.rest, robot });
const list = meshesOf(robot).flatMap((mesh) => {
  if (mesh.form) return [placedSolid(mesh)];
  const corners = scene.meshes?.[mesh.file];
  return corners ? [placed(unpacked(corners), mesh)] : [];
});
if (list.length) state.meshes.set({ robot, list, findings: [], waiting: false });
place(scene.pose);
followParent(state, robot, (sliders) => readings.replaceWith(sliders));
