// Rows of a run as states of the robot, and the frames of many rows for paths and shared files.

const column = (run, name) => run.columns.find((one) => one.name === name)?.values;

/** Coordinates, velocities, accelerations and forces of a row; what has no column is zero. */
export function stateOfRow(run, row) {
  const names = run.robot.coordinates.map((one) => one.name);
  const of = (prefix) => names.map((name) => column(run, prefix + name)?.[row] ?? 0);
  return {
    q: run.coordinates.flat().map((index) => (index >= 0 ? run.columns[index].values[row] : 0)),
    qd: of("d"),
    qdd: of("dd"),
    forces: names.map((name) => column(run, `Q_${name}`)?.[row] ?? null),
  };
}

/** What the tool carries at a row: of two payloads at one time the later one counts; else the robot's own. */
export function carriedAt(run, row) {
  const t = run.columns[0].values[row];
  const now = (run.payloads ?? []).findLast(({ from, until }) => from <= t && t < (until ?? Infinity));
  return now ?? run.robot.payload ?? null;
}

/** Rows that are even over the run, the first and the last among them. */
export function chosenRows(run, most) {
  const rows = run.columns[0].values.length;
  if (rows <= most) return Array.from({ length: rows }, (_, row) => row);
  return Array.from({ length: most }, (_, k) => Math.round((k * (rows - 1)) / (most - 1)));
}

/**
 * Frames and tool of rows of a run: `[{row, frames, tool}]`. One question at a time, so that the page stays quick;
 * `goOn()` false ends it early with null.
 */
export async function framesOfRun(connection, run, rows, goOn = () => true) {
  const poses = [];
  for (const row of rows) {
    if (!goOn()) return null;
    const { q } = stateOfRow(run, row);
    const { frames, tool } = await connection.ask("pose", { q });
    poses.push({ row, q, frames, tool });
  }
  return poses;
}
