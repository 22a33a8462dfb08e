"""Whole outputs as a person reads them: numbers agree with their nouns, no word stands twice, lines fit.

All are rendered from answers that other tests of the session ask for too.
"""

from __future__ import annotations

import re
import shlex
from datetime import date, timedelta
from functools import cache
from typing import TYPE_CHECKING

import pytest

import getpage
import sample_site
from getpage import report
from getpage.app.ledger import ledger_of
from getpage.cli.app import app
from getpage.products.registry import checks
from getpage.report.common.screen import WHOLE, Extent, Screen
from in_process import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from getpage.report.dispatch import Rendered

#: Answers of all verbs that a session has, by name.
ANSWERS: dict[str, Callable[[], Rendered]] = {
    "check": sample_site.checked,
    "plan": sample_site.planned,
    "inspect": lambda: getpage.inspect(sample_site.site()),
    "ledger": lambda: ledger_of(sample_site.checked()),
    "collect": getpage.collect,
    "check of weeks": lambda: getpage.check(sample_site.weeks()),
    "plan of weeks": lambda: getpage.plan(sample_site.weeks(), horizon=timedelta(weeks=26)),
    "plan of a move": lambda: getpage.plan(sample_site.store(), move="SYSB:SYSA=16G"),
    "plan of a take": lambda: getpage.plan(sample_site.store(), take="SYSB=38G"),
    "plan of a purchase": lambda: getpage.plan(sample_site.store(), buy="64G"),
    "trend of weeks": lambda: getpage.trend(sample_site.weeks()),
    "forecast of weeks": lambda: getpage.forecast(sample_site.weeks(), at=date(2027, 3, 1)),
    "changes of weeks": lambda: getpage.changes(sample_site.weeks()),
    "forecast": lambda: getpage.forecast(sample_site.store(), changes=("SYSA.DBP1.BP2=x2", "SYSA.MQA1.3=x2")),
    "proof of hours": lambda: getpage.prove(
        sample_site.store(),
        before_window="2026-11-18T01..2026-11-18T04",
        after_window="2026-11-18T05..2026-11-18T08",
    ),
    "outage": lambda: getpage.outage(put_rate=1000, message_bytes=2000, buffers=200_000, seconds=600),
    "outage of a pool": lambda: getpage.outage(sample_site.store(), pool="SYSA.MQA1.3", seconds=7200),
}
answer = cache(lambda name: ANSWERS[name]())

#: Nouns that end in s and are one thing.
_SINGULAR = r"(?:is|was|has|as|bus|class|process|address|loss|access|less|plus|ms|s|this|its|always|across)\b"
#: `1 pools`, but not `LSR pool 1 strings`, `1.1 GiB`, `30.1   start` or `1 to 3`.
_ONE_OF_MANY = re.compile(rf"(?<![\w.,:/=*(-])(?<!pool )(?<!class )1 (?!{_SINGULAR})[a-z]+s\b(?![.(])")
#: `the the`; identifiers and messages of z/OS are spelled otherwise.
_TWICE = re.compile(r"(?<![\w.-])([a-z]{2,}) \1(?![\w-])")
_EMPTY = re.compile(r"(?<![\w.])\(\s*\)")
#: `(one (of two) in all)`, but not a keyword with its value within: `(START TRACE(STAT))`.
_NESTED = re.compile(r"(?<!\w)\((?:[^()]|(?<=\w)\([^()]*\))*(?<=[\s(])\([^()]*\)")
#: Within a sentence of Markdown, which has no columns.
_GAP = re.compile(r"[a-z,;.] {2,}[A-Za-z]")


def text_of(name: str, extent: Extent) -> str:
    return report.render(answer(name), "table", screen=Screen(), extent=extent)


def markdown_of(name: str) -> str:
    return report.render(answer(name), "md")


def slips(text: str) -> list[str]:
    return [
        line
        for line in text.splitlines()
        if any(slip.search(line) for slip in (_ONE_OF_MANY, _TWICE, _EMPTY))
    ]


def test_the_slips_that_are_looked_for_are_found():
    assert slips("1 pools of it") == ["1 pools of it"]
    assert all(map(slips, ("after the the dump", "none ()", "and 1 intervals")))
    assert _NESTED.search("one (of (two) in all)")
    assert not _NESTED.search("its times (START TRACE(STAT)) (getpage collect)")
    assert not slips("LSR pool 1 strings; System.gc(); 1 process; in 21 pools; 1.1 pages; 0 to 1 pool")


@pytest.mark.parametrize("name", ANSWERS)
def test_numbers_agree_with_nouns_and_no_word_stands_twice(name):
    assert slips(text_of(name, Extent(top=15))) == []
    assert slips(text_of(name, WHOLE)) == []
    assert slips(markdown_of(name)) == []


