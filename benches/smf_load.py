"""How fast an SMF dump becomes Parquet, and how much memory that takes. One command: `make bench-smf`.

What is measured: the native decoder from file to Parquet files (reading, framing, checking, decoding,
encoding, writing), in a process of its own that does nothing else, on 200 MB of SMF 115 subtypes 215 and 201
and on the same ten times over; with one thread on one processor and with two. Beside it, in the same run,
what bounds it: reading the file, and checking without writing. Figures are the best of several runs, as the
rest is other people's noise.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 5
MEGABYTE = 1_000_000
POOLS = 24
QUEUE_MANAGERS = 12
SET_OF_RECORDS = 1_000
START = 1_789_000_000_000_000  # an instant in 2026, microseconds since 1970


def write_dump(path: Path, size: int) -> None:
    """Write `size` bytes of records: pools and page sets of busy queue managers, every counter random."""
    from getpage import _native

    draw = random.Random(1)
    specs = []
    for i in range(SET_OF_RECORDS):
        start = START + i // QUEUE_MANAGERS * 60_000_000
        common = {
            "system": f"SY{i % QUEUE_MANAGERS % 4}A",
            "queue_manager": f"MQ{i % QUEUE_MANAGERS}A",
            "written": start + 60_000_000,
            "level": "946",
            "version": "100000",
            "queue_sharing_group": "QSG1",
            "interval_start": start,
            "interval_us": 60_000_000,
        }
        pools = [
            {
                "buffer_pool": pool,
                "buffers": 50_000,
                "lowest_stealable": draw.randrange(50_000),
                "stealable": draw.randrange(50_000),
                "getpages_old": draw.randrange(1 << 24),
                "getpages_new": draw.randrange(1 << 20),
                "reads": draw.randrange(1 << 16),
                "page_updates": draw.randrange(1 << 24),
                "pages_written": draw.randrange(1 << 20),
                "writes": draw.randrange(1 << 16),
                "immediate_writes": draw.randrange(1 << 12),
                "location": "ABOVE",
                "page_class": "FIXED4KB" if pool % 2 else "4KB",
            }
            for pool in range(POOLS)
        ]
        sets = [
            {"page_set": n, "buffer_pool": n, "total_pages": 100_000, "unused_pages": draw.randrange(100_000)}
            for n in range(POOLS)
        ]
        specs.append({"record_type": 115, "subtype": 215, "common": common, "sections": {"QPST": pools}})
        specs.append({"record_type": 115, "subtype": 201, "common": common, "sections": {"QIS1": sets}})
    block = b"".join(_native.encode_records(specs))
    with path.open("wb") as out:
        for _ in range(size // len(block) + 1):
            out.write(block)


def child(path: str, what: str, threads: int) -> None:
    """One measurement: seconds and peak memory, as JSON."""
    from getpage import _native

    scratch = Path(tempfile.mkdtemp(prefix="getpage-bench-"))
    begin = time.perf_counter()
    if what == "load":
        _native.load_files([(Path(path), 1)], scratch, threads, [])
    else:
        _native.inspect_file(Path(path), [])
    seconds = time.perf_counter() - begin
    written = sum(part.stat().st_size for part in scratch.iterdir())
    shutil.rmtree(scratch)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"seconds": seconds, "peak": peak, "written": written}))


def measure(path: Path, what: str, threads: int, processors: set[int]) -> dict[str, float]:
    """The best of several runs, pinned to `processors`."""
    results = []
    for _ in range(RUNS):
        command = [sys.executable, __file__, "--child", str(path), what, str(threads)]
        done = subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, processors),
        )
        results.append(json.loads(done.stdout))
    return {key: min(result[key] for result in results) for key in results[0]}


def copy_speed(path: Path) -> float:
    """Seconds to read the file into one buffer, the least that any reader must do."""
    best = float("inf")
    buffer = bytearray(1 << 20)
    for _ in range(RUNS):
        begin = time.perf_counter()
        with path.open("rb", buffering=0) as file:
            while file.readinto(buffer):
                pass
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    """Measure everything and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--child", nargs=3, metavar=("FILE", "WHAT", "THREADS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.child[0], arguments.child[1], int(arguments.child[2]))
        return
    processors = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        small, large = Path(scratch) / "small.smf", Path(scratch) / "large.smf"
        write_dump(small, arguments.megabytes * MEGABYTE)
        write_dump(large, 10 * arguments.megabytes * MEGABYTE)
        size, ten = small.stat().st_size / MEGABYTE, large.stat().st_size / MEGABYTE
        copy = copy_speed(small)
        scan = measure(small, "inspect", 1, {processors[0]})
        one = measure(small, "load", 1, {processors[0]})
        two = measure(small, "load", 2, set(processors[:2]))
        big = measure(large, "load", 2, set(processors[:2]))
    machine = platform.processor() or platform.machine()
    print(f"{machine}, {len(processors)} processors, {size:.0f} MB, best of {RUNS}\n")
    print("| what | MB/s | against one thread | peak memory, MB |")
    print("|---|---|---|---|")
    rows = [
        ("read the file", size / copy, None),
        ("frame, check and count (inspect)", size / scan["seconds"], scan["peak"]),
        ("file to Parquet, one thread on one processor", size / one["seconds"], one["peak"]),
        ("file to Parquet, two threads", size / two["seconds"], two["peak"]),
        (f"file to Parquet, two threads, {ten:.0f} MB", ten / big["seconds"], big["peak"]),
    ]
    base = size / one["seconds"]
    for name, speed, peak in rows:
        memory = "" if peak is None else f"{peak / MEGABYTE:.0f}"
        print(f"| {name} | {speed:.0f} | {speed / base:.2f} | {memory} |")


if __name__ == "__main__":
    main()
