"""What is asked of a curve, checked before any trace is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from getpage.core.errors import GetpageError, Without
from getpage.core.option import option, threads_problem
from getpage.curve.sizes import Size, checked, page_bytes, parse_size, parse_sizes

#: Microseconds of a synchronous read where nothing better is known: 35,321,543 ms for 25,463,982 + 81,181
#: reads (REDP-5238, example 2-1).
READ_US = 1383.0
#: Db2's default VPSEQT.
VPSEQT = 80
#: References beyond which a curve is sampled; exact takes about five minutes until then.
EXACT_LIMIT = 10_000_000_000
#: The share of a trace's records that may be missing, as IBM's Buffer Pool Analyzer has it.
LOST_LIMIT = 0.02

Sizes = str | Sequence[int | str] | None
Current = int | str | Mapping[str, int | str] | None

POOL: Final = "Pools and sizes"
SIMULATED: Final = "Db2's pool"
GROUP: Final = "Data sharing"
HOW: Final = "How it is computed"
TRACE: Final = "Trace"


@dataclass(frozen=True, kw_only=True)
class CurveSettings:
    """The settings of a curve, as people write them and, beside, as they are meant.

    `sizes` and `current` are buffers, or text with units; `current` is of all pools or by pool. Without
    `vpseqt`, `pgsteal` and `spsize` the pools are plain LRU, exact at every size; with them they are Db2's,
    exact at the sizes given. `sample` is the share of the pages to look at; beyond `exact_limit` references
    a trace in files is sampled anyway. `threads` is how many work at a long trace, None for all processors;
    the result is the same. GetpageError for what cannot be.
    """

    pool: str | None = field(
        default=None,
        metadata=option(
            "Only this pool; in a trace that names no pool, its name (BP8K0 has 8 KiB pages).", group=POOL
        ),
    )
    sizes: Sizes = field(
        default="auto",
        metadata=option(
            "Buffers (10k,20k), factors of the present size (0.5x,1x,2x), storage (2GiB), or auto.",
            group=POOL,
            written=str,
        ),
    )
    current: Current = field(
        default=None,
        metadata=option(
            "Present VPSIZE in buffers, of all pools, or BP1=20k,BP2=5k.", group=POOL, written=str
        ),
    )
    vpseqt: int | str | Sequence[int] | None = field(
        default=None,
        metadata=option(
            "Sequential thresholds to simulate, 80,50: Db2's pool instead of plain LRU.",
            group=SIMULATED,
            written=str,
        ),
    )
    pgsteal: str = field(default="lru", metadata=option("Page stealing: lru, fifo or none.", group=SIMULATED))
    spsize: int | str | None = field(
        default=None,
        metadata=option(
            "Buffers to add as -ALTER BUFFERPOOL SPSIZE does; negative: the pool made smaller. Prints "
            "DSNB431I and DSNB432I. Needs --current.",
            group=SIMULATED,
            written=str,
            signed=True,
        ),
    )
    spseqt: int | None = field(
        default=None, metadata=option("Sequential threshold of the simulated pool.", group=SIMULATED)
    )
    gbp: bool = field(
        default=False,
        metadata=option(
            "The group buffer pools of a trace of several members, in data entries. Needs --current, the "
            "VPSIZE of their local pools (BP1=20k, or by member: DB1A.BP1=20k,DB2A.BP1=10k).",
            group=GROUP,
        ),
    )
    gbp_entries: Current = field(
        default=None,
        metadata=option(
            "Present data entries, of all group buffer pools, or BP1=50k.", group=GROUP, written=str
        ),
    )
    gbpcache: str = field(
        default="changed",
        metadata=option("Pages that enter a group buffer pool: changed, or all that are read.", group=GROUP),
    )
    opt: bool = field(
        default=False,
        metadata=option("Add the clairvoyant bound: what no policy can beat.", group=HOW),
    )
    sample: float | None = field(
        default=None,
        metadata=option(
            "Look at this share of the pages only (0.01), with a 95 % band: see --band.", group=HOW
        ),
    )
    band: str = field(
        default="pointwise",
        metadata=option(
            "What the band of a sample holds in 95 of 100: the truth at each size (pointwise), or the whole "
            "curve (simultaneous).",
            group=HOW,
        ),
    )
    seed: int = 0
    threads: int | None = field(
        default=None, metadata=option("Threads at work at a long trace; default: all processors.", group=HOW)
    )
    move: str | None = field(
        default=None,
        metadata=option(
            "Page sets in another pool than they are, 301.4=BP4: by DBID and OBID, several with commas.",
            group=POOL,
        ),
    )
    read_us: float | None = field(
        default=None, metadata=option("Microseconds of one synchronous read.", group=HOW)
    )
    exact_limit: int = EXACT_LIMIT
    subsystem: str | None = field(
        default=None, metadata=option("Only this Db2, where SMF or GTF has several.", group=TRACE)
    )
    lost_limit: float = field(
        default=LOST_LIMIT, metadata=option("Share of SMF records that may be missing.", group=TRACE)
    )

    def __post_init__(self) -> None:
        """GetpageError for what cannot be."""
        object.__setattr__(self, "pgsteal", self.pgsteal.lower())
        object.__setattr__(self, "band", self.band.lower())
        object.__setattr__(self, "gbpcache", self.gbpcache.lower())
        _check(self)

    @cached_property
    def wanted_sizes(self) -> tuple[Size, ...] | None:
        """The sizes asked for; None for sizes chosen here."""
        return _sizes(self.sizes)

    @cached_property
    def current_of(self) -> Mapping[str, int]:
        """The present sizes of pools that were named."""
        return _current(self.current)[1]

    @cached_property
    def current_of_all(self) -> int | None:
        """The present size of every pool."""
        return _current(self.current)[0]

    def current_size(self, pool: str) -> int | None:
        """The present size of a pool, where it is known."""
        return self.current_of.get(pool, self.current_of_all)

    def group_size(self, pool: str) -> int | None:
        """The present data entries of a pool's group buffer pool, where they are known."""
        of_all, by_name = _current(self.gbp_entries)
        return by_name.get(pool, by_name.get(f"G{pool}", of_all))

    @cached_property
    def vpseqts(self) -> tuple[int, ...]:
        """The VPSEQTs that were asked for; none for plain LRU."""
        return _vpseqt(self.vpseqt)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The VPSEQTs of the grid."""
        return self.vpseqts or (VPSEQT,)

    @cached_property
    def moved(self) -> Mapping[tuple[int, int], str]:
        """The pools that page sets are moved to, by DBID and OBID."""
        return _moved(self.move)

    @cached_property
    def simulated_size(self) -> Size | None:
        """What a simulated pool adds to the present one."""
        return None if self.spsize is None else parse_size(str(self.spsize), signed=True)

    @property
    def is_grid(self) -> bool:
        """Whether Db2's pool is simulated, rather than plain LRU at every size."""
        return bool(self.vpseqts) or self.pgsteal != "lru" or self.spsize is not None

    @property
    def read_seconds(self) -> float:
        """Seconds of one synchronous read."""
        return (READ_US if self.read_us is None else self.read_us) / 1e6


