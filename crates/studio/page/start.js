// What the page does before its views are loaded: the connection, the first robot and its drawing.
import { Connection } from "studio/connection";
import { started } from "studio/login";
import { permalink, readPermalink } from "studio/permalink";
import { createSketch, pageWith } from "studio/sketch";
import { followTheme } from "studio/theme";

/** What the address said. */
export const first = readPermalink();
/** The drawing that is shown until there is a picture of WebGL. */
export const sketch = createSketch();

/** The name of the robot in the text of a scenario. */
const robotOf = (scenario) => /^\s*robot\s*=\s*"([^"]*)"/m.exec(scenario)?.[1];

/** The promise that what was put on the page is on the screen; a page that nobody sees draws no frames. */
const onScreen = () =>
  new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 100);
  });

/** Draws a robot as it is at first; not where the address has another pose. Gives the promise that it is on the screen. */
function draw(robot) {
  if (!robot?.home || first.q) return null;
  document.body.replaceChildren(pageWith(sketch, robot));
  sketch.show(robot);
  return onScreen().then(() => performance.mark("studio-picture")); // for measurements
}

/**
 * `{connection, start, request, description}`: what the studio was started with, the first robot (null where one must be
 * chosen) and the promise of its description; null where the key is not taken.
 */
async function enter() {
  const start = await started;
  if (first.token) {
    const { token: _, ...kept } = first;
    history.replaceState(null, "", permalink(kept));
  }
  if (!start) return null;
  const robot = first.robot ?? start.robot ?? robotOf(start.scenario ?? "") ?? null;
  const drawing = robot === start.robot ? draw(start.scene) : null;
  const connection = new Connection(`ws://${location.host}/socket`);
  const request = robot ? { robot } : null;
  const opened = connection.firstState.then((now) => (now === "open" && request ? connection.ask("open", request) : null));
  // whoever uses it says what a refusal means
  opened.catch(() => {});
  await drawing;
  return { connection, start, request, description: opened };
}

followTheme(() => {});
/** The promise of what `enter` gives. */
export const entered = enter();
// the views take the time of the page and of the server: they are loaded when the drawing is on the screen
entered.finally(() => {
  document.head.prepend(document.querySelector("#later").content);
  import("studio/main");
});
