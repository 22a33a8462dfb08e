"""A change before it has its place in the order: one knob of one pool, from one value to another.

Reference: IBM Db2 documentation, -ALTER BUFFERPOOL and -ALTER GROUPBUFFERPOOL.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from getpage.core.names import KnobId
from getpage.result import Change

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool

#: The keyword that sets the size of a pool.
SIZE: Final = "VPSIZE"
AFTER: Final = "two displays an hour apart, in the same load as this window, its peak included"
AFTER_SIMULATION: Final = "1 to 3 hours of the usual load (REDP-5238, 2.1.1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be done, and why. `also` are attributes that the same command sets, each with its new and
    its old value.
    """

    name: str
    keyword: str
    new: str
    old: str
    because: tuple[FindingId, ...]
    effect: str
    verify: str
    bytes: int = 0
    fixes: int = 0
    caution: str = ""
    after: str = AFTER
    group: bool = False
    also: tuple[tuple[str, str, str], ...] = ()

    def change(self, member: Member, step: int) -> Change:
        """The change in its place."""
        return Change(
            subsystem=member.id,
            setting=f"{self.name} {self.keyword}",
            knob=KnobId(member.id, self.name) if self.keyword == SIZE else None,
            step=step,
            command=self._command(self.new, *((word, new) for word, new, _ in self.also)),
            undo=self._command(self.old, *((word, old) for word, _, old in self.also if old)),
            verify=self.verify,
            verify_after=self.after,
            storage_bytes=self.bytes,
            fixes_bytes=self.fixes,
            because=self.because,
            effect=self.effect,
            caution=self.caution,
        )

    def _command(self, value: str, *also: tuple[str, str]) -> str:
        what = "GROUPBUFFERPOOL" if self.group else "BUFFERPOOL"
        set_ = " ".join(f"{word}({one})" for word, one in ((self.keyword, value), *also))
        return f"-ALTER {what}({self.name}) {set_}"


def cautions(member: Member, pool: Pool, *, grows: bool) -> str:
    """What has to be looked at beside the change itself and the real storage that backs it."""
    said = []
    if pool.latest("autosize") is True:
        said.append("AUTOSIZE(YES): WLM changes the size as well, within VPSIZEMIN and VPSIZEMAX.")
    group = [one.name for one in member.group_pools if one.number == pool.number]
    if grows and group:
        said.append(
            f"Directory entries of {group[0]} have to grow with the pool, or its pages are invalidated."
        )
    return " ".join(said)