def _check(settings: CurveSettings) -> None:
    # Sizes first: as text they say themselves what is wrong with them.
    _ = (
        settings.wanted_sizes,
        settings.current_of,
        settings.group_size(""),
        settings.vpseqts,
        settings.moved,
        settings.simulated_size,
    )
    if problem := _problem(settings):
        raise GetpageError(*problem)


def _problem(settings: CurveSettings) -> tuple[str, str | Without] | None:
    """What is wrong and what to do; None where nothing is."""
    simulated = settings.spsize is not None
    cases: tuple[tuple[bool, str, str | Without], ...] = (
        (
            settings.pgsteal not in {"lru", "fifo", "none"},
            f"--pgsteal {settings.pgsteal}: expected lru, fifo or none",
            "--pgsteal lru",
        ),
        (settings.spseqt is not None and not simulated, "--spseqt needs --spsize", "--spsize 500000"),
        (
            settings.spseqt is not None and not 0 <= settings.spseqt <= 100,
            f"--spseqt {settings.spseqt}: expected a percentage of 0 to 100",
            "--spseqt 80",
        ),
        (
            simulated and settings.pgsteal != "lru",
            "--spsize: a simulated pool needs PGSTEAL(LRU) (DSNB614I)",
            "--pgsteal lru",
        ),
        (
            simulated and settings.current is None,
            "--spsize: a simulated pool is added to the present one, whose VPSIZE is missing",
            "--current 20000",
        ),
        (
            settings.sample is not None and not 0 < settings.sample <= 1,
            f"--sample {settings.sample}: expected a rate above 0 and at most 1",
            "--sample 0.01",
        ),
        (
            settings.sample is not None and (settings.is_grid or settings.opt),
            "--sample is for plain LRU",
            Without(("--sample",)),
        ),
        (
            settings.gbpcache not in {"changed", "all"},
            f"--gbpcache {settings.gbpcache}: expected changed or all",
            "--gbpcache changed",
        ),
        (
            not settings.gbp and (settings.gbp_entries is not None or settings.gbpcache != "changed"),
            "--gbp-entries and --gbpcache are of group buffer pools",
            "--gbp --current 20000",
        ),
        (
            settings.gbp and settings.current is None,
            "--gbp: what reaches a group buffer pool depends on the VPSIZE of local pools, which is missing",
            "--current 20000",
        ),
        (
            settings.gbp and (settings.is_grid or settings.opt or settings.sample is not None),
            "--gbp: local pools are plain LRU",
            Without(("--vpseqt", "--pgsteal", "--spsize", "--sample"), flags=("--opt",)),
        ),
        (
            settings.gbp and bool(settings.moved),
            "--gbp: page sets stay in their pools",
            Without(("--move",)),
        ),
        (
            settings.band not in {"pointwise", "simultaneous"},
            f"--band {settings.band}: expected pointwise or simultaneous",
            "--band pointwise",
        ),
        (
            settings.read_us is not None and not 0 < settings.read_us < 1e9,
            f"--read-us {settings.read_us}: expected the microseconds of one synchronous read",
            "--read-us 500",
        ),
        (
            not 0 <= settings.lost_limit < 1,
            f"--lost-limit {settings.lost_limit}: expected a share from 0 to below 1",
            "--lost-limit 0.02",
        ),
        (
            not 0 <= settings.seed < 1 << 64,
            f"--seed {settings.seed}: expected a number of 0 to 18,446,744,073,709,551,615",
            "--seed 1",
        ),
        (
            not 0 <= settings.exact_limit < 1 << 64,
            f"--exact-limit {settings.exact_limit}: expected a number of references",
            "--exact-limit 1000000",
        ),
        (bool(threads_problem(settings.threads)), threads_problem(settings.threads), "--threads 4"),
    )
    return next(((problem, step) for wrong, problem, step in cases if wrong), None)


