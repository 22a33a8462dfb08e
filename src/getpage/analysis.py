"""Analysis: what all systems say of one window of evidence, as one result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage import _native
from getpage.evidence.coverage import coverage, damage, sources
from getpage.ledger import books, by_interval
from getpage.result import Result
from getpage.systems.order import in_order
from getpage.systems.registry import SYSTEMS

if TYPE_CHECKING:
    from getpage.evidence.view import StoreEvidence

TOOL = f"getpage {_native.VERSION}"


def analyse(evidence: StoreEvidence) -> Result:
    """Run every system's rules over the evidence."""
    said = [system.analyse(evidence) for system in SYSTEMS]
    files = evidence.store.files()
    covered = coverage(files, evidence.store.dictionary)
    first = evidence.window.first or min((c.first for c in covered if c.first), default=None)
    last = evidence.window.last or max((c.last for c in covered if c.last), default=None)
    findings = [finding for one in said for finding in one.findings]
    accounts = [account for one in said for account in one.accounts]
    real = [entry for one in said for entry in one.real_storage]
    return Result(
        window_first=first,
        window_last=last,
        short=tuple(s for one in said for s in one.short),
        wasted=tuple(s for one in said for s in one.wasted),
        do=tuple(s for one in said for s in one.do),
        sources=sources(files),
        coverage=covered,
        missing=tuple(m for one in said for m in one.missing),
        damage=damage(files),
        findings=in_order(findings),
        changes=tuple(c for one in said for c in one.changes),
        accounts=(*books(accounts, real), *accounts),
        pictures=tuple(p for one in said for p in one.pictures),
        tables=(*by_interval(accounts, real), *(t for one in said for t in one.tables)),
        tool=TOOL,
    )
