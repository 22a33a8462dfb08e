"""Descriptions of record types for people: title, releases that wrote them, why some are not decoded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from getpage.evidence import monitored
from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.product import RecordTypes


def types_of(count: Mapping[str, Any]) -> RecordTypes | None:
    """The record types of the product that writes a counted kind; None if no product states them."""
    if count.get("subtype") is None:
        return None
    stated = (product.records for product in registry.PRODUCTS)
    return next(
        (types for types in stated if types is not None and count.get("record_type") in types.types), None
    )


def called(record_type: int, subtype: int) -> str:
    """How a kind of record is called: `SMF 115.215`, or as its product does where it is none of SMF."""
    known = types_of({"record_type": record_type, "subtype": subtype})
    if known is None or known.spelled is None:
        return f"SMF {record_type}.{subtype}"
    return known.spelled(subtype)


def is_smf(count: Mapping[str, Any]) -> bool:
    """Whether a counted kind of record is one of SMF."""
    known = types_of(count)
    return known is None or known.spelled is None


def releases(count: Mapping[str, Any]) -> str:
    """The releases of the product that wrote records of one kind; empty where that is not known."""
    known = types_of(count)
    return "" if known is None else ", ".join(map(known.release, count.get("releases", ())))


def described(count: Mapping[str, Any]) -> str:
    """Title, name and releases of a counted kind of record."""
    name, written = count.get("name", ""), releases(count)
    title: str = count["title"]
    return f"{title}{': ' if name else ''}{name}{f' ({written})' if written else ''}"


def why(count: Mapping[str, Any]) -> str:
    """Why a kind of record is not decoded, and how to get it decoded; empty if it is decoded."""
    known = types_of(count)
    if count["state"] == "unknown" and known is not None:
        return known.no_layout
    reason: str = count.get("why", "")
    return reason


def undecoded(counts: Iterable[Mapping[str, Any]]) -> list[str]:
    """One phrase for each kind that is not decoded: count, subtype and name."""
    return [
        f"{count['records']:,} record{'' if count['records'] == 1 else 's'} of {known.subtype} "
        f"{count['subtype']}{', ' if count.get('name') else ''}{count.get('name', '')}: not decoded"
        for count in counts
        if count["state"] != "decoded" and is_smf(count) and (known := types_of(count)) is not None
    ]


def undescribed(file: Mapping[str, Any]) -> list[str]:
    """One phrase for each kind of section, and of monitoring, in a file that is not decoded."""
    sections = [
        f"{chain['sections']:,} section{'' if chain['sections'] == 1 else 's'} of "
        f"{chain['name'] or 'identifier'} ({chain['id']}): no layout; import that of your release"
        for chain in file.get("chained", ())
        if not chain["decoded"]
    ]
    return sections + monitored.undecoded(file)


def notes(file: Mapping[str, Any]) -> tuple[str, ...]:
    """Notes of products on a file that holds their records in another form than SMF, such as GTF."""
    stated = (product.records for product in registry.PRODUCTS)
    return tuple(note for types in stated if types is not None for note in types.notes(file))
