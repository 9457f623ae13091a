# %% [markdown]
# # A cart-pole, balanced
# The robot is built in code, linearised about the upright pole, and balanced by an LQR that runs as a
# Python function in the simulation.

# %%
import appell
import numpy as np

robot = (
    appell.RobotBuilder("cart-pole")
    .gravity((0, 0, -9.81))
    .parameter("M", 1.0).parameter("m", 0.1).parameter("l", 0.5)
    .prismatic("cart", axis=(1, 0, 0)).link("M")
    .revolute("pole", axis=(0, 1, 0)).link("m", centre=(0, 0, "l"), inertia=(0, "m*l^2/3", 0))
    .build()
)
robot.derive("M")

# %%
model = robot.linearise(q=[0.0, 0.0], inputs=["cart"])
print("poles:", np.round(model["poles"], 3))
assert model["stability"] == "unstable"


# %%
def lqr(A, B, Q, R):
    """The gain of least quadratic cost, by the stable subspace of the Hamiltonian matrix."""
    n = len(A)
    hamiltonian = np.block([[A, -B @ np.linalg.inv(R) @ B.T], [-Q, -A.T]])
    values, vectors = np.linalg.eig(hamiltonian)
    stable = vectors[:, values.real < 0]
    riccati = np.real(stable[n:] @ np.linalg.inv(stable[:n]))
    return np.linalg.inv(R) @ B.T @ riccati


K = lqr(model["A"], model["B"], np.diag([1.0, 10.0, 0.1, 0.1]), np.eye(1))
assert np.linalg.eigvals(model["A"] - model["B"] @ K).real.max() < 0

# %%
scenario = """
robot = "cartpole.toml"
[start]
q = [0.0, 0.2]
[simulation]
duration = 10
"""
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402

with tempfile.TemporaryDirectory() as folder:
    (Path(folder) / "cartpole.toml").write_text(robot.toml())
    file = Path(folder) / "balance.toml"
    file.write_text(scenario)
    motion = appell.simulate(
        file,
        controller=lambda t, q, qd, reference: np.array([-(K @ np.concatenate([q, qd]))[0], 0.0]),
        sample=0.01,
    )
print("angle at the end:", motion["q2"][-1], "rad;", motion.summary["controller"])
assert abs(motion["q2"][-1]) < 1e-3
