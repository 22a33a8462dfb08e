"""Blocks of a statistics report of Db2: read beside each other, to the findings that records give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decided import listed
from getpage.evidence.text import read_text
from getpage.products.db2 import PRODUCT
from mq_evidence import Frames, from_text
from test_db2_storage_limits import job

HIGHLIGHTS = """\
---- HIGHLIGHTS ------------------------------------------------------------
INTERVAL START  : 03/12/26 10:00:00.00    SAMPLING START: 03/12/26 10:00:00.00
INTERVAL END    : 03/12/26 10:15:00.00    SAMPLING END  : 03/12/26 10:15:00.00
"""
HEADS = "  QUANTITY  /SECOND  /THREAD  /COMMIT"
#: As IBM's documentation of OMEGAMON for Db2 5.4 prints them (Dynamic SQL Statement).
PREPARES = {"PREPARE REQUESTS": "210225", "  FULL PREPARES": "42681", "  SHORT PREPARES": "154592"}
LISTS = {"MAX RID BLOCKS ALLOCATED": "11.9K", "TERMINATED-NO STORAGE": "900.00"}


def block(title: str, figures: dict[str, str]) -> list[str]:
    rows = [f"{label:<27}  {figure:>8}      N/A      N/C     0.00" for label, figure in figures.items()]
    return [f"{title:<27}{HEADS}", "-" * 65, *rows]


def report(*blocks: list[str], member: str = "DB1A") -> str:
    """Two blocks side by side at a time, below the highlights."""
    lines = [f"   SUBSYSTEM: {member}   INTERVAL FROM: 03/12/26 10:00:00.00", *HIGHLIGHTS.splitlines(), ""]
    for left, right in zip(blocks[::2], [*blocks[1::2], []], strict=False):
        rows = max(len(left), len(right))
        padded = ([*side, *[""] * (rows - len(side))] for side in (left, right))
        lines += [f"{one:<72}{other}".rstrip() for one, other in zip(*padded, strict=True)]
    return "\n".join(lines) + "\n"


def descriptors(free: str = "40.00") -> list[str]:
    pages = {"PAGES IN DBD POOL (ABOVE)": "10240.00", "    STEALABLE PAGES": "60.00", "  FREE PAGES": free}
    statements = {"PAGES IN STMT POOL (ABOVE)": "1250.00", "  FREE PAGES": "1246.46"}
    figures = {"DBD REQUESTS": "10.8K", "DBD NOT FOUND": "3060.00", "CT HIT RATIO (%)": "N/C"}
    return [*block("EDM POOL", pages), *block("", statements)[2:], *block("", figures)[2:]]


def observed(text: str):
    return PRODUCT.analyse(Frames(from_text(text).frames))


def test_blocks_beside_each_other_are_one_row_of_their_interval_with_the_published_hit_ratio():
    frames = from_text(report(descriptors(), block("DYNAMIC SQL STMT", PREPARES))).frames
    [edm], [sql] = frames["db2_edm_pool"].to_dicts(), frames["db2_sql"].to_dicts()
    assert (edm["dbd_pages"], edm["dbd_free"], edm["statement_pages"], edm["statement_free"]) == (
        *(10_240, 40),
        *(1_250, 1_246),
    )
    assert (sql["full_prepares"], sql["interval_us"], str(sql["written"])) == (
        *(42_681, 9e8),
        "2026-03-12 10:15:00",
    )
    # CACHE HIT RATIO (%) of the same page.
    assert round(100 * sql["short_prepares"] / edm["statement_requests"], 2) == 73.54


def test_a_report_gives_the_command_that_records_give():
    [change] = listed(observed(report(descriptors())))
    # In use are 10,140 pages: 15 % are free of 47,720 KB.
    assert (change.command, change.undo) == ("EDMDBDC=47720", "EDMDBDC=40960")
    assert not observed(report(descriptors("9000.00"))).findings


@pytest.mark.parametrize(
    ("blocks", "headline", "command"),
    [
        ("11.9K", "900 RID lists found no storage at MAXRBLK 400,000", ["MAXRBLK=500000"]),
        ("5000.00", "900 RID lists found no storage at 40 % of MAXRBLK", []),
        ("N/A", "900 RID lists found no storage at MAXRBLK 400,000", ["MAXRBLK=500000"]),
    ],
)
def test_the_most_of_the_rid_pool_decides_whether_a_larger_one_helps(blocks, headline, command):
    lists = block("RID LIST PROCESSING", LISTS | {"MAX RID BLOCKS ALLOCATED": blocks})
    said = observed(report(lists) + job())
    assert [finding.headline for finding in said.findings] == [headline]
    assert [change.command for change in listed(said)] == command


def test_a_cache_that_is_full_has_the_bound_of_what_a_larger_one_spares_everywhere():
    full = {"PAGES IN STMT POOL (ABOVE)": "1250.00", "  FREE PAGES": "12.00"}
    said = observed(report(block("EDM POOL", full), block("DYNAMIC SQL STMT", PREPARES)))
    [finding], [knob] = said.findings, said.knobs
    assert "spares none to all of 47.4 full prepares/s" in finding.claim
    assert "growth spares none to all of 47.4 full prepares/s" in knob.unpriced
    assert knob.curve is None


def test_what_contradicts_itself_or_is_no_figure_is_damage_and_the_rest_is_read():
    twice = [*block("RID LIST PROCESSING", LISTS), "TERMINATED-NO STORAGE  901.00  N/A  N/A  N/A"]
    text = read_text(enumerate(report(twice).splitlines()))
    assert (text.damaged, text.rows["db2_sql"][0]["rid_lists_no_storage"]) == (1, 900)
    more = block("EDM POOL", {"PAGES IN STMT POOL (ABOVE)": "10", "  FREE PAGES": "11"})
    text = read_text(enumerate(report(more, block("DYNAMIC SQL STMT", PREPARES)).splitlines()))
    assert (text.damaged, "statement_free" in str(text.rows.get("db2_edm_pool"))) == (1, False)
    backwards = report(descriptors("4O")).replace("10:15:00", "09:15:00")
    assert read_text(enumerate(backwards.splitlines())).damaged == 2


@given(st.data())
def test_reports_with_any_character_changed_are_read_without_an_error(data):
    lines = report(descriptors(), block("RID LIST PROCESSING", LISTS)).splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, max(0, len(lines[number]) - 1)))
    lines[number] = lines[number][:at] + data.draw(st.characters(codec="utf-8")) + lines[number][at + 1 :]
    text = read_text(enumerate(lines))
    figures = (value for rows in text.rows.values() for row in rows for value in row.values())
    assert all(value >= 0 for value in figures if isinstance(value, int))
