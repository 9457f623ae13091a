// The 3D view with the robot of the state on it: figure, labels, pointer, switches for what is seen.
import * as THREE from "three";
import { createCanvas } from "studio/canvas";
import { button, checkbox, h, select } from "studio/dom";
import { createLabels } from "studio/labels";
import { short } from "studio/number";
import { reactionArrows } from "studio/reactions";
import { RobotFigure } from "studio/robot3d";
import { onChange } from "studio/signal";
import { createSketch } from "studio/sketch";
import { colour, followTheme } from "studio/theme";
import { createView } from "studio/view";

const KEY = "appell-studio-seen";
const DEFAULT = { frames: false, names: true, inertia: "none", gravity: true, forces: false, meshes: true };

/** How the mass properties of the links are shown: as solids of even density. */
const INERTIA = [
  ["none", "none"],
  ["ellipsoid", "ellipsoids"],
  ["box", "boxes"],
];

function remembered() {
  try {
    return { ...DEFAULT, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULT };
  }
}

/** `reactions`: whether there is a server that gives forces. Gives the element with `view`, `figure()`, `fit()`, `setPath(points)`. */
export function createStage(state, { reactions = true, canvas = createCanvas(), sketch = createSketch() } = {}) {
  const layer = h("div", { class: "labels" });
  const seen = { ...remembered(), ...(reactions ? {} : { forces: false }) };
  const element = h("div", { class: "stage" }, sketch, canvas, layer);
  const view = createView(canvas);
  const scaleNote = h("span", { class: "dim", hidden: true });
  let figure = null;
  let arrows = null;
  let paths = [];
  let unfitted = true; // a new robot is fitted into the picture when its first pose is known

  const labels = createLabels(
    view,
    layer,
    () => figure,
    (index) => state.selected.set(state.selected.get() === index ? null : index),
  );

  function see() {
    const wanted = state.wanted.get().filter((name) => name !== "f");
    state.wanted.set(seen.forces ? [...wanted, "f"] : wanted);
    react();
    figure?.see(seen);
    layer.hidden = !seen.names;
    try {
      localStorage.setItem(KEY, JSON.stringify(seen));
    } catch {
      // the choice lasts as long as the page
    }
    view.invalidate();
  }
  /** Reaction forces of the pose that is shown. */
  function react() {
    arrows?.removeFromParent();
    const pose = state.pose.get();
    scaleNote.hidden = true;
    if (!seen.forces || !figure || pose?.robot !== figure.robot) return;
    const { group, largest } = reactionArrows(figure, pose);
    arrows = group;
    view.scene.add(group);
    scaleNote.hidden = !largest;
    if (largest) scaleNote.textContent = `at most ${short(largest, 4)} N`;
  }
  const showInertia = (form) => {
    seen.inertia = form;
    see();
  };
  const inertia = select(INERTIA, seen.inertia, showInertia, { id: "inertia" });
  const switches = h(
    "div",
    { class: "switches", role: "group", aria: { label: "Visible parts" } },
    Object.entries({
      frames: "Frames",
      names: "Names",
      gravity: "Gravity",
      ...(reactions ? { forces: "Reactions" } : {}),
    }).map(([key, text]) =>
      checkbox(text, seen[key], (on) => {
        seen[key] = on;
        see();
      }),
    ),
    h("span", { class: "check" }, h("label", { htmlFor: "inertia" }, "Inertia"), inertia),
    scaleNote,
    button("Fit", () => element.fit(), { title: "Fit the robot into the picture (F)" }),
  );
  const meshSwitch = checkbox("Meshes", seen.meshes, (on) => {
    seen.meshes = on;
    see();
    showMeshes();
  });
  const meshNote = h("span", { class: "mesh-note", role: "status" });
  switches.prepend(meshSwitch, meshNote);
  element.append(switches);

  /** Meshes as far as they are read; a link without any keeps its shapes. */
  function showMeshes() {
    const meshes = state.meshes.get();
    const mine = figure && meshes?.robot === figure.robot ? meshes : null;
    meshSwitch.hidden = !mine;
    meshNote.textContent = mine?.findings.length
      ? `${mine.findings.length} ${mine.findings.length === 1 ? "mesh" : "meshes"} not shown`
      : "";
    meshNote.title = mine?.findings.map((one) => one.message).join("\n") ?? "";
    if (!figure) return;
    figure.setMeshes(mine && seen.meshes ? mine.list : []);
    view.invalidate();
  }

  function light() {
    const { links } = state.lit.get();
    figure?.light(links, state.selected.get());
    labels.mark(links, state.selected.get());
    view.invalidate();
  }

  function rebuild() {
    const [robot, rest] = [state.robot.get(), state.rest.get()];
    if (!robot || !rest || rest.robot !== robot) return;
    const first = !figure || figure.robot.name !== robot.name || figure.robot.joints.length !== robot.joints.length;
    figure?.dispose();
    figure = new RobotFigure(robot, rest);
    view.scene.add(figure.group);
    const pose = state.pose.get();
    figure.update(pose?.robot === robot ? pose : rest, pose?.robot === robot ? pose.q : robot.coordinates.map(() => 0));
    view.setStage(figure.size, Math.min(0, figure.box().min.z + figure.radius * 2));
    unfitted ||= first;
    showMeshes();
    see();
    light();
  }

  element.fit = (fromFront = false) => {
    if (!figure) return;
    const box = figure.box();
    for (const line of paths) box.expandByObject(line);
    view.fit(box, fromFront);
  };
  /** Draws lines through points in the base: `[{points, dashed}]`. */
  element.setPaths = (wanted) => {
    for (const line of paths) {
      line.removeFromParent();
      line.geometry.dispose();
    }
    paths = wanted.map(({ points, dashed }) => {
      const geometry = new THREE.BufferGeometry().setFromPoints(points.map((point) => new THREE.Vector3(...point)));
      const size = figure?.size ?? 1;
      const look = dashed
        ? new THREE.LineDashedMaterial({ color: colour("dim"), dashSize: size * 0.015, gapSize: size * 0.012 })
        : new THREE.LineBasicMaterial({ color: colour("accent") });
      const line = new THREE.Line(geometry, look);
      line.computeLineDistances();
      view.scene.add(line);
      return line;
    });
    view.invalidate();
  };
  element.view = view;
  element.figure = () => figure;

  state.meshes.on((meshes) => {
    showMeshes();
    // the picture was fitted to the shapes
    if (meshes?.list.length && !meshes.waiting && state.mover.get() === "hand") element.fit();
  });
  state.robot.on(rebuild);
  state.rest.on(rebuild);
  followTheme(rebuild);
  state.lit.on(light);
  state.selected.on(light);
  // at once, so that the next frame draws it
  onChange([state.pose, state.carried, state.mover], () => {
    const pose = state.pose.get();
    if (!figure || !pose || pose.robot !== figure.robot) return;
    figure.update(pose, pose.q);
    figure.setPayload(state.mover.get() === "motion" ? state.carried.get() : figure.robot.payload);
    react();
    view.invalidate();
    if (!view.hasPicture) sketch.show(figure.robot, pose);
    if (!unfitted) return;
    unfitted = false;
    element.fit(true);
    if (!view.hasPicture) return;
    view.drawn().then(() => {
      sketch.remove();
      performance.mark("studio-3d"); // for measurements
    });
  });
  return element;
}
