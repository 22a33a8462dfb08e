"""One object's failure is that object's alone: answers about all others stand, and no verb ends with 70."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import getpage
import toy.analyse
from getpage.cli.app import run_command
from getpage.contract.unjudged import report_it
from getpage.core.names import Image, Object, Subsystem
from getpage.products.common.analysis import Parts, findings_of
from getpage.result import Finding, Kind, Severity
from test_toy_product import LAYOUTS, SMALL, _registered, site
from toy.checks import RULES

__all__ = ["_registered"]

VERBS = (["check"], ["ledger"], ["plan"], ["report", "-o", "-"])


@pytest.fixture
def evidence(tmp_path):
    return site(tmp_path / "site", [SMALL] * 6)


def fail(*_):
    raise ZeroDivisionError


def rule_that_finds_and_fails(server):
    yield from RULES[0].find(server)
    fail()


def of(product, findings):
    return [finding for finding in findings if finding.product == product]


def codes(evidence):
    layouts = [f"--layouts={path}" for path in LAYOUTS]
    return {run_command([verb, str(evidence), *layouts, *more]) for verb, *more in VERBS}


def test_a_rule_that_fails_is_said_of_its_subsystem_and_what_it_found_before_stands(evidence, monkeypatch):
    whole = getpage.check(evidence, layouts=LAYOUTS)
    failing = type("Failing", (), {**vars(RULES[0]), "find": staticmethod(rule_that_finds_and_fails)})
    monkeypatch.setattr(toy.analyse, "RULES", (failing,))
    result = getpage.check(evidence, layouts=LAYOUTS)
    *before, failed = of("toy", result.findings)
    assert [finding.id for finding in before] == [finding.id for finding in of("toy", whole.findings)]
    assert failed.check == "toy-area-small"
    assert str(failed.object) == "SYSA.TOY1 work area not judged"
    assert failed.severity is Severity.WARNING
    assert "ZeroDivisionError" in failed.claim
    assert of("zos", result.findings) == of("zos", whole.findings)
    assert result.accounts == whole.accounts
    assert 70 not in codes(evidence)


def test_the_object_that_a_rule_failed_on_is_named(evidence, monkeypatch):
    def find(server):
        for area in [type("Area", (), {"object": Object(server.id, "area 7")})()]:
            yield fail(area)

    failing = type("Failing", (), {**vars(RULES[0]), "find": staticmethod(find)})
    monkeypatch.setattr(toy.analyse, "RULES", (failing,))
    [failed] = of("toy", getpage.check(evidence, layouts=LAYOUTS).findings)
    assert str(failed.object) == "SYSA.TOY1 area 7 not judged"
    assert "It looked at nothing behind that" in failed.claim


@dataclass(frozen=True)
class Area:
    """An object of a server that holds several."""

    object: Object
    row: dict


@dataclass(frozen=True)
class Servers:
    """A server with areas, as a product's subsystem holds its objects."""

    evidence: object
    id: Subsystem
    areas: tuple[Area, ...]


def several(evidence_of_a_file):
    of = Subsystem("toy", Image("SYSA"), "TOY1")
    areas = tuple(Area(Object(of, f"area {n}"), {"file": 4, "record": 96 * n, "size": n}) for n in range(5))
    return Servers(evidence_of_a_file, of, areas)


FILE = type("Evidence", (), {"file_name": staticmethod(lambda number: f"dump-{number}.smf")})()


def rule_of_areas(bad):
    """A rule that finds something on each area and fails on some."""

    def find(server):
        for area in server.areas:
            row = area.row
            if row["size"] in bad:
                fail(row)
            yield replace(WARNED, object=area.object)

    return type("Failing", (), {**vars(RULES[0]), "find": staticmethod(find)})


WARNED = Finding(
    check="toy-area-small",
    object=Object(Subsystem("toy"), ""),
    severity=Severity.WARNING,
    kind=Kind.SHORTAGE,
    claim="It is small.",
)


