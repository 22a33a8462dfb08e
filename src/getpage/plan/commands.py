"""The one list of commands: each knob once at the size that was decided, and what the rules advise beside
sizes.

Order: what answers the worst finding first. Of commands for equally severe findings: what gives back, what
makes room and keeps none (a pool that moves elsewhere, a limit for whoever took too much), then most worth a
GiB, page-fixing last, or in the command that makes a pool larger where its product spells both in one. What
gives back comes early where others on its image or in its subsystem need the room, or where nobody knows what
is free. What only helps after something else comes after all that, and each says what for. Of several steps
to a size the first is the command of today, and the others are named with it.

References: IBM REDP-5238, 4.2.1, "Changing a buffer pool"; SHARE 17878, "Large Memory Deployment
Recommendations": page-fixing is the first step, larger pools are the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from getpage.contract import one_command
from getpage.contract.knob import Knob
from getpage.contract.order import gravity, is_whole_system
from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.core.numbers import estimated
from getpage.core.storage_kinds import OF_IMAGES
from getpage.core.units import GIB
from getpage.ledger.fit import Proposal, mark_waiting, with_cautions
from getpage.ledger.takes import of_limits
from getpage.plan.asks import Wanted
from getpage.plan.inputs import PlanInput
from getpage.plan.items import below_least
from getpage.plan.limits import Raises
from getpage.plan.storage_commands import with_storage
from getpage.plan.worth import HOUR
from getpage.products import registry
from getpage.result import REAL_STORAGE, Change, Estimate, Finding, Kind, Severity, Way
from getpage.result.plan import Item, Plan, Step


class _Order(IntEnum):
    """How commands for equally severe findings follow each other."""

    GIVES_BACK = 0
    MAKES_ROOM = 1
    OTHER = 2
    FIXES = 3  # page-fixing, and what takes an IPL to give back


@dataclass(frozen=True, slots=True)
class _Bundle:
    """Commands that stay together, and what they are ordered by."""

    proposals: list[Proposal]
    rank: int
    order: _Order
    first: float

    @property
    def change(self) -> Change:
        """The command that the others go with."""
        return self.proposals[-1].change


#: Storage that a command is taken to need at least, so that worth a GiB is a number: a MiB.
_LEAST_GIB = 1 / 1024


def steps(
    items: Sequence[Item],
    later: Sequence[Item],
    fixed: Collection[KnobId],
    raised: Raises,
    after: Mapping[KnobId, str],
    given: PlanInput,
    storage_after: str = "",
) -> tuple[Step, ...]:
    """The list. `fixed` are the knobs that are page-fixed with their new size; `after` is what a knob waits
    for beside room, in words, `storage_after` what storage waits for that leaves or enters an image.
    """
    commands = _CommandList(given)
    commands.reserve(items)
    for item in items:
        commands.add_size(item, item.knob in fixed, after.get(item.knob, ""), is_later=False)
    for item in later:
        commands.add_size(item, False, after.get(item.knob, ""), is_later=True)
    sized = {item.knob for item in (*items, *later)}
    for limit, change in raised.changes.items():
        commands.add_limit(change, [name for name, waits in raised.waits.items() if waits == limit])
    for change in given.advised:
        commands.add_advice(change, sized)
    ordered = mark_waiting(map(_known, commands.in_order()), given.site())
    ordered = with_storage(ordered, given, storage_after)
    ordered = _numbered(sorted(ordered, key=lambda proposal: proposal.waits))
    return tuple(
        Step(number=number, knob=change.knob, change=change)
        for number, change in enumerate(with_cautions(ordered, given.site()), 1)
    )


def _known(proposal: Proposal) -> Proposal:
    """The proposal. One of a subsystem whose name cannot be right waits until that is known, and one that may
    save nothing until it is shown that it does.
    """
    change, saving = proposal.change, proposal.change.saving
    why = registry.refusal(change.subsystem)
    if not why and saving is not None and saving.low <= 0:
        ends = f"{saving.low:g} to {saving.high:g} {saving.of}"
        known = f"you know that it saves anything ({ends}): {saving.shown_by}"
        why = ", and ".join(filter(None, (proposal.first, known)))
    return replace(proposal, waits=True, after=why) if why else proposal


def _numbered(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Their steps counted by subsystem in this order."""
    counts: Counter[Subsystem] = Counter()
    numbered = []
    for proposal in proposals:
        counts[proposal.change.subsystem] += 1
        numbered.append(
            replace(proposal, change=replace(proposal.change, step=counts[proposal.change.subsystem]))
        )
    return numbered


