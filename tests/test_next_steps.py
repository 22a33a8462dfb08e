"""Every error ends with a command: what is to be entered next, not advice in words."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from conftest import TOOLS, is_command
from getpage.cli.next_command import next_step
from getpage.core.errors import GetpageError, Instead, UnknownNameError, Without
from sources import ROOT, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

ERRORS = {"GetpageError", "NotEnoughEvidenceError", "DamagedStoreError"}


def steps() -> Iterator[tuple[str, ast.expr]]:
    """Where an error is made, and the expression of its next step."""
    for path in sorted(ROOT.glob("src/getpage/**/*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                if node.func.id in ERRORS:
                    yield where, node.args[1]
                elif node.func.id == "UnknownNameError" and len(node.args) > 3:
                    yield where, node.args[3]


def beginning(step: ast.expr) -> str | None:
    """How a step begins, as far as the source spells it; None where it is made elsewhere."""
    match step:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr(values=[ast.Constant(value=str(words)), *_]):
            return words
        case ast.JoinedStr():  # the name of an option
            return "--"
        case ast.Call(func=ast.Name(id="command"), args=[first, *_]):
            return beginning(first)
        case ast.Call(func=ast.Name(id="Instead" | "Without")):
            return "--"
    return None


def test_every_next_step_in_the_source_is_a_command_or_corrects_the_users_own():
    every = list(steps())
    assert len(every) > 150
    spelled = [(where, words) for where, step in every if (words := beginning(step)) is not None]
    assert not [where for where, words in spelled if not is_command(words)]
    assert len(spelled) > 0.85 * len(every)


@pytest.mark.parametrize(
    ("step", "words", "entered"),
    [
        (Without(("--smf",)), "collect --for mq --smf A --days 1", "collect --for mq --days 1"),
        (Without(("--smf",)), "collect --smf=A --for mq", "collect --for mq"),
        (Without(flags=("--opt",)), "curve --opt TRACE", "curve TRACE"),
        (Without(("--sample",), flags=("--opt",)), "curve --opt TRACE --sample 0.1", "curve TRACE"),
        (Instead("8h", "10m"), "outage --for 8h --rate 18h", "outage --for 10m --rate 18h"),
        (Instead("BP7", "BP1"), "forecast S --change BP7=x2", "forecast S --change BP1=x2"),
        (Instead("1", "2"), "check site1 --finding 1", "check site1 --finding 2"),
        (Instead("acept", "accept"), "settings S", "settings --help"),
        ("--least 3.6", "plan S --least -3 --json", "plan S --json --least 3.6"),
        ("-o c.html", "curve TRACE", "curve TRACE -o c.html"),
        ("df -h", "load A --into B", None),
    ],
)
def test_a_correction_becomes_the_users_command_with_it(step, words, entered):
    correct = next_step(GetpageError("p", step), words.split())
    assert correct == (step if entered is None else f"getpage {entered}")


def test_a_name_near_nothing_is_not_corrected_and_the_problem_lists_what_is_known():
    error = UnknownNameError("--change ZZZ: no such knob", "ZZZ", ["MXT", "BP1"])
    assert error.problem.endswith("; known: MXT, BP1")
    assert next_step(error, ["forecast", "S", "--change", "ZZZ=x2"]) == "getpage forecast --help"
    many = UnknownNameError("no pool", "ZZZ", [f"BP{n}" for n in range(40)], Without(("--pool",)))
    assert many.problem.endswith("BP11 and 28 more")
    assert next_step(many, ["outage", "S", "--pool", "ZZZ"]) == "getpage outage S"


def test_the_beginning_of_a_name_is_nearer_than_a_name_spelled_alike():
    error = UnknownNameError("there is no option --fo", "--fo", ["--from", "--to", "--format"])
    assert next_step(error, ["check", "S", "--fo", "json"]) == "getpage check S --format json"


def test_a_name_that_may_be_either_of_two_names_both():
    error = UnknownNameError("no check 'mq-pool-small'", "mq-pool-small", ["mq-pool-smell", "mq-pool-smile"])
    assert error.problem.endswith("; nearest: mq-pool-smell, mq-pool-smile")


def test_a_name_that_has_nothing_to_be_near_to_gets_the_command_that_helps():
    assert UnknownNameError("no table", "t", [], "getpage fields").next_step == "getpage fields"
    assert UnknownNameError("no table", "t", []).next_step == "getpage --help"


def test_tools_of_next_steps_are_few():
    assert len(TOOLS) < 15
