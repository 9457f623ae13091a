// The state of the page in the fragment of its address: #robot=panda&q=0,0.5&quantity=Q&form=grouped&tab=motion
import { home, same } from "studio/state";

/** The parts of the fragment; `q` as numbers. */
export function readPermalink(fragment = location.hash) {
  const parts = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, "")));
  if (parts.q !== undefined) {
    const numbers = parts.q.split(",").map(Number);
    if (numbers.some((one) => !Number.isFinite(one))) delete parts.q;
    else parts.q = numbers;
  }
  return parts;
}

/** A fragment; parts that are not given are left out. */
export function permalink({ robot, q, quantity, form, tab }) {
  const parts = [];
  if (robot) parts.push(`robot=${encodeURIComponent(robot)}`);
  if (q?.length) parts.push(`q=${q.map((one) => String(Number(one.toPrecision(12)))).join(",")}`);
  if (quantity) parts.push(`quantity=${encodeURIComponent(quantity)}`);
  if (form) parts.push(`form=${form}`);
  if (tab) parts.push(`tab=${tab}`);
  return `#${parts.join("&")}`;
}

/** The fragment of the state of a page, with the pose that is shown where it is not the one that it starts with. */
export function fragmentOf(state) {
  const [robot, q] = [state.robot.get(), state.q.get()];
  return permalink({
    robot: state.request.get()?.robot,
    q: robot && !same(q, home(robot)) ? q : null,
    quantity: state.quantity.get(),
    form: state.form.get(),
    tab: state.tab.get(),
  });
}
