"""Sorts that hold the storage an image is short of get a limit that leaves room for a dump, with its undo."""

from __future__ import annotations

import re

import pytest

import sample_site
from zos_records import FRAME, ONLINE, check, paging, smf30, smf71

MIB = 1 << 20
#: What a `smf30` record tells of its job: 100,000 frames.
HELD = 100_000 * FRAME


def short(minimum: int = 6_000):
    return smf71("AL18", 0, paging(2_000_000, minimum=minimum, maximum=3_000_000, page_ins=180_000))


def sort(job: str = "STMTSORT", program: str = "SORT"):
    spec = smf30("AL18", 0, job, 0.0, service_class="BATCH", page_time=round(50 * 100_000 * 450_000 / 1.024))
    spec["common"]["program"] = program
    return spec


def output(job: str = "STMTSORT", options: str = "EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%") -> str:
    """What a sort prints of the options in effect; it names no system."""
    return (
        "1ICE143I 0 BLOCKSET     SORT  TECHNIQUE SELECTED\n"
        f" ICE088I 0 {job:8}.SORT1   .        , INPUT LRECL = 250, BLKSIZE = 27750, TYPE = FB\n"
        f" ICE236I 0 OPTIONS: DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,{options}\n"
        " ICE052I 0 END OF DFSORT\n"
    )


def limits(result) -> list:
    return [change for change in result.changes if change.setting == "DFSORT EXPMAX"]


def test_a_sort_that_holds_what_the_image_lacks_is_limited_with_undo_and_verification(tmp_path):
    result = check(tmp_path, [short(), sort()], output())
    [change] = limits(result)
    expmax, expres = (
        int(re.search(rf"{name}=([0-9]+)", change.command)[1]) * MIB for name in ("EXPMAX", "EXPRES")
    )
    held, free = 50 * HELD, 6_000 * FRAME
    assert "EXPOLD=0" in change.command
    assert expres >= 0.10 * ONLINE * FRAME
    assert held - expmax + free >= expres > held - expmax + free - 2 * MIB  # just so much is left free then
    assert change.undo == "EXPMAX=MAX,EXPOLD=50%,EXPRES=10%"
    assert "ICE236I" in change.verify
    assert change.place.startswith("ICEPRMxx")
    assert "START ICEOPT,ICEPRM=xx" in change.place
    assert "work data sets" in change.caution
    assert "MAXSPACE is not in this evidence" in change.caution
    assert {fact.column for fact in change.evidence} == {"available_minimum", "page_time"}
    assert "zos-demand-paging" in {f.check for f in result.findings if change in f.changes}


def test_the_reserve_is_never_less_than_maxspace(tmp_path):
    text = f"10.00.00 STC00001  CHNGDUMP SET,SDUMP,MAXSPACE={12_000}M\n"
    [change] = limits(check(tmp_path, [short(), sort()], text, output()))
    assert "EXPRES=12000" in change.command
    assert "MAXSPACE" not in change.caution


@pytest.mark.parametrize("program", ["ICEMAN", "ICETOOL"])
def test_dfsort_is_known_by_the_names_of_its_program(tmp_path, program):
    assert limits(check(tmp_path, [short(), sort(program=program)], output()))


@pytest.mark.parametrize("program", ["PAYROLL", "DFHSIP", ""])
def test_a_job_that_is_no_sort_gets_no_limit_of_sorts_whatever_its_name(tmp_path, program):
    assert not limits(check(tmp_path, [short(), sort(program=program)], output()))


def test_where_storage_is_free_no_sort_is_limited(tmp_path):
    assert not limits(check(tmp_path, [smf71("AL18", 0, paging(6_769_689)), sort()], output()))


def test_a_sort_that_holds_less_than_what_is_missing_is_not_blamed(tmp_path):
    small = smf30("AL18", 0, "STMTSORT", 0.0)
    small["common"]["program"] = "SORT"
    assert not limits(check(tmp_path, [short(), small], output()))


def test_without_ice236i_no_limit_is_printed_and_the_finding_says_where_it_stands(tmp_path):
    result = check(tmp_path, [short(), sort()])
    assert not limits(result)
    [paging_in] = [f for f in result.findings if f.check == "zos-demand-paging"]
    assert paging_in.no_command == (
        "STMTSORT held 19.1 GiB, and the EXPMAX in effect is not known: ICE236I in the output of any sort on "
        "AL18 shows it."
    )


def test_ice236i_of_a_sort_of_another_system_says_nothing_of_this_one(tmp_path):
    other = sort("ORDSORT")
    other["common"]["system"] = "BL18"
    assert not limits(check(tmp_path, [short(), sort(), other], output("ORDSORT")))
    assert limits(check(tmp_path, [short(), sort(), other], output("ORDSORT"), output()))


def test_ice236i_that_shows_no_more_than_the_limit_already_is_not_lowered_again(tmp_path):
    assert not limits(check(tmp_path, [short(), sort()], output(options="EXPMAX=2048,EXPOLD=0,EXPRES=10%")))


def test_the_sort_of_the_demo_that_holds_14_3_gib_beside_23_mib_is_limited_and_nothing_relies_on_it():
    result = sample_site.checked()
    [change] = limits(result)
    assert change.effect.startswith("STMTSORT held 14.3 GiB when 23.4 MiB were free")
    assert change.storage_bytes == 0  # a limit is no waste that is given back
    assert result.changes.index(change) == 0  # it ends the worst finding
    assert result.first[0].do == f"command 1: {change.command}"
    grown = [
        change
        for change in result.changes
        if change.subsystem.image.name == "SYSA" and change.total_bytes > 0
    ]
    assert all(item.only_after for item in grown)
