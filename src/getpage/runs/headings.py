"""Headings of columns: their unit, and which of them are measures known by a canonical name.

Spellings are those of tables in REDP-5238, SHARE 10887 and 17878, CICS Performance Analyzer, RMF and MP1B.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from getpage.runs import units
from getpage.runs.units import Unit

_RATES: Final = ("/s", "/sec", "/second", "per second", "per sec", "a second")


@dataclass(frozen=True, slots=True)
class Canonical:
    """A measure with a name of its own: what it measures, its unit, and how headings spell it (no unit).

    `bare`: whether a heading and cells without a unit are understood; a bare `CPU` or `pool` is not, since it
    may be seconds or the number of a pool. `assumed` is what a bare figure is taken for, where that has to be
    said: a response for seconds, reads for reads per second, as IBM's tables have them. Of the spellings in
    `shares`, figures from 1 to 100 are a percentage.
    """

    kind: str
    unit: str
    spellings: frozenset[str]
    bare: bool = False
    assumed: str = ""
    shares: frozenset[str] = frozenset()


def _spelled(*words: str) -> frozenset[str]:
    return frozenset(words)


_RESPONSE = _spelled("response", "response time", "avg response", "avg response time") | _spelled(
    "average response", "average response time", "txn response time", "tran response time"
).union(("trans response time", "transaction response time"))
_BUSY = _spelled("cpu busy", "cpu utilization", "cpu utilisation", "processor busy", "busy", "lpar busy")
_POOL = ("pool", "pools", "pool size", "bp", "bp size", "buffer pool", "buffer pools", "buffer pool size")
_READS = ("sync reads", "sync read", "sync read io", "sync read i/o", "sync read i/os", "synchronous reads")

CANONICAL: Final[dict[str, Canonical]] = {
    "processors": Canonical(
        "",
        "",
        _spelled("processors", "cps", "cp", "ways", "way", "cpus", "engines")
        | _spelled("number of cps", "number of cpus", "number of processors", "total of cpus", "of cpus"),
        bare=True,
    ),
    "cpu_percent": Canonical(
        "share",
        "%",
        _spelled("cpu", "lpar", "lpar cpu") | _BUSY,
        assumed="percent",
        shares=_BUSY,
    ),
    "etr": Canonical(
        "",
        "/s",
        _spelled("etr", "external throughput rate", "transaction rate", "tran rate", "tps")
        | _spelled("transactions", "trans", "throughput"),
        bare=True,
    ),
    "itr": Canonical("", "/s", _spelled("itr", "internal throughput rate"), bare=True),
    "response_s": Canonical("time", "s", _RESPONSE, bare=True, assumed="seconds"),
    "sync_reads_per_s": Canonical(
        "", "/s", _spelled(*_READS, "sync io", "sync i/o"), bare=True, assumed="a rate per second"
    ),
    "pool_bytes": Canonical("storage", "bytes", frozenset(_POOL)),
}

LABELS: Final = frozenset(
    {"", "label", "run", "runs", "test", "case", "scenario", "name", "release", "workload", "measurement"}
    | {"configuration", "config", "system", "version", "step", "month", "date", "application", "lock type"}
)
#: What heads labels of different things, or of moments of one run: rows that are not runs of one thing.
NOT_RUNS: Final = frozenset({"workload", "application", "lock type", "interval"})
#: What heads a column of measures, so that the other columns are runs.
MEASURES: Final = frozenset({"measure", "measures", "metric", "metrics", "counter", "figure"})
SUMMARIES: Final = frozenset({"average", "avg", "mean"})

_PER = re.compile(r"(?i)\bper\b|/")
_EACH = re.compile(r"(?i)\b((?:micro|milli) ?seconds?|seconds?|ms|us|\u00b5s)(?: ?/ ?| per )")
#: Things that are counted: a printed 3 of them is 3, not 2.5 to 3.5.
_COUNT = re.compile(
    r"(?i)(^#|\b(number|no\.?|total|count) of\b|\bcount\b|\b(servers?|instances?|nodes?|members?|regions?|"
    r"guests?|workers?|[at]ors?|users|tasks|jobs|calls|commits|links|messages|processors|cpus|cps|ways?|engines|"
    r"cubes|lpars|volumes|switches)\b)"
)
_DELTA = re.compile(r"(?i)\b(delta|change|improvement|difference)\b")
_MEAN = re.compile(r"(?i)\b(avg|average|mean|ratio)\b")
_REMARK = re.compile(r"[(\[]([^()\[\]]{0,80})[)\]]")


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """A heading read: `words` without the unit, the unit as printed, and the canonical name it may have."""

    text: str
    words: str
    unit: Unit | None
    rate: bool
    canonical: str | None

    @property
    def kind(self) -> str:
        """What the column measures, as far as the heading tells."""
        return self.unit.kind if self.unit else ""

    @property
    def slug(self) -> str:
        """A name made of the heading."""
        return re.sub(r"[^a-z0-9]+", "_", self.words.lower()).strip("_")[:60].rstrip("_")


def is_delta(text: str) -> bool:
    """Whether a column is of changes against another, such as `ITR Delta`."""
    return _DELTA.search(text) is not None


def is_share(canonical: str, head: ColumnHeading, figures: Iterable[float]) -> bool:
    """Whether figures without a unit can only be a percentage."""
    return _spelling(head.words) in CANONICAL[canonical].shares and all(1 <= n <= 100 for n in figures)


def is_count(head: ColumnHeading) -> bool:
    """Whether a column counts things, so that its whole numbers are exact."""
    if head.unit is not None or head.rate or is_delta(head.text) or _PER.search(head.text):
        return False
    if head.canonical is not None:
        return head.canonical == "processors"
    return _COUNT.search(head.text) is not None and not _MEAN.search(head.text)


def heading(text: str) -> ColumnHeading:
    """Read a heading."""
    unit: Unit | None = None
    words = " ".join(text.split())
    for remark in _REMARK.findall(words):
        last = remark.split()[-1] if remark.split() else ""
        unit = unit or (None if _PER.search(remark) else units.spelled(last)) or _clock(remark)
    bare = " ".join(_REMARK.sub(" ", words).split())
    rate = any(spelling in remark.lower() for remark in _REMARK.findall(words) for spelling in _RATES)
    for spelling in _RATES:
        if bare.lower().endswith(spelling):
            rate, bare = True, bare[: -len(spelling)].rstrip()
            break
    if unit is None:
        bare, unit = _unit_at_an_end(bare)
    canonical = _canonical(bare, unit, rate)
    return ColumnHeading(text=words, words=bare or words, unit=unit, rate=rate, canonical=canonical)


def _clock(remark: str) -> Unit | None:
    return units.SPELLED["s"] if "hh:mm:ss" in remark.lower() else None


def _unit_at_an_end(words: str) -> tuple[str, Unit | None]:
    """Words without the unit, and the unit: `CPU %`, `LPAR %Busy`, `response ms`, `ms/tran`."""
    if "hh:mm:ss" in words.lower():
        return re.sub(r"(?i)\s*\b(in )?hh:mm:ss\b\s*", " ", words).strip(), units.SPELLED["s"]
    if "%" in words:
        return " ".join(words.replace("%", " ").split()), units.SPELLED["%"]
    each = _EACH.search(words)
    if each:
        return words, units.spelled(each[1].replace(" ", ""))
    parts = re.split(r"[ _]", words)
    if len(parts) > 1 and not _PER.search(words) and units.spelled(parts[-1]):
        rest = " ".join(parts[:-1])
        return re.sub(r"(?i)\s+in$", "", rest), units.spelled(parts[-1])
    return words, None


def _canonical(words: str, unit: Unit | None, rate: bool) -> str | None:
    """The canonical name that the words spell, unless the heading's unit is one of something else."""
    spelled = _spelling(words)
    for name, measure in CANONICAL.items():
        if spelled in measure.spellings:
            if measure.unit == "/s":
                return name if unit is None and (rate or measure.bare) else None
            return name if not rate and (unit is None or unit.kind == measure.kind) else None
    return None


def _spelling(words: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9/ ]+", " ", words.lower().replace("_", " ")).split())
