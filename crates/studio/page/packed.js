// Corners of meshes as text for the shared file: 16 bits a number, even over the box of the mesh.

const STEPS = 65535;

/** Corners, `[x, y, z, x, ...]`, as `{lower, step, corners}`; each is at most half a step from where it was. */
export function packed(corners) {
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  corners.forEach((one, k) => {
    lower[k % 3] = Math.min(lower[k % 3], one);
    upper[k % 3] = Math.max(upper[k % 3], one);
  });
  const step = upper.map((end, k) => (end - lower[k]) / STEPS);
  const numbers = new Uint16Array(corners.length);
  corners.forEach((one, k) => (numbers[k] = step[k % 3] > 0 ? Math.round((one - lower[k % 3]) / step[k % 3]) : 0));
  const bytes = new Uint8Array(numbers.buffer);
  const pieces = [];
  // a call takes a limited number of arguments
  for (let k = 0; k < bytes.length; k += 8192) pieces.push(String.fromCharCode(...bytes.subarray(k, k + 8192)));
  return { lower, step, corners: btoa(pieces.join("")) };
}

/** The corners again. */
export function unpacked({ lower, step, corners }) {
  const bytes = Uint8Array.from(atob(corners), (letter) => letter.charCodeAt(0));
  const numbers = new Uint16Array(bytes.buffer);
  return Float32Array.from(numbers, (one, k) => lower[k % 3] + step[k % 3] * one);
}
