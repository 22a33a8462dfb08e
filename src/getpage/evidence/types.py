"""The types of columns, as Polars knows them. Apart from the dictionary, which is shown without frames."""

from __future__ import annotations

import polars as pl

#: Columns that every table has besides those of the dictionary: which file, and where in it.
TRACE = {"file": pl.UInt32(), "record": pl.UInt64()}

_TYPES: dict[str, pl.DataType] = {
    "UInt32": pl.UInt32(),
    "Int32": pl.Int32(),
    "UInt64": pl.UInt64(),
    "Int64": pl.Int64(),
    "Float64": pl.Float64(),
    "Boolean": pl.Boolean(),
    "Utf8": pl.String(),
}


def polars_type(arrow: str) -> pl.DataType:
    """The Polars type of an Arrow type's name."""
    if arrow.startswith("Timestamp"):
        return pl.Datetime("us", "UTC" if "UTC" in arrow else None)
    if arrow.startswith("List"):
        return pl.List(next((kind for name, kind in _TYPES.items() if name in arrow), pl.Float64()))
    return _TYPES[arrow]
