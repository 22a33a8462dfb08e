"""Many small files, and one XML of many elements: `python benches/many_pieces.py DIRECTORY` prints what each
costs by processor time and memory, small and ten times as large, and how often `getpage --version` that is:
both are to grow in proportion.

Files hold one message of storage usage each, of fifty queue managers; in a mixed folder one in ten does, and
the others are notes, plain and packed, JSON and bytes. The XML has a paging report of the
Postprocessor for each half hour of a month, of as many systems as it takes.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

FILES = (20_000, 100_000)
ELEMENTS = (500_000, 5_000_000)
_GETPAGE = "import sys; sys.argv[0] = 'getpage'; from getpage.cli import main; main()"
_MESSAGE = (
    "{at:%Y%j %H:%M:%S}.00 SYSA CSQY220I !MQ{manager:02} CSQSCTL Queue manager storage usage: local storage: "
    "used {used}MB, free {free}MB: above bar: used 197MB, free >10GB\n"
)
_HALF_HOURS = 30 * 48
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<ddsml>'
_REPORT = """<postprocessor><metric id="PAGING"><description>Paging Activity</description></metric>
<resource><resname>{system}</resname><restype>SYSTEM</restype></resource>
<time-data><display-start locale="en-us">{start:%m/%d/%Y-%H.%M.%S}</display-start>
<display-end locale="en-us">{end:%m/%d/%Y-%H.%M.%S}</display-end></time-data>
<segment id="1"><name>Central Storage</name><part id="2"><name>Frame Counts</name><table id="3">
<column-headers><col type="T">Type</col><col type="N">MIN</col><col type="N">MAX</col><col type="N">AVG</col>
</column-headers>
<row refno="1"><col>AVAILABLE</col><col>{least}</col><col>900000</col><col>800000</col></row>
<row refno="2"><col>TOTAL FRAMES</col><col>4194304</col><col>4194304</col><col>4194304</col></row>
</table></part></segment></postprocessor>
"""


def files(folder: Path, count: int) -> Path:
    """So many logs, a thousand in a folder."""
    for n in range(count):
        within = folder / f"{n // 1000:03}"
        if n % 1000 == 0:
            within.mkdir(parents=True, exist_ok=True)
        at = datetime(2026, 3, 12) + timedelta(minutes=n)
        text = _MESSAGE.format(at=at, manager=n % 50, used=900 + n % 90, free=500 + n % 300)
        (within / f"log{n:06}.txt").write_text(text)
    return folder


def mixed(folder: Path, count: int) -> Path:
    """The same, and nine others for each, none of them evidence."""
    files(folder, count // 10)
    note = "".join(
        f"minutes of the meeting, item {n}: who brings what, and by when\n" for n in range(40)
    ).encode()
    others = (*[note] * 6, gzip.compress(note), b'{\n "a": 1\n}\n', bytes(range(256)) * 8)
    for n in range(count // 10 * 9):
        (folder / f"{n // 9000:03}" / f"other{n:06}").write_bytes(others[n % 9])
    return folder


def report(path: Path, elements: int) -> Path:
    """Reports of a month of half hours, of systems until they have so many elements."""
    reports = elements // _REPORT.count("</")
    systems = max(1, reports // _HALF_HOURS)
    with path.open("w") as out:
        out.write(_HEAD)
        for n in range(reports):
            start = datetime(2026, 3, 1) + timedelta(minutes=30 * (n // systems))
            end, system = start + timedelta(minutes=30), f"SY{n % systems:03}"
            out.write(_REPORT.format(start=start, end=end, system=system, least=100_000 + n % 999))
        out.write("</ddsml>")
    return path


def measured(*words: str) -> tuple[float, int]:
    """Processor seconds and peak memory, in MB, of a command in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", _GETPAGE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss >> 10


def main() -> None:
    """Each kind, small and large: looked at, and read as a whole."""
    folder = Path(sys.argv[1])
    pieces: list[tuple[str, str, tuple[str, ...]]]
    pieces = [(f"{n:,} files", str(files(folder / f"files-{n}", n)), ("check",)) for n in FILES]
    pieces += [(f"{n:,} mixed files", str(mixed(folder / f"mixed-{n}", n)), ("check",)) for n in FILES]
    pieces += [
        (
            f"an XML of {n:,} elements",
            str(report(folder / f"{n}.xml", n)),
            ("load", "--into", f"{folder}/{n}"),
        )
        for n in ELEMENTS
    ]
    measured("--version")  # compiles what was never compiled
    start, _ = measured("--version")
    for name, path, verb in pieces:
        for words in (("inspect",), verb):
            seconds, memory = measured(words[0], path, *words[1:])
            print(
                f"| `{words[0]}` of {name} | {seconds:.1f} | {seconds / start:.0f} | {memory} |", flush=True
            )


if __name__ == "__main__":
    main()
