"""What to do: for an image that is short, then what gives back, what fits, what waits, and what is free.

The worst comes first within each. A change that real storage does not allow yet says what has to be done
before it, and never stands before what gives storage back.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import PLATFORM
from getpage.result import Kind, Severity

from .order import gravity, is_short
from .sentences import cut

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.core.names import Subsystem
    from getpage.result import Change, Finding

    from .site import ImageState, Site

#: Sentences; one a subsystem on a site of some size.
MOST = 12


def what_to_do(changes: Sequence[Change], findings: Sequence[Finding], site: Site) -> tuple[str, ...]:
    """What to do; `changes` are held against real storage, worst first."""
    back = [change for change in changes if change.storage_bytes < 0]
    waits = [change for change in changes if change.only_after]
    now = [change for change in changes if change.storage_bytes >= 0 and not change.only_after]
    sentences = [
        *(_short(state, back, findings) for state in site.images.values() if state.is_short),
        *_giving_back(back),
        *_entering(now, {change.subsystem for change in back}, site),
        *(f"Only after {change.only_after}: {_enter(change, 'on')}" for change in waits),
        *_free(findings, site),
    ]
    return cut(
        sentences,
        MOST,
        "more stand below, with their commands",
        "more stands below, with its command",
    )


def _short(state: ImageState, back: Sequence[Change], findings: Sequence[Finding]) -> str:
    """What an image needs that is short of real storage, who could give it, and who waits for it."""
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    had = f" and {_had(state)}{kept}" if state.storage.free is not None else ""
    what = "let nothing grow there and page-fix nothing before that is mended"
    text = f"{state.image} is short of real storage{had}: {what}."
    mine = [change for change in back if change.subsystem.image == state.image]
    if mine:
        given = wording.size(-sum(change.storage_bytes for change in mine))
        text += (
            f" What is wasted there gives back {given}, below; what else it takes, more storage has to bring."
        )
    else:
        text += (
            f" Nothing there is known to be wasted{_holds_most(state)}: move work away, or give the "
            "partition more."
        )
    return f"{text}{_first_in_line(state, findings)}"


def _had(state: ImageState) -> str:
    return state.was_free.removeprefix(f"{state.image} ")


def _holds_most(state: ImageState) -> str:
    spaces = state.storage.entry.address_spaces if state.storage.entry else ()
    if not spaces:
        return " (getpage ledger says who holds it)"
    return f" ({spaces[0].job} holds most, {wording.size(spaces[0].bytes)})"


def _first_in_line(state: ImageState, findings: Sequence[Finding]) -> str:
    """What gains most once there is storage, of what has no command before that."""
    found = [
        finding
        for finding in findings
        if finding.object.image == state.image and finding.product != PLATFORM and is_short(finding)
        if finding.delay_seconds and not finding.changes
    ]
    if not found:
        return ""
    worst = min(found, key=gravity)
    return (
        f" Then look at {worst.object} first, for which work waited {wording.seconds(worst.delay_seconds)}."
    )


def _giving_back(back: Iterable[Change]) -> Iterator[str]:
    """Giving back, most first, by subsystem; what takes effect at an IPL last."""
    found = {
        key: list(group) for key, group in groupby(back, lambda change: (change.subsystem, change.place))
    }
    ordered = sorted(found.items(), key=_most_back)
    for (subsystem, _), group in ordered:
        if len(group) == 1:
            yield _sentence(_enter(group[0], "on"))
            continue
        size = wording.size(-sum(change.storage_bytes for change in group))
        commands = wording.listed([change.command for change in group], 4)
        yield f"On {subsystem}, enter {commands}, one at a time: that gives back {size}."


def _most_back(one: tuple[tuple[Subsystem, str], list[Change]]) -> tuple[bool, int, str, str]:
    (subsystem, place), changes = one
    return bool(place), sum(change.storage_bytes for change in changes), str(subsystem), place


def _entering(changes: Iterable[Change], seen: set[Subsystem], site: Site) -> Iterator[str]:
    """What can be entered now; after another change of the same subsystem it says so."""
    for change in changes:
        on = "then, on" if change.subsystem in seen else "on"
        known = site.of(change.subsystem.image).storage.is_minimum
        yield _sentence(
            _enter(change, on, "" if known else "; see first that so much is free at its minimum")
        )
        seen.add(change.subsystem)


def _enter(change: Change, on: str, proviso: str = "") -> str:
    needs = ""
    if change.fixes_bytes:
        needs = f" (page-fixes {wording.size(change.fixes_bytes)}{proviso})"
    elif change.storage_bytes > 0:
        needs = f" (takes {wording.size(change.storage_bytes)}{proviso})"
    do = f"set {change.command} in {change.place}" if change.place else f"enter {change.command}"
    return f"{on} {change.subsystem}, {do}{needs}. {change.effect}"


def _free(findings: Sequence[Finding], site: Site) -> Iterator[str]:
    """Real storage that is free for what reads most."""
    for finding in findings:
        if (
            finding.product != PLATFORM
            or finding.kind is not Kind.WASTE
            or finding.severity is not Severity.INFO
        ):
            continue
        state = site.of(finding.object.image)
        left = site.room.left(state.image)
        if state.is_short or not left or left < 0:
            continue
        size = wording.size(left)
        if state.storage.is_minimum:
            reserve = " after the reserve for a dump" if state.storage.reserve else ""
            yield (
                f"On {state.image}, {size} are left at the minimum{reserve} and the changes above: "
                "getpage plan says where they pay most."
            )
        else:
            yield (
                f"On {state.image}, {size} were free on average: see in RMF what was free at the minimum, "
                "then getpage plan says where it pays most."
            )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
