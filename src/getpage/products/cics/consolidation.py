"""What fewer regions take, from what each takes at different loads.

Frames: what a region has in its quietest interval it has once, whatever it does, and the rest goes with the
work. So fewer regions save the least frames of those that go. They save at most all that these have; at least
what is left of it without their storage areas for tasks, which the others may need as well.

CPU: a line through CPU by tasks of each region's intervals shows what it uses without any task; fewer regions
save that. Nothing of it is certain: at most the CPU of a task stays as it is. Processor caches do better with
fewer regions, which no interval before tells; IBM measured it, and that is the bound below.

References: I. Burnett, "CICS V5 Performance", Impact 2014, Workload Consolidation (30 regions into 10: CPU
-11 % and -9 %, frames -54 %); IBM CICS TS 5.5 documentation, "Interpreting dispatcher statistics" (QR under
about 70 % of a processor); MXT.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import ceil
from typing import Final

import polars as pl

from getpage.contract.consolidation import ConsolidationQuestion
from getpage.contract.evidence import Evidence
from getpage.core import wording
from getpage.core.errors import GetpageError, NotEnoughEvidenceError, UnknownNameError, Without
from getpage.core.numbers import Scalar
from getpage.core.units import MIB, PAGE
from getpage.result import Table

from . import dispatcher, storage, tasks
from .constants import MOST_TASKS, QR_BUSY
from .region import Region, regions
from .rows import ready

COLUMNS: Final = ("measure", "now", "then", "at least", "at most", "change (%)", "how it is known")
#: CPU of a task with a third of the regions, the larger of the two that IBM measured.
PUBLISHED_SAVING, PUBLISHED_RATIO = 0.11, 3.0
#: Areas for what tasks get; the others hold programs and what CICS has once.
_OF_TASKS: Final = frozenset({"CDSA", "UDSA", "ECDSA", "EUDSA", "ETDSA", "GCDSA", "GUDSA"})
_FEWEST_INTERVALS: Final = 3
#: The program of a CICS region, where SMF 30 names it.
_PROGRAM: Final = "DFHSIP"


@dataclass(frozen=True, slots=True)
class _Took:
    """A region over its intervals: frames and CPU seconds, and those without a task where loads differ."""

    frames: float
    least: float
    of_tasks: float | None
    cpu: float
    tasks: float
    seconds: float
    intervals: int
    idle_cpu: float | None


def consolidate(question: ConsolidationQuestion, evidence: Evidence) -> Table:
    """The table; GetpageError and NotEnoughEvidenceError as the contract says."""
    known = regions(evidence)
    merged = _named(question, known)
    left_out = _without_statistics(question, evidence, known)
    rows = intervals(merged)
    known_labels = {str(name) for name in rows["region"].unique()}
    if unknown := [region.label for region in merged if region.label not in known_labels]:
        message = (
            f"nothing tells what {wording.listed(unknown)} takes: intervals of SMF 30 of its job and of SMF "
            "110 subtype 2 that end together"
        )
        raise NotEnoughEvidenceError(message, "getpage collect --for zos.spaces,cics.statistics")
    took = [_took(region, rows.filter(rows["region"] == region.label)) for region in merged]
    measures = [
        _regions(len(merged), question.into, rows),
        _frames(took, question.into),
        _cpu(took, question.into),
        *_qr(rows, question.into),
        _tasks(rows, question.into),
    ]
    return Table(
        title=f"{len(merged)} regions as {question.into}",
        columns=COLUMNS,
        rows=tuple(measures),
        note=" ".join([*left_out, _note(rows, question.into)]),
    )


def _regions(now: int, into: int, rows: pl.DataFrame) -> tuple[Scalar, ...]:
    """How many they become, and how many hold the work at least."""
    qr, tasks = _fewest_by_qr(rows), ceil(_most_tasks(rows) / MOST_TASKS)
    how = (
        f"as requested; at least as many as keep QR under {wording.percent(QR_BUSY)} of a processor, and MXT"
    )
    least = None if qr is None else max(qr, tasks)
    return ("regions", now, into, least, None, _change(now, into), how if least else "asked")


def _named(question: ConsolidationQuestion, known: Sequence[Region]) -> tuple[Region, ...]:
    if not known:
        raise NotEnoughEvidenceError(
            "no CICS region in the evidence: consolidation takes SMF 110 (subtype 2) and 30 of each region",
            "getpage collect --for cics.statistics,zos.spaces",
        )
    chosen: dict[str, Region] = {}
    for pattern in question.regions:
        met = {region.label: region for region in known if _meets(pattern, region)}
        if not met:
            message = f"--regions {pattern}: no such region in the evidence"
            raise UnknownNameError(message, pattern, [region.label for region in known], "--regions *")
        chosen |= met
    if question.into >= len(chosen):
        message = f"--into {question.into}: {wording.plural(len(chosen), 'region')} cannot become that many"
        raise GetpageError(message, f"--into {max(1, len(chosen) - 1)}")
    return tuple(chosen[label] for label in sorted(chosen))


def _meets(pattern: str, region: Region) -> bool:
    return _matches(pattern, region.label, region.name or "")


def _matches(pattern: str, *names: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _without_statistics(
    question: ConsolidationQuestion, evidence: Evidence, known: Sequence[Region]
) -> Iterator[str]:
    """A sentence on address spaces of the asked names that are no known region: what they do is not known."""
    jobs = {(region.system, job) for region in known for job in region.jobs(region.task_limit)}
    is_region = pl.col("program").fill_null("").is_in(["", _PROGRAM])
    rows = evidence.scan(SPACES).filter(is_region).select("system", "job").unique().drop_nulls("job")
    spaces = rows.collect(engine="streaming").sort("system", "job").rows()
    left_out = [
        label
        for system, job in spaces
        if (system, job) not in jobs and (label := f"{system}.{job}" if system else job)
        if any(_matches(pattern, label, job) for pattern in question.regions)
    ]
    if left_out:
        yield (
            f"Left out: {wording.listed(left_out, most=12)}. SMF 30 has "
            f"{wording.plural(len(left_out), 'address space')} without CICS statistics (SMF 110 subtype 2): "
            "what runs there is not known."
        )


def _took(region: Region, rows: pl.DataFrame) -> _Took:
    frames, cpu, tasks = rows["frames"], rows["cpu"], rows["tasks"]
    return _Took(
        frames=float(frames.mean() or 0),  # type: ignore[arg-type]
        least=float(frames.min() or 0),  # type: ignore[arg-type]
        of_tasks=_of_tasks(region),
        cpu=float(cpu.sum()),
        tasks=float(tasks.sum()),
        seconds=float(rows["seconds"].sum()),
        intervals=rows.height,
        idle_cpu=_without_tasks(rows),
    )


def _of_tasks(region: Region) -> float | None:
    """Frames of its storage areas for tasks, were they all in real storage; None where nothing tells."""
    rows = (area[storage.LAST_DSA] for area in region.dsas if area.key[-1] in _OF_TASKS)
    sizes = [int(row["size"]) * (MIB if row["location"] == "above the bar" else 1) for row in rows if row]
    return sum(sizes) / PAGE if sizes else None


def _without_tasks(rows: pl.DataFrame) -> float | None:
    """CPU seconds of an interval without a task, by the line of least squares; None where loads are alike."""
    if rows.height < _FEWEST_INTERVALS:
        return None
    tasks, cpu = rows["tasks"].cast(float), rows["cpu"]
    spread = float(((tasks - tasks.mean()) ** 2).sum())
    if spread == 0:
        return None
    slope = float(((tasks - tasks.mean()) * (cpu - cpu.mean())).sum()) / spread
    idle = float(cpu.mean()) - slope * float(tasks.mean())  # type: ignore[arg-type]
    return min(max(idle, 0.0), float(cpu.min()))  # type: ignore[arg-type]


def _frames(took: Sequence[_Took], into: int) -> tuple[Scalar, ...]:
    now = sum(region.frames for region in took)
    going = (len(took) - into) / len(took)
    saved = going * sum(region.least for region in took)
    most = going * now
    areas = [region.of_tasks for region in took]
    known = [
        max(region.least - held, 0.0) for region, held in zip(took, areas, strict=True) if held is not None
    ]
    least = going * sum(known) if len(known) == len(took) else 0.0
    how = "fewest frames of a region in an interval (SMF30PSC); lower bound: less its task areas (SMSDSASZ)"
    return _row("real frames", now, now - saved, now - most, now - least, how, 0)


def _cpu(took: Sequence[_Took], into: int) -> tuple[Scalar, ...]:
    cpu, tasks = sum(region.cpu for region in took), sum(region.tasks for region in took)
    if not tasks:
        raise NotEnoughEvidenceError(
            "no task ran in these regions in the window", Without(("--from", "--to"))
        )
    now = 1000 * cpu / tasks
    idle = [region.idle_cpu * region.intervals for region in took if region.idle_cpu is not None]
    saved = (len(took) - into) / len(took) * 1000 * sum(idle) / tasks if len(idle) == len(took) else 0.0
    published = now * (1 - PUBLISHED_SAVING) if len(took) / into <= PUBLISHED_RATIO else None
    least = None if published is None else min(now - saved, published)
    known_by = "CPU without tasks from a line through intervals" if idle else "one load alone tells no saving"
    how = f"{known_by} (SMF30CPT, SMF30CPS, XMGTAT); lower bound: published effect of caches"
    return _row("CPU per task (ms)", now, now - saved, least, now, how, 4)


def _qr(rows: pl.DataFrame, into: int) -> Iterator[tuple[Scalar, ...]]:
    known = rows.drop_nulls("qr_cpu")
    if not known.height:
        return
    now = float((known["qr_cpu"] / known["seconds"]).max())  # type: ignore[arg-type]
    busiest = _busiest_qr(rows)
    then = busiest / into
    how = (
        "CPU of QR in the busiest interval (DSGACT): now the busiest region, then spread evenly; at most "
        "with all of it in one region"
    )
    yield _spread("QR TCB of a region (%)", 100 * now, 100 * then, 100 * then, 100 * busiest, how, 1)


def _fewest_by_qr(rows: pl.DataFrame) -> int | None:
    """Regions that keep each QR TCB under its share; None where nothing tells."""
    if rows["qr_cpu"].null_count() == rows.height:
        return None
    return max(1, ceil(_busiest_qr(rows) / QR_BUSY))


def _busiest_qr(rows: pl.DataFrame) -> float:
    """Processors that all QR TCBs used together in the busiest interval."""
    shares = rows.select("end", (rows["qr_cpu"] / rows["seconds"]).alias("share"))
    together = shares.group_by("end", maintain_order=True).sum()["share"]
    return float(together.max() or 0.0)  # type: ignore[arg-type]


def _tasks(rows: pl.DataFrame, into: int) -> tuple[Scalar, ...]:
    now = int(rows["peak_active"].max() or 0)  # type: ignore[arg-type]
    together = _most_tasks(rows)
    how = (
        "peaks of an interval (XMGPAT): now the busiest region, then the sum of all, spread evenly; peaks "
        "need not be of one moment"
    )
    return _spread(
        "tasks at a time in a region", now, ceil(together / into), ceil(now / into), together, how, 0
    )


def _most_tasks(rows: pl.DataFrame) -> int:
    """Peaks of all regions in the interval where they are the most together."""
    together = rows.group_by("end", maintain_order=True).agg(pl.col("peak_active").sum())
    return int(together["peak_active"].max() or 0)  # type: ignore[arg-type]


def _row(
    what: str, now: float, then: float, least: float | None, most: float, how: str, digits: int
) -> tuple[Scalar, ...]:
    ends = (None if value is None else _rounded(value, digits) for value in (now, then, least, most))
    return (what, *ends, _change(now, then), how)


def _spread(
    what: str, now: float, then: float, least: float, most: float, how: str, digits: int
) -> tuple[Scalar, ...]:
    """A row without its change: work that is spread evenly is no less than that of the busiest region now."""
    *row, _, how_known = _row(what, now, then, least, most, how, digits)
    return (*row, None, how_known)


def _rounded(value: float, digits: int) -> float | int:
    return round(value, digits) if digits else round(value)


def _change(now: float, then: float) -> float | None:
    return round(100 * (then / now - 1), 1) + 0.0 if now else None


def _note(rows: pl.DataFrame, into: int) -> str:
    """Whether so many regions hold the work, and how to see what it was worth."""
    sentences = []
    if (fewest := _fewest_by_qr(rows)) is not None:
        regions = wording.plural(fewest, "region")
        sentences.append(
            f"At least {regions}, so that QR stays under {wording.percent(QR_BUSY)} of a processor."
        )
        if fewest > into:
            sentences[-1] += (
                f" {wording.plural(into, 'is', 'are')} too few unless programs leave QR (threadsafe)."
            )
    if (together := _most_tasks(rows)) > into * MOST_TASKS:
        sentences.append(f"{together:,} tasks at a time are more than MXT of {MOST_TASKS:,} allows.")
    sentences.append(
        "Savings hold for regions that run the same programs. Then prove it: getpage prove BEFORE AFTER."
    )
    return " ".join(sentences)


#: A row of SMF 30 for each address space and interval.
SPACES: Final = "smf30_storage"
_PROCESSOR: Final = "smf30_processor"
_AT: Final = ["file", "record"]
_BY: Final = ["region", "end"]
#: Page-seconds of SMF30PSC are counted in 1.024 ms; processor time in hundredths of a second.
_UNIT, _HUNDREDTH = 1.024e-3, 0.01
_STEP_END: Final = 4


def intervals(regions: Sequence[Region]) -> pl.DataFrame:
    """Rows with region, end, frames, cpu and qr_cpu (seconds), tasks, peak_active and seconds, by region and
    time; those of which both SMF 30 and statistics tell.
    """
    statistics = _statistics(regions)
    jobs = {job: region.label for region in regions for job in region.jobs(region.task_limit)}
    spaces = _spaces(regions[0], jobs)
    joined = statistics.join(spaces, on=_BY, how="inner", maintain_order="left")
    return joined.filter(pl.col("cpu") > 0).sort(_BY)


def _statistics(regions: Sequence[Region]) -> pl.DataFrame:
    manager = _own(regions, tasks.MANAGER_TABLE, ("total_active", "peak_active"))
    manager = manager.select(*_BY, "seconds", "peak_active", pl.col("total_active").alias("tasks"))
    modes = _own(regions, dispatcher.MODES_TABLE, ("mode", "cpu_us"))
    qr = modes.filter(pl.col("mode") == dispatcher.QR).select(*_BY, (pl.col("cpu_us") / 1e6).alias("qr_cpu"))
    return manager.join(qr.unique(_BY, keep="last"), on=_BY, how="left", maintain_order="left")


def _own(regions: Sequence[Region], table: str, columns: Sequence[str]) -> pl.DataFrame:
    """Rows of intervals of these regions."""
    measured = regions[0].measured
    every = ready(measured.evidence.scan(table).collect(engine="streaming"), measured.owners)
    keys = pl.DataFrame(
        [(*region.key, region.label) for region in regions],
        schema={"system": pl.String, "region": pl.String, "label": pl.String},
        orient="row",
    )
    mine = every.join(keys, on=["system", "region"], how="inner", nulls_equal=True, maintain_order="left")
    mine = mine.filter(
        pl.col("resets"), pl.col("seconds") > 0, pl.all_horizontal(pl.col(columns).is_not_null())
    )
    mine = mine.with_columns(_minute(pl.col("end")).alias("end"), pl.col("label").alias("region"))
    return mine.sort("end", *_AT)


def _spaces(region: Region, jobs: dict[str, str]) -> pl.DataFrame:
    evidence = region.measured.evidence
    mine = pl.col("job").is_in(list(jobs)) & (pl.col("subtype") != _STEP_END)
    storage = evidence.scan(SPACES).filter(mine).select(*_AT, "job", "written", "page_time")
    processor = evidence.scan(_PROCESSOR).filter(mine).select(*_AT, "tcb_hundredths", "srb_hundredths")
    joined = storage.join(processor, on=_AT, how="inner").collect(engine="streaming").sort(_AT)
    cpu = (pl.col("tcb_hundredths").cast(pl.Float64) + pl.col("srb_hundredths").cast(pl.Float64)) * _HUNDREDTH
    rows = joined.select(
        pl.col("job").replace_strict(jobs, return_dtype=pl.String).alias("region"),
        _minute(pl.col("written").cast(pl.Datetime("us")).dt.replace_time_zone(None)).alias("end"),
        cpu.alias("cpu"),
        pl.when(cpu > 0).then(pl.col("page_time") * _UNIT / cpu).alias("frames"),
    )
    return rows.unique(_BY, keep="last", maintain_order=True)


def _minute(moment: pl.Expr) -> pl.Expr:
    return (moment + pl.duration(seconds=30)).dt.truncate("1m")
