# %% [markdown]
# # Proof-reading of equations
# Two equations, one with a wrong sign: the verdict is a decision, not a comparison of numbers.

# %%
import appell

paper = r"""
The gravity torques of the arm are
$$ G_2 = M_2 g r_{2x} \cos(q_1 + q_2) \tag{1} $$
and not
$$ G_2 = M_2 g r_{2x} \cos(q_1 - q_2) \tag{2} $$
"""
result = appell.check(paper, "2r")
for equation in result:
    print(equation.equation, equation.verdict, *equation.slips)
assert [equation.verdict for equation in result] == ["proved", "refuted"]
