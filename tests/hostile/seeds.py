"""What is mutated: small evidence of each kind, and what the verbs made of it."""

from __future__ import annotations

import io
import shutil
import struct
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

import cics_evidence
import curve_traces
import dump_evidence
import ims_evidence
import java_evidence
import linux_evidence
import sort_evidence
import tcpip_evidence
import test_cics_smf
import test_cics_storage
import test_dump_evidence
import test_text_cases
import test_text_db2
import test_text_mp1b
import test_text_reports
import test_zos_text
import zos_evidence
import zos_records
from getpage.cli.app import run_command
from getpage.demo import write_site
from getpage.evidence.text import looks_like_text_evidence
from test_layout_import_printed import section
from test_layout_import_sections import ROWS
from test_rmf_xml import PAGING, STORF

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).parent.parent / "data" / "seeds"
LAYOUTS = Path(__file__).parent.parent.parent / "layouts"

_PRINTED = (
    *(test_dump_evidence, test_text_cases, test_text_db2, test_text_mp1b, test_text_reports, test_zos_text),
    *(zos_evidence, ims_evidence),
)
_LONG = 60
#: A pool of the evidence with intervals enough for a forecast.
KNOB = "SYSA.DBP1.BP2"

#: An hour of one system, and of each type of record no more than this.
_HOUR, _SYSTEM, _MOST = 10, "SYSA", {30: 6, 101: 8, 116: 8}


class Seeds:
    """A directory with seeds in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.store = root / "store"
        self.dump = root / "evidence" / "dump.smf"
        self.connections = root / "evidence" / "connections.smf"
        self.sorts = root / "evidence" / "sorts.smf"
        self.texts = sorted((root / "evidence").glob("*.txt"))
        self.xml = sorted((root / "evidence").glob("*.xml"))
        self.collections = sorted((root / "collections").iterdir())
        self.cics = sorted((root / "cics").glob("*.txt"))
        self.monitoring = root / "cics" / "dump.smf"
        self.traces = sorted((root / "traces").iterdir())
        self.parts = sorted((root / "parts").iterdir())
        self.tables = sorted((root / "tables").iterdir())
        self.layouts = sorted((root / "layouts").iterdir())
        self.listing = root / "listing.txt"
        self.curve = root / "curve.json"
        self.forecast = root / "forecast.json"


def make(root: Path) -> Seeds:
    """Write all seeds into a directory; those that are there already stay."""
    if not (root / "whole").exists():
        shutil.rmtree(root, ignore_errors=True)
        for name in ("evidence", "collections", "cics", "traces", "parts", "tables", "layouts"):
            (root / name).mkdir(parents=True)
        _evidence(root / "evidence", root / "site")
        _collections(root / "collections")
        _cics(root / "cics")
        _traces(root)
        for table in DATA.glob("*.csv"):
            shutil.copy(table, root / "tables")
        for name in (
            "115/qpst.toml",
            "115/q5st.toml",
            "115/record.toml",
            "100/record.toml",
            "72/record.toml",
        ):
            for path in LAYOUTS.glob(f"smf/{name}"):
                shutil.copy(path, root / "layouts" / name.replace("/", "-"))
        for path in LAYOUTS.glob("text/db2_buffer_pool.toml"):
            shutil.copy(path, root / "layouts")
        (root / "listing.txt").write_text(section("MINE", 40, ROWS))
        _saved(root)
        (root / "whole").touch()
    return Seeds(root)


def done(*words: object) -> None:
    """Run a command that has to end well."""
    string_i_o = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(string_i_o):
        code = run_command([str(word) for word in words])
    assert code == 0, (words, string_i_o.getvalue())


def _evidence(directory: Path, site: Path) -> None:
    site.mkdir()
    write_site(site)
    kept: dict[int, int] = {}
    with (directory / "dump.smf").open("wb") as out:
        for record in records_of((site / "smf-dump.bin").read_bytes()):
            kind, hour = record[5], int.from_bytes(record[6:10], "big") // 360_000
            if (
                hour == _HOUR
                and record[14:18].decode("cp037") == _SYSTEM
                and kept.get(kind, 0) < _MOST.get(kind, 24)
            ):
                kept[kind] = kept.get(kind, 0) + 1
                out.write(record)
    for path in site.glob("*.txt"):
        shutil.copy(path, directory)
    for module in _PRINTED:  # what other tests read, a file each
        texts = {name: var for name, var in vars(module).items() if isinstance(var, str) and len(var) > _LONG}
        for name, text in texts.items():
            if name.isupper() and looks_like_text_evidence(text):
                (directory / f"{module.__name__}-{name.lower()}.txt").write_text(text)
    for name, text in _printed():
        (directory / f"{name}.txt").write_text(text)
    zos_records.write(directory / "connections.smf", list(_connections()))
    zos_records.write(directory / "sorts.smf", list(_sorts()))
    (directory / "paging.xml").write_text(PAGING)
    (directory / "storf.xml").write_text(STORF)
    shutil.rmtree(site)


def _printed() -> Iterator[tuple[str, str]]:
    """What other tests put together line by line, by the name of a file, which says whose it is."""
    linux, tcpip, ims, dump = linux_evidence, tcpip_evidence, ims_evidence, dump_evidence
    yield "LNX1.meminfo", linux.day(1, huge=(512, 100, 20), MemAvailable=200_000)
    yield "LNX1.vmstat", linux.vmstat(900, 8_000, 7_000, swapped=500_000, begun="vmstat -t -S M 60\n")
    yield "LNX1.smem", linux.dated(linux.START) + "\n" + linux.SMEM + "\n" + linux.SMEM_BY_USER
    yield "LNX1.sysinfo", linux.SYSINFO.format("z/VM    7.3.0") + linux.DEFINED + linux.snapshot(linux.START)
    open_now = tcpip.client("FTPD1", 1, more="TCPPRF: 40\n") + tcpip.client("WEB1", 2, bytes_in=1 << 33)
    yield "netstat", tcpip.config(more=_GLOBAL) + tcpip.stats(117) + _ALL + open_now + _STORAGE
    yield "profile", _PROFILE + tcpip.config()
    begun = ims.heading(ims.START, ims.START + timedelta(seconds=121))
    monitor = begun + ims.MONITOR + ims.FAILURES + begun
    yield "IMSP@SYSA.monitor", monitor + ims.traces(3, steals=40_000, waits=900, busy=90_000)
    yield "IMSP@SYSA.report", ims.DFSSTAT + ims.VSAM_DFSSTAT + ims.LOGGER
    yield "IMSP@SYSA.calls", ims.STAT_OSAM + ims.STAT_VSAM + ims.STAT_ENHANCED + ims.STAT_OSAM_ENHANCED
    yield "IMSP@SYSA.members", ims.DFSVSM + ims.DFSPB + "OPTIONS,VSAMFIX=(BFR,IOB)\n"
    limited = dump.dump(40, used=400, free=100, partial="MAXSPACE LIMIT REACHED WHILE CAPTURING DUMP")
    later = dump.dump(9, at=dump.BEGUN + timedelta(hours=1), error=False, waits=True, number=2)
    yield "dumps", limited + later + _OPTIONS
    small = sort_evidence.messages("PAY1", size=8 << 30, hiperspace=2_000_000, memory_object=512)
    large = sort_evidence.messages(
        "PAY2", size=900 << 30, began=sort_evidence.later(30), inserted=9, more=(_SHORT,)
    )
    yield "sorts", small + large + _SORTS


_SHORT = " ICE046A 0 PAY2    .SORT1    SORT CAPACITY EXCEEDED - RECORD COUNT: 1234567"
_SORTS = """\
  Day Timestamp Pgm Elapse Secs CPU Secs GB Sorted Hiperspace GB Used Work Dataset Tracks Used \
