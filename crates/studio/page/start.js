// What the page asks for before its views are loaded: the key for a cookie, the connection, the first robot.
import { createCanvas } from "studio/canvas";
import { Connection, login } from "studio/connection";
import { permalink, readPermalink } from "studio/permalink";

/** What the address said. */
export const first = readPermalink();
/** The name of the robot in the text of a scenario. */
const robotOf = (scenario) => /^\s*robot\s*=\s*"([^"]*)"/m.exec(scenario)?.[1];

/**
 * `{connection, start, request, description}`: what the studio was started with, the first robot (null where one must be
 * chosen) and the promise of its description; null where the key is not taken.
 */
async function enter() {
  const accepted = await login(first.token);
  if (first.token) {
    const { token: _, ...kept } = first;
    history.replaceState(null, "", permalink(kept));
  }
  if (!accepted) return null;
  const connection = new Connection(`ws://${location.host}/socket`);
  const [start, open] = await Promise.all([
    fetch("/start").then((response) => (response.ok ? response.json() : {})),
    connection.firstState,
  ]);
  const robot =
    first.robot ?? start.robot ?? robotOf(start.scenario ?? "") ?? (start.paper === undefined ? "panda" : null);
  const request = robot ? { robot } : null;
  const description = request && open === "open" ? connection.ask("open", request) : null;
  // whoever uses it says what a refusal means
  description?.catch(() => {});
  return { connection, start, request, description };
}

/** The promise of what `enter` gives. */
export const entered = enter();
/** The canvas of the stage: made while the browser waits for answers. */
export const canvas = createCanvas();
