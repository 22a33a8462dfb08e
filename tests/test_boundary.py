"""What was foreseen nowhere: one sentence, a file for those who mend getpage, and an exit code of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from getpage import _native
from getpage.cli.app import run_command
from getpage.core import built
from getpage.core.errors import LONGEST, GetpageError, safe_message

#: With the handler that a shell's foreground command has; what runs in the background is started without.
HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
PROGRAM = f"{HEARS}import sys; sys.argv[0] = 'getpage'; from getpage.__main__ import main; main()"
SECRET = "QMGR.OF.SOMEBODY"


def started(*arguments: object, **how: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.Popen(command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | how)


def run(*arguments: object, **how: object) -> tuple[int, bytes, bytes]:
    with started(*arguments, **how) as command:
        out, err = command.communicate()
        return command.returncode, out or b"", err or b""


def failing(error: BaseException) -> object:
    def verb(*_: object, **__: object) -> None:
        raise error

    return verb


@pytest.fixture
def crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def provoked(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("getpage.cli.inspect.inspect", failing(error))
    return run_command(["inspect", SECRET, "--layouts", SECRET])


def test_a_defect_is_a_sentence_a_file_and_exit_code_70(
    crash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert provoked(KeyError(SECRET), monkeypatch) == 70
    told = capsys.readouterr().err
    [kept] = crash.iterdir()
    assert "a defect of getpage" in told
    assert str(kept) in told
    assert "Traceback" not in told
    assert len(told.strip().splitlines()) == 1


def test_the_file_has_versions_verb_and_place_and_nothing_of_the_evidence(
    crash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    provoked(KeyError(SECRET), monkeypatch)
    [kept] = crash.iterdir()
    text = kept.read_text()
    assert f"getpage {_native.VERSION}" in text
    assert "polars" in text
    assert "inspect --layouts" in text
    assert "builtins.KeyError" in text
    assert "getpage/cli/inspect.py:" in text
    assert SECRET not in text
    assert str(Path.home()) + "/" not in text


def test_a_panic_of_the_native_code_is_a_defect_and_its_place_is_kept(
    crash: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(_native.DefectError) as panic:
        _native.panic_for_trial(SECRET)
    assert provoked(panic.value, monkeypatch) == 70
    text = next(crash.iterdir()).read_text()
    assert "guard.rs:" in text
    assert SECRET not in text


def test_what_the_system_refuses_is_no_defect(
    crash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert provoked(OSError(28, "No space left on device", "/x/y"), monkeypatch) == 2
    assert provoked(MemoryError(), monkeypatch) == 2
    told = capsys.readouterr().err
    assert "getpage: /x/y: No space left on device\n" in told
    assert "not enough memory" in told
    assert not list(crash.iterdir())


def test_where_no_file_can_be_written_the_sentence_says_so(
    crash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(crash / "gone"))
    assert provoked(KeyError(SECRET), monkeypatch) == 70
    assert "could not be written" in capsys.readouterr().err


# messages


def test_a_message_is_cut_and_acts_on_no_terminal() -> None:
    text = str(GetpageError(f"\x1b[31m{'x' * 300}\x9b2J \u202e" + "word " * 400, "ls"))
    assert len(text) == LONGEST
    assert not any(character in text for character in "\x1b\x9b\u202e")
    assert "x" * 61 not in text


def test_a_path_is_never_cut_within() -> None:
    path = "/very" * 40 + "/dump.smf"
    assert path in safe_message(f"{path}: no such file")


@pytest.mark.parametrize(
    "words",
    [("check", "\x1b[31mx"), ("\x1b[31m",), ("check", "x", "--\x1b[31m"), ("plan", "x", "--add", "\x1b[31m")],
)
def test_what_was_typed_reaches_the_terminal_without_its_controls(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(list(words)) == 2
    assert "\x1b" not in capsys.readouterr().err


# streams


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_is_no_traceback(closed: int) -> None:
    command = [sys.executable, "-c", PROGRAM, "explain"]
    done = subprocess.run(["sh", "-c", f'"$@" {closed}>&-', "sh", *command], capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode == (2 if closed == 1 else 0)
    if closed == 1:
        assert done.stderr.startswith(b"getpage: standard output: Bad file descriptor\nNext: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("form", ["table", "json"])
def test_a_full_disk_under_standard_output_is_one_sentence(form: str) -> None:
    with Path("/dev/full").open("wb") as full:
        code, _, err = run("explain", "--format", form, stdout=full)
    assert code == 2
    assert err.startswith(b"getpage: standard output: No space left on device\nNext: ")


def test_a_character_that_the_code_page_lacks_is_written_as_its_escape(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    code, _, err = run("check", tmp_path / "Größe", env=environment)
    assert code == 2
    assert rb"Gr\xf6\xdfe" in err


def test_an_interrupt_while_starting_is_a_sentence() -> None:
    program = (
        f"{HEARS}\n"
        "import sys, os\n"
        "sys.argv = ['getpage', 'explain']\n"
        "class Slow:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'cyclopts': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from getpage.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"getpage: stopped; nothing was changed\n")


def test_an_interrupt_at_work_is_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "slow.csv")
    with started("prove", tmp_path / "slow.csv") as command:
        try:
            time.sleep(1.5)
            command.send_signal(signal.SIGINT)
            _, err = command.communicate(timeout=20)
        finally:
            command.kill()
    assert (command.returncode, err) == (130, b"getpage: stopped; nothing was changed\n")


# files that are written


def test_a_full_disk_under_the_sample_site_names_its_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("getpage.cli.demo.write_site", failing(OSError(28, "No space left on device")))
    assert run_command(["demo", str(tmp_path / "site")]) == 2
    problem = f"getpage: {tmp_path / 'site'}: No space left on device\n"
    assert capsys.readouterr().err == f"{problem}Next: df -h\n"


def test_a_report_that_fails_leaves_the_last_one_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from getpage.cli.files import write_file

    path = tmp_path / "report.html"
    write_file(path, "the last one")
    monkeypatch.setattr("pathlib.Path.replace", failing(OSError(28, "No space left on device")))
    with pytest.raises(GetpageError, match="No space left on device"):
        write_file(path, "half of a new one")
    assert path.read_text() == "the last one"
    assert [path] == list(tmp_path.iterdir())


def test_a_file_keeps_its_rights_and_a_link_what_it_leads_to(tmp_path: Path) -> None:
    from getpage.cli.files import write_file

    path, link = tmp_path / "report.html", tmp_path / "link.html"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_pipe_is_written_in_place() -> None:
    from getpage.cli.files import write_file

    write_file(Path("/dev/null"), "x")
    assert not Path("/dev/null").is_file()


def test_a_dash_as_output_is_answered(tmp_path: Path) -> None:
    code, _, err = run("plan", tmp_path, "-o", "-")
    assert code == 2
    assert b"the result goes to standard output without -o" in err


# a decoder of other layouts


def test_a_failure_with_a_decoder_of_other_layouts_says_what_to_run(
    crash: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    decoder, layouts = crash / "decoder", crash / "layouts"
    layouts.mkdir()
    for name, text in (("a", "at = 8"), ("b", "at = 16")):
        (layouts / f"{name}.toml").write_text(text)
    decoder.write_bytes(b"\x7fELF at = 8\0at = 16\0")
    assert not built.lacks_layouts(decoder, layouts)
    (layouts / "b.toml").write_text("at = 24")
    assert built.lacks_layouts(decoder, layouts)
    monkeypatch.setattr("getpage.cli.boundary.rebuild", lambda: built.REBUILD)
    assert provoked(KeyError(SECRET), monkeypatch) == 70
    told = capsys.readouterr().err
    assert "run make setup" in told
    assert "defect" not in told
    assert not list(crash.glob("getpage-crash-*"))


def test_the_decoder_of_this_tree_has_all_layouts() -> None:
    assert built.rebuild() == ""


def test_a_decoder_without_a_name_that_is_asked_of_it_is_a_sentence() -> None:
    spoiled = f"from getpage import _native; del _native.VERSION; {PROGRAM}"
    done = subprocess.run([sys.executable, "-c", spoiled, "fields"], capture_output=True, check=False)
    assert done.returncode == 70
    assert done.stderr.decode().endswith("Next: make setup\n")
