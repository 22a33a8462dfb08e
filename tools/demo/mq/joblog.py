"""The job log of one more queue manager, MQC1 on SYSC, for which there is no SMF: what its operators see.

DISPLAY USAGE twice, storage messages, and the complaint about a pool that is too small, in the forms that IBM
REDP-5238, section 4.2.1, prints, with the prefixes of a JES2 job log. Pool 2 is larger than 120 % of its page
set; pool 3 runs out of buffers in the afternoon.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..clock import DAY_PRINTED, at

if TYPE_CHECKING:
    from pathlib import Path

QUEUE_MANAGER, SYSTEM, JOB = "MQC1", "SYSC", "STC04711"

BUFFERS = {0: 20_000, 1: 50_000, 2: 120_000, 3: 30_000}
"""Buffers by pool, all below the bar."""
PAGES = {0: 24_000, 1: 60_000, 2: 20_160, 3: 400_000}
"""Pages by page set; each page set has the pool of its number."""

LOCAL_MB, ABOVE_MB = 1_450, 210
_BASE_MB = 214
_NAME = "CSQSCTL Queue manager storage usage:"


@dataclass(frozen=True, slots=True)
class Moment:
    """What the operators see at one time: pages used by page set, buffers stealable by pool."""

    second: int
    used: dict[int, int]
    stealable: dict[int, int]


MORNING = Moment(at(9), {0: 702, 1: 9_310, 2: 1_240, 3: 6_020}, {0: 19_961, 1: 42_115, 2: 118_764, 3: 24_207})
AFTERNOON = Moment(
    at(15, 10), {0: 702, 1: 11_874, 2: 1_388, 3: 96_455}, {0: 19_958, 1: 40_022, 2: 118_611, 3: 1_261}
)
TOO_SMALL = (*(at(14, minute) + 17 for minute in (41, 44, 49, 53, 58)), at(15, 4) + 9)
"""When the queue manager complains about pool 3."""
STORAGE = tuple(at(hour) for hour in range(0, 24, 2))


def local_used() -> int:
    """Count the MB of 31-bit storage in use: the pools and what the queue manager needs besides."""
    return _BASE_MB + sum(BUFFERS.values()) * 4_096 // (1 << 20)


def write(path: Path) -> None:
    """Write the job log."""
    path.write_text("\n".join(_lines()) + "\n", encoding="ascii", newline="\n")


def _lines() -> list[str]:
    head = "J E S 2  J O B  L O G  --  S Y S T E M  S Y S C  --  N O D E  P R O D"
    events: list[tuple[int, list[str]]] = [(second, _storage(second)) for second in STORAGE]
    events += [(second, _too_small(second)) for second in TOO_SMALL]
    events += [(MORNING.second, _usage(MORNING)), (AFTERNOON.second, _usage_short(AFTERNOON))]
    events.sort(key=lambda event: event[0])
    started = _line(0, "IEF695I START MQC1MSTR WITH JOBNAME MQC1MSTR IS ASSIGNED TO USER STCMQ")
    return [
        f"1{'':>20}{head}",
        "0",
        _line(0, f"---- {DAY_PRINTED} ----"),
        started,
        *(line for _, lines in events for line in lines),
    ]


def _clock(second: int) -> str:
    return f"{second // 3600:02d}.{second // 60 % 60:02d}.{second % 60:02d}"


def _line(second: int, text: str) -> str:
    return f" {_clock(second)} {JOB}  {text}".rstrip()


def _multi(second: int, first: str, rest: list[str]) -> list[str]:
    """Print a multi-line message: its identifier ends the first line and starts the others."""
    key = 100 + second // 60 % 800
    return [_line(second, f"{first} {key}"), *(f"   {key}             {line}".rstrip() for line in rest)]


def _storage(second: int) -> list[str]:
    used = local_used()
    text = f"CSQY220I !{QUEUE_MANAGER} {_NAME}"
    return _multi(
        second,
        text,
        [
            f"local storage: used {used}MB, free {LOCAL_MB - used}MB: above bar: used {ABOVE_MB}MB, free",
            "2GB",
        ],
    )


def _too_small(second: int) -> list[str]:
    return [_line(second, f"CSQP020E !{QUEUE_MANAGER} CSQP1RSW Buffer pool 3 is too small")]


def _page_sets(seen: Moment) -> list[str]:
    head = [
        "Page  Buffer    Total   Unused  Persistent  NonPersist  Expansion",
        " set  pool      pages    pages  data pages  data pages  count",
    ]
    rows = [
        f"_{n:>3}  {n:>3}  {PAGES[n]:>9}  {PAGES[n] - used:>7}  {used:>10}  {0:>10}  USER    0"
        for n, used in seen.used.items()
    ]
    return _multi(
        seen.second,
        f"CSQI010I !{QUEUE_MANAGER} Page set usage ...",
        [*head, *rows, "End of page set report"],
    )


def _usage(seen: Moment) -> list[str]:
    """Reply to DISPLAY USAGE as later releases do."""
    head = [
        "Buffer  Available  Stealable  Stealable   Page  Location",
        " pool     buffers    buffers  percentage class",
    ]
    rows = [
        f"_ {n:>3}  {BUFFERS[n]:>9}  {free:>9}  {100 * free // BUFFERS[n]:>9}  4KB    BELOW"
        for n, free in seen.stealable.items()
    ]
    pools = _multi(
        seen.second + 1,
        f"CSQI065I !{QUEUE_MANAGER} Buffer pool attributes ...",
        [*head, *rows, "End of buffer pool attributes"],
    )
    return [*_page_sets(seen), *pools]


def _usage_short(seen: Moment) -> list[str]:
    """Reply to DISPLAY USAGE with a message for each pool."""
    pools = [
        _line(
            seen.second + 1,
            f"CSQP001I !{QUEUE_MANAGER} Buffer pool {n} has {BUFFERS[n]} buffers,"
            f" {free} ({100 * free // BUFFERS[n]}%) stealable",
        )
        for n, free in seen.stealable.items()
    ]
    return [*_page_sets(seen), *pools]