Work Dataset I/Os
   5 01:00:32.95 SORT 7,917.56 1,458.31 804.00 0.00 16,607,700 3,335,113
   5 03:10:00.00 SORT 60.00 8.10 4.00 4.00 0 0
"""
_GLOBAL = """\
GLOBAL CONFIGURATION INFORMATION:
TCPIPSTATS: YES  ECSALIMIT: 0204800K  POOLLIMIT: 0000000K
SMCR:       YES
  FIXEDMEMORY: 0256M  TCPKEEPMININT: 00000300
"""
_ALL = "MVS TCP/IP NETSTAT CS V2R3       TCPIP Name: TCPIP           14:21:13\n"
_STORAGE = """\
EZZ8453I TCPIP STORAGE 407
EZZ8454I TCPIP    STORAGE         CURRENT   MAXIMUM   LIMIT
407 00000090  EZZ8455I TCPIP    ECSA              8023K     9045K   NOLIMIT
EZZ8453I TCPIP STORAGE
EZZ8454I TCPIP    STORAGE         CURRENT   MAXIMUM   LIMIT
EZD2018I   64-BIT
EZZ8455I     SMC-R FIXEDMEMORY        60M       64M      64M
EZD2024I       SMC-R SEND MEMORY       4M        8M
EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY
"""
_PROFILE = """\
TCPCONFIG TCPRCVBUFRSIZE 65536 TCPSENDBFRSIZE 64K
   TCPMAXRCVBUFRSIZE 2M   TCPMAXSENDBUFRSIZE 2M
GLOBALCONFIG ECSALIMIT 200M SMCR PFID 0018 PFID 0019 FIXEDMEMORY 256 ; two adapters
"""
_OPTIONS = """\
IEE857I 10.00.00 DUMP OPTION
   SDUMP- ADD OPTIONS (LSQA,TRT),BUFFERS=00000000K,MAXSPACE=00000500M,
   MSGTIME=99999 MINUTES,MAXSNDSP=015 SECONDS,AUXMGMT=ON
