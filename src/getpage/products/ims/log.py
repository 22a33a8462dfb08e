"""The log of IMS: what is to be said of a file that is one.

Where the fields of a record stand no public document says; a site's own macros do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from getpage import _native
from getpage.contract.product import RecordTypes

_FRAMED: Final = "IMS log"
#: Kinds of records that are named one by one.
_NAMED: Final = 6


def notes(file: Mapping[str, Any]) -> tuple[str, ...]:
    """Notes on a file of a manifest; none where it is no log of IMS."""
    return tuple(_notes(file["counts"])) if str(file.get("framing", "")).startswith(_FRAMED) else ()


def _notes(counts: list[Mapping[str, Any]]) -> Iterator[str]:
    mapped = [count for count in counts if count["state"] == "decoded"]
    others = sorted((c for c in counts if c["state"] != "decoded"), key=lambda c: -c["records"])
    if mapped:
        yield f"decoded by your layouts: {_listed(mapped)}"
    if others:
        yield f"no layout: {_listed(others)}; make one of the listing of ILOGREC, --log says of which record"


def _listed(counts: list[Mapping[str, Any]]) -> str:
    named = [f"{count['records']:,} X'{_native.ims_log_name(count['subtype'])}'" for count in counts[:_NAMED]]
    if rest := counts[_NAMED:]:
        named.append(f"{sum(c['records'] for c in rest):,} of {len(rest)} other kinds")
    return ", ".join(named)


def spelled(subtype: int) -> str:
    """How a record of the log is called."""
    return f"IMS log X'{_native.ims_log_name(subtype)}'"


RECORD_TYPES: Final = RecordTypes(
    types=(1,),
    subtype="X'code'",
    release=str,
    no_layout="no layout: assemble ILOGREC for it and give the listing to getpage layout import --log",
    notes=notes,
    spelled=spelled,
)
