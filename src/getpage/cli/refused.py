"""What a verb says of files that are no evidence, and the exit code that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.cli.output import notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.evidence.arrived import Refused
    from getpage.result.inspection import NoEvidence

#: How many files of a directory are named one by one.
_NAMED = 5


def report_refused(refused: Sequence[Refused | NoEvidence]) -> int:
    """Name the files that are no evidence; 2 when the user asked for one of them by name, else 0."""
    console = notes()
    for file in refused:
        if file.asked:
            console.print(f"getpage: {file.name}: {file.why}", markup=False, soft_wrap=True)
    passed = [file for file in refused if not file.asked]
    for file in passed[:_NAMED]:
        console.print(f"passed over {file.name}: {file.why}", markup=False, soft_wrap=True)
    if len(passed) > _NAMED:
        console.print(f"passed over {len(passed) - _NAMED} more files that are no evidence", markup=False)
    return 2 if any(file.asked for file in refused) else 0
