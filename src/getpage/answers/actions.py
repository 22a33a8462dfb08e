"""What to do: for an image that is short, then the one list of commands in its order, then what is free.

Nothing is decided or ordered here. A command that waits says what for, and one of several steps where they
lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.order import gravity, is_short, is_whole_system
from getpage.core import wording
from getpage.core.names import PLATFORM
from getpage.result import Kind, Severity

from .sentences import cut

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.ledger.site import ImageState, Site
    from getpage.result import Change, Finding

#: Sentences; one a subsystem on a site of some size.
MOST = 12


def what_to_do(changes: Sequence[Change], findings: Sequence[Finding], site: Site) -> tuple[str, ...]:
    """What to do; `changes` are the list in its order."""
    sentences = [
        *(_short(state, changes, findings) for state in site.images.values() if state.is_short),
        *(_enter(change, site) for change in changes),
        *_free(changes, findings, site),
    ]
    return cut(
        sentences,
        MOST,
        "more stand below, with their commands",
        "more stands below, with its command",
    )


def _short(state: ImageState, changes: Sequence[Change], findings: Sequence[Finding]) -> str:
    """What an image needs that is short of real storage, who could give it, and who waits for it."""
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    had = f" and {_had(state)}{kept}" if state.storage.free is not None else ""
    text = (
        f"{state.image} is short of real storage{had}. Until that ends, enlarge and page-fix nothing there."
    )
    here = [one for one in changes if one.subsystem.image == state.image]
    mine = [one for one in here if one.total_bytes < 0]
    of_image = {one.id for one in findings if is_whole_system(one)}
    limits = [one.setting for one in here if not one.total_bytes and of_image.intersection(one.because)]
    if mine:
        given = wording.size(-sum(change.total_bytes for change in mine))
        text += f" The commands below give back {given}; the rest needs more storage."
    elif limits:
        named = wording.listed(limits)
        text += f" Set the limit below ({named}); the rest needs more storage."
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
        if finding.delay_seconds and all(one.only_after for one in finding.changes)
    ]
    if not found:
        return ""
    worst = min(found, key=gravity)
    return (
        f" Then look at {worst.object} first, for which work waited {wording.seconds(worst.delay_seconds)}."
    )


def _enter(change: Change, site: Site) -> str:
    known = site.of(change.subsystem.image).storage.is_minimum
    proviso = "" if known or change.only_after else "; see first that so much is free at its minimum"
    takes = ""
    if change.fixes_bytes:
        takes = f" (page-fixes {wording.size(change.fixes_bytes)}{proviso})"
    elif change.storage_bytes > 0:
        takes = f" (takes {wording.size(change.storage_bytes)}{proviso})"
    elif change.passing_bytes:
        takes = f" (takes {wording.size(change.passing_bytes)} while it is made{proviso})"
    elif change.storage_bytes < 0 and not change.effect.startswith("Gives back"):
        takes = f" (gives back {wording.size(-change.storage_bytes)})"
    do = f"set {change.command} in {change.place}" if change.place else f"enter {change.command}"
    after = f"only after {change.only_after}: " if change.only_after else ""
    return _sentence(f"{after}on {change.subsystem}, {do}{takes}.{_steps(change)} {change.effect}")


def _steps(change: Change) -> str:
    """Where the first of several steps leads."""
    way = change.way
    if way is None or not way.then:
        return ""
    what = "takes" if way.final_bytes > 0 else "gives back"
    if way.at_least:
        return (
            f" This is the first of several steps: this window asks for {way.size_final:,} {way.unit} or "
            f"more, which {what} {wording.size(abs(way.final_bytes))}."
        )
    return (
        f" This is the first of {len(way.then) + 1} steps to {way.size_final:,} {way.unit}, which "
        f"{what} {wording.size(abs(way.final_bytes))} in all."
    )


def _free(changes: Sequence[Change], findings: Sequence[Finding], site: Site) -> Iterator[str]:
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
        left -= sum(
            max(one.total_bytes, one.fixes_bytes, 0)
            for one in changes
            if one.subsystem.image == state.image and not one.only_after
        )
        if left <= 0:
            continue
        size = wording.size(left)
        if state.storage.is_minimum:
            reserve = " after the reserve for a dump" if state.storage.beyond != state.storage.free else ""
            yield (
                f"On {state.image}, {size} are left at the minimum{reserve} and what the list takes: "
                "getpage plan says where they pay most."
            )
        else:
            yield (
                f"On {state.image}, {size} were free on average: see in RMF what was free at the minimum, "
                "then getpage plan says where it pays most."
            )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
