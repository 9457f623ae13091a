"""Columns of numbers by their names: what motions and sweeps have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy.typing as npt


class Columns(Mapping[str, npt.NDArray[Any]]):
    """Columns as NumPy arrays by their names, with their units; data frames of other libraries."""

    def __init__(self, columns: dict[str, npt.NDArray[Any]], units: dict[str, str]) -> None:
        self._columns = columns
        #: The unit of each column.
        self.units = units

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        rows = len(next(iter(self._columns.values()), ()))
        return f"<{type(self).__name__} {rows} rows, {len(self)} columns: {', '.join(self._columns)}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The columns by the interface of Arrow for other libraries; polars writes them, or pyarrow."""
        try:
            table = self.polars()
        except ImportError:
            table = self.arrow()
        return table.__arrow_c_stream__(requested_schema)

    def pandas(self) -> Any:
        """The columns as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self._columns)

    def polars(self) -> Any:
        """The columns as a data frame of polars."""
        import polars

        texts = {name: polars.String for name, column in self._columns.items() if column.dtype == object}
        return polars.DataFrame(self._columns, schema_overrides=texts)

    def arrow(self) -> Any:
        """The columns as a table of pyarrow, with units as metadata of the fields."""
        import pyarrow

        arrays = [
            pyarrow.array(column, pyarrow.string() if column.dtype == object else None)
            for column in self._columns.values()
        ]
        fields = [
            pyarrow.field(name, array.type, nullable=False, metadata={"unit": self.units[name]})
            for name, array in zip(self._columns, arrays, strict=True)
        ]
        return pyarrow.Table.from_arrays(arrays, schema=pyarrow.schema(fields))
