// The start of the page: key for a cookie, connection, state, views.
import { Connection, login } from "studio/connection";
import { createCode } from "studio/code";
import { createElastic } from "studio/elastic";
import { createEquations } from "studio/equations";
import { createFrame, refusedPage } from "studio/frame";
import { followHistory } from "studio/history";
import { followKeys, keySheet } from "studio/keyboard";
import { followPose } from "studio/live";
import { filesOfDrop } from "studio/folder";
import { followMeshes } from "studio/meshes";
import { createModel } from "studio/model";
import { createMotion } from "studio/motion";
import { fragmentOf, permalink, readPermalink } from "studio/permalink";
import { followPointer, toolMover } from "studio/pointer";
import { createProof } from "studio/proof";
import { createShare } from "studio/share";
import { createSliders } from "studio/sliders";
import { createStage } from "studio/stage";
import { createState, home } from "studio/state";
import { followTheme } from "studio/theme";

const first = readPermalink();
const state = createState();
followTheme(() => {});

/** Makes a description the robot of the page: pose, frames at rest, list of robots. */
async function adopt(robot, request, q = null) {
  const rest = await connection.ask("pose", { q: robot.coordinates.map(() => 0) });
  const zeros = robot.coordinates.map(() => 0);
  state.pose.set(null);
  state.derived.set(null);
  state.selected.set(null);
  state.parameters.set({});
  state.mover.set("hand");
  state.qd.set(zeros);
  state.qdd.set(zeros);
  state.q.set(q?.length === zeros.length ? q : home(robot));
  state.request.set(request);
  if (!request.main) state.dropped.set(null);
  if (!first.form || state.robot.get())
    state.form.set(robot.coordinates.length > 5 || robot.is_elastic ? "nested" : "grouped");
  state.robot.set(robot);
  state.rest.set({ ...rest, robot });
  page.listRobots(robots, request.robot ?? "", robot.name);
}

/** Opens a robot; the one before stays when it fails. */
async function openRobot(request, q = null) {
  try {
    await adopt(await connection.ask("open", request), request, q);
    state.message.set(null);
    return null;
  } catch (refusal) {
    state.message.set(refusal.message);
    return refusal;
  }
}

/** The name of the robot in the text of a scenario. */
const robotOf = (scenario) => /^\s*robot\s*=\s*"([^"]*)"/m.exec(scenario)?.[1];

let connection, page;
let robots = [];

async function begin() {
  robots = (await connection.ask("robots")).robots;
  page.listRobots(robots, "", "\u2014");
  const start = await fetch("/start").then((response) => (response.ok ? response.json() : {}));
  const robot =
    first.robot ?? start.robot ?? robotOf(start.scenario ?? "") ?? (start.paper === undefined ? "panda" : null);
  if (start.paper !== undefined && !first.tab) state.tab.set("proof");
  if (start.scenario !== undefined && !first.tab) state.tab.set("motion");
  state.started = start;
  if (robot) await openRobot({ robot }, first.q);
  else state.message.set("Choose the robot that the paper is about.");
  document.dispatchEvent(new Event("studio-ready"));
}

async function main() {
  const accepted = await login(first.token);
  if (first.token) {
    const { token: _, ...kept } = first;
    history.replaceState(null, "", permalink(kept));
  }
  if (!accepted) return document.body.replaceChildren(refusedPage());
  connection = new Connection(`ws://${location.host}/socket`, async (now) => {
    if (now === "refused") return document.body.replaceChildren(refusedPage());
    const again = now === "open" && state.robot.get();
    if (again) await connection.ask("open", state.request.get()).catch(() => {});
    state.connection.set(now);
    if (again) state.robot.set({ ...state.robot.get() });
    if (again) state.rest.set({ ...state.rest.get(), robot: state.robot.get() });
    else if (now === "open") await begin();
  });

  const past = followHistory(state);
  const stage = createStage(state);
  const help = keySheet();
  page = createFrame(state, {
    stage,
    sliders: createSliders(state, past),
    chooseRobot: (name) => openRobot({ robot: name }),
    help: help.toggle,
    tabs: [
      ["equations", "Equations", () => createEquations(connection, state)],
      ["motion", "Motion", () => createMotion(connection, state, stage, adopt)],
      ["proof", "Proof", () => createProof(connection, state, openRobot)],
      ["elastic", "Elastic", () => createElastic(connection, state)],
      ["code", "Code", () => createCode(connection, state)],
      ["model", "Model", () => createModel(connection, state, openRobot)],
      ["share", "Share", () => createShare(connection, state)],
    ],
  });
  if (first.quantity) state.quantity.set(first.quantity);
  if (first.form) state.form.set(first.form);
  document.body.replaceChildren(page, help);
  if (first.tab) state.tab.set(first.tab);

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
    page.view("model").take(await files);
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
