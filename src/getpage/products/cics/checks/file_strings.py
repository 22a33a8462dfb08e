"""File whose requests waited for a string.

What it does:
    Reports files whose requests waited more than ten times in a statistics interval for a string.

Why it matters:
    Without a free string a request waits until another of the same file ends, however fast its disk is.

Evidence:
    A17DSTSW, A17DSHSW: the page "Files - Performance Information" of DFHSTUP, or SMF 110 subtype 2 by a
    listing of DFHA17DS.

What to do:
    Add as many strings as requests waited at once. For a file in an LSR pool look at the strings of the pool
    too (cics-lsr-pool).

How to verify:
    The same statistics at the same load: no waits.

References:
    CICS Performance Analyzer, statistics alert "File string waits" above 10 (I. Burnett, "CICS V5
    Performance", Impact 2014).
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import FILES
from getpage.products.cics.settings import file_strings
from getpage.products.cics.thresholds import FILE_WAITS
from getpage.result import Finding, Kind, Severity

ID = "cics-file-strings"
TITLE = "File whose requests waited for a string"
LOOKS_AT = FILES
NO_COMMAND = "How many strings it has, or how many requests waited at once, is not in this evidence."
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """Every file whose requests waited."""
    for file in region.files_now:
        waits, row = facilities.FILE_WAITS.count(file), file[facilities.WORST_FILE]
        if row is None or (row["string_waits"] or 0) <= region.in_force(FILE_WAITS):
            continue
        yield Finding(
            check=ID,
            object=region.within(f"file {file.key[-1]}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Requests waited {wording.times(waits)} for a string",
            claim="A request waits until another request to the file ends. Add as many strings as requests "
            "waited at once.",
            advice=file_strings(region, file),
            evidence=(
                computed("waits for a string", waits, "waits"),
                *region.facts(
                    facilities.FILE_TABLE,
                    row,
                    strings="strings",
                    string_waits="waits, worst statistics interval",
                    peak_waiting="most that waited at once",
                ),
            ),
        )
