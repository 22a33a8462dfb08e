"""What a kind of record is called: its type, its subtype (of Db2 the IFCID), the releases that wrote it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

#: Types whose subtype is an IFCID.
DB2: Final = (100, 101, 102)

_NO_LAYOUT: Final = (
    "no layout: make one from the listing of its mapping macro in SDSNMACS with getpage layout import and "
    "give it with --layouts"
)


def is_db2(count: Mapping[str, Any]) -> bool:
    """Whether records are Db2's, with an IFCID."""
    return count.get("record_type") in DB2 and count.get("subtype") is not None


def release(written: str) -> str:
    """A release of Db2 as people say it: it writes A1 for 10, B1 for 11, C1 for 12 and so on."""
    digit = re.fullmatch(r"([A-F])1", written)
    return f"Db2 {int(digit[1], 16)}" if digit else f"Db2 release X'{written}'"


def releases(count: Mapping[str, Any]) -> str:
    """The releases of Db2 that wrote records of one kind; empty where that is not known."""
    return ", ".join(release(written) for written in count.get("releases", ()))


def described(count: Mapping[str, Any]) -> str:
    """What the records of one kind are, in words."""
    name, written = count.get("name", ""), releases(count)
    title: str = count["title"]
    return f"{title}{': ' if name else ''}{name}{f' ({written})' if written else ''}"


def why(count: Mapping[str, Any]) -> str:
    """Why records of one kind are not decoded, and what would decode them; empty where they are."""
    if count["state"] == "unknown" and is_db2(count):
        return _NO_LAYOUT
    reason: str = count.get("why", "")
    return reason


def undecoded(counts: Iterable[Mapping[str, Any]]) -> list[str]:
    """A word on each IFCID of Db2 that a file has and nothing decodes: how many, which, of which release."""
    return [
        f"{count['records']:,} record{'' if count['records'] == 1 else 's'} of IFCID {count['subtype']}"
        f"{', ' if count.get('name') else ''}{count.get('name', '')}: not decoded"
        for count in counts
        if count["state"] != "decoded" and is_db2(count)
    ]