@given(bad=st.sets(st.integers(0, 4)))
def test_a_rule_that_fails_on_some_objects_judges_all_others_and_names_the_record(bad):
    findings = findings_of(rule_of_areas(bad), several(FILE))
    judged = [str(finding.object) for finding in findings if finding.kind is Kind.SHORTAGE]
    failed = {str(finding.object): finding.claim for finding in findings if finding.kind is Kind.NOTE}
    assert judged == [f"SYSA.TOY1 area {n}" for n in range(5) if n not in bad]
    assert failed.keys() == {f"SYSA.TOY1 area {n} not judged" for n in bad}
    for n in bad:
        claim = failed[f"SYSA.TOY1 area {n} not judged"]
        assert "ZeroDivisionError" in claim
        assert f"on the record at byte {96 * n:,} of dump-4.smf" in claim
        assert "All other objects were judged" in claim


@given(bad=st.sets(st.integers(0, 3)))
def test_a_part_that_fails_on_some_objects_of_some_subsystems_is_whole_for_all_others(bad):
    servers = [replace(several(FILE), id=Subsystem("toy", Image(f"SYS{n}"), "T")) for n in range(4)]

    def sizes(some):
        for server in some:
            for area in server.areas:
                if area.row["size"] == 1 and int(server.id.image.name[3:]) in bad:
                    fail()
                yield server.id.image.name, area.row["size"]

    parts = Parts("toy", servers)
    answered = parts.of("Sizes", sizes)
    lost = {(f"SYS{n}", 1) for n in bad}
    assert set(answered) == {(f"SYS{n}", size) for n in range(4) for size in range(5)} - lost
    assert len(parts.unjudged) == len(bad)
    assert all("Sizes of SYSA.TOY1 area 1 could not be judged" in gap.question for gap in parts.unjudged)


def test_a_subsystem_whose_failing_object_does_not_show_is_left_out_alone():
    servers = [replace(several(FILE), id=Subsystem("toy", Image(f"SYS{n}"), "T")) for n in range(3)]
    parts = Parts("toy", servers)
    answered = parts.every(
        "Pictures", lambda server: fail() if server.id.image.name == "SYS1" else [server.id]
    )
    assert [str(of.image) for of in answered] == ["SYS0", "SYS2"]
    [gap] = parts.unjudged
    assert gap.question == "Pictures of SYS1.T could not be judged"
    assert gap.supply.endswith(report_it())


def test_a_panic_of_a_library_is_a_failure_of_one_object_too_and_a_stop_is_none():
    class Panic(BaseException):
        pass

    def panics(error):
        def ask(_):
            raise error

        return ask

    parts = Parts("toy", [several(FILE)])
    assert not parts.every("Tables", panics(Panic()))
    assert "Panic" in parts.unjudged[0].supply
    with pytest.raises(KeyboardInterrupt):
        parts.every("Tables", panics(KeyboardInterrupt()))


def test_a_product_that_fails_takes_no_other_ones_answers(evidence, monkeypatch, capsys):
    whole = getpage.check(evidence, layouts=LAYOUTS)
    monkeypatch.setattr(toy.analyse, "analyse", fail)
    result = getpage.check(evidence, layouts=LAYOUTS)
    assert result.missing[0].question == "What the toy has could not be judged"
    assert "ZeroDivisionError" in result.missing[0].supply
    assert of("zos", result.findings) == of("zos", whole.findings)
    assert not any("nothing to report" in sentence for sentence in result.verdict)
    assert 70 not in codes(evidence)
    assert "could not be judged" in capsys.readouterr().out


def test_tables_that_fail_leave_a_table_that_says_so(evidence, monkeypatch):
    analyse = importlib.import_module("toy.analyse").analyse

    def with_tables(seen):
        from getpage.contract.lazy import LazySequence

        return replace(analyse(seen), tables=LazySequence(fail))

    monkeypatch.setattr(toy.analyse, "analyse", with_tables)
    result = getpage.check(evidence, layouts=LAYOUTS)
    [table] = [table for table in result.tables if table.title == "What could not be judged"]
    [(what, why)] = table.rows
    assert what == "Tables of the toy could not be judged"
    assert "ZeroDivisionError" in why
    assert 70 not in codes(evidence)


def test_json_of_what_could_not_be_judged_is_whole(evidence, monkeypatch, capsys):
    monkeypatch.setattr(toy.analyse, "analyse", fail)
    run_command(["check", str(evidence), f"--layouts={LAYOUTS[0]}", "--format", "json"])
    assert json.loads(capsys.readouterr().out)["missing"][0]["subsystem"] == "toy"
