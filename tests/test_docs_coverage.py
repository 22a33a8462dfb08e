"""Tables of studies on pages are made of what the study kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from getpage.docs.coverage import CoverageCount, CoverageStudy, read_coverage

ROOT = Path(__file__).parents[1]

STUDY = CoverageStudy(
    command="python benches/some.py",
    level=0.95,
    tried="sites",
    counts=(
        CoverageCount({"figure": "reads", "load": "open"}, 9, 10),
        CoverageCount({"figure": "ETR", "load": "closed"}, 3, 4),
    ),
    seconds=12.3,
    machine="a machine",
)


def test_a_table_has_a_row_a_count_and_the_sum_of_all():
    assert STUDY.as_table() == (
        "| figure | load | sites | truth inside the 95 % interval |\n"
        "|---|---|---|---|\n"
        "| reads | open | 10 | 90.0 % |\n"
        "| ETR | closed | 4 | 75.0 % |\n"
        "| all |  | 14 | 85.7 % |\n"
        "\n"
        "`python benches/some.py`; 12 s, a machine.\n"
    )


def test_a_table_may_have_a_column_for_each_value_of_one_head():
    counts = (
        CoverageCount({"figure": "reads", "trace": "all of it"}, 9, 10, 0.123),
        CoverageCount({"figure": "reads", "trace": "a third"}, 3, 4, 0.2),
        CoverageCount({"figure": "ETR", "trace": "a third"}, 1, 2),
    )
    assert (
        replace(STUDY, counts=counts, across="trace")
        .as_table()
        .startswith(
            "| figure | all of it | a third |\n"
            "|---|---|---|\n"
            "| reads | 90 % (12.3) | 75 % (20.0) |\n"
            "| ETR |  | 50 % |\n"
        )
    )


def test_what_is_written_is_read_again(tmp_path: Path):
    STUDY.write(tmp_path / "some.json")
    assert read_coverage(tmp_path / "some.json") == STUDY


def test_each_file_of_results_stands_on_a_page_as_it_is():
    pages = "".join(page.read_text() for page in (ROOT / "docs").glob("**/*.md"))
    results = sorted((ROOT / "benches" / "results").glob("*.json"))
    files = [file for file in results if '"counts"' in file.read_text()]  # others are not of intervals
    assert len(files) >= 3
    for file in files:
        assert read_coverage(file).as_table() in pages, file.name
