"""TCB switches of a mix of commands, for every way in which its program can be defined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from getpage.core.errors import GetpageError, Without
from getpage.core.option import option
from getpage.core.text import shorten

from .mix import read_mix
from .rules import Api, Concurrency, ExecCommand, Key, Program, Protection, Release, Tcb, code_on_qr, walk

PROGRAM: Final = "The program"
COST: Final = "What a switch costs"
COLUMNS: Final = (
    *("CONCURRENCY", "API", "STGPROT and EXECKEY", "begins on", "code on QR (%)", "switches"),
    *("to QR", "to L8", "to L9", "to RO"),
)
_COSTS: Final = ("CPU of switches (ms)", "waits of switches (ms)")
_RELEASE = re.compile(r"V?([0-9]{1,2})\.([0-9])", re.IGNORECASE)
_OLDEST: Final[Release] = (4, 1)
_NO_ISSUE: Final = 1e9


@dataclass(frozen=True, kw_only=True)
class SwitchesRequest:
    """A mix of commands, see `mix`, and of which programs the switches are asked; None is all of them."""

    mix: str = field(
        kw_only=False,
        metadata=option(
            "The commands of a task in their order: receive, 150*(db2, td), send.", positional=True
        ),
    )
    release: str = field(default="5.1", metadata=option("Release of CICS TS: 4.1, 4.2, 5.1 and later."))
    concurrency: Concurrency | None = field(
        default=None, metadata=option("CONCURRENCY of the program alone.", group=PROGRAM)
    )
    api: Api | None = field(default=None, metadata=option("API of the program alone.", group=PROGRAM))
    key: Key | None = field(default=None, metadata=option("EXECKEY of the program alone.", group=PROGRAM))
    protection: Protection | None = field(
        default=None, metadata=option("STGPROT of the region alone.", name="stgprot", group=PROGRAM)
    )
    cpu_us: float | None = field(
        default=None, metadata=option("CPU of a switch in µs: adds it up.", group=COST)
    )
    wait_us: float | None = field(
        default=None,
        metadata=option("Wait for redispatch after a switch in µs (DSCHMDLY): adds it up.", group=COST),
    )

    def __post_init__(self) -> None:
        """GetpageError for what cannot be asked."""
        self.level  # noqa: B018 - says what is wrong with it
        for name, value in (("cpu-us", self.cpu_us), ("wait-us", self.wait_us)):
            if value is not None and not 0 <= value < _NO_ISSUE:
                message = f"--{name} {value:g}: expected microseconds, 0 or more"
                raise GetpageError(message, f"--{name} 2")

    @property
    def level(self) -> Release:
        """The release as a number."""
        match = _RELEASE.fullmatch(self.release.strip())
        level = (int(match[1]), int(match[2])) if match else None
        if level is None or level < _OLDEST:
            message = f"--release {shorten(self.release, 20)}: expected a release of CICS TS from 4.1 on"
            raise GetpageError(message, "--release 5.1")
        return level


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """How often a task of one program switches its TCB, and to which; `on_qr` is the share of the stretches
    of its own code, between commands, that run on QR.
    """

    program: Program
    total: int
    to: Counter[str]
    on_qr: float


def count(program: Program, commands: tuple[ExecCommand, ...], release: Release) -> Switches:
    """The switches of one task."""
    to = Counter(str(tcb) for tcb in walk(program, commands, release))
    on_qr, every = code_on_qr(program, commands, release)
    return Switches(program=program, total=to.total(), to=to, on_qr=on_qr / every)


def switches(request: SwitchesRequest) -> tuple[Switches, ...]:
    """Those first that keep least of the program's code on QR, then the fewest switches. GetpageError for a
    mix that cannot be read, or a program that the release does not have.
    """
    commands, release = read_mix(request.mix), request.level
    every = [count(program, commands, release) for program in _programs(request) if program.known_to(release)]
    if not every:
        message = f"CICS TS {request.release} has no such program: {_asked(request)}"
        raise GetpageError(message, Without(("--concurrency", "--api")))
    return tuple(sorted(every, key=lambda switched: (switched.on_qr, switched.total)))


def _asked(request: SwitchesRequest) -> str:
    return " ".join(str(choice) for choice in (request.concurrency, request.api, request.key) if choice)


def _programs(request: SwitchesRequest) -> Iterator[Program]:
    """All programs asked for, once each way of running: the key counts only with OPENAPI and protection."""
    seen = set()
    choices = (
        (request.protection,) if request.protection else tuple(Protection),
        (request.key,) if request.key else tuple(Key),
        (request.concurrency,) if request.concurrency else tuple(Concurrency),
        (request.api,) if request.api else tuple(Api),
    )
    for protected, key, concurrency, api in product(*choices):
        is_protected = protected is Protection.YES
        program = Program(concurrency=concurrency, api=api, key=key, protected=is_protected)
        alike = (concurrency, api, program.home)
        if alike not in seen:
            seen.add(alike)
            yield program


def rows(request: SwitchesRequest) -> tuple[tuple[str, ...], list[tuple[str | int | float, ...]]]:
    """Heads and rows of the table."""
    costs = [(head, us) for head, us in zip(_COSTS, (request.cpu_us, request.wait_us), strict=True) if us]
    data = [
        (
            *_spelled(switched.program),
            switched.program.begins_on.value,
            round(100 * switched.on_qr, 1),
            switched.total,
            *(switched.to[name] for name in ("QR", "L8", "L9", "RO")),
            *(round(switched.total * us / 1000, 6) for _, us in costs),
        )
        for switched in switches(request)
    ]
    return (*COLUMNS, *(head for head, _ in costs)), data


def _spelled(program: Program) -> tuple[str, str, str]:
    """How it is defined; "any" where that makes no difference."""
    where = "any"
    if program.api is Api.OPENAPI:
        on_l9 = program.home is Tcb.L9
        where = "STGPROT=YES, EXECKEY(USER)" if on_l9 else "STGPROT=NO, or EXECKEY(CICS)"
    return program.concurrency.value, program.api.value, where
