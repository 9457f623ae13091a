// Joint reaction forces as arrows at the joints, the longest a quarter of the robot.
import { ArrowHelper, Group, Vector3 } from "three";
import { colour } from "studio/theme";

/** Arrows of the values `f[1]`, `f[2]`, ... of a pose, which are in the axes of their frames. */
export function reactionArrows(figure, pose) {
  const group = new Group();
  const forces = figure.robot.joints.map((_, index) => pose.values?.[`f[${index + 1}]`]?.entries ?? null);
  const largest = Math.max(...forces.map((one) => (one ? Math.hypot(...one) : 0)));
  if (!(largest > 0)) return { group, largest: 0 };
  forces.forEach((force, index) => {
    const size = force ? Math.hypot(...force) : 0;
    if (size < largest * 1e-3) return;
    const t = pose.frames[index];
    const row = (k) => t[k] * force[0] + t[k + 1] * force[1] + t[k + 2] * force[2];
    const direction = new Vector3(row(0), row(4), row(8)).normalize();
    const length = figure.size * 0.25 * (size / largest);
    const head = Math.min(length * 0.35, figure.size * 0.035);
    group.add(new ArrowHelper(direction, new Vector3(t[3], t[7], t[11]), length, colour("s4"), head, head * 0.6));
  });
  group.traverse((one) => {
    // seen through the links, from whose axes they start
    if (one.material) Object.assign(one.material, { depthTest: false, transparent: true });
    one.renderOrder = 2;
  });
  return { group, largest };
}