#: The place of the worst finding that it answers, of what order it is among those, whether something has to
#: be done first, and nothing is defined by it that others need, and what comes first of several.
_Key = tuple[int, _Order, bool, bool, float, str, str]


class _CommandList:
    """The commands as they are found, each with what it is ordered by."""

    def __init__(self, given: PlanInput) -> None:
        knobs = {knob.id: knob for knob in given.knobs}
        self._knobs, self._given = knobs, given
        self._delay = {finding.id: finding.delay_seconds for finding in given.findings}
        self._of_images = {finding.id for finding in given.findings if is_whole_system(finding)}
        self._because = _by_object(given)
        self._rules = {
            change.knob: change for change in given.advised if change.knob in knobs and change.total_bytes
        }
        self._bundles: list[_Bundle] = []
        ordered = sorted(given.findings, key=gravity)
        self._rank = {finding.id: place for place, finding in enumerate(ordered)}
        self._settings: set[tuple[Subsystem, str]] = set()
        self._answered: set[FindingId] = set()
        self._room = given.site().room
        self._fixed_by = {
            (knob.subsystem, knob.fix(knob.size).setting): knob
            for knob in knobs.values()
            if knob.fix is not None and knob.fix_large
        }

    def reserve(self, items: Iterable[Item]) -> None:
        """What sizes take of limits, before anything is fixed in what is left of them."""
        for item in items:
            for limit, count in of_limits(self._knobs[item.knob])(item.size_after).items():
                self._room.take(limit, count)

    def in_order(self) -> list[Proposal]:
        """All of them."""
        needed = self._needed()
        ordered = sorted(self._bundles, key=lambda bundle: self._key(bundle, needed))
        every = [proposal for bundle in ordered for proposal in bundle.proposals]
        return [proposal for proposal in every if not one_command.refusal(proposal.change)]

    def _needed(self) -> dict[Image | Subsystem, int]:
        """By image and subsystem the rank of the worst growth that needs what is given back there."""
        grow = [
            bundle for bundle in self._bundles if bundle.change.total_bytes > 0 or bundle.change.fixes_bytes
        ]
        takes: Counter[Image] = Counter()
        for bundle in grow:
            takes[bundle.change.subsystem.image] += bundle.change.real_bytes
        needed: dict[Image | Subsystem, int] = {}
        for bundle in grow:
            left = self._room.left(bundle.change.subsystem.image)
            image = bundle.change.subsystem.image
            places: list[Image | Subsystem] = [bundle.change.subsystem]
            if left is None or takes[image] > left:
                places.append(image)
            for place in places:
                needed[place] = min(bundle.rank, needed.get(place, bundle.rank))
        return needed

    def _key(self, bundle: _Bundle, needed: Mapping[Image | Subsystem, int]) -> _Key:
        change, rank = bundle.change, bundle.rank
        if bundle.order is _Order.GIVES_BACK:
            places: tuple[Image | Subsystem, ...] = (change.subsystem, change.subsystem.image)
            rank = min([rank, *(needed[place] for place in places if place in needed)])
        return (
            rank,
            bundle.order,
            bool(change.only_after),
            bool(change.only_after) and not change.storage_bytes,
            bundle.first,
            str(change.subsystem),
            change.setting,
        )

    def add_size(self, item: Item, is_fixed: bool, after: str, *, is_later: bool) -> None:
        """A knob at its new size, page-fixed in the same command or last of all where that is to be."""
        knob = self._knobs[item.knob]
        waits = is_later or bool(after)
        fix = None
        if is_fixed and knob.fix is not None:
            fix = self._fix(knob, item.size_after, knob.fix(item.size_after))
            self._settings.add((fix.subsystem, knob.fix(knob.size).setting))
        change = self._sizing(
            item, knob, (fix,) if fix and knob.fix_sets_size else knob.change(item.size_after)
        )
        if fix is not None and not knob.fix_sets_size:
            # The pool has its storage by then: what is fixed is there, and only its limit counts.
            fix = replace(fix, because=fix.because or change.because)
            fixing = Proposal(fix, knob, decided=True, waits=waits, after=after)
            self._add([fixing], 0.0, is_last=True)
        bundle = [Proposal(change, knob, decided=True, waits=waits, after=after)]
        worth = item.worth.value if item.worth else 0.0
        frees = knob.takes is not None and min(knob.takes(item.size_after).values(), default=0) < 0
        self._settings.add((change.subsystem, change.setting))
        self._add(bundle, worth, frees=frees and item.storage_bytes >= 0)

    def add_limit(self, change: Change, knobs: Sequence[KnobId]) -> None:
        """A limit raised, because of all that waits for it and of what a rule asks for, which is in it."""
        setting = (change.subsystem, change.setting)
        bundled = [proposal.change for bundle in self._bundles for proposal in bundle.proposals]
        waiting = [change for change in bundled if change.knob in knobs]
        waiting += [change for change in self._given.advised if (change.subsystem, change.setting) == setting]
        self._settings.add(setting)
        why = tuple(
            dict.fromkeys((*change.because, *(name for change_ in waiting for name in change_.because)))
        )
        self._add([Proposal(replace(change, because=why))], 0.0)

    def add_advice(self, change: Change, sized: Collection[KnobId]) -> None:
        """What a rule advises that sets no size of a knob that is known; of a setting that is in the list
        already nothing more.
        """
        if change.knob in self._knobs and (change.total_bytes or change.knob in sized):
            return
        if (change.subsystem, change.setting) not in self._settings or change.knob is not None:
            knob = self._fixed_by.get((change.subsystem, change.setting))
            if knob is not None:
                change = replace(self._fix(knob, knob.size, change), because=change.because)
            # A pool that is defined page-fixed is no page-fixing of what is there.
            is_last = change.fixes_bytes > max(0, change.storage_bytes)
            self._add([Proposal(change)], 0.0, frees=self._frees(change), is_last=is_last)

    def _frees(self, change: Change) -> bool:
        """Whether it makes room and keeps none: a pool that is moved, a limit for whoever took what an image
        is short of.
        """
        if change.total_bytes or change.fixes_bytes:
            return False
        return change.passing_bytes > 0 or bool(self._of_images.intersection(change.because))

    def _fix(self, knob: Knob, size: int, plain: Change) -> Change:
        """Page-fixing a knob at a size: in larger frames where it is known that all of it fits there, as it
        is allocated again only once.
        """
        needs = size * knob.unit_bytes
        for frames in knob.fix_large:
            left = self._room.left(frames.limit)
            if left is not None and left >= needs and needs % frames.multiple == 0:
                self._room.take(frames.limit, needs)
                return frames.fix(size)
        return plain

    def _add(
        self, bundle: list[Proposal], worth: float, *, frees: bool = False, is_last: bool = False
    ) -> None:
        """`worth` is in seconds an hour; where no curve tells, it is what work waited by the findings."""
        change = bundle[-1].change
        back = change.total_bytes < 0
        needs = max(_LEAST_GIB, sum(proposal.needs for proposal in bundle) / GIB)
        counted = set(change.because)
        if change.knob is not None:
            self._answered |= counted
        elif change.total_bytes > 0:  # such as a simulation: what a size answers waits for that size
            counted -= self._answered
        waited = max((self._delay.get(name, 0.0) for name in counted), default=0.0)
        worth = max(worth, waited / self._given.seconds * HOUR if self._given.seconds else waited)
        first = float(change.total_bytes) if back else -worth / needs
        rank = min(
            (self._rank[name] for name in change.because if name in self._rank), default=len(self._rank)
        )
        order = _Order.OTHER
        if back:
            order = _Order.FIXES if change.place else _Order.GIVES_BACK
        elif frees or is_last:
            order = _Order.FIXES if is_last else _Order.MAKES_ROOM
        self._bundles.append(_Bundle(bundle, rank, order, first))

    def _sizing(self, item: Item, knob: Knob, spelled: Sequence[Change]) -> Change:
        """The first of the commands that are spelled of a knob to its new size, with where they lead."""
        first, rest = spelled[0], spelled[1:]
        total = sum(change.storage_bytes for change in spelled)
        rule = self._rules.get(item.knob)
        next_ = item.size_after if not rest else knob.size + first.storage_bytes // knob.unit_bytes
        way = Way(
            unit=knob.unit,
            size_before=knob.size,
            size_next=next_,
            size_final=item.size_after,
            final_bytes=total,
            then=tuple(change.command for change in rest),
            setting=knob.setting,
            at_least=_is_least(item, self._given.wanted.get(item.knob)),
        )
        effect, caution, verify = first.effect, first.caution, first.verify
        wanted = self._given.wanted.get(item.knob)
        if rule is not None and rule.command == first.command:
            effect, caution, verify = rule.effect, rule.caution, rule.verify
        little = below_least(item, self._given.least)
        expected = [*_expecting(item, knob), *([f"{little[:1].upper()}{little[1:]}."] if little else [])]
        return replace(
            first,
            effect=" ".join((effect, *expected)),
            caution=caution,
            verify=verify,
            because=self._reasons(item, wanted.because if wanted else first.because),
            way=way,
            storage_of=REAL_STORAGE if knob.storage in OF_IMAGES else knob.storage,
        )

    def _reasons(self, item: Item, because: Iterable[FindingId]) -> tuple[FindingId, ...]:
        kind = Kind.SHORTAGE if item.storage_bytes > 0 else Kind.WASTE
        return tuple(dict.fromkeys((*because, *self._because.get((item.object, kind), ()))))


