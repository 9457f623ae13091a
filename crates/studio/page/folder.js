// A folder that was dropped: its files by their paths, the file that is the robot, the texts that it may name.

const MOST_FILES = 4000;
const MOST_TEXT = 900_000; // bytes: a message of the page has at most 1 MiB
const ROBOTS = ["urdf", "xacro", "xml", "mjcf", "sdf", "toml"];
const TEXTS = [...ROBOTS, "yaml", "yml", "csv", "mtx"];

const ending = (path) => path.toLowerCase().split(".").at(-1);

/** The files below an entry of the file system, into `found` by their paths. */
async function collect(entry, path, found) {
  if (found.size >= MOST_FILES || entry.name.startsWith(".")) return;
  if (entry.isFile) found.set(path + entry.name, await new Promise((done, fail) => entry.file(done, fail)));
  else {
    const reader = entry.createReader();
    for (;;) {
      // a reader gives its entries in parts
      const part = await new Promise((done, fail) => reader.readEntries(done, fail));
      if (!part.length) break;
      for (const one of part) await collect(one, `${path}${entry.name}/`, found);
    }
  }
}

/** What was dropped: a map of paths to files; a folder's paths begin with its name. */
export async function filesOfDrop(transfer) {
  // entries must be taken before the first wait: the list is empty afterwards
  const entries = [...(transfer.items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((one) => one.isDirectory)) return new Map([...transfer.files].map((file) => [file.name, file]));
  const found = new Map();
  for (const entry of entries) await collect(entry, "", found);
  return found;
}

/** What was chosen with a box for folders. */
export const filesOfChoice = (files) => new Map([...files].map((one) => [one.webkitRelativePath || one.name, one]));

/** Files that may be the robot, the likeliest first: URDF, xacro and MJCF near the top of the folder. */
export async function robotsOf(files) {
  const found = [];
  for (const [path, file] of files) {
    if (!ROBOTS.includes(ending(path)) || file.size > MOST_TEXT) continue;
    const text = await file.text();
    const kind = ending(path) !== "toml" ? /<(mujoco|robot|sdf)[\s>]/.exec(text)?.[1] : "toml";
    if (!kind) continue;
    // macros and parts that others include have no joints that make a robot of their own
    const whole = kind === "mujoco" ? /<worldbody/.test(text) || /<include/.test(text) : /joint|include/.test(text);
    const rank = { urdf: 0, xml: 1, mjcf: 1, xacro: 2, sdf: 3, toml: 4 }[ending(path)] + (whole ? 0 : 10);
    found.push({ path, text, rank, depth: path.split("/").length });
  }
  return found.sort((a, b) => a.rank - b.rank || a.depth - b.depth || a.path.localeCompare(b.path));
}

/** The other texts of the folder, as `open` takes them; null where they are too long together. */
export async function textsOf(files, main) {
  const texts = {};
  let size = 0;
  for (const [path, file] of files) {
    if (path === main || !TEXTS.includes(ending(path))) continue;
    size += file.size;
    if (size > MOST_TEXT) return null;
    texts[path] = await file.text();
  }
  return texts;
}

/** The file of a mesh that the robot names: by its path from the main file, else by the end of its path. */
export function fileOfMesh({ main, files }, name) {
  const path = name.replace(/^(package|model|file):\/\/\/?/, "");
  const steps = main.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  const beside = files.get(steps.join("/")) ?? files.get(path);
  if (beside) return beside;
  // `package://NAME/path`, where the folder of the package has another name or was not dropped as a whole
  const parts = path.split("/").filter((step) => step !== "..");
  for (let k = 0; k < parts.length; k += 1) {
    const end = parts.slice(k).join("/");
    for (const [own, file] of files) if (own === end || own.endsWith(`/${end}`)) return file;
  }
  return null;
}
