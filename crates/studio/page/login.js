// The key of the address for a cookie. It needs no other module and is asked for first: the answer comes while they are loaded.
const { token } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/**
 * The promise of what the studio was started with; null where the token, or the cookie of an earlier time, is not taken.
 */
export const started = enter();

async function enter() {
  const sent = { method: "POST", headers: { "Content-Type": "text/plain" }, body: token };
  const response = await (token ? fetch("/login", sent) : fetch("/start"));
  return response.ok ? response.json() : null;
}
