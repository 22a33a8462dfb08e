"""Sizes as people write them: `20000`, `20k`, `1.5M`, `0.5x`, `2GiB`; and how large a page of a pool is.

k and M are 1,000 and 1,000,000 buffers, as in SPSIZE(500000); KiB, MiB, GiB and TiB, also as KB and so on,
are binary, as storage is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from getpage.core.amounts import COUNTS, STORAGE
from getpage.core.errors import GetpageError, Instead
from getpage.core.text import QUOTED, shorten
from getpage.core.units import PAGE
from getpage.products import registry

#: The largest VPSIZE (Db2 13, -ALTER BUFFERPOOL).
LARGEST = 4_000_000_000

_NUMBER = r"\d{1,18}(?:\.\d{1,18})?|\.\d{1,18}"  # no pool has a size of more digits
_FORM = re.compile(rf"([+-]?)({_NUMBER})\s*(x|[kmg]|[kmgt]i?b)?", re.IGNORECASE | re.ASCII)


class SizeUnit(Enum):
    """What a size is counted in."""

    BUFFERS = "buffers"
    FACTOR = "times the present size"
    BYTES = "bytes"


@dataclass(frozen=True, slots=True)
class Size:
    """A size as given: an amount of buffers or bytes, or a factor of the present size."""

    amount: float
    kind: SizeUnit
    text: str

    def buffers(self, current: int | None, page_bytes: int) -> int:
        """The size in buffers. Raises GetpageError where a factor has nothing to refer to, or no pool can
        have it.
        """
        if self.kind is SizeUnit.FACTOR:
            if current is None:
                message = f"size {self.text}: a factor needs the present size"
                raise GetpageError(message, "--current 20000")
            return round(self.amount * current)
        return round(self.amount if self.kind is SizeUnit.BUFFERS else self.amount / page_bytes)


def parse_size(text: str, *, signed: bool = False) -> Size:
    """One size. Raises GetpageError for what is none."""
    words = text.strip().replace("_", "")
    form = _FORM.fullmatch(words)
    if form is None or (form[1] == "-" and not signed):
        message = (
            f"size {shorten(text, QUOTED)!r}: expected buffers (20k), a factor of the present size "
            "(0.5x), or storage (2GiB)"
        )
        raise GetpageError(message, Instead(text.strip(), "20k"))
    amount = float(form[2]) * (-1 if form[1] == "-" else 1)
    suffix = (form[3] or "").lower()
    if suffix == "x":
        return Size(amount, SizeUnit.FACTOR, words)
    if suffix in STORAGE:
        return Size(amount * STORAGE[suffix], SizeUnit.BYTES, words)
    return Size(amount * COUNTS[suffix], SizeUnit.BUFFERS, words)


def parse_sizes(text: str) -> tuple[Size, ...] | None:
    """A list of sizes; None for `auto`."""
    if text.strip().lower() == "auto":
        return None
    return tuple(parse_size(part) for part in text.split(",") if part.strip()) or None


def checked(buffers: int, what: str) -> int:
    """The size of a pool, if a pool can have it."""
    if not 1 <= buffers <= LARGEST:
        message = f"{what}: expected a pool of 1 to {LARGEST:,} buffers, found {buffers:,}"
        raise GetpageError(message, Instead(str(buffers), str(min(max(buffers, 1), LARGEST))))
    return buffers


def page_bytes(pool: str) -> int:
    """The page size of a pool by its name, as the product says that has pools of such names; else 4 KiB."""
    known = (product.page_bytes for product in registry.PRODUCTS)
    sizes = (of_name(pool) for of_name in known if of_name is not None)
    return next((size for size in sizes if size is not None), PAGE)
