# %% [markdown]
# # An arm with an elastic link
# Modes, frequencies and the sag under gravity; and how the mode moves the mass matrix.

# %%
import appell
import numpy as np

robot = appell.load("flex1r")
print(robot.joints)
modes = robot.evaluate("modes")
print("angular frequencies:", modes[:, 0])
assert (modes[:, 0] > -1e-6).all()

# %%
sag = robot.evaluate("sag")
print("coordinates at rest:", sag)
assert np.isfinite(sag).all()

# %%
M = robot.M(np.zeros(len(robot.joints)))
assert np.allclose(M, M.T) and np.linalg.eigvalsh(M).min() > 0
