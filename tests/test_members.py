"""The one list as members of libraries: what a site runs, what takes it back, and nothing outside the
directory.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sample_site
from getpage.cli.plan import check_members, write_members
from getpage.contract.product import SYSTEM_NAMES
from getpage.core.errors import GetpageError
from getpage.core.names import Image, Subsystem
from getpage.report.members import members
from plan_site import FALLING, knob, plan

NAME = re.compile(r"[A-Z#$@][A-Z0-9#$@]{0,7}")


@pytest.fixture(scope="module")
def demo():
    return sample_site.planned()


def commands(text: str) -> list[str]:
    """The lines that are no comments."""
    return [line for line in text.splitlines() if line and not line.startswith(("*", "/*"))]


def test_each_subsystem_has_its_members_with_their_undo(demo):
    result = members(demo)
    assert {"MQB1ALT", "MQB1UND", "MQB1INP", "MQB1INU", "DBP2ALT", "DBP2UND", "SYSBPRM", "SYSBPRU"} <= set(
        result
    )
    assert commands(result["DBP2ALT"]) == ["DSN SYSTEM(DBP2)", "-ALTER BUFFERPOOL(BP5) VPSIZE(450000)", "END"]
    assert commands(result["SYSBPRM"]) == ["LFAREA=(1M=(10402),2G=(0))"]
    assert commands(result["SYSBPRU"]) == ["LFAREA=(1M=(10402),2G=(4))"]
    assert commands(result["MQB1ALT"]) == ["ALTER BUFFPOOL(4) BUFFERS(120000)"]
    assert commands(result["MQB1UND"]) == ["ALTER BUFFPOOL(4) BUFFERS(500000)"]
    assert commands(result["MQB1INP"]) == [
        "DEFINE BUFFPOOL(4) BUFFERS(120000) LOCATION(ABOVE) PAGECLAS(FIXED4KB) +",
        "REPLACE",
    ]


def test_only_one_change_is_entered_at_a_time_and_what_waits_is_a_comment(demo):
    result = members(demo)
    changes = [step.change for step in demo.steps]
    for name, text in result.items():
        if name.endswith("ALT"):
            alters = [line for line in commands(text) if "ALTER" in line]
            assert len(alters) <= 1
            for change in changes:
                assert not (change.only_after and change.command in commands(text))
    assert commands(result["MQA1ALT"]) == []
    assert "Not yet, only after" in result["MQA1ALT"]
    assert "MEMLIMIT=6G" in result["MQB2ALT"]


def test_each_command_says_what_why_and_when_to_stop(demo):
    text = members(demo)["DBP2ALT"]
    for mark in (
        "* What: Gives back",
        "* Why: db2-pool-idle",
        "* Verify, after",
        "* Caution: ",
    ):
        assert mark in text


def test_lines_are_read_whole_and_in_any_code_page(demo):
    for name, text in members(demo).items():
        assert NAME.fullmatch(name)
        assert all(len(line) <= 71 for line in text.splitlines())
        assert text.isascii()


names = st.text(max_size=12) | st.sampled_from(
    ["../../etc", "DB1A", "db1a", "", "1A", "a/b", "\u202eDB", "*/ X"]
)


@given(st.lists(names, min_size=1, max_size=4), names)
def test_whatever_a_subsystem_is_called_its_members_have_names_of_their_own(called, image):
    result = plan(knob("BP1", 1000, FALLING), free=9000)
    [step] = result.steps
    every = {Subsystem("db2", Image(image), name) for name in called}
    steps = tuple(
        replace(step, change=replace(step.change, subsystem=item, effect=f"{item} \n-STOP DB2", because=()))
        for item in sorted(every, key=str)
    )
    actual = members(replace(result, steps=steps))
    sound = {item for item in every if not item.name or re.fullmatch(SYSTEM_NAMES, item.name)}
    assert len(actual) == 2 * len(sound)  # none of a name that cannot be right, and none is made of it
    for name, text in actual.items():
        assert NAME.fullmatch(name)
        for line in commands(text):
            assert line.startswith(("DSN SYSTEM(", "-ALTER BUFFERPOOL(BP1)", "END"))


def test_members_are_written_again_but_never_over_something_else(demo, tmp_path):
    where = tmp_path / "members"
    check_members(where)
    write_members(where, demo)
    write_members(where, demo)
    (where / "MQB1ALT").write_text("* mine\n")
    with pytest.raises(GetpageError, match="MQB1ALT"):
        write_members(where, demo)
    assert (where / "MQB1ALT").read_text() == "* mine\n"
    other = tmp_path / "other"
    other.mkdir()
    (other / "DBP2ALT").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GetpageError, match="DBP2ALT"):
        write_members(other, demo)
    assert not (tmp_path / "elsewhere").exists()
    assert [path.name for path in other.iterdir()] == ["DBP2ALT"]


def test_a_directory_that_cannot_be_is_refused_before_any_evidence_is_read(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(GetpageError, match="not a directory"):
        check_members(tmp_path / "file")
    with pytest.raises(GetpageError, match="Next: mkdir -p "):
        check_members(tmp_path / "a" / "b")
