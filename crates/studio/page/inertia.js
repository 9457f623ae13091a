// The inertia of a link as a solid of even density: the ellipsoid or the box with its mass and its moments.
import * as THREE from "three";

/**
 * What a solid of mass m with half its extents a, b, c has about its middle: moments m/k (b^2 + c^2), ... with k = 5 for
 * an ellipsoid and 3 for a box.
 */
const SOLIDS = {
  ellipsoid: { k: 5, geometry: () => new THREE.SphereGeometry(1, 28, 18) },
  box: { k: 3, geometry: () => new THREE.BoxGeometry(2, 2, 2) },
};
/** The thinnest that a solid is shown, as a part of its largest extent: a rod without thickness would not be seen. */
const THINNEST = 0.04;

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
 * The solid `form`, "ellipsoid" or "box", with the mass and the inertia of a link, in the frame of its joint. Null where
 * mass or inertia are no positive numbers.
 */
export function inertiaSolid(link, form, look) {
  const numbers = [link.mass, ...(link.com ?? [null]), ...(link.inertia ?? [[null]]).flat()];
  if (numbers.some((one) => typeof one !== "number") || link.mass <= 0) return null;
  const { k, geometry } = SOLIDS[form];
  const { values: moments, vectors } = principal(link.inertia);
  const half = (moments[0] + moments[1] + moments[2]) / 2;
  const extents = moments.map((moment) => Math.sqrt(Math.max((k / link.mass) * (half - moment), 0)));
  const largest = Math.max(...extents);
  if (largest === 0) return null;
  const mesh = new THREE.Mesh(geometry(), look);
  mesh.matrixAutoUpdate = false;
  const column = (k) =>
    new THREE.Vector3(vectors[0][k], vectors[1][k], vectors[2][k]).multiplyScalar(Math.max(extents[k], largest * THINNEST));
  mesh.matrix.makeBasis(column(0), column(1), column(2)).setPosition(...link.com);
  return mesh;
}
