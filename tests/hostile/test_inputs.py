"""Mutated stores, tables, layouts, saved files and options, as `test_evidence` has evidence."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage import _native
from hostile import cases, readers
from hostile.hunt import case, report
from hostile.seeds import make
from hostile.share import failures

if TYPE_CHECKING:
    from collections.abc import Iterator

INPUTS = ("parts", "tables", "layouts", "listings", "curves", "forecasts", "stores", "options")


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy: some cases write to the store in it, though nothing that is observed."""
    copy = Path(shutil.copytree(sample_site.once("seeds", make), tmp_path_factory.mktemp("seeds") / "copy"))
    with sample_site.only_read(copy / "store"):
        yield copy


@pytest.mark.parametrize("kind", INPUTS)
def test_no_mutated_input_reaches_the_boundary(kind: str, seeds: Path) -> None:
    actual = failures([kind], seeds)
    assert not actual, report({}, actual)


#: A case of a store writes files.
READ = dict.fromkeys(readers.KINDS, 300) | {"store": 60}


@pytest.mark.parametrize("kind", READ)
def test_a_reader_by_itself_gives_what_it_read_or_a_sentence(kind: str, seeds: Path, tmp_path: Path) -> None:
    small = readers.small(make(seeds), tmp_path)
    ends = {number: readers.case(kind, number, small, tmp_path) for number in range(READ[kind])}
    assert not {number: wrong for number, wrong in ends.items() if wrong is not None}


@pytest.mark.parametrize(
    ("broken", "text"),
    [
        (lambda: _native.panic_for_trial("lost it"), "DefectError"),
        (lambda: {}["gone"], "KeyError"),
        (lambda: print("\x1b[2J"), "in what it prints"),
        (lambda: 1, "ends with 1"),
    ],
)
def test_the_hunt_sees_what_is_wrong(
    broken: object, text: str, seeds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hostile.verdict.run_command", lambda _: run(broken))
    monkeypatch.setitem(cases.KINDS, "tried", lambda *_: ["check"])
    actual = case("tried", 0, make(seeds))
    assert actual is not None
    assert text in actual.what


def run(broken: object) -> int:
    """A command line of which one verb is broken, with its boundary."""
    from getpage.cli import boundary

    try:
        code = broken()
    except BaseException as error:  # as the command line does
        return boundary.unforeseen(error, ["check"], ("check",))
    return code if isinstance(code, int) else 0
