"""Sorts of Db2 utilities: what DSNU3354I says of the memory that they had and would best have."""

from __future__ import annotations

import pytest

import getpage
from getpage.result import Kind, Severity

STAMP = "072 09:27:10.12 DSNURPIB - "


def said(task: str, where: str, optimal: int, used: int, stamp: str = STAMP, task_word: str = "") -> str:
    """The message as the output of a step has it."""
    memory = f"MEMORY {where} THE BAR: OPTIMAL {optimal} MB, USED {used} MB"
    return f"DSNU3354I   {stamp}SORT {task_word}{task}: {memory}\n"


def found(tmp_path, *lines):
    (tmp_path / "reorg.txt").write_text("".join(lines))
    result = getpage.check(tmp_path)
    return result, [finding for finding in result.findings if finding.check == "sort-utility-memory"]


@pytest.mark.parametrize("stamp", [STAMP, "DSNURPIB - "])
@pytest.mark.parametrize("word", ["", "TASK "])
def test_the_message_becomes_a_row_with_and_without_time(tmp_path, stamp, word):
    text = said("SW01", "ABOVE", 812, 20, stamp, word) + said("SW01", "BELOW", 6, -1, stamp, word)
    (tmp_path / "reorg.txt").write_text(text)
    store = getpage.load(tmp_path / "reorg.txt", into=tmp_path / "store")
    above, below = store.table("sort_utility").collect().sort("record").to_dicts()
    assert (above["task"], above["is_above_bar"]) == ("SW01", True)
    assert (above["optimal_bytes"], above["used_bytes"]) == (812 << 20, 20 << 20)
    assert (below["is_above_bar"], below["used_bytes"]) == (False, None)


def test_sorts_that_had_less_than_is_best_are_named_above_and_below_the_bar(tmp_path):
    result, findings = found(
        tmp_path,
        said("SW01", "ABOVE", 812, 20),
        said("SW02", "ABOVE", 100, 100),
        said("SW03", "ABOVE", 2048, 1024),
        said("SW01", "BELOW", 6, 4),
        said("SW02", "BELOW", 6, -1),
    )
    above, below = sorted(findings, key=lambda finding: finding.object.name)
    assert above.headline == "2 of 3 sorts used less memory than best"
    assert "SW03 (1 GiB of 2 GiB) and SW01 (20 MiB of 812 MiB)" in above.claim
    assert below.headline == "1 of 1 sort used less memory than best"
    assert {finding.kind for finding in findings} == {Kind.SHORTAGE}
    assert {finding.severity for finding in findings} == {Severity.WARNING}
    assert all("REGION" in finding.no_command for finding in findings)
    assert result.changes == ()
    assert {item.value for item in above.evidence} >= {2048 << 20, 1024 << 20, 812 << 20, 20 << 20}


def test_sorts_that_had_all_that_is_best_or_of_which_it_is_not_known_are_not_named(tmp_path):
    _, findings = found(tmp_path, said("SW01", "ABOVE", 812, 900), said("SW02", "ABOVE", 500, -1))
    assert findings == []


@pytest.mark.parametrize(
    "text", ["OPTIMAL 12 MB", "SORT SW01: MEMORY ABOVE THE BAR: OPTIMAL 9999999999 MB, USED 1 MB"]
)
def test_a_message_of_another_form_is_damage(tmp_path, text):
    (tmp_path / "reorg.txt").write_text(f"DSNU3354I   {STAMP}{text}\n" + said("SW01", "ABOVE", 5, 5))
    store = getpage.load(tmp_path / "reorg.txt", into=tmp_path / "store")
    assert store.table("sort_utility").collect().height == 1
    [damage] = store.files()[0]["damage"]["listed"]
    assert "DSNU3354I" in damage["expected"]
