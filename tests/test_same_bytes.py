"""Same input, same bytes out, however the work was shared between threads."""

from __future__ import annotations

import os
import subprocess
import sys

import sample_site

_CHECK = "import sys, getpage; print(getpage.report.render(getpage.check(sys.argv[1]), 'json'))"


def test_the_same_store_gives_the_same_bytes_on_any_number_of_processors():
    request = [sys.executable, "-c", _CHECK, str(sample_site.store())]
    # Processes of their own, with one thread and with more than there are processors.
    threads = ({**os.environ, "POLARS_MAX_THREADS": number} for number in ("1", "3", "4"))
    stdouts = {
        subprocess.run(request, env=several, check=True, capture_output=True).stdout for several in threads
    }
    assert len(stdouts) == 1
