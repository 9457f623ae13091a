// The pointer on the figure: a click selects a link, a drag turns or slides its joint, a drag of the handle moves the tool.
import * as THREE from "three";
import { limits } from "studio/state";

const CLICK = 4; // pixels that a click may move

/** The axis of a joint in the base. */
function axisOf(frame, axis) {
  const row = (k) => frame[k] * axis[0] + frame[k + 1] * axis[1] + frame[k + 2] * axis[2];
  return new THREE.Vector3(row(0), row(4), row(8)).normalize();
}

/** The normal of the plane in which the tool is dragged: that of a planar arm, else the plane of the picture. */
function toolPlane(figure, camera) {
  const picture = camera.getWorldDirection(new THREE.Vector3());
  const moving = figure.robot.joints.map((joint, index) => [joint, index]).filter(([joint]) => joint.kind !== "fixed");
  const turning = moving
    .filter(([joint]) => joint.kind === "revolute")
    .map(([joint, index]) => axisOf(figure.frames[index], joint.axis));
  const planar =
    turning.length > 0 &&
    turning.every((axis) => Math.abs(axis.dot(turning[0])) > 0.9999) &&
    moving.every(
      ([joint, index]) =>
        joint.kind === "revolute" || Math.abs(axisOf(figure.frames[index], joint.axis).dot(turning[0])) < 1e-4,
    );
  return planar && Math.abs(turning[0].dot(picture)) > 0.15 ? turning[0] : picture;
}

/** `figure()` is the figure on the stage; `moveTool(place)` is asked to bring the tool to a place in the base. */
export function followPointer(view, state, figure, moveTool) {
  const { canvas, camera, controls } = view;
  const ray = new THREE.Raycaster();
  let held = null;

  function aim(event) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    ray.setFromCamera(
      new THREE.Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2),
      camera,
    );
  }

  function under(event) {
    const current = figure();
    if (!current) return null;
    aim(event);
    const seen = current.pickable.filter((mesh) => mesh.visible);
    return ray.intersectObjects(seen, false)[0] ?? null;
  }

  /** The angle of the pointer about the joint's axis, or its distance along it; null where the view gives none. */
  function reading(joint) {
    const frame = figure().frames[joint];
    const { kind, axis } = figure().robot.joints[joint];
    const centre = new THREE.Vector3(frame[3], frame[7], frame[11]);
    const along = axisOf(frame, axis);
    if (kind === "prismatic") {
      const d = ray.ray.direction;
      const between = ray.ray.origin.clone().sub(held?.centre ?? centre);
      const cross = along.dot(d);
      if (1 - cross * cross < 0.02) return null;
      return (along.dot(between) - cross * d.dot(between)) / (1 - cross * cross);
    }
    if (Math.abs(along.dot(ray.ray.direction)) < 0.12) return null;
    const hit = ray.ray.intersectPlane(
      new THREE.Plane().setFromNormalAndCoplanarPoint(along, centre),
      new THREE.Vector3(),
    );
    if (!hit) return null;
    const arm = hit.sub(centre);
    const one = Math.abs(along.x) < 0.9 ? new THREE.Vector3(1, 0, 0) : new THREE.Vector3(0, 1, 0);
    const u = one.cross(along).normalize();
    return Math.atan2(arm.dot(along.clone().cross(u)), arm.dot(u));
  }

  function down(event) {
    if (event.button !== 0) return;
    const hit = under(event);
    if (!hit) {
      held = { x: event.clientX, y: event.clientY, empty: true };
      return;
    }
    controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    held = { x: event.clientX, y: event.clientY, ...hit.object.userData, moved: false };
    if (held.tool) {
      held.plane = new THREE.Plane().setFromNormalAndCoplanarPoint(
        toolPlane(figure(), camera),
        figure().handle.position,
      );
      return;
    }
    const frame = figure().frames[held.joint];
    held.centre = new THREE.Vector3(frame[3], frame[7], frame[11]);
    held.coordinate = figure().robot.joints[held.joint].coordinate;
    held.reading = reading(held.joint);
    held.q = state.q.get()[held.coordinate];
  }

  function move(event) {
    if (!held || held.empty) return hover(event);
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < CLICK) return;
    held.moved = true;
    state.mover.set("hand");
    aim(event);
    if (held.tool) {
      const place = ray.ray.intersectPlane(held.plane, new THREE.Vector3());
      if (place) moveTool(place.toArray());
      return;
    }
    if (held.coordinate === null || held.coordinate === undefined) return;
    const now = reading(held.joint);
    const { kind } = figure().robot.joints[held.joint];
    let change;
    if (now === null || held.reading === null)
      change = (event.clientX - held.x) * (kind === "prismatic" ? figure().size / 500 : 0.01);
    else change = now - held.reading;
    if (kind === "revolute" && now !== null && held.reading !== null) {
      // follow the pointer through the half turn, where the angle jumps
      const turns = Math.round((change - (held.change ?? 0)) / (2 * Math.PI));
      change -= turns * 2 * Math.PI;
      held.change = change;
    }
    const [lower, upper] = limits(figure().robot.coordinates[held.coordinate]);
    const q = [...state.q.get()];
    q[held.coordinate] = Math.min(Math.max(held.q + change, lower), upper);
    state.q.set(q);
  }

  function up(event) {
    if (!held) return;
    const still = Math.hypot(event.clientX - held.x, event.clientY - held.y) < CLICK;
    if (still && held.empty) state.selected.set(null);
    else if (still && !held.tool) state.selected.set(state.selected.get() === held.joint ? null : held.joint);
    held = null;
    controls.enabled = true;
  }

  let hovered = null;
  function hover(event) {
    if (held || event.buttons) return;
    const hit = under(event);
    const joint = hit && !hit.object.userData.tool ? hit.object.userData.joint : null;
    canvas.classList.toggle("grab", Boolean(hit));
    if (joint === hovered) return;
    hovered = joint;
    state.lit.set({ links: joint === null ? [] : [joint], symbols: [], from: "figure" });
  }

  canvas.addEventListener("pointerdown", down, { capture: true });
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", () => {
    held = null;
    controls.enabled = true;
  });
}

/** Moves the tool by inverse kinematics: one question on its way, the latest place wins. */
export function toolMover(connection, state) {
  let onItsWay = false;
  let next = null;
  return async function moveTool(place) {
    next = place;
    if (onItsWay) return;
    onItsWay = true;
    while (next) {
      const position = next;
      next = null;
      try {
        const robot = state.robot.get();
        const answer = await connection.ask("ik", { position, from: state.q.get() });
        if (state.robot.get() !== robot) break;
        state.message.set(answer.reached ? null : "The tool cannot reach that position.");
        if (answer.reached) state.q.set(answer.q);
      } catch (refusal) {
        state.message.set(refusal.message);
      }
    }
    onItsWay = false;
  };
}
