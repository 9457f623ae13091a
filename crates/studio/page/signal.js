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

/** Calls `follower` in the next frame after any of the signals changed, and once in the first frame. */
export function onFrame(signals, follower) {
  let waiting = false;
  const ask = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      follower();
    });
  };
  for (const one of signals) one.on(ask);
}
