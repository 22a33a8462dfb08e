"""What gives sorts storage, or says how much there is to sort, with what takes it back: one change a setting.

References: IBM z/OS DFSORT Installation and Customization, EXPMAX, EXPRES, MOSIZE, MOWRK, HIPRMAX, DSPSIZE,
TUNE, ICEPRMxx; IBM z/OS DFSORT Application Programming Guide, OPTION (FILSZ, MOSIZE), DFSPARM.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.facts import value_of
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.common import iceprm
from getpage.result import Change, Severity

from .curve import megabytes
from .options import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.core.names import FindingId
    from getpage.result import Finding

    from .sorts import Sorts

#: The number of a finding that says what it asks for, in MiB.
TARGET: Final = "storage for all sorts together"
#: The number of a finding that says how many records a step sorts.
RECORDS: Final = "records to sort"
_UNKNOWN: Final = (
    f"{iceprm.NOTE_FIRST} Where it shows MAX, or more than this, EXPMAX is not what holds them: leave it, "
    "and look at MOSIZE, HIPRMAX and DSPSIZE of the steps (ICE133I)."
)
_ALLOWED: Final = "EXPMAX allows it already, and DFSORT takes what is free: this keeps all sorts within it."
_AFTER: Final = "a night with the same sorts"
_DEFAULTS: Final = {
    "expmax": "MAX",
    "mosize": "MAX",
    "mowrk": "YES",
    "hiprmax": "OPTIMAL",
    "dspsize": "MAX",
}


def resize(sorts: Sorts, size: int, because: tuple[FindingId, ...] = ()) -> Change:
    """EXPMAX of `size` MiB; what they had at a time is what it is now."""
    now = megabytes(sorts.held)
    shown = {name: sorts.options.shown(name) for name in ("EXPMAX", "EXPOLD")}
    model = sorts.model
    spared = 0.0 if model is None else model.on_disk(now * MIB) - model.on_disk(size * MIB)
    return Change(
        subsystem=sorts.id,
        setting="EXPMAX",
        knob=sorts.knob,
        step=1,
        command=f"EXPMAX={size},EXPOLD=0",
        undo=",".join(f"{name}={value}" for name, value in shown.items()),
        place=iceprm.PLACE,
        verify=f"{iceprm.SEEN} both; ICE180I and ICE249I what each has; SMF 16 fewer tracks of "
        "work data sets (ICEWBLK), SMF 30 fewer blocks of SORTWKnn.",
        verify_after=_AFTER,
        storage_bytes=(size - now) * MIB,
        because=because,
        effect=f"All sorts together may have {wording.size(size * MIB)}; at most {wording.size(now * MIB)} "
        f"were held at a time. {_spared(spared)} What others hold and have not touched stays theirs "
        "(EXPOLD=0).",
        caution=f"{_of_now(sorts)} DFSORT takes what is "
        "free and no more than that (EXPRES keeps some free), so a sort may get less: judge by several "
        "nights. It takes more processor time to move pages.".strip(),
        evidence=() if sorts.free is None else sorts.free.facts,
    )


def _of_now(sorts: Sorts) -> str:
    if "expmax" not in sorts.options.values:
        return _UNKNOWN
    return _ALLOWED if sorts.may_have_all else ""


def _spared(spared: float) -> str:
    if spared > 0:
        return f"{wording.size(round(spared))} less is written to work data sets, and read again."
    if spared < 0:
        return f"{wording.size(round(-spared))} more is written to work data sets, and read again."
    return ""


def reconcile(sorts: Sorts, findings: Sequence[Finding]) -> tuple[Change, ...]:
    """One change a setting that answers what was found."""
    asking = [one for one in findings if one.severity is not Severity.INFO]
    made = [
        *_storage(sorts, asking),
        *_options(sorts, asking),
        *_tune(sorts, asking),
        *_on_disk(sorts, asking),
        *_sizes(sorts, asking),
    ]
    return tuple(replace(one, step=step) for step, one in enumerate(made, start=1))


def _storage(sorts: Sorts, findings: Sequence[Finding]) -> Iterator[Change]:
    wanted = {one.id: value for one in findings if (value := value_of(one, TARGET)) is not None}
    if not wanted:
        return
    none = sorts.options.values.get("expmax") in NONE["expmax"]
    asked = (one.id for one in findings if one.check == "sort-options" and none)
    yield resize(sorts, max(map(int, wanted.values())), (*wanted, *asked))


def _options(sorts: Sorts, findings: Sequence[Finding]) -> Iterator[Change]:
    ids = tuple(one.id for one in findings if one.check == "sort-options")
    if not ids:
        return
    values = sorts.options.values
    off = [name for name, none in NONE.items() if values.get(name) in none]
    off = [name for name in off if name != "expmax" or not _asks_size(findings)]
    if not off:
        return
    yield Change(
        subsystem=sorts.id,
        setting="options",
        step=1,
        command=",".join(f"{name.upper()}={_DEFAULTS[name]}" for name in off),
        undo=",".join(f"{name.upper()}={values[name]}" for name in off),
        place=iceprm.PLACE,
        verify=f"ICE133I and {iceprm.SEEN} these values; ICE180I or ICE249I more than 0.",
        verify_after=_AFTER,
        storage_bytes=0,  # how much they take is EXPMAX's to say
        because=ids,
        effect="Sorts may keep their work in storage, as far as EXPMAX, EXPRES and what is free allow.",
        caution="Where a step set it itself (OPTION in DFSPARM, SORTCNTL or SYSIN), take it out there; the "
        "default alone does not reach that step.",
        evidence=tuple(sorts.options.facts[name] for name in off),
    )


def _tune(sorts: Sorts, findings: Sequence[Finding]) -> Iterator[Change]:
    for one in findings:
        if one.check == "sort-tune":
            yield Change(
                subsystem=sorts.id,
                setting="TUNE",
                step=1,
                command="TUNE=STOR",
                undo=f"TUNE={sorts.options.values['tune']}",
                place=iceprm.PLACE,
                verify=f"{iceprm.SEEN} it; ICE180I and ICE249I of the smaller sorts more than before.",
                verify_after=_AFTER,
                storage_bytes=0,  # how much they take is EXPMAX's to say
                because=(one.id,),
                effect="Sorts take storage as they fill it, in steps that leave others what they still need.",
                caution="DFSORT allocates more work space on disk beside it, for the case that storage runs "
                "out while it sorts: see that there is space for that (ICE083A, ICE046A).",
                evidence=one.evidence,
            )


def _on_disk(sorts: Sorts, findings: Sequence[Finding]) -> Iterator[Change]:
    for one in findings:
        if one.check != "sort-too-large":
            continue
        step = one.object.name
        yield Change(
            subsystem=sorts.id,
            setting=f"{step} MOSIZE",
            step=1,
            command="OPTION MOSIZE=0,HIPRMAX=0,DSPSIZE=0",
            undo="OPTION without MOSIZE, HIPRMAX and DSPSIZE",
            place=f"DFSPARM of step {step}",
            verify="ICE133I of that step shows them; ICE180I and ICE249I of the others more than before.",
            verify_after=_AFTER,
            storage_bytes=0,  # others take it
            because=(one.id,),
            effect="Its work goes through work data sets, and the storage to the other sorts.",
            caution="It takes longer itself: not where others wait for that one.",
            evidence=one.evidence,
        )


def _asks_size(findings: Sequence[Finding]) -> bool:
    return any(value_of(one, TARGET) is not None for one in findings)


def _sizes(sorts: Sorts, findings: Sequence[Finding]) -> Iterator[Change]:
    for one in findings:
        records = value_of(one, RECORDS)
        if one.check != "sort-unknown-size" or records is None:
            continue
        step = one.object.name
        yield Change(
            subsystem=sorts.id,
            setting=f"{step} FILSZ",
            step=1,
            command=f"OPTION FILSZ=E{records}",
            undo="OPTION without FILSZ",
            place=f"DFSPARM of step {step}",
            verify="ICE180I or ICE249I of the next run shows that storage is used.",
            verify_after="the next run",
            storage_bytes=0,
            because=(one.id,),
            effect="DFSORT knows before it begins how much there is, and takes storage for it.",
            caution="An estimate that is too low ends in ICE046A where nothing more can be allocated: round "
            "up where the number of records grows.",
            evidence=one.evidence,
        )