CHNGDUMP SET,SDUMP,MAXSPACE=8000M
IEA043I SVC DUMP REACHED MAXSPACE LIMIT - MAXSPACE=00000500 MEG
SLIP SET,COMP=0C4,ACTION=SVCD,ID=X0C4,END
"""


def _connections() -> Iterator[zos_records.Spec]:
    """SMF 119: connections of a partner with a small window, and of one that loses segments."""
    for n in range(8):
        yield tcpip_evidence.connection(
            "FTPD1", begin=2 * n, seconds=90, bytes_out=5 << 30, send_window=32_768, most_send_window=65_535
        )
        yield tcpip_evidence.connection(f"WEB{n}", begin=2 * n, seconds=60, retransmitted=400)
    connection = tcpip_evidence.connection("X", begin=0, seconds=1)
    yield connection | {"subtype": 4, "sections": {"NMTP_GBCF": [{"smcr": True}]}}


def _sorts() -> Iterator[zos_records.Spec]:
    """SMF 16 and 30: sorts in storage and over disk, one after another and at the same time."""
    for n in range(4):
        yield from sort_evidence.sort(f"PAY{n}", 4.0 + 9 * n, 3.0 * n, begin=5 * n, end=9 + 9 * n, read=n)


def records_of(data: bytes) -> Iterator[bytes]:
    """The records of a dump, each with all its segments."""
    at = begin = 0
    while at < len(data):
        length, segment = struct.unpack_from(">HB", data, at)
        at += length
        if segment in (0, 2):  # whole, or the last of its segments
            yield data[begin:at]
            begin = at


def _collections(directory: Path) -> None:
    """Logs of garbage collection of each kind that is read."""
    whole = '<cycle-end id="1" type="global" />\n'
    stops = [java_evidence.stop(1), java_evidence.stop(2, kind="global", more=whole), java_evidence.stop(3)]
    options = ("-Xmx1g", "-Xgcpolicy:gencon", "-Xgc:concurrentScavenge")
    logs = {
        "J9": java_evidence.log(stops, options=options),
        "J9FLAT": java_evidence.log(stops[:2], gcPolicy="-Xgcpolicy:optthruput"),
        "G1": java_evidence.G1,
        "SHEN": java_evidence.SHENANDOAH,
        "OLDER": java_evidence.OLDER,
    }
    for name, text in logs.items():
        (directory / f"{name}@SYSA.gc.log").write_text(text)


def _cics(directory: Path) -> None:
    """Pages of statistics, and a dump of SMF 110 with statistics, a dictionary and tasks."""
    pages = {
        "modes": cics_evidence.heading() + cics_evidence.modes(),
        "storage": test_cics_storage.page(
            test_cics_storage.limits(),
            test_cics_storage.areas(1, 2),
            test_cics_storage.temporary(3, 1),
            test_cics_storage.pool(1_000, 90_000, 7),
        ),
    }
    for name, text in pages.items():
        (directory / f"{name}.txt").write_text(text)
    tasks = [test_cics_smf.task(0, f"TX{n % 3:02}", 300, 0.007, 0.012) for n in range(20)]
    specs = [
        *test_cics_smf.monitoring(tasks),
        test_cics_smf.dispatcher(0, 200, 50),
        test_cics_smf.manager(1, 3),
        test_cics_smf.storage(2, short=1),
    ]
    zos_records.write(directory / "dump.smf", specs)


def _traces(root: Path) -> None:
    trace = curve_traces.references(400)
    forms = {
        "t.csv": curve_traces.as_csv(trace),
        "t.u32": curve_traces.as_u32(trace),
        "t.u64": curve_traces.as_u64(trace),
        "t.lis": curve_traces.as_arc(trace),
        "t.oracleGeneral": curve_traces.as_oracle_general(trace),
        "t.smf": curve_traces.smf_of(trace[:100]),
        "t.gtf": curve_traces.gtf_of(trace[:100]),
    }
    for name, data in forms.items():
        (root / "traces" / name).write_bytes(data)
    frame = pl.DataFrame(curve_traces.as_columns(trace))
    frame.write_parquet(root / "traces" / "t.parquet")
    frame.write_ipc(root / "traces" / "t.arrow")
    half = len(trace) // 2
    for name, part in (("a", trace[:half]), ("b", trace[half:])):
        (root / f"{name}.csv").write_bytes(curve_traces.as_csv(part))
        done("curve", root / f"{name}.csv", "--partial", root / "parts" / f"{name}.part")


def _saved(root: Path) -> None:
    few = ("dump.smf", "mq-joblog.txt", "zos_evidence-da.txt", "zos_evidence-overview.txt", "paging.xml")
    done("load", *(root / "evidence" / name for name in few), "--into", root / "store")
    done("curve", root / "traces" / "t.csv", "--pool", "BP1", "--current", "100", "-o", root / "curve.json")
    done("forecast", root / "store", "--change", f"{KNOB}=x2", "-o", root / "forecast.json")
    # The trace is of a pool of its own name; the knob is the one that the evidence has intervals of.
    replace = (root / "curve.json").read_text().replace('"BP1"', '"BP2"')
    (root / "curve.json").write_text(replace)