def _sizes(sizes: Sizes) -> tuple[Size, ...] | None:
    if sizes is None:
        return None
    if isinstance(sizes, str):
        return parse_sizes(sizes)
    return tuple(parse_size(str(size)) for size in sizes) or None


def _current(current: Current) -> tuple[int | None, dict[str, int]]:
    if current is None:
        return None, {}
    if isinstance(current, Mapping):
        return None, {pool: _buffers(pool, size) for pool, size in current.items()}
    if isinstance(current, int) or "=" not in current:
        return _buffers("current", current), {}
    pairs = [part.partition("=") for part in current.split(",") if part.strip()]
    return None, {pool.strip(): _buffers(pool, size) for pool, _, size in pairs}


def _buffers(what: str, size: int | str) -> int:
    # A pool may be that of a member: DB1A.BP1.
    return checked(
        parse_size(str(size)).buffers(None, page_bytes(what.rpartition(".")[2])), f"current size, {what}"
    )


_MOVE: Final = re.compile(r"([0-9]{1,5})\.([0-9]{1,5})=(BP[0-9]{1,2}|BP(?:8K|16K)[0-9]|BP32K[1-9]?)")


def _moved(move: str | None) -> dict[tuple[int, int], str]:
    moved: dict[tuple[int, int], str] = {}
    for part in filter(None, map(str.strip, (move or "").split(","))):
        match = _MOVE.fullmatch(part.upper())
        if match is None:
            message = f"--move {part}: expected DBID.OBID=POOL"
            raise GetpageError(message, "--move 301.4=BP4")
        moved[int(match[1]), int(match[2])] = match[3]
    return moved


def _vpseqt(vpseqt: int | str | Sequence[int] | None) -> tuple[int, ...]:
    if vpseqt is None:
        return ()
    parts: Sequence[int | str]
    if isinstance(vpseqt, int):
        vpseqt = [vpseqt]
    parts = vpseqt.split(",") if isinstance(vpseqt, str) else vpseqt
    try:
        values = tuple(dict.fromkeys(int(part) for part in parts))
    except ValueError:
        values = (-1,)
    if any(not 0 <= value <= 100 for value in values):
        message = f"--vpseqt {vpseqt!r}: expected percentages of 0 to 100"
        raise GetpageError(message, "--vpseqt 80,50")
    return values
