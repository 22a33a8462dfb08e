"""A wheel installs where there is no compiler and no source, and does the main job there.

`make wheel` builds it and runs this with its name in GETPAGE_WHEEL: a build takes too long for each run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel() -> Path:
    given = os.environ.get("GETPAGE_WHEEL")
    if not given:
        pytest.skip("make wheel builds a wheel and runs this")
    return ROOT / given


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel and what it needs."""
    result = tmp_path_factory.mktemp("empty") / "venv"
    subprocess.run([sys.executable, "-m", "venv", result], check=True)
    install = [
        result / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        wheel,
    ]
    subprocess.run(install, check=True, cwd=result)
    return result


def run(empty: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The installed command, with neither cargo nor these sources in reach."""
    environment = {"PATH": str(empty / "bin"), "HOME": str(empty), "LANG": "C.UTF-8"}
    command = [empty / "bin" / "getpage", *arguments]
    return subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True, check=False)


def test_it_is_for_every_python_from_3_11_on_and_brings_the_sample_site_and_the_man_page(wheel):
    assert "-cp311-abi3-manylinux_2_" in wheel.name
    names = ZipFile(wheel).namelist()
    assert any(name.endswith("/data/share/man/man1/getpage.1") for name in names)
    assert {"getpage/demo/site.tar.xz", "getpage/demo/weeks.tar.xz"} <= {*names}
    assert not [name for name in names if name.startswith(("tests", "tools", "docs", "crates"))]


def test_it_writes_the_sample_site_and_reports_on_it(empty):
    site, page = empty / "site", empty / "report.html"
    assert run(empty, "demo", site).returncode == 0
    result = run(empty, "report", site, "-o", page)
    assert result.returncode == 0, result.stderr
    assert "<html" in page.read_text()[:200]
    assert (empty / "share" / "man" / "man1" / "getpage.1").is_file()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_its_verbs(empty, shell):
    script = run(empty, "completion", shell).stdout
    assert all(verb in script for verb in ("check", "collect", "forecast", "--format"))
