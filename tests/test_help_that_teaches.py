"""What the command says to somebody who does not know it yet, and how long output is shown on a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from getpage.cli.app import run_command
from getpage.core.nearest import did_you_mean

if TYPE_CHECKING:
    from pathlib import Path


def on_terminal(*arguments: str, **environment: str) -> str:
    """What a command writes to a terminal of 24 lines."""
    main, child = pty.openpty()
    command = [sys.executable, "-m", "getpage", *arguments]
    settings = {**os.environ, "TERM": "xterm", "LINES": "24", **environment}
    with subprocess.Popen(command, stdout=child, stdin=subprocess.DEVNULL, env=settings) as process:
        os.close(child)
        parts = []
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            parts.append(part)
        process.wait()
    os.close(main)
    return b"".join(parts).decode()


def test_the_command_alone_says_in_ten_lines_what_to_do_next(capsys, monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    assert run_command([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 10
    assert lines[-1].startswith("Next: getpage demo")
    (tmp_path / "day.smf").write_bytes(b"")
    run_command([])
    assert capsys.readouterr().out.splitlines()[-1] == "Next: getpage inspect ."


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["chek", "prod"], 'Did you mean "check"?'),
        (["check", "--fial-on", "critical", "prod"], "(did you mean --fail-on?)"),
        (["explain", "mq-pool-undersize"], "(did you mean mq-pool-undersized"),
        (["fields", "--table", "mq_bufer_pool"], "mq_buffer_pool"),
    ],
)
def test_a_mistyped_name_is_answered_with_the_nearest(capsys, words, meant):
    assert run_command(words) == 2
    assert meant in capsys.readouterr().err


def test_a_name_that_is_near_nothing_gets_no_suggestion():
    assert did_you_mean("zzz", ["mxt", "bp1"]) == ""


def test_long_output_goes_through_the_pager_on_a_terminal_only():
    assert on_terminal("explain", GETPAGE_PAGER="sed s/^/@@/").count("@@") > 24
    assert "@@" not in on_terminal("explain", GETPAGE_PAGER="cat", PAGER="sed s/^/@@/")
    piped = subprocess.run(
        [sys.executable, "-m", "getpage", "explain"],
        env={**os.environ, "GETPAGE_PAGER": "sed s/^/@@/"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "@@" not in piped.stdout


def test_a_pager_that_is_not_there_loses_nothing():
    assert "mq-pool-undersized" in on_terminal("explain", GETPAGE_PAGER="/nonexistent/pager")
