"""-ALTER BUFFERPOOL: how sizes, simulations and attributes of a pool are spelled.

Growth is in one command, less of an idle pool in steps of 25 %, as the window may not hold its load. PGFIX,
FRAMESIZE and PGSTEAL stay pending until the pool is allocated again: VPSIZE(0) and back, or a restart. A pool
that is page-fixed and grows gets both, and larger frames, in one command, so that it is allocated again once.

References: IBM Db2 documentation, -ALTER BUFFERPOOL; IBM REDP-5238, 2.1.1 and 4.2.1; SHARE 17878, steps 1 and
2; BMC AMI Pool Advisor rules: no step larger than 25 %.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from getpage.core.names import FindingId, KnobId
from getpage.core.units import GIB
from getpage.products.common.page_fixing import saved_by_fixing
from getpage.products.db2 import wording
from getpage.products.db2.constants import GAIN_FIXED, GAIN_LARGE_FRAMES, LARGEST_STEP_PERCENT
from getpage.products.db2.member import Member
from getpage.result import Advise, Change

from .large_memory import large_when_fixed
from .pool import Db2Pool
from .simulation import simulation_bytes
from .wanted import gains, next_simulation

AFTER: Final = "two displays an hour apart, under the same load as this window, including its peak"
_AFTER_SIMULATION: Final = "1 to 3 hours of the usual load (REDP-5238, 2.1.1)"
_PENDING: Final = (
    "Pending until the pool is allocated again (at a restart, or VPSIZE(0) and back when nothing uses it)."
)
_NOT_ITS_LOAD: Final = (
    "Before each step, check a window that includes month-end and batch: this one may not include the "
    "pool's load."
)
_SIMULATION_COSTS: Final = (
    "A simulation takes 1 to 2 % of CPU per pool: end it with SPSIZE(0) after the result."
)

#: An attribute that a command sets: keyword, new value, old value (empty where none is known).
Attribute = tuple[str, str, str]


def command(pool: Db2Pool, attributes: tuple[Attribute, ...], *, undo: bool = False) -> str:
    """The command that sets these attributes, or that takes them back."""
    values = ((word, old if undo else new) for word, new, old in attributes)
    return f"-ALTER BUFFERPOOL({pool.name}) {' '.join(f'{word}({value})' for word, value in values if value)}"


def _change(
    member: Member,
    pool: Db2Pool,
    *attributes: Attribute,
    effect: str,
    verify: str,
    caution: str = "",
    takes: int = 0,
    fixes: int = 0,
    after: str = AFTER,
    because: tuple[FindingId, ...] = (),
    step: int = 1,
) -> Change:
    """The change of these attributes; its setting is the first of them."""
    keyword = attributes[0][0]
    return Change(
        subsystem=member.id,
        setting=f"{pool.name} {keyword}",
        knob=KnobId(member.id, pool.name) if keyword == "VPSIZE" else None,
        step=step,
        command=command(pool, attributes),
        undo=command(pool, attributes, undo=True),
        verify=verify,
        verify_after=after,
        storage_bytes=takes,
        fixes_bytes=fixes,
        because=because,
        effect=effect,
        caution=caution,
    )


def cautions(member: Member, pool: Db2Pool, *, grows: bool) -> str:
    """What to look at beside the change itself and the real storage behind it."""
    sentences = []
    if pool.latest("autosize") is True:
        sentences.append("AUTOSIZE(YES): WLM changes the size as well, within VPSIZEMIN and VPSIZEMAX.")
    group = [group.name for group in member.group_pools if group.number == pool.number]
    if grows and group:
        sentences.append(
            f"Directory entries of {group[0]} have to grow with the pool, or its pages are invalidated."
        )
    return " ".join(sentences)


def resize(member: Member, pool: Db2Pool, size: int, *, idle: bool = False) -> tuple[Change, ...]:
    """The commands to a size in their order; none where the pool has that size."""
    steps = enumerate(_steps(pool.size or 0, size), 1)
    return tuple(
        _grow(member, pool, before, after)
        if after > before
        else _shrink(member, pool, before, after, idle=idle, step=step)
        for step, (before, after) in steps
    )


def least_at_once(size: int) -> int:
    """The least size that one command sets: a quarter less."""
    return min(-(-size * (100 - LARGEST_STEP_PERCENT) // 100), size - 1)


def _steps(old: int, new: int) -> Iterator[tuple[int, int]]:
    """Down by a quarter each, up at once."""
    while old > new:
        after = max(new, least_at_once(old))
        yield old, after
        old = after
    if new > old:
        yield old, new


def _grow(member: Member, pool: Db2Pool, old: int, new: int, *attributes: Attribute) -> Change:
    """More buffers, with what was simulated beside them and further attributes."""
    simulated = _as_simulated(pool, new - old)
    return _change(
        member,
        pool,
        ("VPSIZE", str(new), str(old)),
        *simulated,
        *attributes,
        effect=(
            f"Adds {wording.size((new - old) * pool.page_bytes)} to {pool.name}.{_avoids(pool, new - old)}"
        ),
        verify=(
            f"DSNB402I: ALLOCATED = {new}; SYNC READ I/O (R) per second is lower than before, PAGE-INS "
            "REQUIRED in DSNB411I and DSNB420I stay at 0."
        ),
        takes=(new - old) * pool.page_bytes,
        caution=f"{cautions(member, pool, grows=True)}{_with_threshold(simulated)}".strip(),
    )


def _avoids(pool: Db2Pool, more: int) -> str:
    """What a simulation showed of so many buffers more, as a sentence; empty where none did."""
    result = pool.simulation
    if result is None or not gains(pool) or more < (result.proved or 0):
        return ""
    seconds = result.row["seconds"]
    per_second = f" ({wording.rate(result.sync / seconds)} per second)" if seconds else ""
    waiting = f" and {wording.seconds(result.delay)} of waiting" if result.delay else ""
    then = (
        f" Leave SPSIZE({result.size}) on: it then shows what the same number again would avoid."
        if result.full is not False and next_simulation(pool) is None
        else ""
    )
    return (
        f" While simulated, these buffers would have avoided {result.sync:,} synchronous reads{per_second}"
        f"{waiting}.{then}"
    )


def _as_simulated(pool: Db2Pool, more: int) -> tuple[Attribute, ...]:
    """VPSEQT as it was simulated, where the pool has another: the reads that so many buffers more avoid were
    counted with it. And SPSIZE(0), where the simulation did not fill and so has shown all. Nothing where
    fewer are given than were simulated, or nothing says.
    """
    result, now = pool.simulation, pool.whole("sequential_threshold")
    if result is None or not result.size or not gains(pool):
        return ()
    then = result.sequential_threshold
    least = result.row["highest_in_use"] if result.full is False else result.size
    if more < (least or result.size):
        return ()
    ended = (("SPSIZE", "0", str(result.size)),) if result.full is False and pool.is_simulated else ()
    if then is None or now is None or then == now:
        return ended
    return (("VPSEQT", str(then), str(now)), *ended)


def sets_threshold(pool: Db2Pool) -> bool:
    """Whether the command that gives what was simulated sets VPSEQT too."""
    result = pool.simulation
    more = (result.proved or 0) if result is not None else 0
    return any(word == "VPSEQT" for word, _, _ in _as_simulated(pool, more))


def _with_threshold(attributes: tuple[Attribute, ...]) -> str:
    return "".join(
        f" VPSEQT({new}) as it was simulated: with VPSEQT({old}) the reads that were counted as avoidable "
        "are not proved. Scans of this pool may read pages again."
        for word, new, old in attributes
        if word == "VPSEQT"
    )


def _shrink(member: Member, pool: Db2Pool, old: int, new: int, *, idle: bool, step: int) -> Change:
    return _change(
        member,
        pool,
        ("VPSIZE", str(new), str(old)),
        effect=f"Gives back {wording.size((old - new) * pool.page_bytes)} of {pool.name}.",
        verify=f"DSNB402I: ALLOCATED = {new}; SYNC READ I/O per second is no higher than forecast.",
        takes=(new - old) * pool.page_bytes,
        caution=f"{_NOT_ITS_LOAD} {cautions(member, pool, grows=False)}".strip() if idle else "",
        step=step,
    )


def simulate(member: Member, pool: Db2Pool, new: int, old: int) -> Advise:
    """A simulated pool of `new` buffers instead of `old`; 0 ends it."""

    def spell(because: tuple[FindingId, ...]) -> Change:
        page, threshold = pool.page_bytes, pool.whole("sequential_threshold")
        takes = simulation_bytes(new, page) - simulation_bytes(old, page)
        size = ("SPSIZE", str(new), str(old))
        if not new:
            full = pool.simulation is not None and pool.simulation.full
            return _change(
                member,
                pool,
                size,
                effect=(
                    "Ends the simulation: the pool reads too little for more buffers to be worth their "
                    "storage."
                    if full
                    else "Ends a simulation that did not fill: it has shown all that more buffers would save."
                ),
                verify="DSNB431I no longer shows the simulated pool.",
                takes=takes,
                after="the command",
                because=because,
            )
        also = (("SPSEQT", str(threshold), ""),) if not old and threshold is not None else ()
        return _change(
            member,
            pool,
            size,
            *also,
            effect=(
                f"Shows which reads {new:,} more buffers ({wording.size(new * page)}) would avoid, without "
                "allocating them. The simulation itself takes about "
                f"{wording.size(simulation_bytes(new, page))} of real storage."
            ),
            verify=(
                "DSNB432I of -DISPLAY BUFFERPOOL DETAIL: avoidable reads and their delay; DSNB431I: whether "
                "it filled."
            ),
            takes=takes,
            after=_AFTER_SIMULATION,
            caution=f"{_SIMULATION_COSTS} {cautions(member, pool, grows=False)}".strip(),
            because=because,
        )

    return Advise(subsystem=member.id, setting=f"{pool.name} SPSIZE", spell=spell)


def sequential(member: Member, pool: Db2Pool, new: int, old: int) -> Advise:
    """VPSEQT at another share of the pool, in percent."""

    def spell(because: tuple[FindingId, ...]) -> Change:
        return _change(
            member,
            pool,
            ("VPSEQT", str(new), str(old)),
            effect=f"Leaves {100 - new} % of the pool to pages of random access, instead of {100 - old} %.",
            verify=(
                "DSNB404I: VP SEQUENTIAL; SYNC READ I/O (R) per second falls, PAGES READ of prefetch rises "
                "by less."
            ),
            caution=(
                f"SPSEQT({new}) of a simulated pool tries it without risk. Scans of this pool may read pages "
                "again."
            ),
            because=because,
        )

    return Advise(subsystem=member.id, setting=f"{pool.name} VPSEQT", spell=spell)


def fix(
    member: Member,
    pool: Db2Pool,
    size: int | None = None,
    *,
    frames: str = "",
    because: tuple[FindingId, ...] = (),
) -> Change:
    """PGFIX(YES): its buffers can no longer be paged out. `size` are the buffers that the pool gets in the
    same command where it grows, `frames` the larger ones that it gets as well: 1M or 2G.
    """
    old, new = pool.size or 0, pool.size or 0 if size is None else size
    fixed = new * pool.page_bytes
    frame = str(pool.latest("frame_size") or "4K")
    attributes: tuple[Attribute, ...] = (("PGFIX", "YES", "NO"),)
    if frames:
        attributes += (("FRAMESIZE", frames, frame),)
    sentences = [f"{wording.size(fixed)} of real storage are then fixed."]
    if frames:
        sentences.append(
            f"The frames come from LFAREA, which has had room for {wording.size(fixed)} (D VIRTSTOR,LFAREA): "
            "make sure that nothing else counts on it; Db2 takes smaller frames where there is too little."
        )
    elif frame == "4K" and large_when_fixed(member, pool):
        sentences.append(
            f"No FRAMESIZE(1M) beside it: LFAREA is not known to have room for {wording.size(fixed)} "
            "(D VIRTSTOR,LFAREA)."
        )
    effect = f"Saves the CPU of fixing and freeing pages around the I/O of {pool.name}" + (
        f", and backs it with frames of {frames}B when it is allocated again." if frames else "."
    )
    verify = "DSNB406I: PGFIX CURRENT = YES; CPU of DBM1 for each I/O is lower." + (
        f" DSNB546I: all buffers USING {frames} FRAME SIZE." if frames else ""
    )
    if new > old:
        grown = _grow(member, pool, old, new, *attributes)
        return replace(
            grown,
            fixes_bytes=fixed,
            effect=f"{grown.effect} {effect}",
            verify=f"{grown.verify} {verify}",
            caution=" ".join((*sentences, grown.caution, _PENDING)).replace("  ", " "),
        )
    change = _change(
        member,
        pool,
        *attributes,
        effect=effect,
        verify=verify,
        caution=" ".join(filter(None, (*sentences, cautions(member, pool, grows=False), _PENDING))),
        fixes=fixed,
        because=because,
    )
    least, most = (
        sum(ends) for ends in zip(GAIN_FIXED, GAIN_LARGE_FRAMES if frames else (0, 0), strict=True)
    )
    return replace(change, saving=saved_by_fixing(least, most))


def frames(member: Member, pool: Db2Pool) -> Advise:
    """FRAMESIZE: 2 GB frames for a pool that fills some to the last byte, 1 MB frames for any other."""

    def spell(because: tuple[FindingId, ...]) -> Change:
        size = pool.bytes or 0
        new = "2G" if size >= 2 * GIB and size % (2 * GIB) == 0 and pool.steal != "NONE" else "1M"
        sentences = (
            f"The large frame area must have {wording.size(size)} free when the pool is allocated (D "
            "VIRTSTOR,LFAREA).",
            f"Enter it together with any change of VPSIZE({pool.name}): one allocation serves both.",
            cautions(member, pool, grows=False),
            _PENDING,
        )
        return _change(
            member,
            pool,
            ("FRAMESIZE", new, str(pool.latest("frame_size") or "4K")),
            effect=f"Backs the {wording.size(size)} of {pool.name} with frames of {new}B.",
            verify=f"DSNB546I: all buffers USING {new} FRAME SIZE.",
            caution=" ".join(filter(None, sentences)),
            because=because,
        )

    return Advise(subsystem=member.id, setting=f"{pool.name} FRAMESIZE", spell=spell)


def steal(member: Member, pool: Db2Pool, method: str) -> Advise:
    """PGSTEAL: NONE for page sets that stay as a whole, FIFO where no LRU order is needed."""
    whole = method == "NONE"

    def spell(because: tuple[FindingId, ...]) -> Change:
        caution = (
            "It reads each page set completely when it is opened: the pages of all of them, not only of "
            "those open now, must fit beside the overflow area."
            if whole
            else "If the pool begins to read, it steals pages that are still needed: undo the change then."
        )
        return _change(
            member,
            pool,
            ("PGSTEAL", method, "LRU"),
            effect=f"Ends the upkeep of LRU chains in {pool.name}, from which nothing is stolen.",
            verify=(
                f"DSNB406I: PAGE STEALING METHOD CURRENT = {method}; reads stay at zero; latch class 14 falls"
                + ("; DSNB402I: OVERFLOW ALLOC = 0." if whole else ".")
            ),
            caution=f"{caution} A simulated pool needs LRU: SPSIZE must be 0. {_PENDING}",
            because=because,
        )

    return Advise(subsystem=member.id, setting=f"{pool.name} PGSTEAL", spell=spell)
