"""Notes on files that are no evidence or were read in part, and the exit code they call for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.cli.output import note
from getpage.evidence import monitored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.evidence.load import Loaded
    from getpage.result.inspection import NoEvidence

#: How many files of a directory are named one by one.
_NAMED = 5


def report_refused(refused: Sequence[NoEvidence]) -> int:
    """Name the files that are no evidence; 2 when the user asked for one of them by name, else 0."""
    for file in refused:
        if file.asked:
            note(f"getpage: {file.name}: {file.why}")
    passed = [file for file in refused if not file.asked]
    for file in passed[:_NAMED]:
        note(f"skipped {file.name}: {file.why}")
    if len(passed) > _NAMED:
        note(f"skipped {len(passed) - _NAMED} more files that are no evidence")
    return 2 if any(file.asked for file in refused) else 0


def report_left_out(loaded: Loaded) -> int:
    """As `report_refused` for a load, with notes on tasks left out because no dictionary describes them."""
    code = report_refused(loaded.refused)
    for file in loaded.files:
        for word in monitored.without_dictionary(file):
            note(f"{file['path']}: {word}")
    return code
