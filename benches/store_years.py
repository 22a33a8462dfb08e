"""A large store in pieces: `python benches/store_years.py DIRECTORY DAYS` prints what loading each day costs.

A day is 376 MB of SMF 115: fifty queue managers with 24 pools and 24 page sets each, a record of both every
minute. One minute is encoded from the layouts; for the others the times in its records are moved. Each day is
written, loaded by `getpage load` in a process of its own, and removed, so that the evidence needs the disk of
one day. Then the whole store is verified, checked and reported on, and one day of it is checked.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

MANAGERS, POOLS, MINUTES = 50, 24, 1_440
START = 1_788_220_800_000_000  # 2026-09-01, microseconds since 1970
MINUTE = 60_000_000
_GETPAGE = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"


def minute(at: int) -> list[bytes]:
    """The records of one minute that begins at `at`."""
    from getpage import _native

    draw = np.random.default_rng(1)
    specs: list[dict[str, Any]] = []
    for manager in range(MANAGERS):
        common = {
            "system": f"SY{manager % 4}A",
            "queue_manager": f"MQ{manager:02}",
            "written": at + MINUTE,
            "written_utc": at + MINUTE,
            "level": "946",
            "version": "100000",
            "interval_start": at,
            "interval_us": MINUTE,
        }
        pools = [
            {
                "buffer_pool": pool,
                "buffers": 50_000,
                "lowest_stealable": int(draw.integers(10_000, 50_000)),
                "stealable": int(draw.integers(10_000, 50_000)),
                "getpages_old": int(draw.integers(1 << 24)),
                "getpages_new": int(draw.integers(1 << 20)),
                "reads": int(draw.integers(1 << 10)),
                "page_updates": int(draw.integers(1 << 24)),
                "pages_written": int(draw.integers(1 << 12)),
                "location": "ABOVE",
                "page_class": "4KB",
            }
            for pool in range(POOLS)
        ]
        sets = [
            {"page_set": n, "buffer_pool": n, "total_pages": 100_000, "unused_pages": 50_000 + n}
            for n in range(POOLS)
        ]
        specs.append({"record_type": 115, "subtype": 215, "common": common, "sections": {"QPST": pools}})
        specs.append({"record_type": 115, "subtype": 201, "common": common, "sections": {"QIS1": sets}})
    return _native.encode_records(specs)


def write_day(path: Path, day: int, minutes: int = MINUTES) -> None:
    """Write the records of the first minutes of a day."""
    first = START + day * MINUTES * MINUTE
    records, later = minute(first), minute(first + MINUTE)
    heads = np.cumsum([0, *map(len, records[:-1])])
    block = np.frombuffer(b"".join(records), np.uint8).copy()
    other = np.frombuffer(b"".join(later), np.uint8)
    header = (heads[:, None] + np.arange(6, 14)).reshape(-1)  # time and date: patched as they are encoded
    differing = np.setdiff1d(np.flatnonzero(block != other), header)
    clocks = _clocks(block, other, differing)
    values = block[clocks].copy().view(">u8").reshape(-1).astype(np.uint64)
    with path.open("wb") as out:
        for number in range(minutes):
            moved = values + np.uint64(number * MINUTE << 12)
            block[clocks] = moved.astype(">u8").view(np.uint8).reshape(-1, 8)
            end = (number + 1) * 60 * 100
            date = day + 1 if end == 8_640_000 else day
            stamp = (end % 8_640_000).to_bytes(4, "big") + _packed(date)
            block[header] = np.tile(np.frombuffer(stamp, np.uint8), len(records))
            out.write(block.tobytes())


def _clocks(block: np.ndarray, other: np.ndarray, differing: np.ndarray) -> np.ndarray:
    """Places of the TOD values that differ by a minute, eight bytes each."""
    found: list[int] = []
    for at in differing.tolist():
        if found and at < found[-1] + 8:
            continue
        for start in range(at - 7, at + 1):
            pair = [int.from_bytes(each[start : start + 8].tobytes(), "big") for each in (block, other)]
            if pair[1] - pair[0] == MINUTE << 12:
                found.append(start)
                break
    return np.array(found)[:, None] + np.arange(8)


def _packed(day: int) -> bytes:
    """The date as SMF has it: packed 0cyydddF; the first day is the 244th of 2026, which has 365."""
    years, number = divmod(243 + day, 365)
    return bytes.fromhex(f"01{26 + years}{number + 1:03}F")


def run(*arguments: str) -> tuple[float, float, float]:
    """Processor seconds, seconds and megabytes at the peak of a command of its own."""
    begin = time.perf_counter()
    done = subprocess.Popen([sys.executable, "-c", _GETPAGE, *arguments], stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(done.pid, 0)
    seconds = time.perf_counter() - begin
    return used.ru_utime + used.ru_stime, seconds, used.ru_maxrss / 1000


def main() -> None:
    """Load the days, then ask for all of them."""
    directory, days = Path(sys.argv[1]), int(sys.argv[2])
    store, dump = directory / "store", directory / "day.smf"
    total = 0.0
    for day in range(days):
        write_day(dump, day)
        size = dump.stat().st_size / 1e6
        total += size
        cpu, wall, peak = run("load", str(dump), "--into", str(store))
        dump.unlink()
        print(
            f"day {day + 1}: {total:,.0f} MB so far, load {cpu:.2f} s CPU, {wall:.1f} s, {peak:.0f} MB",
            flush=True,
        )
    last = "2026-09-02"
    for arguments in (
        ("verify", str(store)),
        ("check", str(store), "--from", f"{last}T00:00", "--to", f"{last}T24:00"),
        ("check", str(store)),
        ("report", str(store), "-o", str(directory / "report.html")),
    ):
        cpu, wall, peak = run(*arguments)
        print(f"{' '.join(arguments)}: {cpu:.2f} s CPU, {wall:.1f} s, {peak:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
