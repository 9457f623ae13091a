// Undo and redo of poses: a pose that rests for a third of a second is remembered.
import { same } from "studio/state";

const REST = 300; // ms
const KEPT = 200;

export function followHistory(state) {
  let past = [];
  let future = [];
  let timer = null;

  function remember() {
    clearTimeout(timer);
    timer = null;
    const q = state.q.get();
    if (past.length && same(past.at(-1), q)) return;
    past.push(q);
    if (past.length > KEPT) past.shift();
    future = [];
  }

  // a robot comes with its first pose
  state.robot.on((robot) => {
    past = robot ? [state.q.get()] : [];
    future = [];
  });
  state.q.on(() => {
    if (!past.length || state.mover.get() !== "hand") return;
    clearTimeout(timer);
    timer = setTimeout(remember, REST);
  });

  const go = (from) => {
    if (timer) remember();
    if (from === "past" ? past.length < 2 : future.length === 0) return;
    state.mover.set("hand");
    if (from === "past") future.push(past.pop());
    else past.push(future.pop());
    const kept = [past, future];
    state.q.set(past.at(-1));
    clearTimeout(timer);
    timer = null;
    [past, future] = kept;
  };
  return { undo: () => go("past"), redo: () => go("future") };
}
