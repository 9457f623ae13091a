"""Eigenvalues and exponentials of matrices by SciPy: `python golden.py > golden.json`.

The exponentials of larger matrices are those of mpmath with 50 digits: SciPy's have lost up to four digits there.

The matrices are written beside the answers, so that nobody has to make them twice.
"""

import json

import mpmath
import numpy
from scipy.linalg import eigvals, expm


def matrices():
    random = numpy.random.default_rng(1899)
    for size in (1, 2, 3, 5, 8, 12, 20):
        yield random.normal(size=(size, size))
    # the state matrix of a chain of springs: pairs on the imaginary axis, and units far apart
    for stiffness in (1.0, 1e8):
        count = 4
        springs = stiffness * (numpy.eye(count, k=1) + numpy.eye(count, k=-1) - 2 * numpy.eye(count))
        yield numpy.block([[numpy.zeros((count, count)), numpy.eye(count)], [springs, -0.1 * numpy.eye(count)]])
    # triangles, and a matrix with entries over twelve powers of ten
    yield numpy.triu(random.normal(size=(6, 6)))
    yield random.normal(size=(6, 6)) * 10.0 ** random.integers(-6, 7, size=(6, 6))


mpmath.mp.dps = 50
cases = []
for matrix in matrices():
    values = eigvals(matrix)
    # an exponential whose entries are numbers: of the matrix with the norm 3
    scaled = matrix * (3.0 / numpy.linalg.norm(matrix, 1))
    cases.append({
        "matrix": matrix.tolist(),
        "eigenvalues": sorted([value.real, value.imag] for value in values.tolist()),
        "scaled": scaled.tolist(),
        "exponential": expm(scaled).tolist(),
        "exponential_of_eightfold": numpy.array(mpmath.expm(8 * mpmath.matrix(scaled.tolist())).tolist(), dtype=float).tolist(),
    })
print(json.dumps(cases))
