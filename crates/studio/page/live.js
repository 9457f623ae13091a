// Numbers that follow the pose: one question on its way, always for the latest pose; asked and written at once.
import { onChange, onFrame } from "studio/signal";

export function followPose(connection, state) {
  let onItsWay = false;
  let stale = false;
  let derivedAtSending = null;
  let changedAt = performance.now();

  // `data-pose` says whether the numbers on the page are those of its pose: for tests, and for style
  const shown = (now) => (document.documentElement.dataset.pose = now ? "shown" : "waiting");
  const note = () => {
    changedAt = performance.now();
    shown(false);
  };
  for (const one of [state.q, state.qd, state.qdd, state.parameters]) one.on(note);

  async function ask() {
    const robot = state.robot.get();
    if (!robot || state.connection.get() !== "open") return;
    if (onItsWay) {
      stale = true;
      return;
    }
    onItsWay = true;
    stale = false;
    derivedAtSending = state.derived.get();
    const [q, started] = [state.q.get(), changedAt];
    changedAt = null;
    const question = {
      q,
      qd: state.qd.get(),
      qdd: state.qdd.get(),
      parameters: state.parameters.get(),
      quantities: [...new Set([state.quantity.get(), ...state.wanted.get()])],
      terms: true,
    };
    try {
      const answer = await connection.ask("pose", question);
      // An answer for another robot, or with terms of an earlier formula, says nothing about this one.
      if (state.robot.get() === robot && answer.frames.length === robot.joints.length) {
        const terms = derivedAtSending === state.derived.get() ? answer.terms : undefined;
        state.pose.set({ ...answer, terms, q, robot });
        // the views write their numbers at once, before this
        if (started !== null) queueMicrotask(() => state.latency.set(performance.now() - started));
      }
    } catch (refusal) {
      if (state.robot.get() === robot) state.message.set(refusal.message);
    } finally {
      onItsWay = false;
      if (stale || derivedAtSending !== state.derived.get()) ask();
      else requestAnimationFrame(() => onItsWay || stale || shown(true)); // the frame that draws it
    }
  }

  onChange(
    [
      state.robot,
      state.q,
      state.qd,
      state.qdd,
      state.parameters,
      state.derived,
      state.wanted,
      state.quantity,
      state.connection,
    ],
    () => {
      shown(false);
      ask();
    },
  );
}

/** Derives the chosen quantity whenever it, its form or the robot changes; an older question is cancelled. */
export function followQuantity(connection, state, progressed) {
  let running = null;
  onFrame([state.robot, state.quantity, state.form, state.tab], async () => {
    const robot = state.robot.get();
    if (!robot || state.tab.get() !== "equations") return;
    const wanted = { quantity: state.quantity.get(), form: state.form.get() };
    const shown = running ?? state.derived.get();
    if (shown && shown.robot === robot && shown.asked.quantity === wanted.quantity && shown.asked.form === wanted.form)
      return;
    running?.question.cancel();
    const mine = { robot, asked: wanted };
    running = mine;
    progressed({ doing: `deriving ${wanted.quantity}`, cancel: () => mine.question.cancel() });
    try {
      mine.question = connection.ask(
        "derive",
        wanted,
        (progress) => running === mine && progressed({ ...progress, cancel: mine.question.cancel }),
      );
      const answer = await mine.question;
      if (running === mine) state.derived.set({ ...answer, ...mine });
    } catch (refusal) {
      // `T` means a frame of every joint: the first is shown
      const one = /means several quantities: choose one, such as (\S+)$/.exec(refusal.message)?.[1];
      if (running === mine && one && one !== wanted.quantity) state.quantity.set(one);
      else if (running === mine)
        state.derived.set({ ...mine, entries: [], steps: [], notes: refusal.findings, failed: true });
    } finally {
      if (running === mine) {
        running = null;
        progressed(null);
      }
    }
  });
}
