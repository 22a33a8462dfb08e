"""The autumn change: clocks of all systems go back an hour, and no finding of the sample site changes."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import getpage
import sample_site

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result import Result

#: Hundredths of a second, as SMFxTME counts them.
HOUR = 360_000
CHANGE = 13 * HOUR


def set_back(dump: bytes) -> tuple[bytes, int]:
    """The records with the time that SMF would have written after the change, and how many have another."""
    result, at, changed = bytearray(dump), 0, 0
    while at < len(dump):
        length, segment = struct.unpack_from(">HB", dump, at)
        written = int.from_bytes(dump[at + 6 : at + 10])
        if segment in (0, 1) and written >= CHANGE:  # a record, or the first of its segments
            struct.pack_into(">I", result, at + 6, written - HOUR)
            changed += 1
        at += length
    return bytes(result), changed


def told(result: Result) -> list[object]:
    """Findings and commands, without the files and times that they stand on."""
    findings = [
        (finding.check, finding.object, finding.severity, finding.claim) for finding in result.findings
    ]
    return [
        *findings,
        *((change.subsystem, change.setting, change.command, change.undo) for change in result.changes),
    ]


def test_clocks_that_go_back_an_hour_change_no_finding_of_any_product(tmp_path: Path) -> None:
    steady = sample_site.site() / "smf-dump.bin"
    back, changed = set_back(steady.read_bytes())
    (tmp_path / "back.bin").write_bytes(back)
    assert changed > 5_000
    expected, result = getpage.check(steady), getpage.check(tmp_path / "back.bin")
    assert len(expected.findings) > 20
    assert told(result) == told(expected)
