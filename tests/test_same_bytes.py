"""Same input, same bytes out, however the work was shared between threads."""

from __future__ import annotations

import os
import subprocess
import sys

import getpage
from getpage.demo import write_site

_CHECK = "import sys, getpage; print(getpage.report.render(getpage.check(sys.argv[1]), 'json'))"


def test_the_same_store_gives_the_same_bytes_every_time_it_is_asked(tmp_path):
    write_site(tmp_path / "site")
    getpage.load(tmp_path / "site", into=tmp_path / "store")
    asked = [sys.executable, "-c", _CHECK, str(tmp_path / "store")]
    # Processes of their own, with more threads than there are processors.
    several = {**os.environ, "POLARS_MAX_THREADS": "4"}
    said = {subprocess.run(asked, env=several, check=True, capture_output=True).stdout for _ in range(4)}
    assert len(said) == 1
