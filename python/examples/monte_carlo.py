# %% [markdown]
# # Monte Carlo: how uncertain masses change torques
# All parameters of the robot are an argument, with a value for each state: a hundred thousand robots
# in one call.

# %%
import appell
import numpy as np

robot = appell.load("2r")
Q = robot.function("Q", parameters=True)
rng = np.random.default_rng(7)
count = 100_000
masses = {
    "M1": robot.parameters["M1"] * rng.normal(1, 0.05, count),
    "M2": robot.parameters["M2"] * rng.normal(1, 0.05, count),
}
torques = Q([0.3, 0.4], [1.0, -1.0], [0.5, 0.5], masses)
print("mean", torques.mean(axis=0), "deviation", torques.std(axis=0))

# %% [markdown]
# The first-order answer, by the gradient with respect to the parameters.

# %%
gradient = Q.vjp("parameters")([0.3, 0.4], [1.0, -1.0], [0.5, 0.5], None, np.eye(2))
deviations = np.array(
    [0.05 * robot.parameters[name] if name in masses else 0.0 for name in Q.parameters]
)
linear = np.sqrt(((gradient * deviations) ** 2).sum(axis=-1))
print("linear", linear)
np.testing.assert_allclose(linear, torques.std(axis=0), rtol=0.02)
