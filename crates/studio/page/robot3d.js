// The robot as a figure: rods from joint to joint, symbols at the joints, solids of inertia, frames, gravity, tool.
import * as THREE from "three";
import { inertiaSolid } from "studio/inertia";
import { axes, bendTube, jointSymbol, material, placeRod, rod } from "studio/shapes";
import { boxAround, placesOf, sizeOf, thickness } from "studio/proportions";
import { colour } from "studio/theme";

const matrixOf = (t) =>
  new THREE.Matrix4().set(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], t[9], t[10], t[11], 0, 0, 0, 1);

const origin = (t) => new THREE.Vector3(t[3], t[7], t[11]);
const rotated = (t, [x, y, z]) =>
  new THREE.Vector3(t[0] * x + t[1] * y + t[2] * z, t[4] * x + t[5] * y + t[6] * z, t[8] * x + t[9] * y + t[10] * z);
const BASE = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** The vector from frame `t` to the point, in the axes of `t`. */
function inFrame(t, point) {
  const d = point.clone().sub(origin(t));
  return [
    t[0] * d.x + t[4] * d.y + t[8] * d.z,
    t[1] * d.x + t[5] * d.y + t[9] * d.z,
    t[2] * d.x + t[6] * d.y + t[10] * d.z,
  ];
}

export class RobotFigure {
  group = new THREE.Group();
  /** Meshes that the pointer can take, with `userData.joint`. */
  pickable = [];
  meshes = [];
  /** Joints, -1 for the base, whose links are shown by meshes: they need no rods. */
  covered = new Set();

  /** `rest`: frames and tool at q = 0. `options`: which of frames, inertia, gravity are seen. */
  constructor(robot, rest) {
    this.robot = robot;
    this.rest = rest;
    Object.assign(this, sizeOf(rest));
    this.#looks();
    this.#build();
  }

