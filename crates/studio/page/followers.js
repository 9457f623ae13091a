// Rows of joints that follow others (mimic joints, gears): their place is a sum of coordinates times ratios, and an offset.
import { h, numberBox } from "studio/dom";
import { read } from "studio/number";
import { limits } from "studio/state";

const rounded = (value) => String(Number(value.toPrecision(6)));

/** Where such a joint is, in SI units; null where a ratio has no value. */
export function placeOf({ of, offset }, q) {
  const sum = of.reduce((all, { coordinate, ratio }) => all + (q[coordinate] ?? 0) * (ratio ?? NaN), offset ?? NaN);
  return Number.isFinite(sum) ? sum : null;
}

/** As a sentence: follows 2 q1 + q3. */
const sentence = (robot, { of }) =>
  `follows ${of.map(({ coordinate, ratio }) => `${ratio === 1 ? "" : `${ratio} `}${robot.coordinates[coordinate]?.name}`).join(" + ")}`;

/**
 * A row for every joint that follows others: `[{element, update(q)}]`. One that follows a single coordinate can be moved
 * itself: `set(coordinate, value)` is called with the coordinate that it follows. `scale` gives factor, sign and word.
 */
export function followerRows(robot, set, scale) {
  return robot.joints
    .filter((joint) => joint.follows)
    .map((joint) => {
      const [factor, sign, word] = scale({ kind: joint.kind === "revolute" ? "angle" : "length" });
      const { of, offset } = joint.follows;
      const leader = of.length === 1 && of[0].ratio && offset !== null ? of[0] : null;
      const ends = leader
        ? limits(robot.coordinates[leader.coordinate]).map((end) => end * leader.ratio + offset)
        : [-1, 1];
      const move = (value) => leader && Number.isFinite(value) && set(leader.coordinate, (value / factor - offset) / leader.ratio);
      const slider = h("input", {
        type: "range",
        min: String(Math.min(...ends) * factor),
        max: String(Math.max(...ends) * factor),
        step: "any",
        disabled: !leader,
        aria: { label: `${joint.name} in ${word}` },
        on: { input: () => move(Number(slider.value)) },
      });
      const box = numberBox((text) => move(read(text)), {
        readOnly: !leader,
        aria: { label: `${joint.name}, number in ${word}` },
        data: { follower: joint.name },
      });
      const element = h(
        "div",
        { class: "row follower", title: sentence(robot, joint.follows) },
        h("span", { class: "name" }, joint.name),
        slider,
        box,
        h("span", { class: "unit" }, sign),
        h("small", { class: "follows" }, sentence(robot, joint.follows)),
      );
      return {
        element,
        update(q) {
          const value = placeOf(joint.follows, q);
          box.dataset.value = String(value);
          if (value === null) return;
          if (Number(slider.value) !== value * factor) slider.value = String(value * factor);
          box.fill(rounded(value * factor));
        },
      };
    });
}
