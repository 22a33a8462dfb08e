"""Same input, same bytes out, however the work was shared between threads and sets are ordered."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import getpage
import sample_site

WINDOWS = {"before_window": "2026-11-18T01..2026-11-18T04", "after_window": "2026-11-18T05..2026-11-18T08"}

_ANSWERS = """
import json, sys, getpage
answers = getpage.check(sys.argv[1]), getpage.prove(sys.argv[1], **json.loads(sys.argv[2]))
print(json.dumps([getpage.report.render(answer, "json") for answer in answers]))
"""


@pytest.fixture(scope="module")
def there() -> list[str]:
    """A check and a proof by another process, with more threads than there are processors, where this one has
    fewer, and with its sets in another order.
    """
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    others = {"POLARS_MAX_THREADS": str((os.cpu_count() or 1) + 2), "PYTHONHASHSEED": seed}
    request = [sys.executable, "-c", _ANSWERS, str(sample_site.store()), json.dumps(WINDOWS)]
    done = subprocess.run(request, env=os.environ | others, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_the_same_store_gives_the_same_bytes_on_any_number_of_processors(there):
    assert there[0] == getpage.report.render(sample_site.checked(), "json")


def test_the_same_windows_give_the_same_proof_in_whichever_order_a_process_has_its_sets(there):
    assert there[1] == getpage.report.render(getpage.prove(sample_site.store(), **WINDOWS), "json")