  /** Shows meshes, `[{joint, geometry, matrix}]`, in the place of the shapes of their links. */
  setMeshes(list) {
    for (const one of this.meshes) one.removeFromParent();
    this.pickable = this.pickable.filter((one) => !this.meshes.includes(one));
    this.meshes = list.map(({ joint, geometry, matrix }) => {
      const mesh = new THREE.Mesh(geometry, joint < 0 ? this.baseMeshLook : this.meshLooks[joint]);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrix);
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      (joint < 0 ? this.group : this.nodes[joint].node).add(mesh);
      if (joint >= 0) this.#take(mesh, joint);
      return mesh;
    });
    this.covered = new Set(list.map((one) => one.joint));
    this.nodes.forEach(({ symbol }, index) => (symbol.visible = !this.covered.has(index)));
    this.pedestal.visible = !this.covered.has(-1);
    if (this.frames) this.update({ frames: this.frames, tool: this.tool }, this.q);
  }

  #looks() {
    const ramp = ["link-a", "link-b"].map((name) => new THREE.Color(colour(name)));
    this.linkLooks = this.robot.joints.map((_, index) => material(ramp[index % 2]));
    this.jointLooks = this.robot.joints.map(() => material(new THREE.Color(colour("joint"))));
    const facets = { flatShading: true, side: THREE.DoubleSide };
    this.meshLooks = this.robot.joints.map(() => material(new THREE.Color(colour("mesh")), facets));
    this.baseMeshLook = material(new THREE.Color(colour("link-b")), facets);
    this.baseLook = material(new THREE.Color(colour("link-base")));
    this.ghost = this.robot.joints.map(() =>
      material(new THREE.Color(colour("inertia")), { transparent: true, opacity: 0.45, depthWrite: false }),
    );
  }

  #build() {
    const { robot, radius } = this;
    this.nodes = robot.joints.map((joint, index) => {
      const node = new THREE.Group();
      node.matrixAutoUpdate = false;
      const symbol = jointSymbol(joint.kind, joint.axis, radius * 1.45 * this.#thickness(index), this.jointLooks[index]);
      node.add(symbol);
      this.#take(symbol, index);
      this.group.add(node);
      return { node, symbol, frame: null, inertia: null, form: "none" };
    });
    // rods: from the parent's origin to where the joint starts, and from there to where a prismatic joint has slid
    this.rods = robot.joints.map((joint, index) => {
      const carrier = joint.parent;
      const elastic = carrier >= 0 && robot.joints[carrier].elastic;
      return {
        carrier,
        elastic,
        body: this.#rod(carrier, radius * this.#thickness(carrier), 0.86, elastic),
        slide: joint.kind === "prismatic" ? this.#rod(index, radius * 0.55, 1) : null,
      };
    });
    this.toolNode = new THREE.Group();
    this.toolNode.matrixAutoUpdate = false;
    this.toolNode.add(axes(this.size * 0.11));
    this.group.add(this.toolNode);
    const holder = robot.tool?.parent ?? -1;
    this.holder = holder;
    this.toolElastic = holder >= 0 && robot.joints[holder].elastic;
    this.toolRod = this.#rod(holder, radius * 0.8 * this.#thickness(holder), 0.6, this.toolElastic);
    this.handle = new THREE.Mesh(
      new THREE.SphereGeometry(radius * 0.95, 24, 16),
      material(new THREE.Color(colour("accent")), {
        emissive: new THREE.Color(colour("accent")),
        emissiveIntensity: 0.25,
      }),
    );
    this.handle.castShadow = true;
    this.handle.userData.tool = true;
    this.group.add(this.handle);
    this.pickable.push(this.handle);

    this.pedestal = new THREE.Mesh(
      new THREE.CylinderGeometry(radius * 2.1, radius * 2.5, radius * 0.7, 36),
      this.baseLook,
    );
    this.pedestal.rotation.x = Math.PI / 2;
    this.pedestal.castShadow = true;
    this.pedestal.receiveShadow = true;
    this.group.add(this.pedestal);
    this.baseAxes = axes(this.size * 0.12);
    this.group.add(this.baseAxes);

    this.payload = new THREE.Mesh(
      new THREE.BoxGeometry(1, 1, 1),
      material(new THREE.Color(colour("payload")), { roughness: 0.85 }),
    );
    this.payload.matrixAutoUpdate = false;
    this.payload.castShadow = true;
    this.payload.visible = false;
    this.group.add(this.payload);

    const pull = new THREE.Vector3(...(robot.gravity ?? [0, 0, 0]).map((one) => one ?? 0));
    if (pull.length() > 0) {
      this.gravity = new THREE.ArrowHelper(
        pull.clone().normalize(),
        new THREE.Vector3(),
        this.size * 0.2,
        colour("gravity"),
        this.size * 0.05,
        this.size * 0.028,
      );
      this.gravity.position.set(-this.size * 0.42, this.size * 0.28, this.size * 0.42);
      this.group.add(this.gravity);
    }
  }

  #thickness(index) {
    return thickness(index, this.robot.joints.length);
  }

  #rod(joint, radius, taper, elastic = false) {
    const look = joint < 0 ? this.baseLook : this.linkLooks[joint];
    const mesh = elastic ? new THREE.Mesh(new THREE.BufferGeometry(), look) : rod(radius, taper, look);
    mesh.castShadow = true;
    mesh.userData.radius = radius;
    this.group.add(mesh);
    if (joint >= 0) this.#take(mesh, joint);
    return mesh;
  }

  #take(mesh, joint) {
    mesh.userData.joint = joint;
    this.pickable.push(mesh);
  }

  /** Puts every part where the pose says; `q` tells how far the prismatic joints have slid. */
  update({ frames, tool }, q) {
    Object.assign(this, { frames, tool, q });
    frames.forEach((frame, index) => {
      this.nodes[index].node.matrix.copy(matrixOf(frame));
      const joint = this.robot.joints[index];
      const { carrier, elastic, body, slide } = this.rods[index];
      const from = carrier < 0 ? new THREE.Vector3() : origin(frames[carrier]);
      const to = origin(frame);
      const start = to.clone();
      if (slide && joint.coordinate !== null && joint.coordinate !== undefined) {
        start.addScaledVector(rotated(frame, joint.axis), -(q[joint.coordinate] ?? 0));
        placeRod(slide, start, to);
      } else if (slide) slide.visible = false;
      if (elastic) this.#bend(body, frames[carrier], this.rest.frames[carrier], this.rest.frames[index], start);
      else placeRod(body, from, start);
      if (this.covered.has(carrier)) body.visible = false;
      if (slide && this.covered.has(index)) slide.visible = false;
    });
    if (tool) {
      this.toolNode.matrix.copy(matrixOf(tool));
      const end = origin(tool);
      this.handle.position.copy(end);
      const holding = this.holder < 0 ? BASE : frames[this.holder];
      if (this.toolElastic) this.#bend(this.toolRod, holding, this.rest.frames[this.holder], this.rest.tool, end);
      else placeRod(this.toolRod, origin(holding), end);
      if (this.covered.has(this.holder)) this.toolRod.visible = false;
    }
    this.toolNode.visible = Boolean(tool) && this.baseAxes.visible;
    this.handle.visible = Boolean(tool);
    this.group.updateMatrixWorld(true);
  }

  /** A cantilever that leaves its frame as the straight link would, and ends at the tip: a cubic deflection line. */
  #bend(mesh, frame, restFrame, restTip, tip) {
    const straight = rotated(frame, inFrame(restFrame, origin(restTip)));
    mesh.visible = straight.length() > 1e-6;
    if (!mesh.visible) return;
    const from = origin(frame);
    const deflection = tip.clone().sub(from).sub(straight);
    const points = Array.from({ length: 13 }, (_, k) => {
      const s = k / 12;
      return from
        .clone()
        .addScaledVector(straight, s)
        .addScaledVector(deflection, (3 * s * s - s ** 3) / 2);
    });
    bendTube(mesh, points, mesh.userData.radius * 0.8);
  }

  /** Shows what the tool carries, `{mass, com}` in its frame: a cube of 1000 kg/m^3 around the centre of mass. */
  setPayload(carried) {
    this.carried = carried?.mass > 0 && this.tool ? carried : null;
    this.payload.visible = Boolean(this.carried);
    if (!this.carried) return;
    const edge = Math.min(Math.max(Math.cbrt(carried.mass / 1000), this.size * 0.03), this.size * 0.25);
    this.payload.matrix
      .copy(matrixOf(this.tool))
      .multiply(new THREE.Matrix4().makeTranslation(...carried.com))
      .multiply(new THREE.Matrix4().makeScale(edge, edge, edge));
    this.payload.updateMatrixWorld(true);
  }

  /** Which symbols are seen, of the inertia "none", "ellipsoid" or "box"; they are made when they are seen first. */
  see({ frames, inertia, gravity }) {
    this.nodes.forEach((one, index) => {
      if (frames && !one.frame) one.node.add((one.frame = axes(this.size * 0.09)));
      if (one.frame) one.frame.visible = frames;
      this.#seeInertia(one, index, inertia);
    });
    this.group.updateMatrixWorld(true);
    this.baseAxes.visible = frames;
    this.toolNode.visible = frames && Boolean(this.tool);
    if (this.gravity) this.gravity.visible = gravity;
    for (const look of [...this.linkLooks, ...this.jointLooks, ...this.meshLooks]) {
      look.transparent = inertia !== "none";
      look.opacity = inertia === "none" ? 1 : 0.5;
    }
  }

  #seeInertia(one, index, form) {
    if (one.form === form) return;
    one.form = form;
    one.inertia?.geometry.dispose();
    one.inertia?.removeFromParent();
    const { link } = this.robot.joints[index];
    one.inertia = form === "none" || !link ? null : inertiaSolid(link, form, this.ghost[index]);
    if (one.inertia) one.node.add(one.inertia);
  }

  /** Lights links up: `strong` (selected), and `lit` (under the pointer). */
  light(lit, selected) {
    const glow = new THREE.Color(colour("lit"));
    this.robot.joints.forEach((_, index) => {
      const strength = lit.includes(index) ? 0.9 : index === selected ? 0.7 : 0;
      for (const look of [this.linkLooks[index], this.jointLooks[index], this.meshLooks[index], this.ghost[index]]) {
        look.userData.colour ??= look.color.clone();
        look.color.copy(look.userData.colour).lerp(glow, strength);
        look.emissive.copy(glow);
        look.emissiveIntensity = strength * 0.2;
      }
    });
  }

  /** Everything that the camera should see. */
  box() {
    const { lower, upper } = boxAround(placesOf(this.frames ? this : this.rest), this.radius * 2.5);
    const box = new THREE.Box3(new THREE.Vector3(...lower), new THREE.Vector3(...upper));
    const solids = this.nodes.map((one) => one.inertia).filter(Boolean);
    for (const mesh of [...this.meshes, ...solids]) box.expandByObject(mesh);
    return box;
  }

  /** Where the label of a link is written: the middle of the rod that it moves, or its joint. */
  labelPlace(index) {
    const place = origin(this.frames[index]);
    const next = this.robot.joints.findIndex((joint) => joint.parent === index);
    const end = next >= 0 ? origin(this.frames[next]) : this.holder === index && this.tool ? origin(this.tool) : place;
    return place.lerp(end, 0.5);
  }

  dispose() {
    this.group.traverse((one) => one.geometry?.dispose());
    this.group.removeFromParent();
  }
}
