"""What a verb shows first fits one screen, whatever the terminal, and begins with what to act on."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest

import getpage
import sample_site
from getpage import report
from getpage.report.common.screen import Extent, Screen
from sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from getpage.report.dispatch import Rendered

SAMPLES = ROOT / "../shared/samples"
#: Lines that each verb may have, and the rows of each list that it shows, as the command line asks for them.
LINES = {"check": (60, 15), "plan": (44, 8), "prove": (60, 10), "forecast": (60, 12), "inspect": (60, 15)}
HOURS = {"before_window": "2026-11-18T01..2026-11-18T04", "after_window": "2026-11-18T05..2026-11-18T08"}
RESIZED = ("SYSA.DBP1.BP2=x2", "SYSA.MQA1.3=x2", "SYSC.WEB1.HEAP=2g")

ANSWERS: dict[str, Callable[[], Rendered]] = {
    "check": sample_site.checked,
    "plan": sample_site.planned,
    "prove": lambda: getpage.prove(sample_site.store(), **HOURS),
    "forecast": lambda: getpage.forecast(sample_site.store(), changes=RESIZED),
    "inspect": lambda: getpage.inspect(sample_site.site()),
    "check of weeks": lambda: getpage.check(sample_site.weeks()),
    "plan of weeks": lambda: getpage.plan(sample_site.weeks(), horizon=timedelta(weeks=26)),
    "plan of a move": lambda: getpage.plan(sample_site.store(), move="SYSB:SYSA=16G"),
    "forecast of weeks": lambda: getpage.forecast(sample_site.weeks(), at=date(2027, 3, 1)),
}
REAL = [(verb, name) for verb in ("check", "plan", "inspect") for name in ("mq", "gc")]
answer = cache(lambda name: ANSWERS[name]())

THREE = (
    ("SYSA", "Out of real storage at 01:00", "command 1: EXPMAX="),
    ("SYSA.MQA2", "43.8 MiB free below the bar", "blocked by 1; then command"),
    ("SYSB.SDUMP MAXSPACE", "1 dump cut off at 2.93 GiB", "command 2: CHNGDUMP SET,SDUMP,MAXSPACE="),
)


def screen_of(result: Rendered, verb: str, width: int = 100) -> list[str]:
    rows = LINES[verb][1]
    return report.render(result, "table", screen=Screen(width), extent=Extent(top=rows)).splitlines()


@pytest.mark.parametrize("width", [80, 100, 132])
@pytest.mark.parametrize("name", ANSWERS)
def test_the_first_screen_of_a_verb_fits_a_screen(name: str, width: int) -> None:
    verb = name.split()[0]
    lines = screen_of(answer(name), verb, width)
    assert len(lines) <= LINES[verb][0]
    assert max(map(len, lines)) <= min(width, 100)


@pytest.mark.parametrize(("verb", "name"), REAL)
def test_the_first_screen_of_real_evidence_fits_a_screen(verb: str, name: str) -> None:
    evidence: Path = SAMPLES / name
    if not evidence.exists():
        pytest.skip("no real evidence here")
    assert len(screen_of(getattr(getpage, verb)(evidence), verb)) <= LINES[verb][0]


@pytest.mark.parametrize("verb", ["check", "plan"])
def test_check_and_plan_of_the_sample_site_begin_with_the_three_things_that_hurt(verb: str) -> None:
    text = "\n".join(screen_of(answer(verb), verb))
    places = [text.index(words) for thing in THREE for words in thing]
    assert places == sorted(places)
    assert text[: places[-1]].count("\n") < 10
    assert "command 1:" in text.split("Commands:")[0]


def test_what_is_not_shown_is_counted_and_how_to_see_it_is_said() -> None:
    assert screen_of(answer("check"), "check")[-1].endswith("Everything: --all, getpage report.")
    *_, foot = "\n".join(screen_of(answer("plan"), "plan")).split("\n\n")
    assert foot.startswith("Not shown: ")
    assert f"What changes ({len(answer('plan').items)} rows)" in foot
    assert " ".join(foot.split()).endswith(
        "Everything: --all, --format md, csv or json, or a page (-o FILE.html)."
    )


def test_a_proof_shows_first_what_its_first_line_speaks_of() -> None:
    first, rest, title, *_ = filter(None, screen_of(answer("prove"), "prove"))
    # Three hours of batch and three of morning: reads per commit differ by 43 %, their wait by plan does not.
    assert first.startswith("Cannot tell: no change stands out from noise")
    [subject] = [
        name for name in ("SYSA.CICSPAY3", "SYSA.DBP1") if f"clearest is {name} " in f"{first} {rest}"
    ]
    assert title.startswith(f"{subject} against ")
