"""What is asked of a curve, checked before any trace is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from getpage.core.errors import GetpageError
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one curve. `vpseqt` is empty for plain LRU; `sizes` is None for sizes chosen here."""

    pool: str | None = None
    subsystem: str | None = None
    sizes: tuple[Size, ...] | None = None
    current: int | None = None
    current_of: Mapping[str, int] = field(default_factory=dict)
    vpseqt: tuple[int, ...] = ()
    pgsteal: str = "lru"
    spsize: Size | None = None
    spseqt: int | None = None
    sample: float | None = None
    seed: int = 0
    opt: bool = False
    read_us: float | None = None
    exact_limit: int = EXACT_LIMIT
    lost_limit: float = LOST_LIMIT
    threads: int | None = None

    @property
    def is_grid(self) -> bool:
        """Whether Db2's pool is simulated, rather than plain LRU at every size."""
        return bool(self.vpseqt) or self.pgsteal != "lru" or self.spsize is not None

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The VPSEQTs of the grid."""
        return self.vpseqt or (VPSEQT,)

    @property
    def read_seconds(self) -> float:
        """Seconds of one synchronous read."""
        return (READ_US if self.read_us is None else self.read_us) / 1e6

    def current_size(self, pool: str) -> int | None:
        """The present size of a pool, where it is known."""
        return self.current_of.get(pool, self.current)


def make_settings(
    *,
    pool: str | None,
    subsystem: str | None,
    sizes: Sizes,
    current: Current,
    vpseqt: int | str | Sequence[int] | None,
    pgsteal: str,
    spsize: int | str | None,
    spseqt: int | None,
    sample: float | None,
    seed: int,
    opt: bool,
    read_us: float | None,
    exact_limit: int,
    lost_limit: float,
    threads: int | None = None,
) -> Settings:
    """Check and combine what a user gave. Raises GetpageError for what cannot be."""
    one, by_pool = _current(current)
    settings = Settings(
        pool=pool,
        subsystem=subsystem,
        sizes=_sizes(sizes),
        current=one,
        current_of=by_pool,
        vpseqt=_vpseqt(vpseqt),
        pgsteal=pgsteal.lower(),
        spsize=None if spsize is None else parse_size(str(spsize), signed=True),
        spseqt=spseqt,
        sample=sample,
        seed=seed,
        opt=opt,
        read_us=read_us,
        exact_limit=exact_limit,
        lost_limit=lost_limit,
        threads=threads,
    )
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    problem = ""
    if settings.pgsteal not in {"lru", "fifo", "none"}:
        problem = f"pgsteal {settings.pgsteal!r}: expected lru, fifo or none"
    elif settings.spseqt is not None and settings.spsize is None:
        problem = "spseqt without spsize: give both, as in SPSIZE(500000) SPSEQT(30)"
    elif settings.spseqt is not None and not 0 <= settings.spseqt <= 100:
        problem = f"spseqt {settings.spseqt}: expected a percentage of 0 to 100"
    elif settings.spsize is not None and settings.pgsteal != "lru":
        problem = "spsize: a simulated pool needs PGSTEAL(LRU) (DSNB614I)"
    elif settings.spsize is not None and settings.current is None and not settings.current_of:
        problem = "spsize: a simulated pool is added to the present one; give its VPSIZE with --current"
    elif settings.sample is not None and not 0 < settings.sample <= 1:
        problem = f"sample {settings.sample}: expected a rate above 0 and at most 1, such as 0.01"
    elif settings.sample is not None and (settings.is_grid or settings.opt):
        problem = (
            "sample: only plain LRU is; leave out --vpseqt, --pgsteal, --spsize and --opt, or the sample"
        )
    elif settings.read_us is not None and not 0 < settings.read_us < 1e9:
        problem = f"read-us {settings.read_us}: expected the microseconds of one synchronous read"
    elif not 0 <= settings.lost_limit < 1:
        problem = f"lost-limit {settings.lost_limit}: expected a share of 0 to 1; 0.02 is 2 %"
    elif not 0 <= settings.seed < 1 << 64:
        problem = f"seed {settings.seed}: expected a number of 0 to 18,446,744,073,709,551,615"
    elif not 0 <= settings.exact_limit < 1 << 64:
        problem = f"exact-limit {settings.exact_limit}: expected a number of references"
    elif settings.threads is not None and settings.threads < 1:
        problem = f"threads {settings.threads}: expected 1 or more"
    if problem:
        raise GetpageError(problem)


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
    return checked(parse_size(str(size)).buffers(None, page_bytes(what)), f"current size, {what}")


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
        message = f"vpseqt {vpseqt!r}: expected percentages of 0 to 100, such as 80,50"
        raise GetpageError(message)
    return values
