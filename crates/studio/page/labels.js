// Names beside the figure: buttons of the page at the projected places, so that they can be read, pressed and focused.
import { Vector3 } from "three";
import { h } from "studio/dom";
import { short } from "studio/number";
import { linkName } from "studio/state";

/** Keeps labels of `figure()` in `layer`; `pressed` gets the index of a link. */
export function createLabels(view, layer, figure, pressed) {
  let shown = null;
  let labels = [];
  let tool = null;
  let payload = null;
  const place = new Vector3();

  function build(current) {
    shown = current;
    labels = current.robot.joints.map((joint, index) =>
      h(
        "button",
        {
          type: "button",
          class: "label",
          title: `${linkName(current.robot, index)}: show its terms`,
          data: { link: index },
          aria: { pressed: "false" },
          on: { click: () => pressed(index) },
        },
        linkName(current.robot, index),
      ),
    );
    tool = h("span", { class: "label tool-label" }, "tool");
    payload = h("span", { class: "label payload-label", data: { payload: "" } });
    layer.replaceChildren(...labels, tool, payload);
  }

  view.afterDraw(() => {
    const current = figure();
    if (!current?.frames) return;
    if (current !== shown) build(current);
    const [width, height] = view.size();
    const used = [];
    const put = (label, at) => {
      place.copy(at).project(view.camera);
      // about as wide as its letters: asking the page would make it lay itself out
      const room = label.textContent.length * 6.5 + 12;
      const x = Math.min(((place.x + 1) / 2) * width + 10, width - room);
      let y = ((1 - place.y) / 2) * height;
      // labels at one place (joints whose origins coincide) are written below each other
      const meets = (other) => x < other.x + other.room && other.x < x + room && Math.abs(other.y - y) < 17;
      while (used.some(meets)) y += 18;
      used.push({ x, y, room });
      const shift = `translate(${x.toFixed(1)}px, ${(y - 8).toFixed(1)}px)`;
      if (label.shift !== shift) label.style.transform = label.shift = shift;
      label.hidden = place.z > 1;
    };
    if (current.tool) put(tool, current.handle.position);
    else tool.hidden = true;
    payload.dataset.payload = String(current.carried?.mass ?? "");
    payload.textContent = current.carried ? `payload ${short(current.carried.mass, 4)} kg` : "";
    if (current.carried) put(payload, place.setFromMatrixPosition(current.payload.matrixWorld));
    else payload.hidden = true;
    labels.forEach((label, index) => put(label, current.labelPlace(index)));
  });

  return {
    mark(lit, selected) {
      labels.forEach((label, index) => {
        label.classList.toggle("lit", lit.includes(index) || index === selected);
        label.setAttribute("aria-pressed", String(index === selected));
      });
    },
  };
}
