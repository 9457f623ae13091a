// Sizes of the picture and the place of its camera: the same for the flat drawing and for the 3D view.

/** The origin of a frame of 12 numbers. */
export const originOf = (t) => [t[3], t[7], t[11]];

/** The box around points: `{lower, upper}`, larger by a margin. */
export function boxAround(points, margin = 0) {
  const along = (k) => points.map((point) => point[k]);
  return {
    lower: [0, 1, 2].map((k) => Math.min(...along(k)) - margin),
    upper: [0, 1, 2].map((k) => Math.max(...along(k)) + margin),
  };
}

/** Base, joints and tool of a pose `{frames, tool}`. */
export const placesOf = ({ frames, tool }) => [[0, 0, 0], ...frames.map(originOf), ...(tool ? [originOf(tool)] : [])];

/** How large a robot is at rest, in metres, and the radius of its rods. */
export function sizeOf(rest) {
  const { lower, upper } = boxAround(placesOf(rest));
  const size = Math.max(Math.hypot(...upper.map((end, k) => end - lower[k])), 0.1);
  return { size, radius: size * 0.024 };
}

/** How thick the rod of a link is: links become thinner towards the tool; -1 is the base. */
export const thickness = (index, count) => (index < 0 ? 1.25 : 1.15 - 0.5 * (index / Math.max(count - 1, 1)));

/** The opening of the camera from bottom to top, in degrees. */
export const OPENING = 35;
/** Where the camera is at first, seen from what it looks at. */
export const FRONT = [1.1, -1.5, 0.75];
/** How far the camera is from the middle of a ball that fills the picture. */
export function distanceTo(radius, aspect) {
  const half = Math.atan(Math.tan((OPENING * Math.PI) / 360) * Math.min(1, aspect));
  return (radius * 0.94) / Math.sin(half);
}
