"""Numbers whose place in the record is derived say so wherever they are shown."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

import getpage
import test_report_data as data
import test_report_extremes as extremes
from db2_evidence import START, hours, logged
from getpage import report
from getpage.cli.ledger import ledger_command
from getpage.cli.output import Format
from getpage.contract.observation import Observation
from getpage.contract.storage import RealStorage, whole
from getpage.core.names import Image
from getpage.evidence.view import StoreEvidence
from getpage.plan import PlanSettings, plan_of
from getpage.report.plan.sentences import sentences as plan_sentences
from getpage.result import Account, Finding, Kind, Line, Place, Result, Severity
from getpage.result.trust import unproven
from plan_site import knob
from test_knobs import simulated
from zos_records import paging, smf71, smf72, write

DERIVED = data.fact("available frames", 40, "frames", "available", "SMF71X", at=3, trust="derived")
SEEN = replace(DERIVED, trust="seen")


FORMS = ("table", "md", "html", "csv", "json")


def rendered(result: Result, form: str) -> str:
    text = report.render(result, form, title="t", generated_by="g")
    return text.partition("<main")[2] if form == "html" else text


def of_finding(fact) -> Result:
    claim = Finding(
        check="c",
        object=whole(Image("SYSA")),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim="Little is free.",
        evidence=(fact,),
    )
    return replace(extremes.empty(), findings=(claim,))


def of_change(fact) -> Result:
    result = replace(data.change("MQ1A", 1, 1, 1_000, 2_000), evidence=(fact,))
    return replace(extremes.empty(), changes=(result,))


def of_account(fact) -> Result:
    line = Line(holder="installed", bytes=1 << 30, place=Place.LIMIT, fact=fact)
    return replace(extremes.empty(), accounts=(Account(of=Image("SYSA"), lines=(line,)),))


def marks(text: str) -> int:
    return text.lower().count("derived")


#: A check prints no account on a terminal: getpage ledger does.
SHOWN = [
    (form, item)
    for form in FORMS
    for item in (of_finding, of_change, of_account)
    if (form, item) != ("table", of_account)
]


@pytest.mark.parametrize(("form", "made"), SHOWN)
def test_a_derived_number_says_so_in_every_rendering_that_shows_it(form, made):
    assert marks(rendered(made(DERIVED), form)) > marks(rendered(made(SEEN), form))


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
    [picture] = [picture for picture in result.pictures if picture.id == "zos-sysa-free"]
    [table] = [table for table in result.tables if "by interval" in table.title]
    assert "Derived, not proven: available_average, available_minimum of rmf_paging." in picture.note
    assert "Derived, not proven: available_minimum, total_minimum of rmf_paging." in table.note


@pytest.mark.parametrize("form", Format)
def test_the_ledger_says_in_every_form_which_lines_are_derived(dump, form, capsys):
    assert ledger_command([str(dump)], format=form) == 0
    assert "derived" in capsys.readouterr().out


def test_a_plan_names_the_derived_fields_that_it_rests_on_in_words_and_in_csv():
    pool = knob("BP1", 1000, {1000: 500.0, 2000: 10.0}, facts=(DERIVED,))
    free = RealStorage(image=Image("SYSA"), installed=1 << 36, free=1 << 34, facts={"free": DERIVED})
    for facts in ((DERIVED,), (SEEN,)):
        entry = replace(free, facts={"free": facts[0]})
        observation = Observation(knobs=(replace(pool, facts=facts),), real_storage=(entry,))
        result = plan_of(observation, PlanSettings(least=0, add=0))
        assert result.items
        doubted = facts == (DERIVED,)
        name = f"Derived, not proven: available of {DERIVED.table}."
        assert (name in plan_sentences(result)) == doubted
        assert ("derived" in report.render(result, "csv")) == doubted
        assert ("Derived, not proven" in report.render(result, "md")) == doubted


def test_a_forecast_and_a_proof_say_what_of_their_evidence_is_not_proven(tmp_path, monkeypatch):
    log = tmp_path / "db2.log"
    log.write_text(logged(hours({"pool": "BP1"} | simulated(1_800_000)), START + timedelta(hours=1)))
    regions = [smf72("SYSA", number, "CICSPROD", regions=8, rate=5.0) for number in range(12)]
    write(tmp_path / "dump.smf", regions)
    windows = {"before_window": "2012-07-24T06..2012-07-24T08:20", "after_window": "2012-07-24T08:20.."}

    def words():
        proof = getpage.prove(tmp_path / "dump.smf", **windows)
        return " ".join((*getpage.forecast(log, "BP1=+100000").assumptions, *proof.notes))

    assert "not proven" not in words()
    known = StoreEvidence.fact
    monkeypatch.setattr(
        StoreEvidence, "fact", lambda *of, **label: replace(known(*of, **label), trust="derived")
    )
    assert words().count("Derived, not proven: ") == 2
