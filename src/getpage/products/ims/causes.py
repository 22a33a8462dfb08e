"""One finding for one cause: a subpool that is short shows in its reads, in writes that make buffers free and
in steals that waited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.causes import Symptom

from .checks import subpool_reads, subpool_steals, subpool_waits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.core.names import FindingId
    from getpage.result import Finding

_WHAT: Final = "buffers"
_IN_SHORT: Final = {one.ID: one.in_short for one in (subpool_waits, subpool_steals, subpool_reads)}


def symptoms(findings: Iterable[Finding]) -> dict[FindingId, Symptom]:
    """What each finding shows that is about buffers of a subpool."""
    return {
        one.id: Symptom((one.object,), _WHAT, _IN_SHORT[one.check](one))
        for one in findings
        if one.check in _IN_SHORT
    }
