// The page inside a widget: sliders ask the page around it for the numbers of a pose. Messages are `{appell: ...}`:
// "ready" from here, "live" where there is somebody who answers, `{state: {q, qd, qdd}}` from here, `{pose}` as answer.
import { followHistory } from "studio/history";
import { onChange } from "studio/signal";
import { createSliders } from "studio/sliders";
import { same } from "studio/state";

/** Waits for the page around this one; `enliven(sliders)` puts the sliders into the page. */
export function followParent(state, robot, enliven) {
  if (parent === window) return;
  let live = false;
  let asked = null; // the question on its way
  let stale = false;
  let outside = null; // the pose that came from outside, which needs no question
  const tell = (message) => parent.postMessage({ appell: message }, "*");

  function ask() {
    if (asked) {
      stale = true;
      return;
    }
    stale = false;
    asked = { q: state.q.get(), qd: state.qd.get(), qdd: state.qdd.get() };
    tell({ state: asked });
  }
  function take(pose) {
    const mine = asked;
    asked = null;
    state.pose.set({ ...pose, values: { Q: { entries: pose.torques } }, robot });
    document.documentElement.dataset.pose = stale ? "waiting" : "shown";
    if (stale) return ask();
    // moved by the page around this one, not by a slider
    if (!mine && !same(pose.q, state.q.get())) {
      outside = pose.q;
      state.q.set(pose.q);
    }
  }
  function begin() {
    if (live) return;
    live = true;
    const zeros = robot.coordinates.map(() => 0);
    state.qd.set(zeros);
    state.qdd.set(zeros);
    enliven(createSliders(state, followHistory(state)));
    onChange([state.q, state.qd, state.qdd], () => {
      if (state.q.get() === outside) return;
      document.documentElement.dataset.pose = "waiting";
      ask();
    });
  }
  addEventListener("message", ({ source, data }) => {
    if (source !== parent) return;
    if (data?.appell === "live") begin();
    else if (data?.appell?.pose?.frames?.length === robot.joints.length) take(data.appell.pose);
  });
  tell("ready");
}
