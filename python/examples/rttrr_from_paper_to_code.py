# %% [markdown]
# # RTTRR: from the paper to code
# The robot of a published paper: its closed forms, a check of printed equations, and C code.

# %%
import appell

robot = appell.load("rttrr")
formulas = robot.derive("Q", form="grouped")
print(formulas["Q[5]"])

# %% [markdown]
# An equation as a paper would print it, and the same with a slip.

# %%
printed = robot.derive("Ek[1]").latex()
result = appell.check(printed, robot)
print(result.counts)
assert result.counts.get("refuted", 0) == 0

# %%
files = robot.generate("c", ["Q", "M"], parameters=True)
print(sorted(files))
assert any("rttrr_Q(" in text for text in files.values())
