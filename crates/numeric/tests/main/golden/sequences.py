"""Writes sequences.json: random bits by counter of NumPy, points of Sobol and quantiles of SciPy.

    python3 sequences.py > sequences.json
"""

import json

import numpy as np
from scipy.special import ndtri
from scipy.stats import qmc

philox = []
for counter, key in [([0, 0], 0), ([6, 0], 1899), ([10**12, 3], 2**64 - 1), ([2**64 - 2, 39], 5)]:
    # NumPy counts before it calculates
    block = np.random.Philox(counter=[*counter, 0, 0], key=[key, 0]).random_raw(4)
    after = [counter[0] + 1, *counter[1:], 0, 0]
    philox.append({"counter": [hex(c) for c in after], "key": hex(key), "bits": [hex(int(b)) for b in block]})

bits = 30
points = qmc.Sobol(40, scramble=False, bits=bits).random(4096)
rows = [0, 1, 2, 3, 5, 100, 1023, 1024, 2047, 3000, 4095]
sobol = [{"point": row, "coordinates": [int(x * 2**bits) for x in points[row]]} for row in rows]

probabilities = [1e-300, 1e-40, 1e-12, 1e-11, 0.001, 0.0749, 0.0751, 0.3, 0.5, 0.62, 0.9249, 0.9251, 0.999, 1 - 2**-53]
normal = [{"probability": p, "quantile": float(ndtri(p))} for p in probabilities]

print(json.dumps({"philox": philox, "sobol": sobol, "normal": normal}, indent=1))
