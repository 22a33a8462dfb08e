"""Page data sets: how full they are, when they run short, who fills them, and what is added."""

from __future__ import annotations

from math import ceil, pi, sin

import pytest

import getpage
from getpage.result import Cause, Severity
from test_rmf_xml import REPORT
from zos_records import START, check, common, smf71, spec

#: As systems of z/OS printed it (tests of zos-utilities).
D_ASM = """\
 M 4000000 SYSR     12206 07:00:00.00          00000090  IEE200I 16.03.37 DISPLAY ASM 913
 D                                         913 00000090  TYPE     FULL STAT   DEV  DATASET NAME
 D                                         913 00000090  PLPA      45%   OK  2212  SYS1.R7A.PLPA
 D                                         913 00000090  COMMON     7 %  OK  2212  SYS1.R7A.COMMON
 D                                         913 00000090  LOCAL     {first}%   OK  222A  SYS1.R7A.LOCAL
 D                                         913 00000090  LOCAL     {second} %  OK  2282  SYS1.R7A.LOCAL1
 D                                         913 00000090  SCM        0%   OK   N/A   N/A
 E                                         913 00000090  PAGEDEL COMMAND IS NOT ACTIVE
"""
SLOTS = 600_000
PAGESP = """\
                       P A G E   D A T A   S E T   A C T I V I T Y
      z/OS V2R4    SYSTEM ID SYSQ   DATE 07/24/2012   INTERVAL 15.00.000
                   RPT VERSION V2R4 RMF   TIME 06.45.00
 LOCAL  PAGE01 A10C 33909   100,000  4926  {used}  4950      0 0.12  0.004     120    1840 Y SYS1.LOCAL1
"""


def data_set(interval: int, name: str, used: int, *, kind: str = "local", slots: int = SLOTS, **more):
    """SMF 75 of one page data set; RMF writes each record a moment after the one before."""
    row = {"data_set": name, kind: True, "slots": slots, "slots_maximum": used, "slots_average": used}
    row |= {"slots_minimum": used, "slots_average_long": float(used)}
    shared = common("SYSP", interval)
    shared["written"] += 10_000 * ord(name[-1])
    return spec((75, 1), shared, SMF75PSS=row | more)


def filled(used, intervals: int = 24, names=("SYS1.LOCAL1", "SYS1.LOCAL2")):
    """Records of data sets of which `used` slots each are in use in an interval."""
    return [data_set(n, name, used(n)) for n in range(intervals) for name in names]


def of(result, rule):
    return [finding for finding in result.findings if finding.check == rule]


def slots_of(when: str, slots: int) -> str:
    return (
        f" N 4000000 SYSP     12206 {when}          00000090  IRA206I LOGGER   ASID 0051 FRAMES 0000211402 "
        f"SLOTS {slots:010d} % OF AUX 12.5\n"
    )


def test_a_reply_without_sizes_bounds_the_share_by_the_emptiest_local_data_set(tmp_path):
    [finding] = check(tmp_path, [], D_ASM.format(first=91, second=72)).findings
    assert finding.headline == "At least 72 % of the local page slots in use at the peak"
    assert finding.severity is Severity.CRITICAL
    assert not finding.advice


def test_the_published_replies_and_data_sets_that_hardly_fill_are_silent(tmp_path):
    healthy = filled(lambda n: 100_000 + 5_000 * (n % 12))
    result = check(tmp_path, healthy, D_ASM.format(first=0, second=0), PAGESP.format(used=5_000))
    assert not result.findings
    assert not result.damage


