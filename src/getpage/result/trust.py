"""Which numbers rest on fields whose place in the record was concluded and is not proven.

Where a rendering has a column for trust, each number has its own. Where it has none (a claim on a terminal,
a ledger's line), this sentence stands beside the claim, so that nobody takes such a number for a proven one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from getpage.result.model import Fact

#: `Fact.trust` of a field whose place was concluded from other fields.
DERIVED: Final = "derived"


def unproven(facts: Iterable[Fact | None]) -> str:
    """The derived fields behind some facts, by table, as a sentence; empty where there is none."""
    columns = {(fact.table, fact.column) for fact in facts if fact is not None and fact.trust == DERIVED}
    if not columns:
        return ""
    named = [
        f"{', '.join(column for _, column in group)} of {table}"
        for table, group in groupby(sorted(columns), lambda pair: pair[0])
    ]
    return f"Derived, not proven: {'; '.join(named)}."
