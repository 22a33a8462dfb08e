"""Which sorts gain from storage and which do not, by IBM REDP-5238, 6.1: SO-2 and SO-3 asked of evidence."""

import pytest

import getpage
from getpage.contract.facts import value_of
from test_sort_evidence import HEADS

#: Figure 6-13: day, time, program, elapsed, CPU, GB sorted, hiperspace GB, tracks, I/O requests.
REPORT = """\
5 01:00:32.95 SORT 7,917.56 1,458.31 804.00 0.00 16,607,700 3,335,113
5 05:28:35.67 FPECMAIN 8,872.90 1,790.92 131.71 4.56 2,604,645 691,464
5 05:08:07.83 FPECMAIN 7,647.54 1,185.19 131.71 5.14 2,592,870 688,375
5 04:54:27.24 FPECMAIN 6,829.91 870.57 131.71 3.81 2,620,005 695,568
5 05:53:25.85 SORT 2,878.45 409.10 98.03 19.60 1,755,435 344,779
5 01:30:25.85 SORT 5,697.02 207.89 96.87 15.70 1,688,205 448,709
4 22:36:18.94 SORT 4,251.13 356.59 96.84 0.00 3,684,840 1,551,771
4 22:54:28.36 SORT 3,393.15 194.10 96.84 6.75 1,861,425 496,169
4 21:47:06.76 SORT 1,798.95 227.23 96.84 12.94 1,733,760 464,844
4 21:57:53.83 SORT 1,645.68 208.14 96.84 0.00 1,881,945 505,577
4 08:51:02.98 SORT 1,608.13 564.34 91.91 27.42 1,498,380 310,963
4 19:05:23.70 SORT 433.59 138.63 89.99 3.06 0 6
4 18:58:02.43 SORT 1,104.03 242.76 89.99 22.14 1,496,235 338,890
4 19:45:53.41 SORT 2,391.63 275.27 87.35 16.02 1,580,355 318,978
4 23:46:05.14 SORT 573.64 72.78 84.23 0.13 0 9
4 13:42:15.95 SORT 1,644.30 335.71 82.55 17.19 1,476,195 290,105
4 23:27:46.88 SORT 4,341.38 174.93 81.36 0.00 1,703,655 333,879
4 20:45:29.76 SORT 2,580.74 175.29 68.74 0.00 1,420,935 278,811
5 01:47:21.18 SORT 1,555.15 162.26 64.95 0.00 34,395 4,549
5 03:00:34.94 SORT 1,175.07 122.38 60.47 10.05 1,109,670 225,080
"""


def overview(*rows: str) -> str:
    head = (
        "RMF OVERVIEW REPORT\n"
        "z/OS V1R13  SYSPLX ID PLEX1  START 01/05/2016-00.00.00\n"
        "            RPT VERSION V2R2 RMF  END 01/05/2016-23.50.00\n"
        "DATE\tTIME\tINT\tCPUUSGP\tCPUDLYP\tIOUSGP\tIODLYP\tSSCHRT\n"
        "MM/DD\tHH.MM.SS\tHH.MM.SS\n"
    )
    lines = (f"01/05\t00.{n}0.00\t00.10.00\t" + row.replace(" ", "\t") for n, row in enumerate(rows))
    return head + "\n".join(lines) + "\n"


def note(tmp_path, text):
    (tmp_path / "overview.txt").write_text(text)
    return [
        finding.claim for finding in getpage.check(tmp_path).findings if finding.check == "sort-service-class"
    ]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (("3.7 73.5 4.0 0.5 7209", "2.6 75.6 3.3 0.4 5473"), "are unlikely to gain from storage"),
        (("17.3 10.2 23.7 9.2 10288", "21.4 16.6 20.9 8.7 9463"), "are likely to gain from storage"),
        (("5.0 40.0 6.0 1.0 5000",), "are unlikely to gain from storage"),  # changed figures
        (("30.0 12.0 14.0 30.0 5000",), "are likely to gain from storage"),
    ],
)
def test_so_3_a_class_that_waits_for_processors_does_not_gain_and_one_that_waits_for_disk_does(
    tmp_path, rows, words
):
    [claim] = note(tmp_path, overview(*rows))
    assert words in claim


def test_a_class_that_waits_as_long_for_either_is_not_judged(tmp_path):
    assert note(tmp_path, overview("10.0 30.0 15.0 5.0 5000")) == []


def report(tmp_path, text):
    (tmp_path / "sorts.txt").write_text(HEADS + text.replace(" ", "\t"))
    result = getpage.check(tmp_path)
    [table] = [table for table in result.tables if table.title == "The sorts with most work on disk"]
    return result, table


def test_so_2_of_20_sorts_those_gain_most_that_do_most_work_io(tmp_path):
    result, table = report(tmp_path, REPORT)
    assert len(table.rows) == 20
    assert [row[9] for row in table.rows[:3]] == [3_335_113, 1_551_771, 695_568]
    none = [row for row in table.rows if not row[8]]
    assert sorted(row[9] for row in none) == [6, 9]  # wholly in storage already: nothing to gain
    assert all(row[10] is None for row in none)
    assert sum(row[9] for row in table.rows if row[8]) == 11_323_624
    [finding] = [finding for finding in result.findings if finding.check == "sort-work-on-disk"]
    assert finding.headline == "18 sorts spilled 2.13 TiB to disk"
    assert value_of(finding, "I/O requests to work data sets") == 11_323_624


def test_so_2_with_other_figures_another_sort_gains_most(tmp_path):
    other = REPORT.replace("1,109,670 225,080", "1,109,670 9,225,080").replace("3,335,113", "5")
    _, table = report(tmp_path, other)
    assert table.rows[0][9] == 9_225_080
    assert table.rows[-3][9] == 5
