"""One request a verb: what the command line, Python and the documents have of it is the same."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from datetime import datetime
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

import getpage
import sample_site
from getpage.app.check import CheckRequest
from getpage.app.collect import CollectRequest
from getpage.app.consolidate import ConsolidateRequest
from getpage.app.curve import CurveRequest
from getpage.app.drop import DropRequest
from getpage.app.fields import FieldsRequest
from getpage.app.forecast import ForecastRequest
from getpage.app.inspect import InspectRequest
from getpage.app.load import LoadRequest
from getpage.app.outage import OutageRequest
from getpage.app.plan import PlanRequest
from getpage.app.prove import ProveRequest
from getpage.app.report import ReportRequest
from getpage.app.unpack import UnpackRequest
from getpage.app.verify import VerifyRequest
from getpage.cli import app
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.option import options_of
from getpage.products.cics.switches.table import SwitchesRequest
from getpage.result import to_plain

REQUESTS = {
    "check": CheckRequest,
    "collect": CollectRequest,
    "consolidate": ConsolidateRequest,
    "curve": CurveRequest,
    "drop": DropRequest,
    "fields": FieldsRequest,
    "forecast": ForecastRequest,
    "inspect": InspectRequest,
    "ledger": CheckRequest,
    "load": LoadRequest,
    "outage": OutageRequest,
    "plan": PlanRequest,
    "prove": ProveRequest,
    "report": ReportRequest,
    "switches": SwitchesRequest,
    "unpack": UnpackRequest,
    "verify": VerifyRequest,
}
EARLIER, LATER = datetime(2026, 1, 1), datetime(2026, 2, 1)
DOCUMENTED = (Path(__file__).parents[1] / "docs" / "reference" / "cli.md").read_text()


@pytest.fixture(scope="module")
def store() -> Path:
    return sample_site.store()


def same(result: object) -> object:
    """A result to nine digits: the order in which threads add up a column is not always the same."""
    return json.loads(
        json.dumps(to_plain(result), default=str), parse_float=lambda digits: f"{float(digits):.9g}"
    )


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch):
    """Runs a command and gives what it asked for, and what it was answered."""

    def run(verb: str, *arguments: str | Path, by: str = "") -> tuple[object, object]:
        module = import_module(f"getpage.cli.{verb}")
        use_case = getattr(module, by or verb)
        seen: list[object] = []

        def look(request: object, *watch: object) -> object:
            result = use_case(request, *watch)
            seen[:] = request, result
            return result

        monkeypatch.setattr(module, by or verb, look)
        app([verb, *map(str, arguments)], result_action="return_value")
        return seen[0], seen[1]

    return run


@pytest.mark.parametrize("verb", REQUESTS)
def test_the_command_line_has_every_option_of_the_request_with_its_help_and_default(verb: str) -> None:
    options = {entry.name.removeprefix("--"): entry for entry in app[verb].assemble_argument_collection()}
    for name, (field, item) in options_of(REQUESTS[verb]).items():
        option = options[name.upper() if item.positional else item.name or name.replace("_", "-")]
        assert option.parameter.help == item.help
        assert option.required == (field.default is MISSING)
        if not option.required:
            assert option.field_info.default == field.default


@pytest.mark.parametrize("verb", REQUESTS)
def test_the_documents_say_of_every_option_what_the_request_says(verb: str) -> None:
    page = DOCUMENTED.partition(f"\n## getpage {verb}\n")[2].partition("\n## getpage ")[0]
    for name, (field, item) in options_of(REQUESTS[verb]).items():
        spelled = f"`{name.upper()}`" if item.positional else f"--{item.name or name.replace('_', '-')}"
        line = next(line for line in page.splitlines() if item.help in line and spelled in line)
        if field.default not in (MISSING, None, False, True, ()):
            assert f"[default: {field.default}]" in line


@pytest.mark.parametrize("verb", sorted(REQUESTS.keys() - {"ledger", "report"}))
def test_python_has_every_field_of_the_request_as_a_keyword_with_its_default(verb: str) -> None:
    known = signature(getattr(getpage, verb)).parameters
    for field in fields(REQUESTS[verb]):
        assert known[field.name].default in (field.default, known[field.name].empty)
    assert known.keys() == {field.name for field in fields(REQUESTS[verb])}


def test_a_plan_is_the_same_from_the_command_line_and_from_python(store: Path, called) -> None:
    line = ("--add", "SYSA=8G", "--within", "ledger", "--weight", "wait=2,mq.MQA1=3", "--least", "1")
    line += ("--protect", "mq.MQA1.1,mq.MQA1.2", "--to", "2026-11-18T20:00")
    request, result = called("plan", store, *line)
    actual = {
        "add": "SYSA=8G",
        "weights": {"wait": 2.0, "mq.MQA1": 3.0},
        "protect": ("mq.MQA1.1", "mq.MQA1.2"),
        "least": 1.0,
        "last": datetime(2026, 11, 18, 20),
    }
    assert request == PlanRequest(paths=[str(store)], **actual)
    assert same(result) == same(getpage.plan(store, **actual))


def test_added_storage_alone_is_given_by_the_command_line_unless_it_is_told_of_the_ledger(
    store: Path, called
) -> None:
    request, _ = called("plan", store, "--add", "SYSA=8G")
    assert request.within_ledger is False
    request, result = called("plan", store)
    assert request == PlanRequest(paths=[str(store)])
    assert same(result) == same(sample_site.planned())


def test_a_forecast_is_the_same_from_the_command_line_and_from_python(store: Path, called) -> None:
    line = ("--change", "db2.DBP1.BP2=x2", "--processors", "12", "--busy", "80", "--machine", "z13")
    request, result = called("forecast", store, *line, "--load", "open", "--level", "0.8")
    actual = {"processors": 12, "busy_percent": 80.0, "machine": "z13", "load": "open", "level": 0.8}
    assert request == ForecastRequest(paths=[str(store)], changes=("db2.DBP1.BP2=x2",), **actual)
    assert same(result) == same(getpage.forecast(store, "db2.DBP1.BP2=x2", **actual))


def test_a_check_is_the_same_from_the_command_line_and_from_python(store: Path, called) -> None:
    request, result = called("check", store, "--to", "2026-11-18T12:00", by="check_enough")
    assert request == CheckRequest(paths=[str(store)], last=datetime(2026, 11, 18, 12))
    assert same(result) == same(getpage.check(store, last=datetime(2026, 11, 18, 12)))


def test_a_curve_is_the_same_from_the_command_line_and_from_python(tmp_path: Path, called) -> None:
    trace = tmp_path / "trace.csv"
    rows = (f"BP1,1,{n * n % 97},random" for n in range(2000))
    trace.write_text("\n".join(["pool,object,page,access", *rows]))
    line = ("--sizes", "10,50", "--current", "20", "--vpseqt", "80,50", "--read-us", "1000")
    request, result = called("curve", trace, *line)
    actual = {"sizes": "10,50", "current": "20", "vpseqt": "80,50", "read_us": 1000.0}
    assert request == CurveRequest(trace=[str(trace)], **actual)
    by_python = getpage.curve(trace, sizes=[10, 50], current=20, vpseqt=[80, 50], read_us=1000)
    assert result.rows.equals(by_python.rows)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (
            lambda: CheckRequest(paths="s", first=datetime(2026, 2, 1), last=datetime(2026, 1, 1)),
            "later than",
        ),
        (lambda: ForecastRequest(paths="s", level=2), "expected a number from 0.5"),
        (lambda: ForecastRequest(paths="s", by="label"), "--by is for a table"),
        (
            lambda: ForecastRequest(paths="s", predict="a", changes="BP1=x2"),
            "--change and --curve are for a site",
        ),
        (lambda: ForecastRequest(paths=["a.csv", "b.csv"], predict="a"), "one CSV file"),
        (lambda: ProveRequest(before="a", level=0.1), "expected 0.8"),
        (lambda: ProveRequest(before="a", record_in="s"), "no forecast to keep"),
        (lambda: ProveRequest(before="a", base="x"), "is not a table"),
        (lambda: CurveRequest(trace="t", spseqt=30), "--spseqt needs --spsize"),
        (lambda: CurveRequest(trace="t", sizes="10 parrots"), "10 parrots"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_any_evidence_is_read(make, problem: str) -> None:
    with pytest.raises(GetpageError, match=problem):
        make()


def test_evidence_that_no_check_can_use_is_not_called_healthy_and_python_has_its_damage(
    tmp_path: Path,
) -> None:
    trailer = bytes([0, 18, 0, 0, 0x1E, 3, 0, 0x5A, 0xAC, 0x48, 1, 0x26, 0x14, 0x1F, 0xE2, 0xE8, 0xE2, 0xC1])
    path = tmp_path / "trailer.smf"
    path.write_bytes(trailer * 3 + trailer[:6])
    with pytest.raises(NotEnoughEvidenceError, match="SMF 115"):
        app(["check", str(path)], result_action="return_value")
    result = getpage.check(path)
    assert result.damage
    assert not result.findings


def test_a_mistyped_option_is_not_taken_for_a_file(store: Path) -> None:
    with pytest.raises(GetpageError, match="there is no option --fial-on"):
        app(["check", str(store), "--fial-on", "critical"], result_action="return_value")


def test_a_store_that_is_open_is_evidence_as_its_path_is(store: Path) -> None:
    opened = getpage.Store(store)
    expected = same(getpage.check(store))
    assert same(getpage.check(opened)) == expected
    assert same(getpage.check([opened])) == expected
    assert getpage.verify(opened) == getpage.verify(store)
