"""What a kind of record is called: its type, its subtype, the releases that wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from getpage.evidence import monitored
from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.records import RecordTypes


def of(count: Mapping[str, Any]) -> RecordTypes | None:
    """What the product says that writes many kinds of records, and these; None where none does."""
    if count.get("subtype") is None:
        return None
    stated = (product.records for product in registry.PRODUCTS)
    return next((one for one in stated if one is not None and count.get("record_type") in one.types), None)


def releases(count: Mapping[str, Any]) -> str:
    """The releases of the product that wrote records of one kind; empty where that is not known."""
    known = of(count)
    return "" if known is None else ", ".join(map(known.release, count.get("releases", ())))


def described(count: Mapping[str, Any]) -> str:
    """What the records of one kind are, in words."""
    name, written = count.get("name", ""), releases(count)
    title: str = count["title"]
    return f"{title}{': ' if name else ''}{name}{f' ({written})' if written else ''}"


def why(count: Mapping[str, Any]) -> str:
    """Why records of one kind are not decoded, and what would decode them; empty where they are."""
    known = of(count)
    if count["state"] == "unknown" and known is not None:
        return known.no_layout
    reason: str = count.get("why", "")
    return reason


def undecoded(counts: Iterable[Mapping[str, Any]]) -> list[str]:
    """A word on each such kind that a file has and nothing decodes: how many, which, and its name."""
    return [
        f"{count['records']:,} record{'' if count['records'] == 1 else 's'} of {known.subtype} "
        f"{count['subtype']}{', ' if count.get('name') else ''}{count.get('name', '')}: not decoded"
        for count in counts
        if count["state"] != "decoded" and (known := of(count)) is not None
    ]


def undescribed(file: Mapping[str, Any]) -> list[str]:
    """A word on each kind of section, and of monitoring, that a file has and nothing decodes."""
    sections = [
        f"{one['sections']:,} section{'' if one['sections'] == 1 else 's'} of "
        f"{one['name'] or 'identifier'} ({one['id']}): no layout; import that of your release"
        for one in file.get("chained", ())
        if not one["decoded"]
    ]
    return sections + monitored.undecoded(file)


def notes(file: Mapping[str, Any]) -> tuple[str, ...]:
    """What products say of a file that has their records in another form than SMF."""
    stated = (product.records for product in registry.PRODUCTS)
    return tuple(note for one in stated if one is not None for note in one.notes(file))
