"""CSQY220I: the storage of the queue manager's address space, written to the job log now and then.

    CSQY220I @VTS1 CSQSCTL Queue manager storage usage:  299
    299  local storage: used 992MB, free 527MB: above bar: used 197MB, free
    299  >10GB

How sure: as printed in IBM REDP-5238, section 4.2.1, and as quoted in IBM support document 572073; the
older `Queue manager is using 992 MB of local storage, 527 MB are free` from general knowledge of the
message. The paper says that free local storage is what SMF 115 has in QSRSAVAL; that free storage above
the bar is QSRSAVAL64 is concluded from that. Figures are rounded to the unit printed. From z/OS 2.3 with
APAR OA53037 on, "above bar used" counts reserved storage too and can exceed MEMLIMIT (the same support
document).

"free >10GB" is a lower bound: it goes to `mq_storage_usage` only, never into a column that holds an
amount."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from . import figures

if TYPE_CHECKING:
    from getpage.contract.printed import Row
    from getpage.products.common.text.wrapped import Parsed

    from .message import Message

IDS = frozenset({"CSQY220I"})

_USED = f"({figures.SIZE})"
_FREE = f"({figures.SIZE_OR_MORE})"
_LOCAL = rf"Queue manager storage usage: ?local storage: ?used {_USED}, ?free {_FREE}"
_WHOLE = re.compile(rf"{_LOCAL} ?: ?above bar: ?used {_USED}, ?free {_FREE}\.?", re.IGNORECASE)
_PART = re.compile(rf"{_LOCAL}(?![A-Z0-9])", re.IGNORECASE)
_OLD = re.compile(
    rf"Queue manager is using {_USED} of local storage, ?{_FREE} (?:are|is) free\.?", re.IGNORECASE
)


class Reader:
    """Reads CSQY220I."""

    expected = "local storage: used n, free n: above bar: used n, free n"

    def read(self, message: Message) -> Parsed | None:
        """Read as many of the four figures as there are."""
        whole = _WHOLE.fullmatch(message.words) or _OLD.fullmatch(message.words)
        match = whole or _PART.match(message.words)
        if not match:
            return None
        sizes = [figures.size(text) for text in match.groups()]
        if None in sizes or any(size[0] > figures.LARGEST_COUNT for size in sizes[:2] if size):
            return None
        return _rows([size for size in sizes if size is not None]), whole is not None


def _rows(sizes: list[tuple[int, bool]]) -> list[tuple[str, Row]]:
    names = ("local_used", "local_free", "above_bar_used", "above_bar_free")
    usage: Row = {}
    for name, (value, more) in zip(names, sizes, strict=False):
        usage[name] = value
        if name.endswith("free"):
            usage[f"{name}_is_lower_bound"] = more
    region: Row = {}
    for name, column in (("local_free", "available_31"), ("above_bar_free", "available_64")):
        if name in usage and not usage[f"{name}_is_lower_bound"]:
            region[column] = usage[name]
    return [("mq_storage_usage", usage), *([("mq_storage_region", region)] if region else [])]
