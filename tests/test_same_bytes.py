"""Same input, same bytes out, however the work was shared between threads."""

from __future__ import annotations

import os
import subprocess
import sys

import getpage
import sample_site

_CHECK = "import sys, getpage; print(getpage.report.render(getpage.check(sys.argv[1]), 'json'))"


def test_the_same_store_gives_the_same_bytes_on_any_number_of_processors():
    request = [sys.executable, "-c", _CHECK, str(sample_site.store())]
    # A process of its own with more threads than there are processors; here are fewer.
    several = {**os.environ, "POLARS_MAX_THREADS": str((os.cpu_count() or 1) + 2)}
    there = subprocess.run(request, env=several, check=True, capture_output=True, text=True).stdout
    assert there == getpage.report.render(sample_site.checked(), "json") + "\n"
