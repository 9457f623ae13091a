// Shapes that robot3d.js places: a rod between two points, a joint symbol, axes.
import * as THREE from "three";

const UP = new THREE.Vector3(0, 1, 0);
const direction = new THREE.Vector3();

export const material = (colour, properties = {}) =>
  new THREE.MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0.08, ...properties });

/** A tapered rod of length 1 along y, foot at the origin; `placeRod` stretches it between two points. */
export function rod(radius, taper, look) {
  const geometry = new THREE.CylinderGeometry(radius * taper, radius, 1, 28);
  geometry.translate(0, 0.5, 0);
  const mesh = new THREE.Mesh(geometry, look);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

export function placeRod(mesh, from, to) {
  direction.subVectors(to, from);
  const length = direction.length();
  mesh.visible = length > 1e-6;
  if (!mesh.visible) return;
  mesh.position.copy(from);
  mesh.quaternion.setFromUnitVectors(UP, direction.multiplyScalar(1 / length));
  mesh.scale.set(1, length, 1);
}

/** A tube along a curve of points: an elastic link that bends. */
export function bendTube(mesh, points, radius) {
  mesh.geometry.dispose();
  mesh.geometry = new THREE.TubeGeometry(new THREE.CatmullRomCurve3(points), 24, radius, 16, false);
}

/** The symbol of a joint in its frame: a cylinder along a revolute axis, a box along a prismatic one. */
export function jointSymbol(kind, axis, size, look) {
  const geometry =
    kind === "revolute"
      ? new THREE.CylinderGeometry(size, size, size * 2.5, 32)
      : kind === "prismatic"
        ? new THREE.BoxGeometry(size * 1.7, size * 2.7, size * 1.7)
        : new THREE.SphereGeometry(size * 0.8, 20, 14);
  const mesh = new THREE.Mesh(geometry, look);
  mesh.quaternion.setFromUnitVectors(UP, new THREE.Vector3(...axis).normalize());
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

/** Three axes in red, green and blue: x, y, z. */
export function axes(length) {
  const group = new THREE.Group();
  [0xd64545, 0x3f9e4d, 0x3b74d6].forEach((colour, index) => {
    const end = new THREE.Vector3().setComponent(index, 1);
    const look = new THREE.MeshBasicMaterial({ color: colour });
    const shaft = new THREE.Mesh(new THREE.CylinderGeometry(length * 0.022, length * 0.022, length * 0.8, 10), look);
    const tip = new THREE.Mesh(new THREE.ConeGeometry(length * 0.06, length * 0.2, 14), look);
    for (const [mesh, place] of [
      [shaft, 0.4],
      [tip, 0.9],
    ]) {
      mesh.quaternion.setFromUnitVectors(UP, end);
      mesh.position.copy(end).multiplyScalar(length * place);
      group.add(mesh);
    }
  });
  return group;
}
