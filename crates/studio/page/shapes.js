// Shapes that robot3d.js places: a rod between two points, a joint symbol, an inertia ellipsoid, axes.
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

/**
 * Principal moments and axes of a symmetric 3x3 matrix by Jacobi's rotations: `{values, vectors}`, vectors in columns.
 */
function principal(matrix) {
  const a = matrix.map((row) => [...row]);
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 30; sweep += 1) {
    const [p, q] = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].reduce((best, pair) => (Math.abs(a[pair[0]][pair[1]]) > Math.abs(a[best[0]][best[1]]) ? pair : best));
    if (Math.abs(a[p][q]) < 1e-15 * (Math.abs(a[0][0]) + Math.abs(a[1][1]) + Math.abs(a[2][2]))) break;
    const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (let k = 0; k < 3; k += 1) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
    for (let k = 0; k < 3; k += 1) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
    for (let k = 0; k < 3; k += 1) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
  }
  return { values: [a[0][0], a[1][1], a[2][2]], vectors: v };
}

/**
 * The solid ellipsoid with the mass and the inertia of a link, in the frame of its joint: moments I = m/5 (b^2 + c^2), ...
 * Null where mass or inertia are no positive numbers.
 */
export function inertiaEllipsoid(link, look) {
  const numbers = [link.mass, ...(link.com ?? [null]), ...(link.inertia ?? [[null]]).flat()];
  if (numbers.some((one) => typeof one !== "number") || link.mass <= 0) return null;
  const { values: moments, vectors } = principal(link.inertia);
  const half = (moments[0] + moments[1] + moments[2]) / 2;
  const radii = moments.map((moment) => Math.sqrt(Math.max((5 / link.mass) * (half - moment), 0)));
  const largest = Math.max(...radii);
  if (largest === 0) return null;
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 28, 18), look);
  mesh.matrixAutoUpdate = false;
  const column = (k) =>
    new THREE.Vector3(vectors[0][k], vectors[1][k], vectors[2][k]).multiplyScalar(Math.max(radii[k], largest * 0.04));
  mesh.matrix.makeBasis(column(0), column(1), column(2)).setPosition(...link.com);
  return mesh;
}
