"""Writes golden.txt: for the files of this folder, what MuJoCo makes of them at two states.

    pip install mujoco numpy
    python crates/model/tests/mjcf/golden.py

A line has the name of the file and, each after its name, the coordinates of all joints, the mass matrix
row by row, the place of the frame that is the tool, and its rotation matrix row by row.
"""

import pathlib

import mujoco
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
TOOLS = {"arm": ("site", "tool"), "orientations": ("body", "e"), "compiler": ("body", "c")}


def main():
    random = np.random.default_rng(7)
    lines = []
    for name, (kind, tool) in TOOLS.items():
        model = mujoco.MjModel.from_xml_path(str(HERE / f"{name}.xml"))
        data = mujoco.MjData(model)
        for _ in range(2):
            data.qpos = random.uniform(-1, 1, model.nv)
            mujoco.mj_forward(model, data)
            mass = np.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, data, mass)
            place = getattr(data, kind)(tool)
            parts = {"q": data.qpos, "M": mass.ravel(), "position": place.xpos, "rotation": place.xmat}
            text = " ".join(f"{key} " + " ".join(f"{x:.17g}" for x in values) for key, values in parts.items())
            lines.append(f"{name} {text}\n")
    (HERE / "golden.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
