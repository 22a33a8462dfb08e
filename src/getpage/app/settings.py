"""What a site decided beside its store, and what that does to what is observed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.contract.thresholds import Thresholds, ThresholdUnit
from getpage.core.errors import GetpageError, command
from getpage.core.names import KnobId, Subsystem, called
from getpage.core.numbers import storage
from getpage.core.option import option
from getpage.core.text import near
from getpage.core.urls import place
from getpage.core.wording import plural
from getpage.evidence.site_settings import NAME, Accepted, SiteSettings, place_of, read_settings
from getpage.result import Fact, Finding, Severity

if TYPE_CHECKING:
    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.evidence.store import Store
    from getpage.evidence.view import StoreEvidence
    from getpage.plan.settings import PlanSettings

_UNITS: Final = {
    ThresholdUnit.SHARE: "percent",
    ThresholdUnit.RATE: "/s",
    ThresholdUnit.SECONDS: "s",
    ThresholdUnit.DAYS: "s",
    ThresholdUnit.SIZE: "bytes",
    ThresholdUnit.COUNT: "count",
}
#: Weights that are of no part of the site.
FACTORS: Final = frozenset({"cpu", "wait"})


@dataclass(frozen=True, kw_only=True)
class SettingsRequest:
    """The store whose settings are shown."""

    store: str | Path = field(
        kw_only=False,
        metadata=option("A store made by getpage load.", positional=True, written=Path, read=place),
    )


def settings(request: SettingsRequest) -> SiteSettings:
    """The settings beside a store. GetpageError where they cannot be read, or the path is no store."""
    from getpage.evidence.store import Store

    store = Store(request.store)
    site = read_settings(store.path)
    _known(site, store)
    return site


def settings_of(evidence: StoreEvidence) -> SiteSettings:
    """The settings beside the store of some evidence."""
    return evidence.settings


def in_use(site: SiteSettings) -> tuple[str, ...]:
    """What the answers of a site rest on because it decided so, as sentences; nothing where it did not."""
    parts = [plural(len(site.accepted), "accepted finding")] if site.accepted else []
    if site.least_waste is not None:
        parts.append(f"waste below {storage(site.least_waste)} gets no command")
    if site.weights:
        factors = (f"{name} {factor:g}" for name, factor in site.weights.items())
        parts.append(f"weights {', '.join(factors)}")
    settings = (f"Settings of the site ({NAME}): {'; '.join(parts)}.",) if parts else ()
    return (*settings, *(threshold.sentence for threshold in site.thresholds.of_site))


def with_site(settings: PlanSettings, site: SiteSettings, knobs: Sequence[Knob]) -> PlanSettings:
    """What a plan is asked for, with what the site decided where nothing else is asked. Weights of what this
    evidence does not have are left out.
    """
    there: set[Subsystem | KnobId] = {knob.id for knob in knobs} | {knob.subsystem for knob in knobs}
    products = {knob.product for knob in knobs} | FACTORS
    known = {
        name: factor
        for name, factor in site.weights.items()
        if name in products or any(called(identity, name) for identity in there)
    }
    least_waste = settings.least_waste if site.least_waste is None else str(site.least_waste)
    return replace(
        settings,
        weights={**known, **(settings.weights or {})},
        least_waste=least_waste if settings.least_waste is None else settings.least_waste,
        price=settings.price or site.price,
    )


def _known(site: SiteSettings, store: Store) -> None:
    """GetpageError for a weight, an application or a threshold of what is not in the store."""
    from getpage.evidence.view import StoreEvidence
    from getpage.products.registry import PRODUCTS

    path = store.path / NAME
    there = {line.subsystem for line in StoreEvidence(store).coverage if line.subsystem is not None}
    others = FACTORS | {product.name for product in PRODUCTS}
    subsystems = (entry.object.partition(" ")[0] for entry in site.thresholds.of_site if entry.object)
    for name in (*site.weights, *site.applications, *subsystems):
        of = name.rpartition(".")[0]  # of a knob the subsystem
        if name not in others and not any(
            called(each, name) or called(each.image, name) or (each.name and called(each, of))
            for each in there
        ):
            problem = f"{place_of(path, site.text, name)}: {name} is not in the store."
            names = sorted({*map(str, there), *(others if name in site.weights else ())})
            nearest = near(name, names) or names[:12]
            problem = f"{problem.rstrip('.')}; known: {', '.join(nearest)}"
            raise GetpageError(problem, command("vi", path))


def name_applications(observed: Observation, site: SiteSettings) -> Observation:
    """The observation, its findings with the names that the site gave to the applications of subsystems."""
    if not site.applications:
        return observed
    return replace(
        observed,
        findings=tuple(
            replace(finding, application=_application(finding.object.subsystem, site))
            for finding in observed.findings
        ),
    )


def _application(subsystem: Subsystem, site: SiteSettings) -> str:
    names = site.applications.items()
    return next((application for name, application in names if called(subsystem, name)), "")


def show_thresholds(observed: Observation, thresholds: Thresholds) -> Observation:
    """The observation, its findings with the thresholds of the site that they rest on, each once: those of a
    day have them already.
    """
    if not thresholds.of_site:
        return observed
    return replace(
        observed,
        findings=tuple(
            replace(
                finding, evidence=tuple(dict.fromkeys((*finding.evidence, *_of_site(finding, thresholds))))
            )
            for finding in observed.findings
        ),
    )


def _of_site(finding: Finding, thresholds: Thresholds) -> Iterator[Fact]:
    for site in thresholds.judging(finding.check, finding.object, waits=bool(finding.delay_seconds)):
        is_share = site.threshold.unit is ThresholdUnit.SHARE
        value = 100 * site.value if is_share else site.value
        label = f"threshold of the site ({site.written}), because {site.reason}"
        yield computed(label, float(f"{value:.6g}"), _UNITS[site.threshold.unit])


def accept(observed: Observation, accepted: Iterable[Accepted], last: datetime | None) -> Observation:
    """The observation, with findings that are accepted on its last day as notes that ask for nothing."""
    if last is None:
        return observed
    day = (last - timedelta(microseconds=1)).date()  # what ends at midnight is of the day before
    valid = {(entry.check, entry.object): entry for entry in accepted if day < entry.until}
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
