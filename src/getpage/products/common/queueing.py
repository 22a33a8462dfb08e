"""What a limit costs the work that queues for it, and what a higher one would: waited seconds a second.

Known are the time that all tasks waited in the queue and the most that were in it at once, P. With k more let
in, and as long as those run no slower, nobody leaves later than before, so that of a queue of q tasks at most
q - k are left. As q is P at the most, no more than (P - k)/P of the time is waited then: the best guess. A
backlog that grew of a shortage of one task goes with one, which is the lower bound; tasks that are let in
only to wait for a processor or a resource wait as long, which is the upper one. What tells the two apart is
what they then wait for: until that is known a higher limit waits, too (`only_after`).

Reference: D. R. Jacobs and S. Schach, "Stochastic order relationships between GI/G/k systems", Annals of
Mathematical Statistics 43, 1972: more servers never have more in the system.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.curve import COUNTERS, Rates, SizeCurve
from getpage.result import Fact

BASIS: Final = "queue at the limit"


def queue_curve(
    *,
    size: int,
    enough: int,
    largest: int,
    waited: float,
    only_after: str,
    facts: tuple[Fact, ...] = (),
) -> SizeCurve:
    """Waited seconds a second at a limit of `size` tasks and above, where `waited` are waited now and
    `enough` is the limit at which nobody would have queued; `only_after` as in `SizeCurve`, empty where the
    evidence shows what those inside wait for.
    """
    sizes = sorted({size, enough, max(largest, enough)})
    value = [waited if at < enough else 0.0 for at in sizes]
    low = [waited if at == size else 0.0 for at in sizes]
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=Rates(tuple(value), tuple(low), (waited,) * len(sizes)),
        note=f"at most {enough - size:,} were queued at once: that many more end queueing, but "
        "nothing is gained if tasks then wait as long for what keeps them",
        facts=facts,
        only_after=only_after,
    )


def bounded_curve(*, size: int, largest: int, waited: float, facts: tuple[Fact, ...] = ()) -> SizeCurve:
    """Waited seconds a second of which nothing tells how much another size would leave: none to all."""
    sizes = sorted({size, size + 1, max(largest, size + 1)})
    low = (waited, *(0.0 for _ in sizes[1:]))
    return SizeCurve(
        basis=COUNTERS,
        sizes=tuple(sizes),
        wait=Rates((waited,) * len(sizes), low, (waited,) * len(sizes)),
        note="bounds: only the present limit was measured",
        facts=facts,
    )
