"""Same input, same bytes out, however the work was shared between threads."""

from __future__ import annotations

import os
import subprocess
import sys

import sample_site

_CHECK = "import sys, getpage; print(getpage.report.render(getpage.check(sys.argv[1]), 'json'))"


def test_the_same_store_gives_the_same_bytes_every_time_it_is_asked():
    request = [sys.executable, "-c", _CHECK, str(sample_site.store())]
    # Processes of their own, with more threads than there are processors.
    several = {**os.environ, "POLARS_MAX_THREADS": "4"}
    stdouts = {subprocess.run(request, env=several, check=True, capture_output=True).stdout for _ in range(3)}
    assert len(stdouts) == 1
