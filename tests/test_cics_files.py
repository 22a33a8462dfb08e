"""What several files of one load hold of the same tasks is one answer, however the records are divided."""

from __future__ import annotations

import json
from itertools import chain

import pytest

import zos_records
from getpage.cli.app import run_command
from test_cics_limits import QUARTERS, areas, queued, real
from test_cics_smf import monitoring, task


def parts(count: int) -> list[list[dict]]:
    """Records of one region, dealt to so many files: each has tasks of every quarter of an hour."""
    waits = {"first_dispatch_us": 1.0, "mxt_delay_us": 0.8, "file_wait_us": 1.1, "ts_wait_us": 0.9}
    waits |= {"db2_thread_wait_us": 0.3, "rls_wait_us": 0.2, "change_mode_delay_us": 0.004}
    names = ("PAY1", "ORD2", "INQ3")
    tasks = [
        task(n, names[k % 3], 14 + k % 5, 0.01 + 0.001 * (k % 7), 4.0 + 0.1 * (k % 11), **waits)
        | {"peak_user_31": (100 + k) << 10, "db2_requests": 6, "commands": 9}
        for n in range(QUARTERS)
        for k in range(60)
    ]
    every = [task | {"task_number": number} for number, task in enumerate(tasks, 1)]
    divided = [monitoring(every[at::count]) for at in range(count)]
    divided[0] += [item for n in range(QUARTERS) for item in (queued(n, 37), areas(n, 89))] + real(12_000_000)
    return divided


@pytest.mark.parametrize("files", [2, 3])
def test_check_of_one_file_and_of_several_with_the_same_records_is_the_same(tmp_path, capsys, files):
    divided = parts(files)
    answers = {}
    for name, groups in {"one": [list(chain.from_iterable(divided))], "several": divided}.items():
        site = tmp_path / name
        site.mkdir()
        for number, specs in enumerate(groups):
            zos_records.write(site / f"part-{number}.smf", specs)
        assert run_command(["check", str(site), "--format", "json"]) in (0, 3)
        answer = json.loads(capsys.readouterr().out)
        answers[name] = without_places(
            {key: answer[key] for key in ("findings", "changes", "tables", "looked")}
        )
    assert answers["one"] == answers["several"]


def without_places(value):
    """An answer without the files and records that its numbers are from."""
    if isinstance(value, dict):
        return {key: without_places(inner) for key, inner in value.items() if key not in ("file", "record")}
    if isinstance(value, list):
        return [without_places(inner) for inner in value]
    return value
