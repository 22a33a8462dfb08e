"""Same input, same bytes out, however the work was shared between threads and sets are ordered."""

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


_PROVE = """
import sys, getpage
windows = {"before_window": "2026-11-18T01..2026-11-18T04", "after_window": "2026-11-18T05..2026-11-18T08"}
print(getpage.report.render(getpage.prove(sys.argv[1], **windows), "json"))
"""


def test_the_same_windows_give_the_same_proof_in_whichever_order_a_process_has_its_sets():
    request = [sys.executable, "-c", _PROVE, str(sample_site.store())]
    orders = ({**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2"))
    stdouts = {subprocess.run(request, env=order, check=True, capture_output=True).stdout for order in orders}
    assert len(stdouts) == 1
