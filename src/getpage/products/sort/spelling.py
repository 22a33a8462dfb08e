"""What gives sorts storage, or says how much there is to sort, with what takes it back.

References: IBM z/OS DFSORT Installation and Customization, EXPMAX, EXPRES, MOSIZE, MOWRK, HIPRMAX, DSPSIZE,
TUNE, ICEPRMxx; IBM z/OS DFSORT Application Programming Guide, OPTION (FILSZ, MOSIZE), DFSPARM.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import MIB
from getpage.products.common import iceprm
from getpage.result import Advise, Change, Fact

from .model import megabytes
from .sorts import Sorts

_ALLOWED: Final = "EXPMAX allows it already, and DFSORT takes what is free: this keeps all sorts within it."
_NOTED: Final = "ICE236I in the output of any sort has shown EXPMAX and EXPOLD"
_AS_NOTED: Final = "EXPMAX and EXPOLD as ICE236I showed them before"
_AFTER: Final = "a night with the same sorts"
_DEFAULTS: Final = {
    "expmax": "MAX",
    "mosize": "MAX",
    "mowrk": "YES",
    "hiprmax": "OPTIMAL",
    "dspsize": "MAX",
}


def resize(sorts: Sorts, size: int) -> Change:
    """EXPMAX of `size` MiB, of which they held some at a time; not before it is known what it is now."""
    now = megabytes(sorts.held)
    known = sorts.options.shows_expmax
    shown = {name: sorts.options.shown(name) for name in ("EXPMAX", "EXPOLD")}
    model = sorts.model
    spared = 0.0 if model is None else model.on_disk(now * MIB) - model.on_disk(size * MIB)
    return Change(
        subsystem=sorts.id,
        setting="EXPMAX",
        knob=sorts.knob,
        step=1,
        command=f"EXPMAX={size},EXPOLD=0",
        undo=",".join(f"{name}={value}" for name, value in shown.items()) if known else _AS_NOTED,
        only_after="" if known else _NOTED,
        place=iceprm.PLACE,
        verify=f"{iceprm.SEEN} both; ICE180I and ICE249I what each sort has; SMF 16 fewer tracks of "
        "work data sets (ICEWBLK), SMF 30 fewer blocks of SORTWKnn.",
        verify_after=_AFTER,
        storage_bytes=(size - now) * MIB,
        because=(),
        effect=f"All sorts together may have {wording.size(size * MIB)}; at most {wording.size(now * MIB)} "
        f"were held at a time. {_spared(spared)} EXPOLD=0 leaves pages that others have not touched alone.",
        caution=f"{_of_now(sorts, size)} DFSORT takes only what is free (EXPRES keeps some), so a sort may "
        "get less: judge by several nights. Moving pages takes processor time.".strip(),
        evidence=() if sorts.free is None else sorts.free.facts,
    )


def _of_now(sorts: Sorts, size: int) -> str:
    """What is to be known of the present EXPMAX; empty where messages show that it holds the sorts."""
    if size * MIB < (sorts.options.expmax or 0):
        return f"ICE236I shows EXPMAX={sorts.options.shown('EXPMAX')}: this lowers it."
    return _ALLOWED if sorts.may_have_all else ""


def _spared(spared: float) -> str:
    if spared > 0:
        return f"{wording.size(round(spared))} less is written to work data sets and read again."
    if spared < 0:
        return f"{wording.size(round(-spared))} more is written to work data sets and read again."
    return ""


def allowed_storage(sorts: Sorts, names: Sequence[str]) -> Advise:
    """These options as they are shipped, in the place of values that keep sorts from storage."""
    return Advise(subsystem=sorts.id, setting="options", spell=partial(_options, sorts, names))


def _options(sorts: Sorts, names: Sequence[str], because: tuple[FindingId, ...]) -> Change:
    values = sorts.options.values
    return Change(
        subsystem=sorts.id,
        setting="options",
        step=1,
        command=",".join(f"{name.upper()}={_DEFAULTS[name]}" for name in names),
        undo=",".join(f"{name.upper()}={values[name]}" for name in names),
        place=iceprm.PLACE,
        verify=f"ICE133I and {iceprm.SEEN} these values; ICE180I or ICE249I more than 0.",
        verify_after=_AFTER,
        storage_bytes=0,  # how much they take is EXPMAX's to say
        because=because,
        effect="Sorts may keep their work in storage, as far as EXPMAX, EXPRES and what is free allow.",
        caution="Where a step sets it itself (OPTION in DFSPARM, SORTCNTL or SYSIN), take it out there: the "
        "default alone does not reach that step.",
        evidence=tuple(sorts.options.facts[name] for name in names),
    )


def allowed_for_step(
    sorts: Sorts,
    step: str,
    names: Sequence[str],
    row: Mapping[str, Any],
    saved: tuple[float, float, float],
    first: str,
    facts: tuple[Fact, ...],
) -> Advise:
    """The values of other steps for one, whose sorts then wait `saved` seconds less; `first` has to be done
    before.
    """
    values = {name: (str(row[name]), sorts.options.values[name]) for name in names}
    spell = partial(_for_step, sorts, step, values, saved, first, facts)
    return Advise(subsystem=sorts.id, setting=f"{step} options", spell=spell)


def _for_step(
    sorts: Sorts,
    step: str,
    values: Mapping[str, tuple[str, str]],
    saved: tuple[float, float, float],
    first: str,
    facts: tuple[Fact, ...],
    because: tuple[FindingId, ...],
) -> Change:
    value, low, high = (wording.seconds(each) for each in saved)
    return Change(
        subsystem=sorts.id,
        setting=f"{step} options",
        step=1,
        command=_option({name: then for name, (_, then) in values.items()}),
        undo=_option({name: now for name, (now, _) in values.items()}),
        only_after=first,
        place=f"DFSPARM of step {step}",
        verify="ICE133I of that step shows them; ICE180I or ICE249I more than 0.",
        verify_after="the next run",
        storage_bytes=0,  # how much they take is EXPMAX's to say
        because=because,
        effect=f"Its sorts wait {value} less per run ({low} to {high}) with all of their work in storage.",
        caution="Moving pages takes processor time. Ask the owner of the job why it was set.",
        evidence=facts,
    )


def _option(values: Mapping[str, str]) -> str:
    """An OPTION statement; of MOWRK it has a word for yes and one for no."""
    words = {"mowrk": {"Y": "MOWRK", "YES": "MOWRK", "N": "NOMOWRK", "NO": "NOMOWRK"}}
    spelled = (words.get(name, {}).get(value, f"{name.upper()}={value}") for name, value in values.items())
    return f"OPTION {','.join(spelled)}"


def in_small_steps(sorts: Sorts, facts: tuple[Fact, ...]) -> Advise:
    """TUNE=STOR."""
    return Advise(subsystem=sorts.id, setting="TUNE", spell=partial(_tune, sorts, facts))


def _tune(sorts: Sorts, facts: tuple[Fact, ...], because: tuple[FindingId, ...]) -> Change:
    return Change(
        subsystem=sorts.id,
        setting="TUNE",
        step=1,
        command="TUNE=STOR",
        undo=f"TUNE={sorts.options.values['tune']}",
        place=iceprm.PLACE,
        verify=f"{iceprm.SEEN} it; ICE180I and ICE249I of the smaller sorts more than before.",
        verify_after=_AFTER,
        storage_bytes=0,  # how much they take is EXPMAX's to say
        because=because,
        effect="Sorts take storage as they fill it, in steps that leave others what they still need.",
        caution="DFSORT allocates more work space on disk beside it, in case storage runs out while it "
        "sorts: make sure that there is space for that (ICE083A, ICE046A).",
        evidence=facts,
    )


def left_on_disk(sorts: Sorts, step: str, facts: tuple[Fact, ...]) -> Advise:
    """No storage for the work of one step."""
    return Advise(subsystem=sorts.id, setting=f"{step} MOSIZE", spell=partial(_on_disk, sorts, step, facts))


def _on_disk(sorts: Sorts, step: str, facts: tuple[Fact, ...], because: tuple[FindingId, ...]) -> Change:
    return Change(
        subsystem=sorts.id,
        setting=f"{step} MOSIZE",
        step=1,
        command="OPTION MOSIZE=0,HIPRMAX=0,DSPSIZE=0",
        undo="OPTION without MOSIZE, HIPRMAX and DSPSIZE",
        place=f"DFSPARM of step {step}",
        verify="ICE133I of that step shows them; ICE180I and ICE249I of the others more than before.",
        verify_after=_AFTER,
        storage_bytes=0,  # others take it
        because=because,
        effect="Its work goes through work data sets, and the other sorts get the storage.",
        caution="It takes longer itself: leave it as it is if others wait for it.",
        evidence=facts,
    )


def told_size(sorts: Sorts, step: str, records: int, facts: tuple[Fact, ...]) -> Advise:
    """How many records one step sorts."""
    spell = partial(_filsz, sorts, step, records, facts)
    return Advise(subsystem=sorts.id, setting=f"{step} FILSZ", spell=spell)


def _filsz(
    sorts: Sorts, step: str, records: int, facts: tuple[Fact, ...], because: tuple[FindingId, ...]
) -> Change:
    return Change(
        subsystem=sorts.id,
        setting=f"{step} FILSZ",
        step=1,
        command=f"OPTION FILSZ=E{records}",
        undo="OPTION without FILSZ",
        place=f"DFSPARM of step {step}",
        verify="ICE180I or ICE249I of the next run shows that storage is used.",
        verify_after="the next run",
        storage_bytes=0,
        because=because,
        effect="DFSORT knows the size before it begins, and takes storage for it.",
        caution="An estimate that is too low ends in ICE046A if no more work space can be allocated: round "
        "up if the number of records grows.",
        evidence=facts,
    )
