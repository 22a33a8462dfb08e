"""Two of one name are told by `load` and `inspect`, with their files, before any answer refuses them."""

from __future__ import annotations

import operator
from itertools import zip_longest

import pytest

from getpage import _native
from in_process import run
from test_namesakes import BUSY, IDLE, MQ, displayed, late, members_of, numbered, of_sysplex
from zos_records import smf71


def dump(path, specs):
    path.write_bytes(b"".join(_native.encode_records([*specs])))
    return path


TWO = {
    "systems": (
        [*of_sysplex("PLEX7", range(6))],
        [*of_sysplex("PLEX8", range(3, 9))],
        "two systems are called SYSA, one in sysplex PLEX7 and one in sysplex PLEX8",
    ),
    "members": (
        members_of(BUSY, numbers=(811, 812, 813)),
        members_of(IDLE, 150, numbers=(94, 95, 96)),
        "two Db2 subsystems are called SYS1.DB1A, whose records alternate",
    ),
    "managers": (MQ, late(MQ, 420, level="945"), "two queue managers are called SYS1.CSQ1, whose intervals"),
    "regions": (
        [numbered(n, n + 1) for n in range(12)],
        [numbered(n, n + 70) for n in range(2, 14)],
        "two CICS regions are called SYSA.IYCUA001, whose intervals",
    ),
}


@pytest.mark.parametrize("of", TWO)
def test_load_and_inspect_name_the_files_of_two(tmp_path, of):
    first, second, why = TWO[of]
    east, west = dump(tmp_path / "east.smf", first), dump(tmp_path / "west.smf", second)
    sentence = f"{east}, {west}: {why}"
    assert sentence in flat(run("load", east, west, "--into", tmp_path / "both").stderr)
    assert sentence in flat(run("inspect", west, east).stdout)
    # Where one is in the store already, the load of the other tells.
    assert "two " not in run("load", east, "--into", tmp_path / "later").stderr
    assert sentence in flat(run("load", west, "--into", tmp_path / "later").stderr)


@pytest.mark.parametrize("of", ["systems", "managers"])
@pytest.mark.parametrize(
    "order", [operator.add, lambda *both: [r for pair in zip_longest(*both) for r in pair if r]]
)
def test_two_in_one_file_are_told_too(tmp_path, of, order):
    first, second, why = TWO[of]
    both = dump(tmp_path / "both.smf", order(first, second))
    assert f"{both}: {why}" in flat(run("inspect", both).stdout)
    assert f"{both}: {why}" in flat(run("load", both, "--into", tmp_path / "store").stderr)


def flat(text):
    return " ".join(text.split())


def test_displays_of_two_in_two_logs_are_told(tmp_path):
    """Which do not say in their summary what times they are of."""
    for name, times in (("east", (5.2, -90)), ("west", (5.3, -4))):
        (tmp_path / name).write_text(displayed("CUMULATIVE", times))
    said = flat(run("inspect", tmp_path).stdout)
    assert f"{tmp_path / 'east'}, {tmp_path / 'west'}: two Db2 subsystems are called" in said


def test_dumps_of_one_system_that_overlap_are_not_of_two(tmp_path):
    every = [smf71("SYSA", n) for n in range(12)]
    first, again = dump(tmp_path / "1.smf", every[:8]), dump(tmp_path / "2.smf", every[4:])
    loaded = run("load", first, again, "--into", tmp_path / "store")
    assert "4 records were there already" in flat(loaded.stderr)
    assert "two systems" not in loaded.stderr + run("inspect", first, again).stdout


def test_two_dumps_that_follow_each_other_are_not_looked_through_for_namesakes(tmp_path, monkeypatch):
    every = [smf71("SYSA", n) for n in range(12)]
    dumps = dump(tmp_path / "1.smf", [*every[3:6], *every[:3]]), dump(tmp_path / "2.smf", every[6:])
    monkeypatch.setattr("getpage.app.namesakes._sentences", lambda _: pytest.fail("rows were read"))
    assert run("inspect", *dumps).returncode == 0
    assert run("load", *dumps, "--into", tmp_path / "store").returncode == 0


def test_a_search_that_fails_takes_no_load_with_it(tmp_path, monkeypatch):
    def fail(*_):
        raise ValueError("a table of another world")

    monkeypatch.setattr("getpage.products.zos.analyse.two_identities", fail)
    first, second, _ = TWO["systems"]
    files = dump(tmp_path / "1.smf", first), dump(tmp_path / "2.smf", second)
    loaded = run("load", *files, "--into", tmp_path / "store")
    assert loaded.returncode == 0
    assert "not looked for two of one name in z/OS" in flat(loaded.stderr)


def test_an_inspection_stands_where_files_cannot_be_read_again(tmp_path, monkeypatch):
    def no_room(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("getpage.evidence.opened.open_evidence", no_room)
    first, second, _ = TWO["systems"]
    inspected = run("inspect", dump(tmp_path / "1.smf", first), dump(tmp_path / "2.smf", second))
    assert inspected.returncode == 0
    assert "not looked for two of one name: No space left on device" in flat(inspected.stdout)