@pytest.mark.parametrize("name", ANSWERS)
def test_no_line_of_the_default_view_is_wider_than_a_hundred_columns(name):
    assert [line for line in text_of(name, Extent(top=15)).splitlines() if len(line) > 100] == []


@pytest.mark.parametrize("name", ANSWERS)
def test_words_of_a_sentence_have_one_blank_between_them(name):
    sentences = [line for line in markdown_of(name).splitlines() if line[:1] not in {"|", " ", "`"}]
    assert [line for line in sentences if _GAP.search(line)] == []


@pytest.mark.parametrize("name", ANSWERS)
def test_no_sentence_has_brackets_within_brackets(name):
    plain = (line.replace("\\", "") for line in markdown_of(name).splitlines())
    assert [line for line in plain if _NESTED.search(line)] == []


#: What is cut within a figure: `103,` at the end of a cell and `000` below it, `20` and `27-01-29`.
_CUT = re.compile(r"\d,(?= {2,}|$)|\d to \d{2}(?= {2,}|$)|(?<=  )\d{2}-\d\d-\d\d\)")


@pytest.mark.parametrize("name", ["plan of weeks", "forecast of weeks", "trend of weeks"])
def test_no_column_breaks_within_a_number_or_a_date(name):
    assert [line for line in text_of(name, WHOLE).splitlines() if _CUT.search(line)] == []


def test_sizes_storage_and_savings_in_the_table_of_a_plan_carry_their_units():
    _, _, table = markdown_of("plan").partition("| knob | what | from | to | storage | saves | worth s/h |")
    rows = [line.split(" | ") for line in table.split("\n\n")[0].splitlines()[2:]]
    assert len(rows) > 10
    for _, _, _, size, storage, saves, *_ in rows:
        assert re.fullmatch(r"[\d,.]+ [A-Za-z]+", size), size
        assert re.fullmatch(r"[+−]?[\d,.]+ ([KMGT]i)?B( (in|of) the .*)?|none", storage), storage
        assert re.search(r"/s$|s/h|none|not known", saves), saves


VERBS = [name for name in app if not name.startswith("-")]
#: What commands print that make no result of their own; STORE, SITE and WEEKS are of the sample site.
COMMANDS = (
    *(
        "alerts WEEKS --state STATE",
        "settings STORE",
        "settings STORE --all",
        "verify STORE",
        "explain",
        "fields",
    ),
    *("consolidate STORE --regions SYSB.CICSORD* --into 2", "switches 'receive, 150*(db2, td), send'"),
    *(
        "curve TRACE --current 300",
        "curve TRACE --current 300 --vpseqt 80 --spsize 100",
        "load SITE --into NEW",
    ),
    *(
        "sql STORE 'show tables'",
        "sql STORE 'select * from mq_buffer_pool limit 1'",
        "drop NEW --day 2026-11-18",
    ),
    *(
        "export WEEKS --to openmetrics",
        "layout import --help",
        "ledger STORE --by-interval",
    ),
    *(
        "check SITE --finding SYSA",
        "check SITE --finding 3",
        "demo OTHER",
        "collect --for mq.tasks,db2.pages",
    ),
)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory) -> dict[str, str]:
    """What each command prints, and what it says beside."""
    here = tmp_path_factory.mktemp("spoken")
    trace = "".join(f"BP1,1,{7 * page % 701},random,0,{page}\n" for page in range(4000))
    (here / "trace.csv").write_text(f"pool,object,page,access,write,time\n{trace}")
    names = {"STORE": sample_site.store(), "SITE": sample_site.site(), "WEEKS": sample_site.weeks()}
    names |= {
        "TRACE": here / "trace.csv",
        "STATE": here / "state.json",
        "NEW": here / "new",
        "OTHER": here / "o",
    }
    texts = {}
    for line in COMMANDS:
        done = run(*(names.get(word, word) for word in shlex.split(line)))
        assert done.returncode in {0, 1}, (line, done.stderr)
        texts[line] = f"{done.stdout}\n{done.stderr}".replace(str(here), "here")
    for verb in VERBS:
        texts[f"{verb} --help"] = run(verb, "--help").stdout
    return texts


@pytest.mark.parametrize("line", [*COMMANDS, *(f"{verb} --help" for verb in VERBS)])
def test_what_a_command_prints_has_no_slip_and_no_line_too_wide(spoken, line):
    assert slips(spoken[line]) == []
    if not line.startswith(("export", "demo", "load")):  # what programs read; names of files
        assert [each for each in spoken[line].splitlines() if len(each) > 100] == []


def test_every_explanation_is_free_of_slips():
    assert [line for check in checks().values() for line in slips(check.explanation)] == []
