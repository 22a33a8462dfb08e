"""Db2's records: IFCIDs, the releases that write them, and traces of them through GTF."""

from __future__ import annotations

import re

from getpage.contract.records import RecordTypes

from .gtf import notes


def release(written: str) -> str:
    """A release of Db2 as people say it: it writes A1 for 10, B1 for 11, C1 for 12 and so on."""
    digit = re.fullmatch(r"([A-F])1", written)
    return f"Db2 {int(digit[1], 16)}" if digit else f"Db2 release X'{written}'"


RECORD_TYPES = RecordTypes(
    types=(100, 101, 102),
    subtype="IFCID",
    release=release,
    no_layout=(
        "no layout: make one from the listing of its mapping macro in SDSNMACS with getpage layout import "
        "and give it with --layouts"
    ),
    notes=notes,
)
