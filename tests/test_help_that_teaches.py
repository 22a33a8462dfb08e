"""What the command says to somebody who does not know it yet, and how long output is shown on a terminal."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage import report
from getpage.cli.app import run_command
from getpage.cli.output import screen
from getpage.report.common.screen import Extent

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


#: A wrong command, and what in the answer corrects it; SITE is evidence of the sample site, RUNS a table.
WRONG = {
    "chek SITE": "check SITE",
    "check": "check FILES",
    "check SITE --fial-on critical": "--fail-on critical",
    "check SITE --fail-on critcal": "--fail-on critical",
    "check SITF": "check SITE",
    "check SITE --finding SYSA.MQA3": "--finding SYSA.MQA2",
    "check SITE --from 2026-11-18T20:00 --to 2026-11-18T10:00": "--from 2026-11-18T10:00",
    "explain mq-pool-undersize": "explain mq-pool-undersized",
    "fields --table mq_bufer_pool": "--table mq_buffer_pool",
    "collect --for mqq": "--for mq",
    "plan SITE --add 64G": "--add SYSA=64G",
    "plan SITE --least -3": "--least 3.6",
    "plan SITE --protect MQA22.3": "--protect SYSA.MQA2.3",
    "plan SITE --wieght cpu=2": "--weight cpu=2",
    "forecast SITE": "--change ",
    "forecast RUNS": "--calibrate small,medium --predict large",
    "forecast RUNS --calibrate small,medium --predict larg": "--predict large",
    "outage --rate 1000": "outage --rate 1000 --size 2000 --buffers 200k --for 10m",
    "outage SITE --pool MQA22.3": "--pool SYSA.MQA2.3",
    "consolidate SITE --regions SYSB.CICSORD* --into 9": "--into ",
    "switches db3": "switches 'db2, 150*(db2, td), send'",
    "prove RUNS --base smal": "--base small",
    "check SITE --from 2026-01-01 --to 2026-01-02": "--from 2026-11-",
    "collect --smf A.B --logstream C.D": "collect --smf A.B",
    "explain zzzzz": "getpage explain",
    "fields --table zzzzz": "getpage fields",
    "forecast SITE --change BP1": "--change ",
    "forecast SITE --change MQA2.3=x2 --level 3": "--level 0.999",
    "forecast SITE --change MQA2.3=99999T": "--change SYSA.MQA2.3=",
    "forecast SITE --change ZZZ9=x2": "getpage forecast --help",
    "forecast RUNS --calibrate small,large --predict large": "--calibrate small,medium",
    "outage --rate 1000 --size 2000 --buffers 200k --for 10q": "--for 10m",
    "outage --rate 1000 --size 2000 --buffers 200k --for 1h --messages 5": "--for 1h",
    "plan SITE --add SYSA=64X": "--add SYSA=64G",
    "plan SITE --weight cpu=x": "--weight MQ1A=3",
    "prove RUNS --system SYSA": "prove runs.csv",
    "prove SITE": "--before 2026-11-18T00:00..2026-11-18T12:00 --after 2026-11-18T12:00..2026-11-19T00:00",
    "check SITE --top x": "--top 15",
    "check SITE --format yaml": "--format table",
    "check SITE --fail-on bad": "--fail-on critical",
    "ledger SITE --format": "ledger SITE --format csv",
    "forecast SITE --change MQA2.3=x2 --level zz": "--level 0.9",
    "consolidate SITE": "--regions 'SYSA.AOR*' --into 10",
    "sql SITE 'select x from y'": "getpage fields",
    "switches 'db2, send' --release 1.0": "--release 5.1",
    "switches 'db2, send' --cpu-us -1": "--cpu-us 2",
}
#: Those that cannot be entered as they stand: they name what only the user has.
INCOMPLETE = {"check", "consolidate SITE", "plan SITE --weight cpu=x"}


@pytest.fixture(scope="module")
def places(tmp_path_factory) -> Path:
    """A directory with evidence of the sample site as SITE, and a table of runs as RUNS."""
    here = tmp_path_factory.mktemp("places")
    (here / "SITE").symlink_to(sample_site.store())
    rows = ("run,ETR,CPU %,sync reads/s", "small,100,40,9000", "medium,110,42,7000", "large,118,44,6000")
    (here / "runs.csv").write_text("\n".join(rows))
    return here


@pytest.mark.parametrize(("line", "corrected"), WRONG.items(), ids=WRONG)
def test_each_error_ends_with_the_command_that_works(capsys, monkeypatch, places, line, corrected):
    monkeypatch.chdir(places)
    assert run_command(shlex.split(line.replace("RUNS", "runs.csv"))) in {2, 3}
    *_, last = capsys.readouterr().err.splitlines()
    assert last.startswith("Next: getpage ")
    assert corrected in last
    if line not in INCOMPLETE:
        assert run_command(shlex.split(last.removeprefix("Next: getpage "))) in {0, 1}  # 1: findings


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


@pytest.mark.parametrize(("no_color", "colored"), [("", True), ("1", False)])
def test_colors_on_a_terminal_follow_no_color(monkeypatch, no_color, colored):
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", no_color)
    text = report.render(sample_site.checked(), "table", screen=screen(), extent=Extent(top=3))
    assert ("\x1b[1;31mcritical" in text or "\x1b[31mcritical" in text) is colored
    assert "critical" in text


def test_a_pager_that_is_not_there_loses_nothing():
    assert "mq-pool-undersized" in on_terminal("explain", GETPAGE_PAGER="/nonexistent/pager")
