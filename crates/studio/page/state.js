// The state of one page: what is open, where it stands, what is looked at. Everything else follows these signals.
import { permalink } from "studio/permalink";
import { signal } from "studio/signal";

export function createState() {
  return {
    /** The description of the robot, as `open` answers; null before the first. */
    robot: signal(null),
    /** The request that opened it: sent again after the connection was lost. */
    request: signal(null),
    /** Its meshes, as far as they are read: `{robot, list, findings, waiting}`; null where it has none. */
    meshes: signal(null),
    /** The folder that was dropped: `{main, files}`, the path of the robot and all files by their paths; or null. */
    dropped: signal(null),
    /** Frames at q = 0: the places from which prismatic joints slide and elastic links bend. */
    rest: signal(null),
    q: signal([]),
    qd: signal([]),
    qdd: signal([]),
    /** Values of parameters that differ from the robot's own. */
    parameters: signal({}),
    /** The last answer of `pose`, with the `q` it belongs to. */
    pose: signal(null),
    quantity: signal("Q"),
    form: signal("grouped"),
    /** The last answer of `derive`. */
    derived: signal(null),
    /** Quantities that open views want with every pose, beside the chosen one. */
    wanted: signal(["Q"]),
    /** Links (indices of joints) and symbols under the pointer. */
    lit: signal({ links: [], symbols: [] }),
    /** The link that was clicked, or null. */
    selected: signal(null),
    tab: signal("equations"),
    /** "hand", "motion" or "mode": what moves the robot now. Only "hand" is kept for undo and in the address. */
    mover: signal("hand"),
    /** Forces of the row that is shown, while a run moves the robot. */
    forces: signal(null),
    /** What the tool carries in the row that is shown, `{mass, com}` in its frame, while a run moves the robot. */
    carried: signal(null),
    /** The result of the last run, and the one before it. */
    run: signal(null),
    earlierRun: signal(null),
    /** A sentence for the status line, or null. */
    message: signal(null),
    connection: signal("connecting"),
    /** Milliseconds from a change to the numbers on the page, of the last pose. */
    latency: signal(null),
  };
}

/** Limits of a coordinate for its slider: its own, or -180 to 180 degrees, or one metre to both sides. */
export const limits = (coordinate) => coordinate.range;

/** Zero where the limits allow it, else the middle between them. */
export const home = (robot) => robot.home.q;

/** A pose that is even between the limits; modes stay straight. */
export const random = (robot) =>
  robot.coordinates.map((one) => {
    const [lower, upper] = limits(one);
    return one.kind === "mode" ? 0 : lower + Math.random() * (upper - lower);
  });

/** The name of a link for readers. */
export const linkName = (robot, index) => robot.joints[index]?.link?.name || `link ${index + 1}`;

export const same = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);

/** The fragment of the state of a page, with the pose that is shown where it is not the one that it starts with. */
export function fragmentOf(state) {
  const [robot, q] = [state.robot.get(), state.q.get()];
  return permalink({
    robot: state.request.get()?.robot,
    q: robot && !same(q, home(robot)) ? q : null,
    quantity: state.quantity.get(),
    form: state.form.get(),
    tab: state.tab.get(),
  });
}
