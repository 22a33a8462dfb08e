"""A trace of requests to VSAM LSR pools: exact curves by size of buffer, joined to the pools of pages."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from in_process import run
from test_cics_storage import page, pool

if TYPE_CHECKING:
    from pathlib import Path

REQUESTS = 40_000
#: Distinct control intervals of each data set, and requests an hour in the pages.
CIS = 3_000


def requests(region: str = "", many: int = REQUESTS) -> list[tuple[str, str, int]]:
    """Requests to two sizes of buffers; a few control intervals are asked for often."""
    draw = random.Random(7)
    collected = []
    for n in range(many):
        data = n % 4 != 0
        name = f"{region}LSR3-{'DATA4K' if data else 'INDEX2K'}"
        ci = int(draw.paretovariate(0.3)) % CIS if data else draw.randrange(20)
        collected.append((name, "PARTS.KSDS", ci))
    return collected


def reads_of(trace: list[tuple[str, str, int]], name: str, buffers: int, *, warm: int = 0) -> int:
    """Misses of a plain LRU pool, request by request; the first `warm` requests only fill it."""
    held: dict[tuple[str, int], None] = {}
    misses = 0
    for n, (of, data_set, ci) in enumerate(trace):
        if of != name:
            continue
        if held.pop((data_set, ci), 0) == 0:
            misses += n >= warm
            if len(held) >= buffers:
                held.pop(next(iter(held)))
        held[data_set, ci] = None
    return misses


def written(path: Path, trace: list[tuple[str, str, int]]) -> Path:
    lines = ("pool,object,page,access", *(f"{name},{of},{ci},random" for name, of, ci in trace))
    path.write_text("\n".join(lines) + "\n")
    return path


def share_of(buffers: int) -> float:
    """Reads for a request to data, of a pool that was in use before."""
    stream = [request for request in requests(many=3 * REQUESTS) if request[0] == "LSR3-DATA4K"]
    before = len(stream) // 3
    return reads_of(stream, "LSR3-DATA4K", buffers, warm=before) / (len(stream) - before)


@pytest.fixture
def site(tmp_path):
    """Two pages of the pool, with what requests of this kind read of 1,000 buffers in use."""
    share = share_of(1000)
    evidence = tmp_path / "site"
    evidence.mkdir()
    for at, n in (("16:35:00", 1), ("17:35:00", 2)):
        request = 1_000_000 * n
        reads = round(share * request)
        (evidence / f"{at[:2]}.txt").write_text(page(pool(request - reads, reads), at=at))
    return evidence


def test_each_size_of_buffer_of_a_pool_has_an_exact_curve(tmp_path):
    trace = requests()
    path = written(tmp_path / "requests.csv", trace)
    done = run("curve", path, "--sizes", "100,1000,2000", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = {(row["pool"], row["size"]): row for row in json.loads(done.stdout)["curve"]}
    for name in ("LSR3-DATA4K", "LSR3-INDEX2K"):
        for size in (100, 1000, 2000):
            assert rows[name, size]["reads"] == reads_of(trace, name, size)
    assert rows["LSR3-DATA4K", 1000]["bytes"] == 4_096_000
    assert rows["LSR3-INDEX2K", 1000]["bytes"] == 2_048_000


@pytest.mark.parametrize("region", ["", "IYCYZC2G."])
def test_a_forecast_with_the_trace_is_of_the_trace_and_narrower_than_bounds_from_counters(
    tmp_path, site, region
):
    path = written(
        tmp_path / "requests.csv", [request for request in requests(region) if "DATA" in request[0]]
    )
    saved = tmp_path / "lsr.json"
    assert run("curve", path, "--current", "1000", "-o", saved).returncode == 0
    request = ("forecast", site, "--change", "LSR3-DATA4K=1500", "--processors", "4", "--busy", "50")
    shown = [json.loads(run(*request, "--format", "json", *more).stdout) for more in ((), ("--curve", saved))]
    widths = []
    for item in shown:
        [after] = [
            figure["after"] for figure in item["figures"]
            if figure["name"] == "reads" and figure["subject"].endswith("LSR3-DATA4K")
        ]  # fmt: skip
        widths.append(after["high"] - after["low"])
    assert widths[1] < 0.8 * widths[0]
    truth = 1_000_000 / 3600 * share_of(1500)
    assert after["low"] <= truth <= after["high"]


def test_a_plan_and_a_report_take_the_trace(tmp_path, site):
    path = written(tmp_path / "requests.csv", [request for request in requests() if "DATA" in request[0]])
    saved = tmp_path / "lsr.json"
    assert run("curve", path, "--current", "LSR3-DATA4K=1000", "-o", saved).returncode == 0
    result = run("plan", site, "--curve", saved, "--add", "1G", "--format", "json")
    assert "LSR3-DATA4K" in result.stdout, result.stderr
    page_made = run("report", site, "--curve", saved, "-o", tmp_path / "r.md")
    assert page_made.returncode in (0, 3), page_made.stderr
    assert "lsr.json" in (tmp_path / "r.md").read_text()


@pytest.mark.parametrize(
    "name", ["LSR0-DATA4K", "LSR1-DATA3K", "LSR256-DATA4K", "LSR1-4K", "toolongname.LSR1-DATA4K"]
)
def test_a_pool_that_cannot_be_is_refused_with_its_line(tmp_path, name):
    done = run("curve", written(tmp_path / "requests.csv", [(name, "PARTS.KSDS", 1)] * 3))
    assert done.returncode == 2
    assert "LSR1-DATA4K" in done.stderr
    assert name in done.stderr


def test_a_curve_of_another_region_is_not_taken(tmp_path, site):
    path = written(
        tmp_path / "requests.csv", [request for request in requests("OTHER.") if "DATA" in request[0]]
    )
    assert run("curve", path, "--current", "1000", "-o", tmp_path / "lsr.json").returncode == 0
    done = run("plan", site, "--curve", tmp_path / "lsr.json", "--add", "1G")
    assert done.returncode == 2
    assert "none of this evidence" in done.stderr
