"""getpage's own outputs, left among the evidence, are named, skipped, and change nothing."""

from __future__ import annotations

import contextlib
import io
import shutil
from datetime import date
from pathlib import Path

import pytest

import getpage
import sample_site
from getpage import report
from getpage.cli import output
from getpage.cli.app import run_command
from getpage.core.own_output import MARK, own_output
from getpage.report.members import members

#: Printed evidence of several products: what an output quotes of it is what would be read again.
PRINTED = ("db2-syslog.txt", "cics-syslog.txt", "mq-joblog.txt", "sysb-syslog.txt", "sort-output.txt")


def printed(*arguments: object) -> str:
    """What a command writes to a file or a pipe."""
    out = io.StringIO()
    output._texts.clear()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        run_command([str(argument) for argument in arguments])
        output.end_of_text()
    return out.getvalue()


def outputs(site):
    """Outputs of every verb that quotes messages or commands, in every format, by the name of a file."""
    for verb, result in {
        "check": getpage.check(site),
        "plan": getpage.plan(site),
        "inspect": getpage.inspect(site),
        "collect": getpage.collect(),
    }.items():
        for form in ("table", "json", "csv", "md"):
            text = report.render(result, form)
            yield f"{verb}.{form}", f"{text}{MARK}\n" if form == "table" else text
        if verb in ("check", "plan"):
            yield f"{verb}.html", report.render(result, "html")
        if verb == "plan":
            yield from members(result).items()
    for form in ("table", "json", "csv", "md"):
        yield f"explain.{form}", printed("explain", "cics-short-on-storage", "--format", form)
        yield f"explanations.{form}", printed("explain", "--format", form)
        yield f"fields.{form}", printed("fields", "--format", form)
        yield f"switches.{form}", printed("switches", "receive, 3*db2, send", "--format", form)
        yield f"ledger.{form}", printed("ledger", site, "--format", form)
    for shell in ("bash", "zsh", "fish"):
        yield f"completion.{shell}", printed("completion", shell)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of printed evidence."""
    folder = tmp_path_factory.mktemp("site")
    for name in PRINTED:
        shutil.copy(sample_site.site() / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def beside(site, tmp_path_factory):
    """The same evidence with all outputs beside it."""
    folder = tmp_path_factory.mktemp("beside") / "site"
    shutil.copytree(site, folder)
    with sample_site.only_read(site):
        for name, text in outputs(site):
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_own_outputs_beside_the_evidence_change_nothing(site, beside, monkeypatch):
    monkeypatch.chdir(site.parent)
    before = printed("check", site.name, "--format", "json")
    assert '"findings": [\n    {' in before
    monkeypatch.chdir(beside.parent)
    (beside.parent / site.name).exists() or beside.rename(beside.parent / site.name)
    assert printed("check", site.name, "--format", "json") == before
    skipped = {refused.name: refused.why for refused in getpage.inspect(site.name).refused}
    written = {path.name for path in (beside.parent / site.name).iterdir()} - set(PRINTED)
    assert len(written) > 40
    assert set(skipped) == {f"{site.name}/{name}" for name in written}
    assert all("getpage" in why for name, why in skipped.items() if "completion" not in name)


OUTAGE = ("outage", "--rate", 1000, "--size", 2000, "--buffers", "200k", "--for", "10m")


def test_answers_about_days_and_proofs_beside_the_evidence_are_skipped_too(tmp_path):
    weeks = sample_site.weeks()
    answers = {
        "trend": getpage.trend(weeks),
        "changes": getpage.changes(weeks),
        "forecast": getpage.forecast(weeks, at=date(2027, 3, 1)),
        "prove": getpage.prove(weeks, weeks),
    }
    texts = {
        "messages.csv": printed("sql", sample_site.store(), "from mq_message", "--format", "csv"),
        "messages.txt": printed("sql", sample_site.store(), "from mq_message"),
        "measures.om": printed("export", weeks, "--to", "openmetrics"),
    }
    for form in ("table", "json", "csv", "md"):
        for verb, result in answers.items():
            text = report.render(result, form)
            texts[f"{verb}.{form}"] = f"{text}{MARK}\n" if form == "table" else text
        texts[f"outage.{form}"] = printed(*OUTAGE, "--format", form)
    folder = tmp_path / "evidence"
    folder.mkdir()
    shutil.copy(sample_site.site() / PRINTED[1], folder)
    for name, text in texts.items():
        assert text
        (folder / name).write_text(text, encoding="utf-8")
    inspected = getpage.inspect(folder)
    assert {Path(refused.name).name for refused in inspected.refused} == set(texts)
    assert [Path(source.name).name for source in inspected.sources] == [PRINTED[1]]


@pytest.mark.parametrize(
    "text",
    [
        f"<!-- {MARK} -->\n\n# Report\n",
        f"* {MARK}\n* For SYSA.MQA1\nALTER BUFFPOOL(4) BUFFERS(120000)\n",
        f"/* {MARK} */\n-ALTER BUFFERPOOL(BP5) VPSIZE(450000)\n",
        f"* {MARK}{' ' * 41}00000100\nALTER BUFFPOOL(4) BUFFERS(120000)\n",
        f"SYSA.MQA1   DFHSM0133\n{MARK}\n",
        "* Changes of buffer pools. For SYSA.MQ1, from getpage\n* plan.\nALTER BUFFPOOL(4) BUFFERS(120000)\n",
        "* Takes back what MQA1ALT did, last change first. For SYSA.MQA1.\nALTER BUFFPOOL(4) BUFFERS(5000)\n",
        '[\n  {\n    "message": "DFHSM0133 SYSA"\n  }\n]\n',
        'check,title,explanation\ncics-x,"Short","DFHSM0133 says\nso"\nmq-y,Title,Words\n',
    ],
)
def test_an_output_is_known_by_its_mark_and_older_ones_by_what_they_say(text):
    assert own_output(text, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+DFHSM0133 CICSA CICS is under stress (short on storage above 16MB)\n",
        '{"host": "SYSA", "message": "DFHSM0133 CICSA"}\n{"host": "SYSA", "message": "x"}\n',
        "SLIP SET,A=SVCD,ID=X1,\nMATCHLIM=1,END\n",
        "IOBF=(2048,8,Y,Y),SUBPOOL,NAME\nVSRBF=2048,50\n",
        f"getpage check says: {MARK}, and then\nDFHSM0133 follows\n",
    ],
)
def test_a_log_is_no_output(text):
    assert not own_output(text, text)


def test_a_page_is_known_by_its_head(site):
    page = report.render(getpage.check(site), "html")
    assert '<meta name="generator" content="getpage">' in page[:200]
    assert "page" in own_output(page, page)


def test_an_output_that_is_named_alone_is_refused_with_why(beside, capsys):
    folder = next(beside.parent.iterdir())
    assert run_command(["check", str(folder / "plan.md")]) == 2
    assert "an output of getpage, which is no evidence" in capsys.readouterr().err
