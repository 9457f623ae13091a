// Files of meshes as triangles: STL (binary and text) and OBJ; Collada is in collada.js. A file is somebody else's: all
// that it says is checked against its length before it is believed.
import { readCollada } from "studio/collada";

export const MOST_TRIANGLES = 400_000;

/** What is wrong with a file of a mesh, for the reader. */
export class MeshProblem extends Error {}

export function checkCount(triangles) {
  if (triangles > MOST_TRIANGLES)
    throw new MeshProblem(`it has ${triangles} triangles; at most ${MOST_TRIANGLES} are shown`);
}

/** The corners of all triangles, one after the other (9 numbers each). `name` tells the format by its ending. */
export function readMesh(name, buffer) {
  const ending = name.toLowerCase().split(".").at(-1);
  const text = () => new TextDecoder().decode(buffer);
  const corners =
    ending === "stl"
      ? readStl(buffer)
      : ending === "obj"
        ? readObj(text())
        : ending === "dae"
          ? readCollada(text())
          : null;
  if (!corners) throw new MeshProblem("meshes are STL, OBJ or Collada files");
  if (!corners.length) throw new MeshProblem("it has no triangles");
  if (!corners.every(Number.isFinite)) throw new MeshProblem("it has coordinates that are not finite numbers");
  return corners;
}

const HEAD = 84; // 80 bytes of anything, and the number of triangles
const ROW = 50; // normal, three corners, two bytes of anything

function readStl(buffer) {
  const view = new DataView(buffer);
  const count = buffer.byteLength >= HEAD ? view.getUint32(80, true) : -1;
  // text begins with `solid`, but so do some binary files: these have the length that their count says
  if (count >= 0 && buffer.byteLength === HEAD + count * ROW) return binaryStl(view, count);
  const start = new TextDecoder().decode(buffer.slice(0, 5));
  if (start.toLowerCase() === "solid") return textStl(new TextDecoder().decode(buffer));
  if (count >= 0 && buffer.byteLength > HEAD + count * ROW) return binaryStl(view, count); // bytes at the end are left over
  throw new MeshProblem("it is shorter than its number of triangles says");
}

function binaryStl(view, count) {
  checkCount(count);
  const corners = new Float32Array(count * 9);
  for (let triangle = 0; triangle < count; triangle += 1) {
    const at = HEAD + triangle * ROW + 12;
    for (let k = 0; k < 9; k += 1) corners[triangle * 9 + k] = view.getFloat32(at + 4 * k, true);
  }
  return corners;
}

function textStl(text) {
  const numbers = [];
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)) {
    numbers.push(Number(x), Number(y), Number(z));
    if (numbers.length % 9 === 0) checkCount(numbers.length / 9);
  }
  if (numbers.length % 9) throw new MeshProblem("it ends in the middle of a triangle");
  return Float32Array.from(numbers);
}

/** `v` and `f` lines; a face with more corners is cut into triangles from its first. */
function readObj(text) {
  const points = [];
  const corners = [];
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === "v") points.push(rest.slice(0, 3).map(Number));
    if (word !== "f") continue;
    const face = rest.map((corner) => {
      const number = Number.parseInt(corner, 10); // before the slash; a negative one counts from the end
      const point = points[number < 0 ? points.length + number : number - 1];
      if (point?.length !== 3) throw new MeshProblem(`a face names the point ${corner}, which does not exist`);
      return point;
    });
    for (let k = 2; k < face.length; k += 1) corners.push(...face[0], ...face[k - 1], ...face[k]);
    checkCount(corners.length / 9);
  }
  return Float32Array.from(corners);
}
