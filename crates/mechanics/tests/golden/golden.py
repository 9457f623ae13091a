"""Reference values of robot mechanics, made with Pinocchio, for the tests of this crate.

    pip install pin==4.1.0
    python golden.py --urdf          # (re)writes the three random_*.urdf beside this script
    python golden.py > golden.json   # reads the five URDF files beside this script

ur5.urdf and panda.urdf are the bundled robots: `appell convert ur5 ur5.urdf --force`.

Every array over joints follows the list "joints": the moving joints in the order of the
file (Pinocchio sorts siblings by name, so its own order may differ). Per state:
  Q = rnea(q, qd, qdd); c = rnea(q, qd, 0) without gravity; G gravity alone; no friction
  acc = aba(q, qd, tau); dQ_dq, dQ_dqd the partial derivatives of Q, row i for Q_i
  frames: 4x4 of each joint's frame, after its motion, in the base
  wrench: what the parent exerts on the child through the joint, at the origin of the
      joint's frame and in its axes (gravity included)
  J: Jacobian of the last joint's frame origin in base axes, linear rows then angular
  links: of every link behind a fixed joint, its 4x4 in the base (T), its Jacobian (J), the time
      derivative of that (Jdot), and the acceleration of its origin in base axes, less gravity (a)
Gravity is 9.81 along -z; the potential energy is zero for a mass at height z = 0.
"""

import copy
import json
import pathlib
import random
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pinocchio as pin

HERE = pathlib.Path(__file__).resolve().parent
FILES = ["ur5", "panda", "random_chain", "random_prismatic", "random_tree"]
STATES = 3
ALIGNED = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

# Random robots: (joint, type, parent link, axis); the child link of joint "x" is "link_x".
# Every decimal axis is exactly unit: 0.36 + 0.64 = 0.2304 + 0.36 + 0.4096 = 1 and so on.
ROBOTS = {
    "random_chain": [
        ("a", "revolute", "base", "0.6 0 0.8"),
        ("b", "prismatic", "link_a", "0 -0.6 0.8"),
        ("c", "revolute", "link_b", "0.48 0.6 0.64"),
        ("d", "prismatic", "link_c", "-0.36 0.48 0.8"),
        ("e", "revolute", "link_d", "-0.8 0.6 0"),
    ],
    "random_prismatic": [
        ("lift", "prismatic", "base", "0 0 1"),
        ("slide", "prismatic", "link_lift", "1 0 0"),
        ("turn", "revolute", "link_slide", "0 1 0"),
        ("reach", "prismatic", "link_turn", "0 -1 0"),
    ],
    # Two branches that split at "trunk", written in turn; names against the alphabet.
    "random_tree": [
        ("trunk", "revolute", "base", "0 0 1"),
        ("right1", "revolute", "link_trunk", "1 0 0"),
        ("left1", "revolute", "link_trunk", "0.6 0.8 0"),
        ("plate", "fixed", "link_right1", None),
        ("right2", "prismatic", "link_plate", "0 0.8 -0.6"),
        ("finger", "revolute", "link_plate", "0 1 0"),
        ("bracket", "fixed", "link_left1", None),
        ("left2", "revolute", "link_bracket", "0 0 -1"),
        ("left3", "revolute", "link_left2", "0.64 0.48 0.6"),
    ],
}


def decimals(rng, low, high, count, digits=4):
    return " ".join(repr(round(rng.uniform(low, high), digits)) for _ in range(count))


