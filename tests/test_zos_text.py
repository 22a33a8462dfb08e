"""Printed z/OS evidence: as it comes, broken, mixed and hostile."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from getpage.evidence.text import read_text
from zos_evidence import DA, OVERVIEW, STORJ, class_page

PAGE = class_page("SERVICE CLASS=CICSPROD", 17, 92.8)
ALL = OVERVIEW + PAGE + STORJ + DA
LINES = [
    *ALL.split("\n"),
    "IAR019I  14.37.22 DISPLAY VIRTSTOR",
    "TOTAL LFAREA = 99999999999M , 9G",
    "CD SET,SDUMP,MAXSPACE=99999999M",
    " 99/99 99.99.99 99.99.99 99999999999999999999 1e9",
    "B0 9999 X 1",
    "Samples: 5 System: A Date: 99/99/99 Time: 99.99.99 Range: 999999 Sec",
]


def read(text: str):
    return read_text(enumerate(text.split("\n")))


def counts(text: str) -> dict[str, int]:
    return {table: len(rows) for table, rows in read(text).rows.items() if table.startswith("zos_")}


def test_all_reports_after_one_another_are_read():
    assert counts(ALL) == {"zos_storage": 5, "zos_service_class": 1, "zos_address_space": 10}
    assert not read(ALL).damage


def test_workload_activity_gives_storage_and_page_in_rates():
    [row] = read(PAGE).rows["zos_service_class"]
    taken = {key: row[key] for key in ("kind", "class_name", "resident", "frames", "page_in_rate", "sysplex")}
    assert taken == {
        "kind": "SERVICE CLASS",
        "class_name": "CICSPROD",
        "resident": 17.0,
        "frames": 53003.0 * 17,
        "page_in_rate": 92.8,
        "sysplex": "PLEX1",
    }
    assert row["shared_frames"] == 95538.02
    assert row["shared_page_in_rate"] == 0.0
    assert f"{row['interval_start']:%Y-%m-%d %H:%M}" == "2015-04-21 01:15"


@pytest.mark.parametrize("prefix", ["", "10.48.00 ", "00000120 ", "> ", "1 10.48.00 STC30242  "])
def test_a_reply_is_read_behind_the_prefixes_that_other_messages_have(prefix):
    reply = f"{prefix}IEE857I 10.00.00 DUMP OPTION\n   SDUMP- ADD OPTIONS (LSQA),MAXSPACE=00000500M"
    [row] = read(reply).rows["zos_dump_option"]
    assert row["maxspace"] == 500 << 20


@pytest.mark.parametrize("gap", [" ", "  ", "\t"])
def test_a_title_is_known_however_far_its_words_stand_apart(gap):
    rows = [line for line in OVERVIEW.split("\n") if "07/24 " in line or "AVGAVAIL" in line]
    heading = "z/OS V1R13     SYSTEM ID AL18     START 07/24/2012-06.45.00     INTERVAL 00.15.00"
    for title in (
        gap.join(["RMF", "OVERVIEW", "REPORT"]),
        gap.join(["R M F", "O V E R V I E W", "R E P O R T"]),
    ):
        stored = read("\n".join([title, heading, *rows])).rows["zos_storage"]
        assert {row["system"] for row in stored} == {"AL18"}


def test_an_overview_copied_with_tabs_keeps_its_columns():
    rows = [line for line in OVERVIEW.split("\n") if "07/24 " in line or "AVGAVAIL" in line]
    tabbed = "\n".join("\t".join(line.lstrip("-").split()) for line in rows)
    stored = read(tabbed).rows["zos_storage"]
    assert [row["available_average"] for row in stored][:2] == [6769689, 7580352]
    assert (
        stored[2]["hiperspace_pages_maximum" if "hiperspace_pages_maximum" in stored[2] else "record"]
        is not None
    )


def test_a_blank_in_the_middle_of_a_row_does_not_shift_the_others():
    text = OVERVIEW.replace("6769689 15471366 20831744", "6769689          20831744")
    row = read(text).rows["zos_storage"][0]
    assert (row["available_average"], row["medium_impact_frames"], row["online_frames"]) == (
        6769689,
        20831744,
        23592960,
    )
    assert "low_impact_frames" not in row


def test_an_eighty_column_row_keeps_its_last_figure():
    heads = "DATE  TIME     INT      AVGAVAIL                                           CSTOR"
    row = "07/24 06.45.00 00.15.00  6769689                                        23592960"
    assert len(row) == 80
    assert read(f"{heads}\n{row}").rows["zos_storage"][0]["online_frames"] == 23592960


def test_a_row_whose_two_address_space_identifiers_disagree_is_damage():
    evidence = read(DA.replace(" 271 010F", " 271 0110"))
    assert len(evidence.damage) == 1
    assert counts(DA.replace(" 271 010F", " 271 0110")) == {"zos_address_space": 8}


def test_a_job_delays_panel_without_storage_figures_is_passed_over():
    head = STORJ.split("\n")[3]
    assert counts(f"{head}\nJob: CICS001      Primary delay: Processor.\n") == {}


@pytest.mark.parametrize(
    "text", ["MAXSPACE=500M in prose", "a SET of MAXSPACE=1M", "JOBNAME is the NP of it"]
)
def test_prose_is_no_evidence(text):
    assert counts(text) == {}


def test_the_reply_about_dumps_gives_maxspace():
    text = "IEE857I 10.00.00 DUMP OPTION\n SDUMP- ADD OPTIONS (LSQA),BUFFERS=00000000K,MAXSPACE=00000500M,"
    [row] = read(text).rows["zos_dump_option"]
    assert row["maxspace"] == 500 << 20


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_known_lines_in_any_order_are_read_without_an_error(lines):
    read("\n".join(lines))


@settings(deadline=None)
@given(st.data())
def test_known_lines_with_any_character_changed_are_read_without_an_error(data):
    at = data.draw(st.integers(0, len(ALL) - 1))
    read(ALL[:at] + data.draw(st.text(max_size=4)) + ALL[at + 1 :])


def test_long_hostile_lines_take_no_time():
    started = time.monotonic()
    for line in (
        "Samples: " + " " * 4000,
        "NP JOBNAME " + "REAL PAGING " * 300,
        "REPORT BY: " + "PERIOD=" * 500,
    ):
        read("\n".join([line] * 50))
    read("\n".join(["Average Frames: " + "A a " * 1000] * 50 + ["RMF OVERVIEW REPORT"] * 50))
    assert time.monotonic() - started < 10
