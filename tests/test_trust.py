"""Numbers whose place in the record is derived say so wherever they are shown."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

import getpage
import test_report_data as data
from getpage import report
from getpage.cli.ledger import ledger_command
from getpage.cli.output import Format
from getpage.result import Account, Finding, Kind, Line, Result, Severity
from getpage.result.trust import unproven
from zos_records import paging, smf71, write

DERIVED = data.fact("available frames", 40, "frames", "available", "SMF71X", at=3, trust="derived")
SEEN = replace(DERIVED, trust="seen")


def on_terminal(result: Result) -> str:
    out = io.StringIO()
    report.terminal(result, Console(file=out, width=100))
    return out.getvalue()


RENDERINGS = {
    "terminal": on_terminal,
    "markdown": report.markdown,
    "html": lambda result: report.html(result, title="t", generated_by="g").partition("<main")[2],
    "csv": report.csv,
    "json": report.json,
}


def of_finding(fact) -> Result:
    claim = Finding(
        check="c",
        system="zos",
        object="SYSA",
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim="Little is free.",
        evidence=(fact,),
    )
    return replace(data.empty(), findings=(claim,))


def of_change(fact) -> Result:
    made = replace(data.change("MQ1A", 1, 1, 1_000, 2_000, because="x"), evidence=(fact,))
    return replace(data.empty(), changes=(made,))


def of_account(fact) -> Result:
    line = Line(holder="installed", bytes=1 << 30, place="limit", fact=fact)
    return replace(data.empty(), accounts=(Account(system="ledger", subsystem="SYSA", lines=(line,)),))


def marks(text: str) -> int:
    return text.lower().count("derived")


#: A terminal and CSV show no account (getpage ledger does), CSV a change by its command only.
SHOWN = [
    (form, made)
    for form in RENDERINGS
    for made in (of_finding, of_change, of_account)
    if (form, made) not in {("csv", of_change), ("csv", of_account), ("terminal", of_account)}
]


@pytest.mark.parametrize(("form", "made"), SHOWN)
def test_a_derived_number_says_so_in_every_rendering_that_shows_it(form, made):
    assert marks(RENDERINGS[form](made(DERIVED))) > marks(RENDERINGS[form](made(SEEN)))


def test_fields_are_named_once_by_table_and_proven_ones_are_not():
    other = replace(DERIVED, column="fixed")
    assert unproven([DERIVED, SEEN, None, other, DERIVED]) == (
        f"Derived, not proven: available, fixed of {DERIVED.table}."
    )
    assert unproven([SEEN, None]) == ""


@pytest.fixture
def dump(tmp_path):
    """Paging records, whose fields are derived, of two intervals."""
    write(tmp_path / "dump.smf", [smf71("SYSA", number, paging(40_000)) for number in range(2)])
    return tmp_path


def test_pictures_and_tables_by_interval_name_the_derived_fields_that_they_are_drawn_from(dump):
    result = getpage.check(dump)
    [picture] = [one for one in result.pictures if one.id == "zos-sysa-free"]
    [table] = [one for one in result.tables if "by interval" in one.title]
    assert "Derived, not proven: available_average, available_minimum of rmf_paging." in picture.note
    assert "Derived, not proven: available_minimum, total_minimum of rmf_paging." in table.note


@pytest.mark.parametrize("form", Format)
def test_the_ledger_says_in_every_form_which_lines_are_derived(dump, form, capsys):
    assert ledger_command([str(dump)], format=form) == 0
    assert "derived" in capsys.readouterr().out
