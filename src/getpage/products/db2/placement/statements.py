"""How page sets are moved: the pool that takes them, and a statement for each.

ALTER TABLESPACE and ALTER INDEX with BUFFERPOOL take effect when the data sets are next opened, as long as
the page size stays and no other change of the definition is pending; since Db2 10 also in data sharing
without stopping them first. A page set that depends on its group buffer pool needs one for its new pool on
every member before that, or it cannot be opened.

References: IBM Db2 documentation, ALTER TABLESPACE, ALTER INDEX, -ALTER BUFFERPOOL; R. Catterall, "DB2 for
z/OS Version 10: Moving objects from one buffer pool to another" (2011).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from getpage.core.names import FindingId
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.pools.pool_rows import page_bytes, pool_name
from getpage.result import Advise, Change

from .page_sets import Db2PageSet

#: Pools of user data by the bytes of a page. BP0 and its like hold what Db2 itself needs.
_NUMBERS: Final = {4096: range(1, 50), 8192: range(101, 110), 16384: range(121, 130), 32768: range(81, 90)}
_IDENTIFIER: Final = re.compile(r"[A-Z@#$][A-Z0-9@#$_]{0,127}")
_WHERE: Final = "SPUFI or DSNTEP2"
_AFTER: Final = "its data sets were opened again, under the same load as this window"


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """The pool that takes page sets. `buffers` are those that it is defined with where it is a new one, with
    `attributes` of its command; `is_free` says that the catalog shows nothing in it.
    """

    name: str
    number: int
    page_bytes: int
    buffers: int = 0
    attributes: str = ""
    fixed: bool = False
    is_free: bool = False

    @property
    def bytes(self) -> int:
        """Storage of its buffers."""
        return self.buffers * self.page_bytes

    @property
    def command(self) -> str:
        """What defines it."""
        return f"-ALTER BUFFERPOOL({self.name}) VPSIZE({self.buffers}) {self.attributes}".rstrip()


def unused(member: Member, size: int, besides: Iterable[int] = ()) -> tuple[int, bool] | None:
    """The first pool with pages of this size that nothing in the evidence uses, and whether the catalog says
    so too; None where all are used.
    """
    taken = {pool.number for other in member.group for pool in other.pools if pool.size or pool.last}
    named = member.measured.catalog_pools
    numbers = (n for n in _NUMBERS[size] if n not in {*taken, *besides} and pool_name(n) not in named)
    number = next(numbers, None)
    return None if number is None else (number, bool(named))


def can_move(page_set: Db2PageSet) -> bool:
    """Whether a statement can name it: of an index only the catalog knows the name."""
    names = [page_set.database, page_set.space]
    if page_set.type == "INDEX":
        if page_set.catalog is None or page_set.catalog.index is None:
            return False
        names = page_set.catalog.index.split(".")
    return len(names) == 2 and all(map(_IDENTIFIER.fullmatch, names))


def moved(
    member: Member,
    pool: Db2Pool,
    page_set: Db2PageSet,
    target: Destination,
    *,
    what: str,
    effect: str,
    room: str = "",
) -> tuple[Advise, ...]:
    """The command that defines the pool where it is a new one, and the statement that moves a page set there.
    `what` says which page sets the pool is for, `room` where its storage can come from, as a sentence.
    """
    defines = (_define(member, target, what, room),) if target.buffers else ()
    return (*defines, _move(member, pool, page_set, target, effect))


def _define(member: Member, target: Destination, what: str, room: str) -> Advise:
    def spell(because: tuple[FindingId, ...]) -> Change:
        group = (
            "On every member of the data sharing group, as the catalog is one. " if member.group_pools else ""
        )
        return Change(
            subsystem=member.id,
            setting=f"{target.name} VPSIZE",
            step=1,
            command=target.command,
            undo=f"-ALTER BUFFERPOOL({target.name}) VPSIZE(0)",
            verify=f"DSNB402I of {target.name}: ALLOCATED = {target.buffers} once a page set is open in it.",
            verify_after="the page sets were moved",
            storage_bytes=target.bytes,
            fixes_bytes=target.bytes if target.fixed else 0,
            because=because,
            effect=f"Defines {target.name} with {wording.size(target.bytes)} for {what}.",
            caution=f"{group}Undo it only after all page sets were moved back. {room}".rstrip(),
            only_after=_free(target),
        )

    return Advise(subsystem=member.id, setting=f"{target.name} VPSIZE", spell=spell)


def _free(target: Destination) -> str:
    return "" if target.is_free else f"-DISPLAY BUFFERPOOL({target.name}) LIST(*) shows no page set in it"


def _move(member: Member, pool: Db2Pool, page_set: Db2PageSet, target: Destination, effect: str) -> Advise:
    kind, name = ("TABLESPACE", page_set.name)
    if page_set.type == "INDEX" and page_set.catalog is not None and page_set.catalog.index is not None:
        kind, name = "INDEX", page_set.catalog.index
    statement = f"ALTER {kind} {name} BUFFERPOOL"
    setting = f"{page_set.name} BUFFERPOOL"

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=member.id,
            setting=setting,
            step=1,
            command=f"{statement} {target.name}",
            undo=f"{statement} {pool.name}",
            verify=(
                f"-DISPLAY BUFFERPOOL({target.name}) LSTATS(*) shows {page_set.name}; SYNC READ I/O (R) of "
                f"{pool.name} per second is lower."
            ),
            verify_after=_AFTER,
            storage_bytes=0,
            because=because,
            effect=effect,
            caution=(
                "Takes effect when its data sets are next opened: -STOP DATABASE"
                f"({page_set.database}) SPACENAM({page_set.space}), then -START. "
                f"{_group(member, pool, page_set)}"
            ).strip(),
            place=_WHERE,
            only_after=_first(member, pool, page_set, target),
        )

    return Advise(subsystem=member.id, setting=setting, spell=spell)


def _is_shared(member: Member, number: int) -> bool:
    return any(group.number == number for group in member.group_pools)


def _group(member: Member, pool: Db2Pool, page_set: Db2PageSet) -> str:
    """Whether it depends on the group buffer pool, as a sentence; empty where nothing is shared."""
    if page_set.group_dependent:
        return f"It depends on G{pool.name}: what other members change is still invalidated in the new pool."
    if page_set.group_dependent is None and _is_shared(member, pool.number):
        return (
            f"Whether it depends on G{pool.name} is not in this evidence: -DISPLAY BUFFERPOOL({pool.name}) "
            f"LIST(*) GBPDEP(YES) DBNAME({page_set.database}) shows it."
        )
    return ""


def _first(member: Member, pool: Db2Pool, page_set: Db2PageSet, target: Destination) -> str:
    """What has to be done before the statement."""
    gates = [f"{target.name} is defined ({target.command})"] if target.buffers else []
    shared = _is_shared(member, pool.number) and page_set.group_dependent is not False
    if shared and not _is_shared(member, target.number):
        gates.append(f"G{target.name} is in the CFRM policy")
    return " and ".join(gates)


def new_target(
    member: Member, size: int, buffers: int, attributes: Sequence[str], *, besides: Iterable[int] = ()
) -> Destination | None:
    """A pool that is not used yet; None where all are."""
    free = unused(member, size, besides)
    if free is None:
        return None
    number, is_free = free
    return Destination(
        name=pool_name(number),
        number=number,
        page_bytes=page_bytes(number),
        buffers=buffers,
        attributes=" ".join(attributes),
        fixed="PGFIX(YES)" in attributes,
        is_free=is_free,
    )
