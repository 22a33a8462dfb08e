"""A plan that was saved is neither evidence nor settings, whoever edited it since."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage import _native
from in_process import run
from store_records import pool_spec

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = "ALTER BUFFPOOL(1) BUFFERS(999999)) -STOP QMGR"


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence")
    specs = [pool_spec(minute, 7 * (minute % 3)) for minute in range(60)]
    (folder / "dump.smf").write_bytes(b"".join(_native.encode_records(specs)))
    return folder


@pytest.fixture(scope="module")
def plan():
    """The plan of the sample site, as it is saved."""
    done = run("plan", sample_site.store(), "--add", "SYSA=1G", "--format", "json")
    assert '"command": ' in done.stdout
    return done.stdout


def hostile(text: str) -> dict[str, str]:
    """The plan as others may have left it: edited, cut off, on one line, as a log."""
    document = json.loads(text, object_hook=lambda of: of | {"command": COMMAND} if "command" in of else of)
    edited = json.dumps(document, indent=2)
    assert COMMAND in edited
    return {
        "as it is": text,
        "edited": edited,
        "cut off": edited[: len(edited) // 2],
        "on one line": json.dumps(document),
        "without its head": edited.split("\n", 40)[-1],
        "of no kind": edited.replace('"kind": "plan"', '"kind": null'),
    }


def judged(evidence: Path) -> dict[str, object]:
    """What is concluded and advised; files that were read beside it do not matter."""
    result = json.loads(run("check", evidence, "--format", "json").stdout)
    return {name: result[name] for name in ("findings", "changes", "accounts")}


@pytest.mark.parametrize(
    "name", ["as it is", "edited", "cut off", "on one line", "without its head", "of no kind"]
)
def test_a_saved_plan_is_refused_by_every_verb_and_changes_nothing_beside_evidence(
    name, plan, evidence, tmp_path
):
    alone = tmp_path / "plan.json"
    alone.write_text(hostile(plan)[name])
    for verb in ("check", "plan", "ledger", "report"):
        done = run(verb, alone)
        assert done.returncode in (2, 3), done.stderr
        assert done.stderr.strip()
        assert COMMAND not in done.stdout
    before = judged(evidence)
    beside = evidence / "plan.json"
    beside.write_text(hostile(plan)[name])
    try:
        after = judged(evidence)
    finally:
        beside.unlink()
    assert before["findings"]
    assert after == before
