"""What a site decided beside its store, and what that does to what is observed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from getpage.core.option import option
from getpage.evidence.site_settings import Accepted, SiteSettings, read_settings
from getpage.result import Severity

if TYPE_CHECKING:
    from getpage.contract.observation import Observation
    from getpage.evidence.view import StoreEvidence


@dataclass(frozen=True, kw_only=True)
class SettingsRequest:
    """The store whose settings are shown."""

    store: str | Path = field(
        kw_only=False, metadata=option("A store made by getpage load.", positional=True, written=Path)
    )


def settings(request: SettingsRequest) -> SiteSettings:
    """The settings beside a store. GetpageError where they cannot be read, or the path is no store."""
    from getpage.evidence.store import Store

    return read_settings(Store(Path(request.store)).path)


def settings_of(evidence: StoreEvidence) -> SiteSettings:
    """The settings beside the store of some evidence."""
    return read_settings(evidence.store.path)


def accept(observed: Observation, accepted: Iterable[Accepted], last: datetime | None) -> Observation:
    """The observation, with findings that are accepted on its last day as notes that ask for nothing."""
    if last is None:
        return observed
    valid = {(entry.check, entry.object): entry for entry in accepted if last.date() < entry.until}
    if not valid:
        return observed
    findings = list(observed.findings)
    for number, finding in enumerate(findings):
        entry = valid.get((finding.check, str(finding.object)))
        if entry is not None and finding.severity is not Severity.INFO:
            findings[number] = replace(
                finding,
                severity=Severity.INFO,
                claim=f"Accepted until {entry.until}: {entry.reason}",
                asks=(),
                advice=(),
                changes=(),
                no_command="",
                next_step="",
            )
    return replace(observed, findings=tuple(findings))
