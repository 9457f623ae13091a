// A value that others can follow. `on` calls at once with the present value and then after every change.

export function signal(value) {
  const followers = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const follower of [...followers]) follower(value);
    },
    /** Calls `follower` now and after every change; gives the function that ends it. */
    on(follower) {
      followers.add(follower);
      follower(value);
      return () => followers.delete(follower);
    },
  };
}

function follow(signals, follower, later) {
  let waiting = false;
  const ask = () => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      follower();
    });
  };
  for (const one of signals) one.on(ask);
}

/** Calls `follower` in the next frame after any of the signals changed, and once in the first frame. */
export const onFrame = (signals, follower) => follow(signals, follower, (call) => requestAnimationFrame(call));

/** Calls `follower` once after the code that changed any of the signals has run, and once at the start. */
export const onChange = (signals, follower) => follow(signals, follower, (call) => queueMicrotask(call));
