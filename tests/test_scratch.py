"""Scratch of a run goes with it; where a run was killed, with the next."""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import pytest

import getpage
from getpage.core.scratch import Scratch, scratch
from zos_records import paging, smf71, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_it_is_gone_with_its_block(root: Path) -> None:
    with scratch() as place:
        (place / "x").write_text("x")
        assert list(root.iterdir()) == [place]
    assert not list(root.iterdir())


def test_what_a_killed_run_left_goes_with_the_next(root: Path) -> None:
    program = (
        "import os, sys, tempfile; tempfile.tempdir = sys.argv[1]\n"
        "from getpage.core.scratch import Scratch\n"
        "made = Scratch(); (made.path / 'evidence').write_text('x'); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program, str(root)], check=False)
    [left] = root.iterdir()
    assert (left / "evidence").exists()
    with scratch() as place:
        assert list(root.iterdir()) == [place]


def test_what_another_run_has_and_what_is_not_ours_stays(root: Path) -> None:
    other = Scratch()
    (root / "getpage-notes").mkdir()
    with scratch():
        assert other.path.is_dir()
    assert (root / "getpage-notes").is_dir()
    other.close()
    assert not other.path.exists()


def test_the_store_of_files_is_gone_with_the_answer(root: Path) -> None:
    dump = root / "dump.smf"
    write(dump, [smf71("SYSA", n, paging(9_000)) for n in range(3)])
    getpage.check(dump)
    gc.collect()
    assert list(root.iterdir()) == [dump]