def test_growth_is_followed_to_the_shortage_by_the_data_sets_of_all_records(tmp_path):
    result = check(tmp_path, filled(lambda n: 250_000 + 6_000 * n))
    [finding] = of(result, "zos-auxiliary-growth")
    hours = (0.70 * 2 * SLOTS - 2 * (250_000 + 23 * 6_000)) / (2 * 6_000 * 4)
    assert f"fill {2 * 6_000 * 4 * 4096 / 2**20:.0f} MiB/h" in finding.headline
    minutes = round(hours * 60)
    assert f"{minutes // 60} h {minutes % 60} min" in finding.headline
    [change] = result.changes
    added = ceil(2 * 2 * (250_000 + 23 * 6_000) - 2 * SLOTS)
    assert change.command == "PAGEADD PAGE=SYS1.LOCAL3"
    assert change.undo == "PAGEDEL DELETE=SYS1.LOCAL3"
    assert f"CYLINDERS({ceil(added / 180)})" in change.only_after


def test_an_address_space_that_takes_the_slots_is_named_and_no_data_set_is_added(tmp_path):
    log = slots_of("07:30:00.00", 100_000) + slots_of("12:00:00.00", 280_000)
    result = check(tmp_path, filled(lambda n: 250_000 + 6_000 * n), log)
    [finding] = of(result, "zos-auxiliary-growth")
    assert finding.cause is Cause.LEAK
    assert "LOGGER took 703 MiB more" in finding.claim
    assert not result.changes


def test_a_data_set_that_was_taken_away_is_added_again_and_the_statement_lasts(tmp_path):
    specs = filled(lambda n: 430_000 + n)
    specs += [data_set(0, "SYS1.PLPA", 1, kind="plpa"), data_set(0, "SYS1.COMMON", 1, kind="common")]
    specs.append(data_set(3, "SYS1.LOCAL7", 10, taken_away=True))
    result = check(tmp_path, specs)
    [change] = result.changes
    assert change.command == "PAGEADD PAGE=SYS1.LOCAL7"
    assert not change.only_after
    assert change.lasting.endswith("PAGE=(SYS1.PLPA,SYS1.COMMON,SYS1.LOCAL1,SYS1.LOCAL2,SYS1.LOCAL7,L)")
    assert change.lasting_undo.endswith("PAGE=(SYS1.PLPA,SYS1.COMMON,SYS1.LOCAL1,SYS1.LOCAL2,L)")


def test_storage_class_memory_counts_and_plpa_does_not(tmp_path):
    specs = filled(lambda _: 500_000)
    specs += [data_set(n, "SCM", 10_000, kind="storage_class_memory", slots=800_000) for n in range(24)]
    specs += [data_set(n, "SYS1.PLPA", 590_000, kind="plpa") for n in range(24)]
    assert not check(tmp_path, specs).findings
    [table] = [one for one in check(tmp_path, specs).tables if one.title.startswith("Page data sets")]
    assert [row[1] for row in table.rows] == ["LOCAL", "LOCAL", "PLPA", "SCM"]


@pytest.mark.parametrize(
    "message", ["IRA200E AUXILIARY STORAGE SHORTAGE", "IRA205I 70% AUXILIARY STORAGE ALLOCATED"]
)
def test_a_message_of_a_shortage_is_one(tmp_path, message):
    [finding] = check(
        tmp_path, [], f" N 4000000 SYSR     12206 07:00:00.00          00000090  {message}\n"
    ).findings
    assert finding.headline.startswith("At least 70 %")


def test_a_message_changes_nothing_where_records_tell_the_slots(tmp_path):
    message = (
        " N 4000000 SYSP     12206 07:00:00.00          00000090  IRA205I 65% AUXILIARY STORAGE ALLOCATED\n"
    )
    specs = [*filled(lambda _: 290_000), data_set(0, "SYS1.PLPA", SLOTS, kind="plpa")]
    result = check(tmp_path, specs, message)
    assert not result.findings
    getpage.load([str(tmp_path)], into=tmp_path / "store")
    trends = getpage.trend(tmp_path / "store").trends
    assert [(t.value, t.limit) for t in trends if t.object.name == "page slots"] == [(580_000, 840_000)]


