"""How fast CICS monitoring becomes measures, and in how much memory. One command: `make bench-monitoring`.

What is measured: the native decoder from file to Parquet, in a process of its own, on performance records of
about 1,000 bytes a task, 30 tasks to a record, of ten regions and forty transactions in an hour, one thread;
then of 250 transactions, of which each has only six tasks in what a decoder holds before it writes a row.
Figures are processor seconds (user and system), the best of several runs: other work on the machine then
counts less. The last line loads one file as often as it takes for so many bytes in one load: memory must not
grow with them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

RUNS = 3
MEGABYTE = 1_000_000
REGIONS = 10
TRANSACTIONS = 40
MANY_TRANSACTIONS = 250  # so that a row of measures has some six tasks
SIZE = 1_000  # bytes of a task at the most
TASKS = 30  # in a record, which has 32,756 bytes at the most
RECORDS = 2_000
START = 1_789_000_000_000_000  # an instant in 2026, microseconds since 1970
HOUR = 3_600_000_000


def _records(compressed: bool, transactions: int) -> list[bytes]:
    """Dictionaries of all regions, then performance records, their tasks spread over an hour."""
    from getpage import _native

    draw = random.Random(1)
    entries = _entries()
    names = [entry.pop("column") for entry in entries]
    regions = [f"CICSA{n:03}" for n in range(REGIONS)]
    common = {"system": "SYSA", "written": START, "cics_level": "0750", "job": "CICSA"}
    kind = {"record_type": 110, "subtype": 1, "compressed": compressed}
    specs = [
        kind
        | {"common": common | {"region": r, "generic_applid": r}, "sections": {"CICS dictionary": entries}}
        for r in regions
    ]
    for i in range(RECORDS):
        region = regions[i % REGIONS]
        when = START + i * HOUR // RECORDS
        tasks = [_task(draw, names, when + n * 1000, i * TASKS + n, transactions) for n in range(TASKS)]
        common_here = common | {"written": when + 1_000_000, "region": region, "generic_applid": region}
        sections = {"CICS tasks": tasks, "CICS dictionary": entries}
        specs.append(kind | {"common": common_here, "sections": sections})
    return _native.encode_records(specs)


def _entries() -> list[dict[str, Any]]:
    """A dictionary of fields of all kinds, those known best first, up to `SIZE` bytes."""
    layout = Path(__file__).parents[1] / "layouts" / "smf" / "110" / "monitoring.toml"
    fields = tomllib.loads(layout.read_text())["fields"]
    fields.sort(key=lambda field: field["trust"] == "derived")
    entries, size = [], 0
    for field in fields:
        length = 12 if field["type"] == "S" else field.get("length") or 8
        if field["id"] and size + length <= SIZE:
            size += length
            entry = {name: field[name] for name in ("group", "type", "id")}
            entries.append(entry | {"length": length, "name": field["ibm"], "column": _column(field)})
    return entries


def _column(field: dict[str, Any]) -> str:
    clock: str = field["name"] + "_us"
    return clock if field["type"] == "S" else ""


def _task(
    draw: random.Random, names: list[str], start: int, number: int, transactions: int
) -> dict[str, object]:
    response = int(draw.lognormvariate(9, 1.5))
    cpu = response * draw.random() / 2
    row: dict[str, object] = {
        name: draw.random() * cpu for name in filter(None, names) if draw.random() < 0.2
    }
    row |= {"suspend_us": float(response - cpu), "suspend_count": 4, "commands": draw.randrange(200)}
    return row | {
        "transaction": f"T{draw.randrange(transactions):03}",
        "task_number": number % 99_999,
        "started": start,
        "ended": start + response,
        "cpu_us": cpu,
        "cpu_count": draw.randrange(30),
        "dispatch_us": cpu * 1.5,
        "dispatch_count": draw.randrange(30),
        "record_type_code": "   T",
        "file_gets": draw.randrange(100),
    }


def write_dump(path: Path, size: int, *, compressed: bool = False, transactions: int = TRANSACTIONS) -> int:
    """Write `size` bytes of records, no two alike; the bytes of a task."""
    records = [bytearray(record) for record in _records(compressed, transactions)]
    written = 0
    with path.open("wb") as out:
        while written < size:
            for record in records:
                # 1/100 s since midnight, when SMF wrote it
                record[6:10] = (int.from_bytes(record[6:10]) + 1).to_bytes(4)
            written += out.write(b"".join(records))
    return len(records[-1]) // TASKS


def child(path: str, times: int, threads: int) -> None:
    """One measurement: processor seconds and peak memory, as JSON."""
    from getpage import _native

    scratch = Path(tempfile.mkdtemp(prefix="getpage-bench-"))
    before = resource.getrusage(resource.RUSAGE_SELF)
    files = _native.load_files([(Path(path), n) for n in range(times)], scratch, threads, [])
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    kinds = [kind for file in files for kind in file["monitored"] if kind["class"] == "performance"]
    tasks = sum(kind["rows"] for kind in kinds)
    refused = sum(file["damage"]["count"] for file in files)
    damaged = refused + sum(kind["records"] for kind in kinds if not kind["decoded"])
    written = sum(part.stat().st_size for part in scratch.iterdir())
    shutil.rmtree(scratch)
    told = {"seconds": seconds, "peak": _peak(), "written": written, "tasks": tasks}
    print(json.dumps(told | {"damaged": damaged}))


def _peak() -> int:
    """The most memory that this process had, in bytes; getrusage would count its parent in."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def measure(path: Path, times: int, threads: int, runs: int = RUNS) -> dict[str, float]:
    """The best of several runs."""
    command = [sys.executable, __file__, "--child", str(path), str(times), str(threads)]
    results = [
        json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for _ in range(runs)
    ]
    return {key: min(result[key] for result in results) for key in results[0]}


