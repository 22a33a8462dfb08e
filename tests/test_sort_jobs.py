"""What limits each sort of a job: sorts of a step told apart, storage at a time, and the option to change."""

from __future__ import annotations

from itertools import combinations

import polars as pl
import pytest

import getpage
from getpage.contract.facts import value_of
from getpage.products.sort.matching import pairs
from getpage.products.sort.pictures import highest
from getpage.products.sort.sort_options import most_held
from sort_evidence import GIB, START, later, messages, smf16, sort, step
from zos_records import paging, smf71, write

NONE = "HIPRMAX=0      ,DSPSIZE=0   ,ODMAXBF=0,SOLRF=Y,VLLONG=N,VSAMIO=N,MOSIZE=0"
ONLINE = {f"total_{which}": 230_000_000 for which in ("minimum", "average", "maximum")}
LIMITED = "What limits each sort"
STEPS = "Where the time of steps that sort went"


def frames(records, texts):
    """Records and messages of job A, in the columns that tell them apart."""
    key = {"system": None, "job": "A", "step": "S"}
    of = {"system": pl.String, "began": pl.Datetime("us"), "read_time": pl.Datetime("us")}
    of |= {"written": pl.Datetime("us"), "bytes_32": pl.UInt32, "bytes": pl.UInt64}
    rows = [key | {"read_time": later(read), "written": later(end), "bytes_32": size % (1 << 32)}
            for read, end, size in records]  # fmt: skip
    said = [key | {"began": later(began), "written": later(began), "bytes": size} for began, size in texts]
    blank = dict.fromkeys(("system", "job", "step", "written", "began", "bytes", "read_time", "bytes_32"))
    schema = {name: of.get(name, pl.String) for name in blank}
    return [pl.DataFrame([blank | row for row in each], schema=schema) for each in (rows, said)]


def test_whichever_messages_are_there_each_is_of_the_sort_that_wrote_it():
    # Three runs of a step with two sorts each, of which all or some messages are there.
    records = [
        (60 * run, 60 * run + 10 * (n + 1), (5 + run + 3 * n) * GIB) for run in range(3) for n in range(2)
    ]
    texts = [(60 * run + 10 * n, (5 + run + 3 * n) * GIB) for run in range(3) for n in range(2)]
    for count in range(1, 7):
        for there in combinations(range(6), count):
            found = pairs(*frames(records, [texts[place] for place in there]))
            assert sorted(found) == [(place, number) for number, place in enumerate(there)]


def test_sorts_that_run_beside_each_other_are_told_apart_by_their_bytes():
    # The first to begin ends last; then the same with sizes that tell nothing.
    records, texts = [(0, 20, 7 * GIB), (0, 50, 9 * GIB)], [(5, 9 * GIB), (10, 7 * GIB)]
    assert sorted(pairs(*frames(records, texts))) == [(0, 1), (1, 0)]
    assert sorted(pairs(*frames([(0, 20, 1), (0, 50, 1)], [(5, 1), (10, 1), (15, 1)]))) == [(0, 0), (1, 1)]


def test_messages_of_another_run_are_a_sort_by_themselves(tmp_path):
    specs = sort("PAYSORT", 12.0, 10.0, begin=0, end=20)
    (tmp_path / "out.txt").write_text(
        messages("PAYSORT", size=12 * GIB, hiperspace=2 << 20, began=later(600))
    )
    rows = table(getpage.check(write(tmp_path / "dump.smf", specs).parent), LIMITED)
    assert [(row["work GiB"], row["on disk GiB"]) for row in rows] == [(12.0, 10.0), (12.0, 10.0)]


def table(result, title):
    """Its rows by the names of the columns."""
    [shown] = [each for each in result.tables if each.title == title]
    return [dict(zip(shown.columns, row, strict=True)) for row in shown.rows]


def night(path, *, second=20.0, free=60_000_000, others="HIPRMAX=OPTIMAL,DSPSIZE=MAX ,MOSIZE=MAX", own=NONE):
    """A step of two sorts of 10 and 8 GiB, the second after `second` minutes, and another."""
    specs = [smf71("AL18", n, paging(free, **ONLINE)) for n in range(5)]
    specs += [smf16("STOCK", 10.0, 10.0, end=20), smf16("STOCK", 8.0, 8.0, end=40)]
    specs += [step("STOCK", begin=0, end=40, ios=90_000, others=90_000)]
    specs += sort("OTHER", 3.0, 0.0, begin=41, end=44)
    path.mkdir()
    write(path / "dump.smf", specs)
    site = "DYNAPCT=10 ,MOWRK=Y,TUNE=STOR,EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%"
    (path / "jobs.txt").write_text(
        messages("STOCK", size=10 * GIB, options=own, site=site)
        + messages("STOCK", size=8 * GIB, options=own, site=site, began=later(second))
        + messages("OTHER", size=3 * GIB, options=others, site=site, memory_object=3072, began=later(41))
    )
    return getpage.check(path)


def found(result):
    return [finding for finding in result.findings if finding.check == "sort-step-options"]


