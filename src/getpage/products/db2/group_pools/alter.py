"""The structure of a group buffer pool: its size (SETXCF START,ALTER, within SIZE of the policy) and RATIO.

A directory that cannot name the members' pages gets a larger structure where the policy has room: nothing is
lost by that, and no rebuild is needed. Where entries and data pages that grow together would not fit, the
least structure that keeps all data pages does, with a higher RATIO that counts from the next rebuild. Else a
higher RATIO alone, which takes data pages: not where changed pages found no room, and half of them at most.
Else nothing is advised but a larger SIZE in the policy.

Reference: IBM Db2 documentation, "Dynamic changes to structure sizes", -ALTER GROUPBUFFERPOOL; IBM z/OS MVS
System Commands, SETXCF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from getpage.contract.facts import computed
from getpage.core.names import FindingId, KnobId
from getpage.core.units import KIB
from getpage.products.common import coupling
from getpage.products.db2.member import Member
from getpage.result import Advise, Ask, Change, Fact

from .. import wording
from ..constants import DIRECTORY_ENTRY, LARGEST_STEP_PERCENT
from ..pools.alter import AFTER
from .group_pool import GroupPool, structure_bytes

LARGEST_RATIO: Final = 255

#: A RATIO that takes more than this share of the data pages is not advised: castout then begins earlier, and
#: changed pages may find no room. Ours.
MOST_DATA_TAKEN: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedStructure:
    """Bytes of one copy, RATIO, and the directory entries and data pages that they have room for."""

    size: int
    ratio: int
    entries: int
    data: int

    @property
    def kilobytes(self) -> int:
        """Its size as commands want it."""
        return -(-self.size // KIB)


@dataclass(frozen=True, slots=True)
class CurrentStructure:
    """A structure as it is now: bytes, entries, data pages, bytes of a page, and the local buffers of all
    members that its directory has to name.
    """

    size: int
    entries: int
    data: int
    page: int
    local: int

    @property
    def wanted(self) -> int:
        """Directory entries that all buffers and all of its data pages need at most."""
        return self.local + self.data

    @property
    def is_enough(self) -> bool:
        """Whether the directory names them all."""
        return self.entries >= self.wanted

    @property
    def _used(self) -> float:
        """The share of its bytes that entries and data pages take."""
        return (self.entries * DIRECTORY_ENTRY + self.data * self.page) / self.size

    def with_ratio(self, ratio: int) -> SizedStructure:
        """The same size with another RATIO."""
        data = int(self.size * self._used / (self.page + ratio * DIRECTORY_ENTRY))
        return SizedStructure(size=self.size, ratio=ratio, entries=ratio * data, data=data)

    @property
    def same_size(self) -> SizedStructure | None:
        """The least RATIO of the same size that names all; None where none does, or it takes too many data
        pages.
        """
        for ratio in range(max(1, self.entries // self.data), LARGEST_RATIO + 1):
            resized = self.with_ratio(ratio)
            if resized.data < (1 - MOST_DATA_TAKEN) * self.data:
                return None
            if resized.entries >= self.local + resized.data:
                return resized
        return None

    @property
    def same_data(self) -> SizedStructure | None:
        """The least structure that names all and keeps its data pages; None where no RATIO does."""
        ratio = -(-self.wanted // self.data)
        entries = ratio * self.data
        size = int((entries * DIRECTORY_ENTRY + self.data * self.page) / self._used) + 1
        whole = -(-size // KIB) * KIB
        if ratio > LARGEST_RATIO:
            return None
        return SizedStructure(size=whole, ratio=ratio, entries=entries, data=self.data)

    @property
    def same_ratio(self) -> SizedStructure | None:
        """The least structure that names all without another RATIO, which is what ALTER of its size makes;
        None where no size does, as it has no more entries than data pages.
        """
        spare = self.entries - self.data
        if spare <= 0:
            return None
        grown = max(1.0, self.local / spare)
        size = -(-int(self.size * grown + 1) // KIB) * KIB
        return SizedStructure(
            size=size,
            ratio=max(1, self.entries // self.data),
            entries=int(self.entries * grown),
            data=int(self.data * grown),
        )


def room(member: Member, pool: GroupPool) -> CurrentStructure | None:
    """The structure as displays show it, with the buffers of all members, those not in the evidence taken to
    be of the size of this one; None where something of it is not known.
    """
    size, entries, data = (pool.whole(name) for name in ("size", "directory_entries", "data_pages"))
    local = sum(member_pool.buffers or 0 for member_pool in member.pools if member_pool.number == pool.number)
    if not size or not entries or not data or not local:
        return None
    return CurrentStructure(
        size, entries, data, pool.page_bytes, local * max(1, pool.whole("connections") or 1)
    )


def knob_of(member: Member, pool: GroupPool) -> KnobId:
    """The knob of the structure: several members display it, and the first of them has it."""
    same = pool.identity
    for other in member.group:
        for shown in other.group_pools:
            if shown.identity == same:
                return KnobId(other.id, shown.name)
    return KnobId(member.id, pool.name)


def alter(member: Member, pool: GroupPool, old: int, new: int) -> Change:
    """The change from so many KB to so many. Where neither a display (DSNB757I) nor a record names the
    structure, `group` stands for the name of the data sharing group.
    """
    copies, name = 2 if pool.duplexed else 1, pool.structure_name
    ask = "" if name else "Put the name of the data sharing group in place of `group`. "
    name = name or f"group_{pool.name}"
    return Change(
        subsystem=member.id,
        setting=f"{pool.name} SIZE",
        knob=KnobId(member.id, pool.name),
        step=1,
        command=coupling.alter_command(name, new),
        undo=coupling.alter_command(name, old),
        verify=f"DSNB758I: ALLOCATED SIZE = {new} KB; DSNB787I, DSNB788I: no reclaims of directory entries.",
        verify_after=AFTER,
        storage_bytes=(new - old) * KIB * copies,
        because=(),
        effect=(
            f"Takes the structure of {pool.name} from {wording.size(old * KIB)} to {wording.size(new * KIB)}"
            f"{', twice, as it is duplexed' if copies == 2 else ''}.{_entries(member, pool, new)}"
        ),
        caution=f"{ask}{coupling.ROOM_FOR_STRUCTURE}",
    )


def _entries(member: Member, pool: GroupPool, kilobytes: int) -> str:
    """What the directory can name then, as a sentence; empty where that is not known."""
    there = room(member, pool)
    larger = there.same_ratio if there is not None and not there.is_enough else None
    if larger is None or kilobytes < larger.kilobytes:
        return ""
    return (
        f" About {larger.entries:,} directory entries then name the {larger.data:,} data pages and all that "
        "the "
        "members hold, at most; nothing is taken from the data pages."
    )


@dataclass(frozen=True, slots=True)
class GroupPoolAsks:
    """What a finding on a structure asks for: a size, a RATIO, or both; nothing where only the policy
    helps.
    """

    asks: tuple[Ask, ...] = ()
    advice: tuple[Advise, ...] = ()


def entries(member: Member, pool: GroupPool) -> GroupPoolAsks:
    """Room for more directory entries."""
    there = room(member, pool)
    if there is None or there.is_enough:
        return GroupPoolAsks(advice=_next_ratio(member, pool))
    policy, larger, fullest = pool.whole("policy_size") or 0, there.same_ratio, there.same_data
    if larger is not None and there.size < larger.size <= policy:
        return GroupPoolAsks(asks=_size(member, pool, larger.kilobytes))
    if fullest is not None and there.size < fullest.size <= policy:
        advice = _ratio(
            member,
            pool,
            fullest.ratio,
            f"{fullest.entries:,} directory entries beside all {fullest.data:,} data pages, in a structure "
            "of "
            f"{fullest.kilobytes:,} KB: alter its size first.",
        )
        return GroupPoolAsks(asks=_size(member, pool, fullest.kilobytes), advice=advice)
    fitting = there.same_size
    if fitting is None or lacks_data_pages(pool):
        return GroupPoolAsks()
    return GroupPoolAsks(
        advice=_ratio(
            member,
            pool,
            fitting.ratio,
            f"{fitting.entries:,} directory entries beside {fitting.data:,} data pages in a structure of the "
            f"same size, instead of {there.entries:,} beside {there.data:,}: what members hold stays valid, "
            f"and {there.data - fitting.data:,} fewer pages are kept.",
        )
    )


def data_pages(member: Member, pool: GroupPool) -> GroupPoolAsks:
    """Room for more changed pages: what the directory needs, at least a step within the policy."""
    size, policy = pool.whole("size"), pool.whole("policy_size") or 0
    wanted = entries(member, pool).asks
    if not size or (not wanted and policy <= size):
        return GroupPoolAsks()
    step = min(policy, size + size * LARGEST_STEP_PERCENT // 100) // KIB
    return GroupPoolAsks(asks=wanted or _size(member, pool, step, at_least=True))


def lacks_data_pages(pool: GroupPool) -> bool:
    """Whether changed pages found no room."""
    return bool(pool.total("writes_failed") or pool.total("group_writes_failed"))


def _size(member: Member, pool: GroupPool, kilobytes: int, *, at_least: bool = False) -> tuple[Ask, ...]:
    refused = lacks_data_pages(pool)
    return (Ask(knob=knob_of(member, pool), size=kilobytes, at_least=at_least, reached=refused),)


def _next_ratio(member: Member, pool: GroupPool) -> tuple[Advise, ...]:
    """One entry more to a data page, where it is not known how many are needed."""
    old, entries_now, data = (pool.whole(name) for name in ("ratio", "directory_entries", "data_pages"))
    if old is None or lacks_data_pages(pool):
        return ()
    new = max(old, entries_now // data if entries_now and data else old) + 1
    return _ratio(
        member,
        pool,
        new,
        f"{new} directory entries to a data page in a structure of the same size: more pages of members stay "
        "valid, fewer changed pages are kept.",
    )


def _ratio(member: Member, pool: GroupPool, new: int, effect: str) -> tuple[Advise, ...]:
    old = pool.whole("ratio")
    if old is None or not old < new <= LARGEST_RATIO:
        return ()

    def spell(because: tuple[FindingId, ...]) -> Change:
        return Change(
            subsystem=member.id,
            setting=f"{pool.name} RATIO",
            step=1,
            command=f"-ALTER GROUPBUFFERPOOL({pool.name}) RATIO({new})",
            undo=f"-ALTER GROUPBUFFERPOOL({pool.name}) RATIO({old})",
            verify="DSNB759I: more directory entries; DSNB788I: DUE TO DIRECTORY RECLAIMS = 0; DSNB786I: "
            "FAILED "
            "DUE TO LACK OF STORAGE = 0.",
            verify_after=AFTER,
            storage_bytes=0,
            because=because,
            effect=effect,
            caution=(
                "Takes effect when the structure is allocated again (SETXCF START,REBUILD). Data pages "
                "become "
                "fewer where its size stays: castout begins earlier."
            ),
        )

    return (Advise(subsystem=member.id, setting=f"{pool.name} RATIO", spell=spell),)


def needed(there: CurrentStructure) -> str:
    """Why the directory is too small and what has room for it, in two sentences."""
    larger, same = there.same_data, there.same_size
    fitting = []
    if larger is not None:
        fitting.append(f"{larger.kilobytes:,} KB with RATIO({larger.ratio}) have room for all of them")
    if same is not None:
        fitting.append(f"RATIO({same.ratio}) alone for {same.entries:,} beside {same.data:,} data pages")
    text = "; ".join(fitting) or "no RATIO has room for them"
    return f"Members hold up to {there.wanted:,} pages that need an entry. {text[:1].upper()}{text[1:]}."


def wanted_facts(member: Member, pool: GroupPool, there: CurrentStructure) -> tuple[Fact, ...]:
    """The numbers of that."""
    members = max(1, pool.whole("connections") or 1)
    size = structure_bytes(there.data, pool.page_bytes, members=members, duplexed=pool.duplexed)
    larger = there.same_data
    copies = ", duplexed" if pool.duplexed else ""
    room = (
        (computed(f"structure with room for them, RATIO({larger.ratio})", larger.kilobytes, "KB"),)
        if larger
        else ()
    )
    return (
        computed("directory entries wanted at most", there.wanted, "count", pool.last),
        computed(f"data pages with an entry of each member{copies}", size, "bytes", pool.last),
        *room,
        *member.facts(
            "db2_group_buffer_pool",
            pool.last,
            directory_entries="directory entries",
            data_pages="data pages",
            connections="connected members",
            size="storage of the structure",
            secondary_size="storage of the secondary structure",
            policy_size="SIZE in the policy",
        ),
    )


def storage_short(pool: GroupPool, there: CurrentStructure) -> int:
    """Bytes of coupling facility storage that the entries lack beside all data pages."""
    larger, copies = there.same_data, 2 if pool.duplexed else 1
    return copies * max(0, larger.size - there.size) if larger else 0