def inertial(rng):
    """A box of random mass and sides, its inertia turned away from the axes it is given in."""
    mass = round(rng.uniform(0.5, 6.0), 3)
    square = np.array([rng.uniform(0.1, 0.5) ** 2 for _ in range(3)])
    turn = pin.rpy.rpyToMatrix(*(rng.uniform(-1.5, 1.5) for _ in range(3)))
    inertia = np.round(turn @ np.diag(mass / 12 * (square.sum() - square)) @ turn.T, 6)
    entries = zip(("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), (0, 1, 2, 0, 0, 1), (0, 1, 2, 1, 2, 2))
    return [
        "    <inertial>",
        f'      <origin xyz="{decimals(rng, -0.2, 0.2, 3)}" rpy="{decimals(rng, -1.5, 1.5, 3)}"/>',
        f'      <mass value="{mass}"/>',
        "      <inertia " + " ".join(f'{n}="{inertia[i, j]:.6f}"' for n, i, j in entries) + "/>",
        "    </inertial>",
    ]


def urdf(name, joints):
    rng = random.Random(name)
    lines = ['<?xml version="1.0"?>', f'<robot name="{name}">', '  <link name="base"/>']
    for joint, kind, parent, axis in joints:
        lines += [f'  <link name="link_{joint}">', *inertial(rng), "  </link>"]
        lines += [f'  <joint name="{joint}" type="{kind}">', f'    <parent link="{parent}"/>']
        lines += [f'    <child link="link_{joint}"/>']
        lines += [f'    <origin xyz="{decimals(rng, -0.5, 0.5, 3)}" rpy="{decimals(rng, -1.5, 1.5, 3)}"/>']
        if kind != "fixed":
            lines += [f'    <axis xyz="{axis}"/>']
            lines += ['    <limit lower="-10" upper="10" effort="1000" velocity="100"/>']
        lines += ["  </joint>"]
    return "\n".join(lines + ["</robot>", ""])


def call(algorithm, model, *arguments):
    """Some algorithms return views into the data: copy them while the data is alive."""
    data = model.createData()
    return copy.deepcopy(algorithm(model, data, *arguments))


def state(model, order, ids, rng, kinds, links):
    """One random state and everything at it; `order` maps our order to Pinocchio's."""
    draw = lambda bound: [round(rng.uniform(-bound, bound), 6) for _ in kinds]
    q, qd, qdd, tau = [round(rng.uniform(-3, 3) if k == "revolute" else rng.uniform(-0.5, 0.5), 6)
                       for k in kinds], draw(2), draw(2), draw(20)

    def theirs(ours):
        x = np.zeros(len(order))
        x[order] = ours
        return x

    p, v, a, t = map(theirs, (q, qd, qdd, tau))
    zero = np.zeros(len(order))
    still = pin.Model(model)
    still.gravity.linear = np.zeros(3)
    M = call(pin.crba, model, p)
    M = np.triu(M) + np.triu(M, 1).T
    G = call(pin.computeGeneralizedGravity, model, p)
    c = call(pin.rnea, still, p, v, zero)
    acc = call(pin.aba, model, p, v, t)
    dq, dqd, _ = call(pin.computeRNEADerivatives, model, p, v, a)
    Ek = call(pin.computeKineticEnergy, model, p, v)
    Ep = call(pin.computePotentialEnergy, model, p)
    data = model.createData()
    Q = pin.rnea(model, data, p, v, a).copy()
    wrench = [(data.f[i].linear.tolist(), data.f[i].angular.tolist()) for i in ids]
    data = model.createData()
    pin.computeJointJacobians(model, data, p)
    J = pin.getJointJacobian(model, data, ids[-1], ALIGNED).copy()
    frames = [data.oMi[i].homogeneous.tolist() for i in ids]

    data = model.createData()
    pin.forwardKinematics(model, data, p, v, a)
    pin.computeJointJacobiansTimeVariation(model, data, p, v)
    pin.updateFramePlacements(model, data)
    fixed = {}
    for link in links:
        frame = model.getFrameId(link)
        fixed[link] = {
            "T": data.oMf[frame].homogeneous.tolist(),
            "J": pin.getFrameJacobian(model, data, frame, ALIGNED)[:, order].tolist(),
            "Jdot": pin.getFrameJacobianTimeVariation(model, data, frame, ALIGNED)[:, order].tolist(),
            "a": (pin.getFrameClassicalAcceleration(model, data, frame, ALIGNED).linear
                  - model.gravity.linear).tolist(),
        }

    # Pinocchio against itself.
    close = lambda x, y, tol=1e-9: np.testing.assert_allclose(x, y, rtol=tol, atol=tol)
    close(M @ a + c + G, Q)
    close(call(pin.aba, model, p, v, Q), a)
    close(call(pin.rnea, model, p, v, acc), t)
    close(Ek, v @ M @ v / 2)
    for j, e in enumerate(np.eye(len(order)) * 1e-6):
        slope = lambda f: (f(e) - f(-e)) / 2e-6
        close(slope(lambda e: call(pin.rnea, model, p + e, v, a)), dq[:, j], 1e-6)
        close(slope(lambda e: call(pin.rnea, model, p, v + e, a)), dqd[:, j], 1e-6)
        close(slope(lambda e: call(pin.computePotentialEnergy, model, p + e)), G[j], 1e-6)

    square = np.ix_(order, order)
    return {
        "q": q, "qd": qd, "qdd": qdd, "tau": tau,
        "Q": Q[order].tolist(), "M": M[square].tolist(), "G": G[order].tolist(),
        "c": c[order].tolist(), "acc": acc[order].tolist(),
        "dQ_dq": dq[square].tolist(), "dQ_dqd": dqd[square].tolist(),
        "frames": frames, "wrench": [{"force": f, "moment": m} for f, m in wrench],
        "Ek": Ek, "Ep": Ep, "J": J[:, order].tolist(), "links": fixed,
    }


def robot(name):
    file = f"{name}.urdf"
    root = ET.parse(HERE / file).getroot()
    moving = [j for j in root.findall("joint") if j.get("type") != "fixed"]
    joints, kinds = [j.get("name") for j in moving], [j.get("type") for j in moving]
    assert set(kinds) <= {"revolute", "prismatic"} and root.find(".//dynamics") is None
    model = pin.buildModelFromUrdf(str(HERE / file))
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    ids = [model.getJointId(j) for j in joints]
    order = [model.joints[i].idx_v for i in ids]
    assert model.nq == model.nv == len(joints) and sorted(order) == list(range(model.nv))
    mass = sum(float(m.get("value")) for m in root.findall("link/inertial/mass"))
    assert abs(pin.computeTotalMass(model) - mass) < 1e-12 * mass
    rng = random.Random(f"states of {name}")
    links = [j.find("child").get("link") for j in root.findall("joint") if j.get("type") == "fixed"]
    states = [state(model, order, ids, rng, kinds, links) for _ in range(STATES)]
    return {"file": file, "joints": joints, "states": states}


def main():
    if "--urdf" in sys.argv:
        for name, joints in ROBOTS.items():
            (HERE / f"{name}.urdf").write_text(urdf(name, joints))
        return
    text = json.dumps({"pinocchio": pin.__version__, "robots": [robot(n) for n in FILES]})
    # One quantity a line; json writes every number with repr, so it reads back to the bit.
    for key in ("robots", "file", "joints", "states", "q", "Q", "M", "c", "dQ_dq", "frames",
                "wrench", "Ek", "J", "links"):
        text = text.replace(f' "{key}": ', f'\n"{key}": ').replace(f'{{"{key}": ', f'{{\n"{key}": ')
    print(text)


if __name__ == "__main__":
    main()
