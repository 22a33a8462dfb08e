"""From a rule to its command: a size goes the way that CONTRIBUTING tells, which is five files long."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from getpage.plan.asks import Wanted
from getpage.result import Ask, Change
from mq_evidence import changes_of, from_records, pools, region

CONTRIBUTING = Path(__file__).parents[1] / "CONTRIBUTING.md"
FULL = {"buffer_pool": 1, "buffers": 100_000, "lowest_stealable": 1_000}


def ways_to(kind: type, patch: pytest.MonkeyPatch) -> list[list[str]]:
    """For each value of a type that is made from here on, the files that lead to it, the nearest first."""
    ways: list[list[str]] = []
    ordinary = kind.__init__

    def noted(value: object, *given: object, **named: object) -> None:
        frame, files = sys._getframe(1), {}
        while frame is not None:
            _, is_ours, file = frame.f_code.co_filename.rpartition("/src/getpage/")
            files |= {f"src/getpage/{file}": None} if is_ours else {}
            frame = frame.f_back
        ways.append([*files])
        ordinary(value, *given, **named)

    patch.setattr(kind, "__init__", noted)
    return ways


def test_a_size_goes_from_its_rule_to_its_command_through_the_five_files_that_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = re.findall(r"^\d\. `(src/[^`]+)`", CONTRIBUTING.read_text(), re.MULTILINE)
    rule, sizing, largest, pipeline, spelling = named
    asked, wanted, spelled = (ways_to(kind, monkeypatch) for kind in (Ask, Wanted, Change))
    (change,) = changes_of(from_records(pools(FULL), region(available_31=100 << 20)))
    assert change.way
    assert [sizing, rule] in [way[:2] for way in asked]
    assert {way[0] for way in asked} == {sizing}
    assert {way[0] for way in wanted} == {largest}
    for way in (*wanted, *spelled):
        assert pipeline in way
    assert spelling in {way[0] for way in spelled}
