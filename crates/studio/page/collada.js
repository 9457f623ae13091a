// Collada (.dae) as triangles: geometries where the nodes of the scene put them, in metres. As in RViz, `up_axis` does
// not turn anything.
import { Matrix4, Vector3 } from "three";
import { checkCount, MeshProblem } from "studio/meshfile";

const DEEPEST = 64; // nodes inside each other

const children = (element, name) => [...(element?.children ?? [])].filter((one) => one.localName === name);
const child = (element, name) => children(element, name)[0];
const numbers = (element) => (element?.textContent.trim() ?? "").split(/\s+/).filter(Boolean).map(Number);

/** The corners of all triangles of the scene. */
export function readCollada(text) {
  const file = new DOMParser().parseFromString(text, "text/xml");
  if (file.getElementsByTagName("parsererror").length) throw new MeshProblem("it is not XML");
  const named = new Map([...file.querySelectorAll("[id]")].map((one) => [one.id, one]));
  const find = (address) => named.get((address ?? "").replace(/^#/, ""));
  const unit = Number(file.querySelector("asset > unit")?.getAttribute("meter") ?? 1);
  const scale = new Matrix4().makeScale(unit, unit, unit);
  const corners = [];
  const known = new Map();
  const place = new Vector3();

  function add(geometry, matrix) {
    if (!known.has(geometry)) known.set(geometry, triangles(geometry, find));
    const points = known.get(geometry);
    checkCount((corners.length + points.length) / 9);
    for (let k = 0; k < points.length; k += 3) {
      place.set(points[k], points[k + 1], points[k + 2]).applyMatrix4(matrix);
      corners.push(place.x, place.y, place.z);
    }
  }
  function walk(node, outer, depth) {
    if (depth > DEEPEST) throw new MeshProblem("its nodes are too deep inside each other");
    const matrix = outer.clone().multiply(placeOf(node));
    for (const one of children(node, "instance_geometry")) {
      const geometry = find(one.getAttribute("url"));
      if (geometry) add(geometry, matrix);
    }
    for (const one of children(node, "node")) walk(one, matrix, depth + 1);
  }
  const scene = find(file.querySelector("scene > instance_visual_scene")?.getAttribute("url"));
  for (const node of children(scene ?? file.querySelector("visual_scene"), "node")) walk(node, scale, 0);
  return Float32Array.from(corners);
}

/** Where a node lies in the one around it: its transforms in their order. */
function placeOf(node) {
  const matrix = new Matrix4();
  for (const one of node.children) {
    const values = numbers(one);
    const step = new Matrix4();
    if (one.localName === "matrix" && values.length === 16) step.set(...values);
    else if (one.localName === "translate") step.makeTranslation(...values);
    else if (one.localName === "scale") step.makeScale(...values);
    else if (one.localName === "rotate")
      step.makeRotationAxis(new Vector3(...values).normalize(), (values[3] * Math.PI) / 180);
    else continue;
    matrix.multiply(step);
  }
  return matrix;
}

/** The triangles of a geometry in its own frame; polygons are cut into triangles from their first corner. */
function triangles(geometry, find) {
  const mesh = child(geometry, "mesh");
  const corners = [];
  for (const kind of ["triangles", "polylist", "polygons"])
    for (const list of children(mesh, kind)) {
      const inputs = children(list, "input");
      const input = inputs.find((one) => one.getAttribute("semantic") === "VERTEX");
      const vertices = find(input?.getAttribute("source"));
      const positions = children(vertices, "input").find((one) => one.getAttribute("semantic") === "POSITION");
      const points = numbers(child(find(positions?.getAttribute("source")), "float_array"));
      const offset = Number(input?.getAttribute("offset") ?? 0);
      const stride = 1 + Math.max(...inputs.map((one) => Number(one.getAttribute("offset") ?? 0)));
      const sizes = numbers(child(list, "vcount"));
      for (const indices of children(list, "p").map(numbers)) {
        const count = Math.floor(indices.length / stride);
        const faces = kind === "polylist" ? sizes : kind === "polygons" ? [count] : Array(Math.floor(count / 3)).fill(3);
        let first = 0;
        for (const size of faces) {
          const corner = (k) => {
            const at = 3 * indices[(first + k) * stride + offset];
            if (!(at >= 0 && at + 2 < points.length)) throw new MeshProblem("a face names a point that does not exist");
            return [points[at], points[at + 1], points[at + 2]];
          };
          for (let k = 2; k < size; k += 1) corners.push(...corner(0), ...corner(k - 1), ...corner(k));
          checkCount(corners.length / 9);
          first += size;
        }
      }
    }
  return corners;
}
