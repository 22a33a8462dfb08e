"""Many small files, and one XML of many elements: `python benches/many_pieces.py DIRECTORY` prints what each
costs by processor time and memory, small and ten times as large: both are to grow in proportion.

Files hold one message of storage usage each, of fifty queue managers; in a mixed folder one in ten does, and
the others are notes, plain and packed, JSON and bytes. The XML has a paging report of the
Postprocessor for each half hour.
"""

from __future__ import annotations

import gzip
import os
import resource
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
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<ddsml>'
_REPORT = """<postprocessor><metric id="PAGING"><description>Paging Activity</description></metric>
<resource><resname>SYSA</resname><restype>SYSTEM</restype></resource>
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
    """Reports of half hours, until they have so many elements."""
    each = _REPORT.count("</")
    with path.open("w") as out:
        out.write(_HEAD)
        for n in range(elements // each):
            start = datetime(2016, 1, 1) + timedelta(minutes=30 * n)
            out.write(_REPORT.format(start=start, end=start + timedelta(minutes=30), least=100_000 + n % 999))
        out.write("</ddsml>")
    return path


def measured(*words: str) -> str:
    """Processor seconds and peak memory of a command in a process of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", _GETPAGE, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return _row(used)


def _row(used: resource.struct_rusage) -> str:
    return f"{used.ru_utime + used.ru_stime:.1f} | {used.ru_maxrss >> 10}"


def main() -> None:
    """Each kind, small and large: looked at, and read as a whole."""
    folder = Path(sys.argv[1])
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
    for name, path, (verb, *options) in pieces:
        print(f"| `inspect` of {name} | {measured('inspect', path)} |", flush=True)
        print(f"| `{verb}` of {name} | {measured(verb, path, *options)} |", flush=True)


if __name__ == "__main__":
    main()
