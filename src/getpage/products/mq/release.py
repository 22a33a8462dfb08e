"""The release of a queue manager, as the header of its records has it: 800 is V8."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Latest, latest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.measures import Row

#: The latest row that names a release. Printed rows name none.
RELEASED: Final = Latest(pl.col("level").str.contains("^[0-9]{3}$"))


def release(rows: Iterable[Row | None]) -> int | None:
    """The release that the latest of these rows names; None where none does."""
    found = latest(rows)
    return None if found is None else int(found["level"])
