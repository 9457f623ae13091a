# %% [markdown]
# # Inverse dynamics of the Panda, beside Pinocchio
# The same torques for ten thousand states; Pinocchio takes one state a call, Appell all of them.

# %%
import time

import appell
import numpy as np
import pinocchio as pin

robot = appell.load("panda")
model = pin.buildModelFromXML(robot.urdf())
data = model.createData()
q, qd, qdd = np.random.default_rng(1).uniform(-1, 1, (3, 10_000, 7))

# %%
robot.Q(q[:1], qd[:1], qdd[:1])  # compiles
start = time.perf_counter()
torques = robot.Q(q, qd, qdd)
middle = time.perf_counter()
others = np.stack([pin.rnea(model, data, *state) for state in zip(q, qd, qdd)])
end = time.perf_counter()
print(f"Appell {(middle - start) * 1e3:.1f} ms, Pinocchio {(end - middle) * 1e3:.1f} ms")
friction = robot.Qf(q, qd, qdd)
np.testing.assert_allclose(torques - friction, others, atol=1e-9)

# %% [markdown]
# The gradient of the sum of squared torques, by all coordinates and rates, in one call.

# %%
by_q, by_qd, by_qdd = robot.vjp("Q")(q, qd, qdd, 2 * torques)
print(by_q.shape)
