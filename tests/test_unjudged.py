"""One object's failure is that object's alone: answers about all others stand, and no verb ends with 70."""

from __future__ import annotations

import importlib
import json

import pytest

import getpage
import toy.analyse
from getpage.cli.app import run_command
from getpage.core.names import Object
from getpage.result import Severity
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
        from dataclasses import replace

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
