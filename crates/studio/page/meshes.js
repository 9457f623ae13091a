// The meshes of the robot: asked for one after the other, or taken from a folder that was dropped. What cannot be shown
// becomes a finding, and the link keeps its shapes.
import { BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, Matrix4, SphereGeometry } from "three";
import { fileOfMesh } from "studio/folder";
import { MeshProblem, readMesh } from "studio/meshfile";

const LARGEST = 16 << 20; // bytes, as the server has it

/** Every mesh of a description with the joint that carries it, -1 for the base. */
export const meshesOf = (robot) => [
  ...(robot.base?.meshes ?? []).map((mesh) => ({ ...mesh, joint: -1 })),
  ...robot.joints.flatMap((joint, index) => (joint.link?.meshes ?? []).map((mesh) => ({ ...mesh, joint: index }))),
];

const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;

async function load(connection, state, file) {
  const dropped = state.dropped.get();
  if (!dropped) return bytesOf((await connection.ask("mesh", { file })).bytes);
  const own = fileOfMesh(dropped, file);
  if (!own) throw new MeshProblem("it is not in the folder that was dropped");
  if (own.size > LARGEST) throw new MeshProblem("it is larger than 16 MiB");
  return own.arrayBuffer();
}

/** The geometry of corners, and where it lies in the frame of its joint. */
export function placed(corners, { at, scale, joint }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(corners, 3));
  const matrix = new Matrix4().set(...at, 0, 0, 0, 1).multiply(new Matrix4().makeScale(...scale));
  return { joint, geometry, matrix };
}

/** The geometry of a simple solid of size 1, around the z axis. */
const SOLIDS = {
  box: () => new BoxGeometry(1, 1, 1),
  cylinder: () => new CylinderGeometry(1, 1, 1, 40).rotateX(Math.PI / 2),
  sphere: () => new SphereGeometry(1, 32, 20),
};

/** Two half balls, moved apart along z: between them, the middle ring of faces becomes the cylinder. */
function capsule(radius, length) {
  const geometry = new SphereGeometry(radius, 32, 21).rotateX(Math.PI / 2);
  const places = geometry.getAttribute("position");
  for (let k = 0; k < places.count; k += 1) places.setZ(k, places.getZ(k) + (Math.sign(places.getZ(k)) * length) / 2);
  geometry.computeVertexNormals();
  return geometry;
}

/** A simple solid, and where it lies in the frame of its joint. */
export function placedSolid({ form, at, scale, joint }) {
  const matrix = new Matrix4().set(...at, 0, 0, 0, 1);
  if (form === "capsule") return { joint, geometry: capsule(scale[0], scale[2]), matrix };
  return { joint, geometry: SOLIDS[form](), matrix: matrix.multiply(new Matrix4().makeScale(...scale)) };
}

/**
 * Fills `state.meshes` for every robot: `{robot, list: [{joint, geometry, matrix}], corners, findings, waiting}`, `corners`
 * by the names of files.
 */
export function followMeshes(connection, state) {
  state.robot.on(async (robot) => {
    state.meshes.set(null);
    const wanted = robot ? meshesOf(robot) : [];
    if (!wanted.length) return;
    const [list, findings, read] = [[], [], new Map()];
    const tell = (waiting) => state.meshes.set({ robot, list: [...list], corners: read, findings: [...findings], waiting });
    tell(true);
    for (const mesh of wanted) {
      if (mesh.form) {
        list.push(placedSolid(mesh));
        continue;
      }
      if (!read.has(mesh.file)) {
        try {
          read.set(mesh.file, readMesh(mesh.file, await load(connection, state, mesh.file)));
        } catch (problem) {
          read.set(mesh.file, null);
          const own = { severity: "warning", code: "mesh", message: `\`${mesh.file}\`: ${problem.message}`, hints: [] };
          findings.push(...(problem.findings ?? [own]).map((one) => ({ ...one, severity: "warning" })));
        }
        if (state.robot.get() !== robot) return; // another one was opened meanwhile
      }
      const corners = read.get(mesh.file);
      if (corners) list.push(placed(corners, mesh));
    }
    tell(false);
  });
}
