// The page: its state, its views, and what follows the state. Views of tabs are loaded when their tab is opened first.
import { createEquations } from "studio/equations";
import { createFrame, refusedPage } from "studio/frame";
import { followHistory } from "studio/history";
import { followKeys, keySheet } from "studio/keyboard";
import { followPose } from "studio/live";
import { filesOfDrop } from "studio/folder";
import { followMeshes } from "studio/meshes";
import { followPointer, toolMover } from "studio/pointer";
import { createSliders } from "studio/sliders";
import { createStage } from "studio/stage";
import { entered, first, sketch } from "studio/start";
import { createState, fragmentOf, home, same } from "studio/state";

const state = createState();

/** Makes a description the robot of the page: pose, frames at rest, list of robots. */
function adopt(robot, request, q = null) {
  const zeros = robot.coordinates.map(() => 0);
  state.pose.set(null);
  state.derived.set(null);
  state.selected.set(null);
  state.parameters.set({});
  state.mover.set("hand");
  state.qd.set(zeros);
  state.qdd.set(zeros);
  const begin = q?.length === zeros.length ? q : home(robot);
  state.q.set(begin);
  state.request.set(request);
  if (!request.main) state.dropped.set(null);
  if (!first.form || state.robot.get())
    state.form.set(robot.coordinates.length > 5 || robot.is_elastic ? "nested" : "grouped");
  state.robot.set(robot);
  state.rest.set({ ...robot.rest, robot });
  // its frames are known: the picture does not wait for the numbers
  if (same(begin, robot.home.q)) state.pose.set({ ...robot.home, values: {}, robot });
  page.listRobots(robots, request.robot ?? "", robot.name);
}

/** Opens a robot, or takes its description where it was asked for; the one before stays when it fails. */
async function openRobot(request, q = null, description = connection.ask("open", request)) {
  try {
    adopt(await description, request, q);
    state.message.set(null);
    return null;
  } catch (refusal) {
    state.message.set(refusal.message);
    return refusal;
  }
}

let connection, page;
let robots = [];

/** The first robot, and then all that may be chosen. */
async function begin(beginning) {
  const { start, request, description } = beginning;
  beginning.description = undefined; // it is asked for again where the connection broke
  if (start.paper !== undefined && !first.tab) state.tab.set("proof");
  if (start.scenario !== undefined && !first.tab) state.tab.set("motion");
  state.started = start;
  if (request) await openRobot(request, first.q, description);
  else state.message.set("Choose the robot that the paper is about.");
  document.dispatchEvent(new Event("studio-ready"));
  robots = (await connection.ask("robots")).robots;
  page.listRobots(robots, state.request.get()?.robot ?? "", state.robot.get()?.name ?? "\u2014");
}

/** Follows the connection: the first robot when it opens, the same robot again after a break. */
async function reconnect(now, beginning) {
  if (now === "refused") return document.body.replaceChildren(refusedPage());
  const again = now === "open" && state.robot.get();
  if (again) await connection.ask("open", state.request.get()).catch(() => {});
  state.connection.set(now);
  if (again) state.robot.set({ ...state.robot.get() });
  if (again) state.rest.set({ ...state.rest.get(), robot: state.robot.get() });
  else if (now === "open") await begin(beginning);
}

/** The view of a tab from a module that is loaded now. */
const later = (module, make) => async () => make(await import(`studio/${module}`));

async function main() {
  const past = followHistory(state);
  const stage = createStage(state, { sketch });
  const beginning = await entered;
  if (!beginning) return document.body.replaceChildren(refusedPage());
  connection = beginning.connection;
  const help = keySheet();
  page = createFrame(state, {
    stage,
    sliders: createSliders(state, past),
    chooseRobot: (name) => openRobot({ robot: name }),
    help: help.toggle,
    tabs: [
      ["equations", "Equations", () => createEquations(connection, state)],
      ["motion", "Motion", later("motion", (it) => it.createMotion(connection, state, stage, adopt))],
      ["proof", "Proof", later("proof", (it) => it.createProof(connection, state, openRobot))],
      ["elastic", "Elastic", later("elastic", (it) => it.createElastic(connection, state))],
      ["code", "Code", later("code", (it) => it.createCode(connection, state))],
      ["model", "Model", later("model", (it) => it.createModel(connection, state, openRobot))],
      ["share", "Share", later("share", (it) => it.createShare(connection, state))],
    ],
  });
  if (first.quantity) state.quantity.set(first.quantity);
  if (first.form) state.form.set(first.form);
  document.body.replaceChildren(page, help);
  if (first.tab) state.tab.set(first.tab);

  connection.follow((now) => reconnect(now, beginning));
  followPose(connection, state);
  followMeshes(connection, state);
  followPointer(stage.view, state, stage.figure, toolMover(connection, state));
  followKeys(state, { page, stage, history: past, help });
  // a file may be dropped anywhere; the view of papers takes its own
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    const files = filesOfDrop(event.dataTransfer);
    state.tab.set("model");
    (await page.opened("model")).take(await files);
  });
  // browsers slow a page down that rewrites its address in every frame
  let writing = null;
  for (const one of [state.robot, state.q, state.quantity, state.form, state.tab, state.mover])
    one.on(() => {
      if (!state.robot.get() || state.mover.get() !== "hand") return;
      clearTimeout(writing);
      writing = setTimeout(() => history.replaceState(null, "", fragmentOf(state)), 150);
    });
}

main();