@pytest.mark.parametrize(("second", "together"), [(20.0, 10), (5.0, 18)])
def test_own_options_of_a_step_are_named_with_the_storage_that_its_sorts_need_at_a_time(
    tmp_path, second, together
):
    result = night(tmp_path / "night", second=second)
    [finding] = found(result)
    assert finding.headline == "MOSIZE=0, HIPRMAX=0, DSPSIZE=0: 2 sorts spilled 18 GiB"
    assert value_of(finding, "storage for all of its work") == pytest.approx(together * GIB, rel=1e-3)
    [change] = [change for change in result.changes if change.setting == "STOCK.SORT1 options"]
    assert change.command == "OPTION MOSIZE=MAX,HIPRMAX=OPTIMAL,DSPSIZE=MAX"
    assert change.undo == "OPTION MOSIZE=0,HIPRMAX=0,DSPSIZE=0"
    assert value_of(finding, "MOSIZE of another step") == "MAX"
    assert (change.place, change.only_after) == ("DFSPARM of step STOCK.SORT1", "")
    # No EXPMAX would help them.
    assert not [each for each in result.findings if each.check in ("sort-work-on-disk", "sort-options")]
    [row] = [row for row in table(result, STEPS) if row["job.step"] == "STOCK.SORT1"]
    assert (row["sorts"], row["sum of work GiB"], row["work at a time GiB"]) == (2, 18.0, together)


def test_a_step_that_bounds_itself_gets_the_values_of_the_others(tmp_path):
    own, others = "HIPRMAX=512 ,DSPSIZE=MAX ,MOSIZE=0", "HIPRMAX=OPTIMAL,DSPSIZE=0 ,MOSIZE=4096"
    assert not found(night(tmp_path / "open", own=own, others=others))  # data space bounds nothing
    result = night(tmp_path / "bound", own="HIPRMAX=0   ,DSPSIZE=0 ,MOSIZE=0", others=others)
    [change] = [change for change in result.changes if change.setting == "STOCK.SORT1 options"]
    assert change.command == "OPTION MOSIZE=4096,HIPRMAX=OPTIMAL"
    assert change.undo == "OPTION MOSIZE=0,HIPRMAX=0"


def test_options_that_all_steps_have_are_the_site_s_and_a_step_too_large_for_its_hours_gets_no_command(
    tmp_path,
):
    alike = night(tmp_path / "alike", others=NONE)
    assert not found(alike)
    assert "sort-options" in {finding.check for finding in alike.findings}
    tight = night(tmp_path / "tight", free=8_000_000)
    [finding] = found(tight)
    assert "Less was free in its hours" in finding.no_command
    assert not [change for change in tight.changes if change.setting.endswith(" options")]


def test_the_subtasks_of_joinkeys_run_beside_each_other_and_what_reads_them(tmp_path):
    kinds = ({"joinkeys_first": True}, {"joinkeys_second": True}, {})
    specs = [smf16("JOINER", 4.0, 4.0, end=10 + n, **kind) for n, kind in enumerate(kinds)]
    specs.append(step("JOINER", begin=0, end=12, ios=60_000, others=60_000))
    [row] = table(getpage.check(write(tmp_path / "dump.smf", specs)), STEPS)
    assert (row["sorts"], row["sum of work GiB"], row["work at a time GiB"]) == (3, 12.0, 12.0)


@pytest.mark.parametrize(
    ("shown", "most"),
    [
        ({"mosize": "0", "hiprmax": "0", "dspsize": "0"}, 0),
        ({"mosize": "64", "hiprmax": "32", "dspsize": "0"}, 96 << 20),
        ({"mosize": "MAX", "mowrk": "N", "hiprmax": "32", "dspsize": "1"}, 33 << 20),
        ({"mosize": "0", "hiprmax": "OPTIMAL", "dspsize": "0"}, None),
        ({"mosize": "0", "hiprmax": "0"}, None),
        ({"mosize": "9" * 16, "hiprmax": "0", "dspsize": "0"}, 1 << 60),
        ({"mosize": "-1", "hiprmax": "0", "dspsize": "0"}, None),
        ({"technique": "PEERAGE"}, 0),
        ({"technique_code": 3}, 0),
    ],
)
def test_what_options_let_a_sort_hold(shown, most):
    names = ("technique", "technique_code", "mosize", "mowrk", "hiprmax", "dspsize")
    assert most_held(dict.fromkeys(names) | shown) == most


@pytest.mark.parametrize(
    ("site", "exit_", "free", "limit"),
    [
        ("EXPMAX=2048   ,EXPOLD=0      ,EXPRES=10%", 0, 90_000_000, "EXPMAX=2048"),
        ("EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%", 0, 24_000_000, "91.6 GiB free in its hours"),
        ("EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%", 9, 90_000_000, "size not known (E15)"),
        ("EXPMAX=MAX    ,EXPOLD=50%    ,EXPRES=10%", 0, 90_000_000, "not known: no limit was reached"),
        (None, 0, 90_000_000, "not known"),
    ],
)
def test_what_limits_a_sort(tmp_path, site, exit_, free, limit):
    online = {f"total_{which}": 240_000_000 for which in ("minimum", "average", "maximum")}
    specs = [smf71("AL18", n, paging(free, **online)) for n in range(3)]
    specs += sort("PAYSORT", 12.0, 10.0, begin=0, end=20)
    if site is not None:
        text = messages("PAYSORT", size=12 * GIB, memory_object=2048, site=site, inserted=exit_)
        (tmp_path / "out.txt").write_text(text)
    [row] = table(getpage.check(write(tmp_path / "dump.smf", specs).parent), LIMITED)
    assert row["limited by"] == limit


def test_a_picture_shows_the_most_that_is_held_at_a_time_between_two_points():
    spans = [(later(0), later(10), 5), (later(10), later(12), 7), (later(11), later(30), 1)]
    ends = [later(n) for n in (5, 11, 15, 40)]
    assert highest(spans, START, ends) == (5.0, 7.0, 8.0, 1.0)