def main() -> None:
    """Measure everything and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument(
        "--large", type=int, default=10_000, help="megabytes of the load that memory is measured on"
    )
    parser.add_argument("--child", nargs=3, metavar=("FILE", "TIMES", "THREADS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.child[0], int(arguments.child[1]), int(arguments.child[2]))
        return
    with tempfile.TemporaryDirectory(prefix="getpage-bench-") as scratch:
        plain, packed, many = (Path(scratch) / f"{name}.smf" for name in ("plain", "packed", "many"))
        length = write_dump(plain, arguments.megabytes * MEGABYTE)
        write_dump(packed, arguments.megabytes * MEGABYTE // 4, compressed=True)
        write_dump(many, arguments.megabytes * MEGABYTE // 2, transactions=MANY_TRANSACTIONS)
        size, small, third = (path.stat().st_size / MEGABYTE for path in (plain, packed, many))
        times = max(1, round(arguments.large / size))
        rows = [
            (f"tasks of {length:,} bytes, {size:,.0f} MB", size, measure(plain, 1, 1)),
            (f"the same, compressed to {small:,.0f} MB", small, measure(packed, 1, 1)),
            (f"six tasks to a row of measures, {third:,.0f} MB", third, measure(many, 1, 1)),
            (f"{times * size:,.0f} MB in one load, two threads", times * size, measure(plain, times, 2, 1)),
        ]
    print(f"{os.cpu_count()} processors, best of {RUNS}\n")
    print("| what | MB a processor second | tasks a processor second | peak memory, MB |")
    print("|---|---|---|---|")
    for name, of, row in rows:
        assert not row["damaged"], f"{row['damaged']} records refused"
        speed, tasks = of / row["seconds"], row["tasks"] / row["seconds"]
        print(f"| {name} | {speed:,.0f} | {tasks:,.0f} | {row['peak'] / MEGABYTE:,.0f} |")


if __name__ == "__main__":
    main()
