// The state of the page in the fragment of its address: #robot=panda&q=0,0.5&quantity=Q&form=grouped&tab=motion

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
