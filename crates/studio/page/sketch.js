// The robot as a flat drawing: shown at once, until the 3D view has its first picture; where there is no WebGL, it stays.
import { h } from "studio/dom";
import { FRONT, OPENING, boxAround, distanceTo, originOf, placesOf, sizeOf, thickness } from "studio/proportions";

const BASE = [0, 0, 0];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a, b) => a.map((one, k) => one - b[k]);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((one) => one / Math.hypot(...a));

const part = (tag, properties) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, value);
  return element;
};

/** From points in the base to pixels: `{at: [x, y], depth, pixels}`, `pixels` for a metre at that depth. */
function camera(box, width, height) {
  const centre = box.lower.map((one, k) => (one + box.upper[k]) / 2);
  const radius = Math.hypot(...minus(box.upper, box.lower)) / 2;
  const back = unit(FRONT);
  const right = unit(cross([0, 0, 1], back));
  const up = cross(back, right);
  const distance = distanceTo(radius, width / height);
  const focus = height / 2 / Math.tan((OPENING * Math.PI) / 360);
  return (point) => {
    const from = minus(point, centre);
    const depth = distance - dot(from, back);
    const pixels = focus / depth;
    return { at: [width / 2 + dot(from, right) * pixels, height / 2 - dot(from, up) * pixels], depth, pixels };
  };
}

/** Rods, joints and tool of a pose, the farthest first. */
function drawn(robot, pose, width, height) {
  const { radius } = sizeOf(robot.rest);
  const see = camera(boxAround(placesOf(pose), radius * 2.5), width, height);
  const count = robot.joints.length;
  const shapes = [];
  const rod = (carrier, from, to, factor) => {
    const [a, b] = [see(from), see(to)];
    const look = carrier < 0 ? "base" : carrier % 2 ? "b" : "a";
    const stroke = 2 * radius * thickness(carrier, count) * factor * ((a.pixels + b.pixels) / 2);
    const [x1, y1, x2, y2] = [...a.at, ...b.at].map((one) => one.toFixed(1));
    const properties = { x1, y1, x2, y2, class: `rod ${look}`, "stroke-width": stroke.toFixed(1) };
    shapes.push({ depth: (a.depth + b.depth) / 2, element: part("line", properties) });
  };
  const ball = (place, size, look) => {
    const { at, depth, pixels } = see(place);
    const properties = { cx: at[0].toFixed(1), cy: at[1].toFixed(1), r: (size * pixels).toFixed(1), class: look };
    shapes.push({ depth: depth - size, element: part("circle", properties) });
  };
  const carried = (index) => (index < 0 ? BASE : originOf(pose.frames[index]));
  ball(BASE, radius * 2.1, "base");
  robot.joints.forEach((joint, index) => {
    rod(joint.parent, carried(joint.parent), carried(index), 1);
    ball(carried(index), radius * 1.45 * thickness(index, count), "joint");
  });
  if (pose.tool) {
    const holder = robot.tool?.parent ?? -1;
    rod(holder, carried(holder), originOf(pose.tool), 0.8);
    ball(originOf(pose.tool), radius * 0.95, "tool");
  }
  return shapes.sort((one, other) => other.depth - one.depth).map((one) => one.element);
}

/** The drawing: an element with `show(robot, pose)`, which fills the element around it. */
export function createSketch() {
  const element = part("svg", { class: "sketch", "aria-hidden": "true" });
  element.show = (robot, pose = robot.home) => {
    const { clientWidth: width, clientHeight: height } = element.parentElement;
    if (!width || !height) return;
    element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    element.replaceChildren(...drawn(robot, pose, width, height));
  };
  return element;
}

/** The page before its views are loaded: header, drawing and sliders at their places, of which none can be used yet. */
export function pageWith(sketch, robot) {
  const row = ({ name }) =>
    h(
      "div",
      { class: "row" },
      h("span", { class: "name" }, h("b", {}, name)),
      h("input", { type: "range", disabled: true, aria: { label: name } }),
      h("input", { type: "text", class: "box", disabled: true, aria: { label: `${name}, number` } }),
    );
  const waiting = (text) => h("button", { type: "button", disabled: true }, text);
  const fold = h("details", {}, h("summary", {}, "\u2026"));
  const sliders = h(
    "section",
    { class: "sliders", aria: { label: "Pose" } },
    h("div", { class: "bar" }, waiting("Home")),
    h("div", { class: "rows" }, robot.coordinates.map(row)),
    h("div", { class: "folds" }, fold),
  );
  return h(
    "div",
    { class: "frame" },
    h(
      "header",
      {},
      h("h1", {}, "Appell ", h("small", {}, "studio")),
      h("div", { class: "tabs" }, waiting(robot.name)),
    ),
    h(
      "main",
      {},
      h("div", { class: "left" }, h("div", { class: "stage" }, sketch), sliders),
      h("div", { class: "right" }),
    ),
  );
}
