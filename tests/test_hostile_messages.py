"""Names in printed messages that end a command and begin another: no verb writes a command of them."""

from __future__ import annotations

import json
import re

import pytest

from db2_evidence import HOUR, START, display, logged
from in_process import run
from sample_site import only_read
from test_mq_judgment import USAGE, storage, usage

SHORT = {"size": 40_000, "dmth": 7_500, "no_buffer": 900, "in_use": 39_800, "pgfix": "NO", "frame": "4K"}
POOLS = ("BP9)-STOP", "BP9) -STOP DB2", "BP9;-STOP", "BP9,BP10")
MANAGERS = ("MQK1)-STOP", "MQK1'X", "MQ.1")
EXPANSION = "09.10.12 STC30242 CSQP014E !{name} CSQP1RSW EXPANSION FAILED FOR PAGE SET 7"


def displayed(pool: str, member: str = "DB1A") -> str:
    """The pool at its thresholds, beside one of a name of Db2."""
    text = ""
    for hour in (0, 1):
        for name, number in ((pool, 9), ("BP3", 3)):
            shown = display(member=member, pool=name, id=number, hour=hour, **SHORT)
            text += logged(shown, START + (hour + 1) * HOUR)
    return text


def of_verbs(place, members) -> tuple[list[str], str]:
    """The commands of each verb, with what undoes and makes them last, and all that is written."""
    every, texts = [], []
    with only_read(place):
        for words in (("check",), ("plan", "--add", "1G")):
            done = run(words[0], place, *words[1:], "--format", "json")
            assert done.returncode in (0, 1), done.stderr
            every += re.findall(r'"(?:command|undo|lasting)": ("(?:[^"\\]|\\.)*")', done.stdout)
            texts.append(run(words[0], place, *words[1:], "--all").stdout)
        assert run("plan", place, "--members", members).returncode in (0, 1)
        texts.append(run("report", place, "--format", "md").stdout)
    texts += [path.read_text() for path in members.glob("*")]
    return [json.loads(command) for command in every], "\n".join(texts)


@pytest.mark.parametrize("pool", POOLS)
def test_a_pool_of_dsnb401i_whose_name_ends_the_command_gets_none(tmp_path, pool):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "log.txt").write_text(displayed(pool))
    commands, written = of_verbs(tmp_path / "site", tmp_path / "members")
    assert any("BUFFERPOOL(BP3)" in command for command in commands)
    assert not [command for command in commands if "BP9" in command or "STOP" in command]
    assert not re.search(r"^\s*(?:-|\d+\s+)?(?:STOP|ALTER BUFFERPOOL\(BP9)", written, re.MULTILINE)


@pytest.mark.parametrize("name", MANAGERS)
def test_a_queue_manager_of_csqy220i_and_csqp014e_whose_name_ends_the_command_gets_none(tmp_path, name):
    """MEMLIMIT and a pool of it are short, and of another with a name of MQ."""
    (tmp_path / "site").mkdir()
    for of in (name, "MQK2"):
        text = usage(buffers=60_000, stealable=600, location="ABOVE") + storage(used="2400MB", left="60MB")
        lines = text.replace("!MQK1", f"!{of}") + EXPANSION.format(name=of) + "\n"
        (tmp_path / "site" / f"{'other' if of == 'MQK2' else 'hostile'}.txt").write_text(lines)
    assert "CSQI065I !MQK1" in USAGE
    commands, written = of_verbs(tmp_path / "site", tmp_path / "members")
    assert any("BUFFPOOL(3)" in command for command in commands)
    assert not [command for command in commands if "STOP" in command or name in command]
    assert not re.search(r"^\s*-?STOP", written, re.MULTILINE)


@pytest.mark.parametrize("member", ["DB.7", "DB7-", "DB 7", "7DB1"])
def test_a_member_of_no_name_of_zos_is_not_shortened_to_one_that_may_be_another(tmp_path, member):
    """`DB.7` would be DB7 without its period: refused, beside a member with commands."""
    (tmp_path / "site").mkdir()
    for name, of in (("log", member), ("other", "DB1A")):
        (tmp_path / "site" / f"{name}.txt").write_text(displayed("BP9", of))
    commands, written = of_verbs(tmp_path / "site", tmp_path / "members")
    assert any("BUFFERPOOL(BP9)" in command for command in commands)
    systems = re.findall(r"^DSN SYSTEM\((.*)\)$", written, re.MULTILINE)
    assert set(systems) == {"DB1A"}
    assert [path.name for path in (tmp_path / "members").glob("*DB7*")] == []