def _by_object(given: PlanInput) -> dict[tuple[Object, Kind], list[FindingId]]:
    """What is said of each object, also by what repeats its shortage."""
    finding_ids: dict[tuple[Object, Kind], list[FindingId]] = {}
    for finding in given.findings:
        if finding.severity is not Severity.INFO:
            finding_ids.setdefault(
                (given.repeats.get(finding.object, finding.object), finding.kind), []
            ).append(finding.id)
    return finding_ids


def _is_least(item: Item, wanted: Wanted | None) -> bool:
    """Whether the size is one that findings bound from below only."""
    return wanted is not None and wanted.at_least and wanted.size == item.size_after


def _expecting(item: Item, knob: Knob) -> list[str]:
    """What a size is expected to bring of what its curve knows."""
    curve = knob.curve
    if curve is None:
        return []
    figures = (
        (curve.reads, item.reads_avoided, "reads per second"),
        (curve.cpu, item.cpu_saved, "CPU seconds per hour"),
        (curve.wait, item.wait_saved, "s of waiting per hour"),
    )
    return [_expected(saved, unit) for known, saved, unit in figures if known and saved and saved.value]


def _expected(saved: Estimate, unit: str) -> str:
    verb = "Saves" if saved.value > 0 else "Costs"
    least, most = sorted((abs(saved.low), abs(saved.high)))
    between = f" ({estimated(least)} to {estimated(most)})" if most > least else ""
    if saved.low < 0 < saved.high:
        sign = 1 if saved.value > 0 else -1
        ends = sorted((sign * saved.low, sign * saved.high))
        between = f" ({estimated(ends[0])} to {estimated(ends[1])})"
    return f"{verb} {estimated(abs(saved.value))} {unit}{between}."


_NO_SIZE = "No size of it is known to help: getpage explain {check} says what to look at."


def with_commands(findings: Iterable[Finding], plan: Plan) -> tuple[Finding, ...]:
    """The findings with their commands as the list has them, or a sentence that says why there is none."""
    by_finding: dict[FindingId, list[Change]] = {}
    for step in plan.steps:
        for name in step.change.because:
            by_finding.setdefault(name, []).append(step.change)
    why_not = {reason.object: reason.why for reason in plan.not_done}
    return tuple(
        replace(finding, changes=changes, no_command="" if changes else _no_command(finding, why_not))
        for finding in findings
        for changes in (tuple(by_finding.get(finding.id, ())),)
    )


def _no_command(finding: Finding, why_not: Mapping[Object, str]) -> str:
    """The next step, and why no command answers it."""
    if finding.severity is Severity.INFO:
        return ""
    why = why_not.get(finding.object, "")
    why = (
        finding.no_command or (why and f"{why[:1].upper()}{why[1:]}.") or _NO_SIZE.format(check=finding.check)
    )
    return f"{finding.next_step}. {why}" if finding.next_step else why
