"""How severe a finding is, by what work waits for: one rule over all products.

A rule says how severe it takes its finding to be. Where it also says how long work waited, that decides: the
seconds waited in a second of the window are the tasks that wait on average at any time (Little's law), which
can be compared whatever the product.

| tasks that wait on average | severity |
|---|---|
| 0.1 or more: somebody waits for a tenth of the time | critical |
| 0.001 or more | warning |
| fewer | info; a warning where the rule says critical, as a limit was reached |

So 12.8 hours in a day (0.53) are critical, 5.9 minutes in a day (0.004) a warning and 0.6 s in an hour
(0.0002) a note. Only a shortage that the rule takes for a warning at least is judged so: a note that happens
to know a delay stays a note, and an outage stays what the rule says, as work that did not start waits
uncounted. Waste below `LEAST_WASTE` is a note. What delays nothing yet, such as storage that ends, stays what
the rule says; z/OS judges what is free by its reserve (`products/zos/checks/free_storage.py`).

Limits: the window dilutes. What is short at the peak of one hour shows in a window of that hour (`--from`,
`--to`). The two numbers are ours; a site can set others (`check = "waiting"` in `getpage.toml`).

Reference: J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9 (1961).
"""

from __future__ import annotations

from dataclasses import replace

from getpage.contract.observation import Observation
from getpage.contract.storage import LEAST_WASTE
from getpage.contract.thresholds import DEFAULTS, WAITING_CRITICAL, WAITING_WARNING, Thresholds
from getpage.core.names import Object
from getpage.result import Criterion, Finding, Harm, Kind, Severity


def by_waiting(waiting: float, name: Object, thresholds: Thresholds = DEFAULTS) -> Severity:
    """The severity of so many tasks that wait on average at any time for an object; seconds waited a
    second.
    """
    if waiting >= thresholds.of(WAITING_CRITICAL, name):
        return Severity.CRITICAL
    return Severity.WARNING if waiting >= thresholds.of(WAITING_WARNING, name) else Severity.INFO


def waiting_criterion(waiting: float, name: Object, thresholds: Thresholds = DEFAULTS) -> Criterion:
    """What decides whether so many waiting tasks are critical."""
    return Criterion("work that waits at any time", "tasks", waiting, thresholds.of(WAITING_CRITICAL, name))


def grade(
    observed: Observation,
    seconds: float,
    least_waste: int = LEAST_WASTE,
    thresholds: Thresholds = DEFAULTS,
) -> Observation:
    """What was observed, its shortages judged by what waited in a window of so many seconds (0 is not known,
    and leaves them as the rules have them), and waste of fewer bytes than `least_waste` a note.
    """
    graded = (_graded(finding, seconds, least_waste, thresholds) for finding in observed.findings)
    return replace(observed, findings=tuple(graded))


def _graded(finding: Finding, seconds: float, least_waste: int, thresholds: Thresholds) -> Finding:
    if finding.kind is Kind.WASTE and 0 < finding.storage_bytes < least_waste:
        return replace(finding, severity=Severity.INFO)
    if (
        seconds <= 0
        or finding.kind is not Kind.SHORTAGE
        or finding.severity is Severity.INFO
        or not finding.delay_seconds
        or finding.harm in {Harm.OUTAGE, Harm.SOON}
    ):
        return finding
    waiting = finding.delay_seconds / seconds
    severity = by_waiting(waiting, finding.object, thresholds)
    if severity is Severity.INFO and finding.severity is Severity.CRITICAL:
        severity = Severity.WARNING
    criterion = waiting_criterion(waiting, finding.object, thresholds)
    return replace(finding, severity=severity, criterion=criterion)
