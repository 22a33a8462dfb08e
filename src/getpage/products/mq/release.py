"""The release of a queue manager, as the header of its records has it: 800 is V8."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Latest, latest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.measures import Row

#: The latest row that names a release. Printed rows name none.
RELEASED: Final = Latest(pl.col("level").is_not_null())


def release(rows: Iterable[Row | None]) -> int | None:
    """The release that the latest of these rows names; None where none does."""
    found = latest(row for row in rows if row is not None and re.fullmatch("[0-9]{3}", row["level"]))
    return None if found is None else int(found["level"])