def test_reports_in_xml_are_read_as_the_records_are(tmp_path):
    rows = (
        ("LOCAL", "PAGE01", "A10C", "33909", "100,000", "10", "75,000", "60,000", "0", "1", "0.004"),
        ("PLPA", "PAGE01", "A10C", "33909", "100", "99", "99", "99", "0", "0", "0"),
    )
    ends = (("12", "99", "Y", "SYS1.LOCAL1", ""), ("0", "0", "", "SYS1.PLPA", ""))
    cells = "".join(
        f"<row>{''.join(f'<col>{cell}</col>' for cell in (*row, *end))}</row>"
        for row, end in zip(rows, ends, strict=True)
    )
    head, tail = (
        REPORT.format(hour=10, least=1).split("<row", 1)[0],
        "</table></part></segment></postprocessor></ddsml>",
    )
    head = head.replace("PAGING", "PAGESP").replace("Central Storage", "Page Data Set and SCM Usage")
    (tmp_path / "pagesp.xml").write_text(head + cells + tail)
    [finding] = check(tmp_path, []).findings
    assert finding.headline == "75 % of the local page slots in use at the peak"


def test_slots_of_paging_activity_alone_tell_growth_too(tmp_path):
    from zos_records import paging

    rows = [paging() for _ in range(16)]
    for n, row in enumerate(rows):
        free = 600_000 - 18_000 * n
        row |= {f"slots_free_{which}": free for which in ("minimum", "average", "maximum", "end")}
        row |= {"slots_free_average_long": float(free), "slots_other_end": 1_000_000 - free}
    result = check(tmp_path, [smf71("SYSP", n, row) for n, row in enumerate(rows)])
    [finding] = of(result, "zos-auxiliary-growth")
    assert "in 25 min" in finding.headline  # (0.7 - 0.67) of a million slots, at 72,000 an hour
    assert START.year == 2012


def test_cut_and_garbled_replies_are_damage_or_nothing_and_never_an_error(tmp_path):
    text = D_ASM.format(first=91, second=72) + PAGESP.format(used=5_000) + slots_of("07:30:00.00", 1)
    for number, cut in enumerate(range(0, len(text), 97)):
        (tmp_path / f"cut-{number}.txt").write_text(
            text[:cut] + "IEE200I 99.99.99 DISPLAY ASM\n" + text[cut + 5 :]
        )
    check(tmp_path, [])


def days(share, count: int = 7) -> list:
    """Records of `count` days, one an hour, with this share of all slots in use after so many days."""
    return [data_set(n, "SYS1.LOCAL1", int(SLOTS * share(n / 96))) for n in range(0, count * 96, 4)]


def test_growth_by_day_is_a_warning_with_its_interval_and_a_data_set_for_two_weeks(tmp_path):
    """0.35 at first, 0.02 a day, highest six hours into the day: 0.70 is left for later by 10.1 days."""
    result = check(tmp_path, days(lambda day: 0.35 + 0.02 * day + 0.05 * sin(2 * pi * day)))
    [finding] = of(result, "zos-auxiliary-growth")
    assert (finding.severity, finding.headline) == (
        Severity.WARNING,
        "Page slots fill 46.9 MiB/day: 70 % (IRA200E) in 8 days",
    )
    peak = 0.35 + 0.02 * 6.25 + 0.05
    added = SLOTS * ((peak + 14 * 0.02) / 0.5 - 1)
    [change] = result.changes
    assert f"CYLINDERS({ceil(added / 180)})" in change.only_after


@pytest.mark.parametrize(
    "share",
    [
        lambda day: 0.40 + 0.12 * sin(2 * pi * day),
        lambda day: 0.30 + 0.08 * (day % 3),
        lambda day: 0.35 + 0.12 * (day > 4),
        lambda day: 0.30 + 0.30 * (day % 7 > 5),
    ],
    ids=["daily", "saw", "step", "weekly"],
)
def test_weeks_that_only_go_up_and_down_or_step_up_are_silent(tmp_path, share):
    assert not check(tmp_path, days(share)).findings
