#!/usr/bin/env python3
"""A stiffness matrix in the text formats of Nastran, by another writer.

    python3 write.py             # needs numpy, scipy and pyNastran (1.4.1); writes the files beside it

The matrix is that of two nodes of a beam with six rows each, and of a third that is not connected.  pyNastran
writes all columns of OUTPUT4 in full; what it writes of sparse matrices as text has the words of the whole column
in every string, which no other program reads.
"""

from pathlib import Path

import numpy as np
import scipy.sparse
from pyNastran.bdf.bdf import BDF
from pyNastran.op4.op4 import OP4
from scipy.io import mmwrite

HERE = Path(__file__).parent
rng = np.random.default_rng(7)
matrix = np.zeros((18, 18))
half = rng.normal(size=(12, 12)) * 10.0 ** rng.integers(-6, 9, size=(12, 12))
half[rng.random((12, 12)) < 0.4] = 0
matrix[:12, :12] = half + half.T
matrix[15, 15] = 3.0

mmwrite(HERE / "matrix.mtx", scipy.sparse.coo_matrix(matrix), symmetry="symmetric", precision=17)
for precision in ["single", "double"]:
    OP4().write_op4(str(HERE / f"{precision}.op4"), {"KAAX": (6, matrix)}, name_order=["KAAX"],
                    precision=precision, is_binary=False)
rows = [(17 + 10 * (i // 6), i % 6 + 1) for i in range(18)]
model = BDF(debug=False)
half = [(i, j) for j in range(18) for i in range(j, 18) if matrix[i, j] != 0]
model.add_dmig("KAAX", 6, 2, 0, 0, None, [rows[j] for _, j in half], [rows[i] for i, _ in half],
               [matrix[i, j] for i, j in half])
model.write_bdf(str(HERE / "double.pch"), size=16, is_double=True, enddata=False)
