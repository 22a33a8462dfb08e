"""On which TCB a program runs, and which one each of its commands needs.

A task is attached on the QR TCB and ends there. A program has a home where CICS takes it back to after each
command that needs another TCB; one with CONCURRENCY(THREADSAFE) and API(CICSAPI) has none and stays where
its last command left it.

| CONCURRENCY | API | home |
|---|---|---|
| QUASIRENT | CICSAPI | QR |
| THREADSAFE | CICSAPI | none: it begins on QR |
| REQUIRED (4.2 and later) | CICSAPI | L8, whatever its key |
| THREADSAFE, REQUIRED | OPENAPI | L9 in user key with storage protection, else L8 |

A call of Db2 or MQ runs on an L8 TCB, a command that is not threadsafe on QR, and any other where the
program is. A program is loaded on the RO TCB, from CICS TS 5.1 on only where the task is not on an open TCB.
The end of a task commits what was done in a resource manager, which is a call of it, and goes to QR.

References: I. Burnett, "CICS V5 Performance", Impact 2014: TCB switching, threadsafe transient data, program
load; IBM CICS TS 5.5 documentation: Open TCBs, "CONCURRENCY(REQUIRED) programs". That a commit is a call on
L8 too follows from the same rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

#: A release as people say it: 5.1.
Release = tuple[int, int]

#: By the level that records have in their first digits: 0680 is CICS 6.8.0, which is CICS TS 5.1.
_RELEASES: Final[dict[str, Release]] = {
    **{"065": (3, 2), "066": (4, 1), "067": (4, 2), "068": (5, 1), "069": (5, 2), "070": (5, 3)},
    **{"071": (5, 4), "072": (5, 5), "073": (5, 6), "074": (6, 1), "075": (6, 2)},
}
REQUIRED_SINCE: Final[Release] = (4, 2)
LOADED_IN_PLACE_SINCE: Final[Release] = (5, 1)


class Tcb(StrEnum):
    """A mode of TCB that tasks run on."""

    QR = "QR"
    L8 = "L8"
    L9 = "L9"
    RO = "RO"


_ALWAYS: Final[Release] = (0, 0)

#: The TCB that a word needs, and from which release on; before that, and for words without an entry, QR.
NEEDS: Final[dict[str, tuple[Tcb | None, Release]]] = {
    "db2": (Tcb.L8, _ALWAYS),
    "mq": (Tcb.L8, _ALWAYS),
    "ims": (Tcb.L8, (4, 2)),
    "file": (None, _ALWAYS),
    "ts": (None, _ALWAYS),
    "threadsafe": (None, _ALWAYS),
    "td": (None, (5, 1)),
    "load": (Tcb.RO, _ALWAYS),
}
_MANAGERS: Final = ("db2", "mq", "ims")
OPEN: Final = (Tcb.L8, Tcb.L9)


@dataclass(frozen=True, slots=True)
class ExecCommand:
    """One command; `on_qr` says that it is not threadsafe here."""

    word: str
    on_qr: bool = False

    def needs(self, release: Release) -> Tcb | None:
        """The TCB that it runs on; None where it stays on that of the program."""
        tcb, since = NEEDS.get(self.word, (Tcb.QR, _ALWAYS))
        return Tcb.QR if self.on_qr or release < since else tcb

    def commits(self, release: Release) -> bool:
        """Whether the end of the task calls on L8 whoever did it."""
        return self.word in _MANAGERS and self.needs(release) is Tcb.L8


class Concurrency(StrEnum):
    """CONCURRENCY of a program's definition."""

    QUASIRENT = "QUASIRENT"
    THREADSAFE = "THREADSAFE"
    REQUIRED = "REQUIRED"


class Api(StrEnum):
    """API of a program's definition."""

    CICSAPI = "CICSAPI"
    OPENAPI = "OPENAPI"


class Key(StrEnum):
    """EXECKEY of a program's definition."""

    CICS = "CICS"
    USER = "USER"


class Protection(StrEnum):
    """STGPROT of the region."""

    YES = "YES"
    NO = "NO"


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What decides where a program runs; `protected` is STGPROT=YES."""

    concurrency: Concurrency
    api: Api
    key: Key
    protected: bool

    def known_to(self, release: Release) -> bool:
        """Whether a release has such programs: OPENAPI needs a threadsafe one."""
        if self.concurrency is Concurrency.REQUIRED and release < REQUIRED_SINCE:
            return False
        return self.api is Api.CICSAPI or self.concurrency is not Concurrency.QUASIRENT

    @property
    def home(self) -> Tcb | None:
        """Where CICS takes it back to after each command."""
        if self.concurrency is Concurrency.QUASIRENT:
            return Tcb.QR
        if self.api is Api.OPENAPI:
            return Tcb.L9 if self.protected and self.key is Key.USER else Tcb.L8
        return Tcb.L8 if self.concurrency is Concurrency.REQUIRED else None

    @property
    def begins_on(self) -> Tcb:
        """The TCB of its first instruction."""
        return self.home or Tcb.QR


def path(program: Program, command: ExecCommand, at: Tcb, release: Release) -> tuple[Tcb, ...]:
    """The TCBs that a command takes a task through, the last of which it is on afterwards."""
    needs = command.needs(release)
    if needs is Tcb.RO and release >= LOADED_IN_PLACE_SINCE and at in OPEN:
        needs = None
    if needs is None or needs is at:
        return ()
    back = at if needs is Tcb.RO else program.home
    return (needs, back) if back is not None and back is not needs else (needs,)


def walk(program: Program, commands: Iterable[ExecCommand], release: Release) -> Iterator[Tcb]:
    """Every TCB that a task changes to, from its attach to its end."""
    at, manager = Tcb.QR, False
    if program.begins_on is not at:
        yield (at := program.begins_on)
    for command in commands:
        manager = manager or command.commits(release)
        for tcb in path(program, command, at, release):
            yield (at := tcb)
    for tcb in (Tcb.L8, Tcb.QR) if manager else (Tcb.QR,):
        if tcb is not at:
            yield (at := tcb)


def code_on_qr(program: Program, commands: Iterable[ExecCommand], release: Release) -> tuple[int, int]:
    """Stretches of the program's own code that run on QR, and all of them: before its first command and after
    each. What a definition moves to an open TCB is what they use.
    """
    at = program.begins_on
    on_qr, every = int(at is Tcb.QR), 1
    for command in commands:
        for tcb in path(program, command, at, release):
            at = tcb
        on_qr, every = on_qr + int(at is Tcb.QR), every + 1
    return on_qr, every


def release_of(level: str | None) -> Release | None:
    """The release of CICS TS whose records have this level; None where it is unknown."""
    return None if level is None else _RELEASES.get(level[:3])
