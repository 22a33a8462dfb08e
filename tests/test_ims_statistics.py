"""Statistics of the log of IMS by a site's own map, message queues of the Monitor, and FDBR regions."""

from __future__ import annotations

import struct
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest

import getpage
from ims_evidence import START, heading, write
from in_process import run
from test_ims_log import logged
from test_layout_import_printed import section

if TYPE_CHECKING:
    from pathlib import Path

#: Records of this test's IMS, which is nobody's: code, DSECT, fields, and what fills which column.
OSAM = (
    "4504",
    (
        ("OSID", "CL4"),
        ("OSNO", "XL2"),
        *((name, "F") for name in ("OSNB", "OSSZ", "OSLOC", "OSFND", "OSRD", "OSWT")),
    ),
    """table = "ims_subpool"
always = { access = "OSAM", covers = "start" }
[columns]
subpool_id = "OSID"
buffers = "OSNB"
buffer_bytes = "OSSZ"
requests = "OSLOC"
found = "OSFND"
reads = "OSRD"
buffer_waits = "OSWT"
""",
)
LOGGER = (
    "4507",
    (("LGNO", "XL2"), ("LGREC", "F"), ("LGWT", "F")),
    'table = "ims_log_buffers"\n[columns]\nrecords = "LGREC"\nbuffer_waits = "lgwt"\n',
)
POOL = (
    "4506",
    (("PLNAME", "CL4"), ("PLNO", "XL2"), ("PLSZ", "F"), ("PLHI", "F")),
    'table = "ims_pool"\n[columns]\npool = "PLNAME"\npool_bytes = "PLSZ"\nmost_bytes = "PLHI"\n',
)
_LENGTHS = {"F": 4, "XL2": 2, "CL4": 4}


def imported(place: Path, code: str, fields, names: str):
    """What the import of the listing of such a record said."""
    rows = [
        (0, "RECLL    DS    H"),
        (2, "RECZZ    DS    XL2"),
        (4, "RECCODE  DS    X"),
        (5, "RECSUB   DS    X"),
    ]
    at = 6
    for name, kind in fields:
        rows.append((at, f"{name:8} DS    {kind}"))
        at += _LENGTHS[kind]
    (place / f"{code}.txt").write_text(section(f"MY{code}", at, rows))
    (place / f"{code}.toml").write_text(names)
    columns = ("--log", code, "--columns", place / f"{code}.toml")
    return run("layout", "import", place / f"{code}.txt", *columns, "--out", place / "own")


def statistics(quarters: int, restart: int = 99) -> bytes:
    """Records of a busy subpool, a log that is waited for, a full pool; counts begin anew each `restart`."""
    log, number = [], 0
    for quarter in range(quarters):
        n, at = quarter % restart, datetime(2026, 3, 12, 9) + quarter * timedelta(minutes=15)
        osam = b"O08K".decode().encode("cp037") + struct.pack(
            ">2x6I", 2000, 8192, 1_000_000 * n, 740_000 * n, 260_000 * n, 40 * n
        )
        pool = b"DLMP".decode().encode("cp037") + struct.pack(">2x2I", 122_880, 122_880)
        for subcode, data in ((4, osam), (7, struct.pack(">2x2I", 90_000 * n, 450 * n)), (6, pool)):
            number += 1
            log.append(logged(0x45, subcode, data, number, at))
    return b"".join(log)


@pytest.mark.parametrize("restart", [99, 4])
def test_statistics_of_the_log_are_judged_by_the_names_that_the_site_gives(tmp_path, restart):
    for code, fields, names in (OSAM, LOGGER, POOL):
        done = imported(tmp_path, code, fields, names)
        assert done.returncode == 0, done.stderr
    members = {
        "DFSVSM00": "IOBF=(8192,2000,N,N,O08K)\nOLDSDEF OLDS=(00,01),BUFNO=005,MODE=DUAL,BLKSIZE=22528\n",
        "DFSPB00": "CSAPSB=120\n",
    }
    evidence = write(tmp_path / "evidence", **members)
    (evidence / "IMSP@SYSA.log.bin").write_bytes(statistics(9, restart))
    store = getpage.load(evidence, into=tmp_path / "store", layouts=[tmp_path / "own"])
    checked = getpage.check(store.path)
    found = {f"{one.check} {one.object.name}": one for one in checked.findings}
    intervals = 8 if restart > 9 else 6  # what lies between two starts of IMS is in neither's counts
    assert f"{40 * intervals:,} requests waited" in found["ims-subpool-waits OSAM-O08K"].headline
    assert (
        found["ims-log-buffers log buffers"].headline
        == f"{450 * intervals:,} waits for a log buffer, 0.500/s"
    )
    assert "100 %" in found["ims-pool-space CSAPSB pool"].headline
    commands = {change.command for change in checked.changes}
    assert {"IOBF=(8192,3000,N,N,O08K)", "BUFNO=10"} <= commands
    assert "CSAPSB=240" not in commands  # a full pool alone is no shortage


def test_a_file_of_columns_that_cannot_be_is_refused_and_nothing_is_written(tmp_path):
    code, fields, names = OSAM
    for wrong in (
        "table = ims",
        names.replace("ims_subpool", "ims_subpools"),
        names.replace('buffers = "OSNB"', 'bufers = "OSNB"'),
        names.replace('"OSNB"', '"OSNX"'),
        names.replace('"OSNB"', "4"),
        names.replace('access = "OSAM"', 'buffers = "7"').replace('buffers = "OSNB"\n', ""),
        names.replace("[columns]", '[columns]\naccess = "OSID"'),
        names.replace('"OSLOC"', '"OSID"'),
        'table = "ims_subpool"\n',
        names + "\n[more]\n",
        "\udcff".encode("utf-8", "surrogatepass").decode("latin-1") * 3,
    ):
        refused = imported(tmp_path, code, fields, wrong)
        assert refused.returncode == 2, wrong
        assert "Traceback" not in refused.stderr
        assert not (tmp_path / "own").exists()
    alone = run("layout", "import", tmp_path / "4504.txt", "--columns", tmp_path / "4504.toml")
    assert "--columns needs" in alone.stderr


HEADS = "PSBNAME  PCB NAME      IWAITS       TOTAL        MEAN     MAXIMUM   DDN/FUNC  MODULE\n"
#: The first figures are those of IBM's sample: 122 waits, 2,341,116 microseconds, 19,189 on average.
QUEUE_IO = """\
PROGHR1A I/O PCB          122     2341116       19189       90120   SHMSG     DBH
                           40      400000       10000       20000   LGMSG     DBH
         PCB TOTAL        162     2741116       16920       90120
         PAYDB             10      100000       10000       20000   PAYROLL   DBH
         PSB TOTAL        172     2841116       16518       90120
PROGHR2B I/O PCB           30      600000       20000       88000   SHMSG1    DBH
"""
QBUF = "QBUF=400,LGMSGSZ=2040\n"


def program_io(rows: str) -> str:
    return heading(START, START + timedelta(minutes=10)).replace(
        "BUFFER POOL STATISTICS", "****PROGRAM I/O****"
    ) + (HEADS + rows + "\n")


def of_queues(checked) -> list:
    return [one for one in checked.findings if one.check == "ims-queue-buffers"]


def test_waits_for_message_queues_are_added_up_and_ask_for_more_buffers(tmp_path):
    checked = getpage.check(write(tmp_path, monitor=program_io(QUEUE_IO), DFSPB00=QBUF))
    [finding] = of_queues(checked)
    assert finding.headline == "192 waits of programs for message queues, 3.34 s in all"
    assert finding.delay_seconds == pytest.approx(2.341116 + 0.4 + 0.6)
    [change] = [change for change in checked.changes if change.setting == "message queue buffers"]
    assert (change.command, change.undo) == ("QBUF=600", "QBUF=400")
    assert change.only_after.startswith("regions keep up with their messages")  # it may save nothing
    assert change.storage_bytes == 200 * (2040 + 72)
    assert not checked.damage


def test_without_its_size_or_waits_or_with_damage_no_queue_buffers_are_asked_for(tmp_path):
    unknown = getpage.check(write(tmp_path / "1", monitor=program_io(QUEUE_IO), DFSPB00="QBUF=400\n"))
    assert "QBUFSZ=" in of_queues(unknown)[0].no_command
    few = "PROGHR1A I/O PCB           12      240000       20000       90120   SHMSG     DBH\n"
    assert not of_queues(getpage.check(write(tmp_path / "2", monitor=program_io(few), DFSPB00=QBUF)))
    wrong = QUEUE_IO.replace("19189", "29189").replace("88000   SHMSG1", "8800000   SHMSG1")
    damaged = getpage.check(write(tmp_path / "3", monitor=program_io(wrong), DFSPB00=QBUF))
    assert not of_queues(damaged)
    assert len(damaged.damage) == 2


STATUS = """\
DFS000I:  PHASE:   TRACKING  LOG-TIME:  17:48:41  FDR1
DFS000I:  ACT-ID:  IMSP      GROUPNAME: FDRSYS3   FDR1
DFS000I:  TIMEOUT: 060 SEC   AREA01:    NORECOV   FDR1
DFS000I:  SVSOOPEN: SERIAL   FPBUFF:    LOCAL     FDR1
"""


@pytest.mark.parametrize(
    "told", [{"log": STATUS}, {"DFSFDR00": "ACTIVEIMSID=IMSP,FPBUFF=LOCAL,TIMEOUT=60\n"}]
)
def test_an_fdbr_region_has_its_storage_and_pools_that_differ_from_those_of_its_ims(tmp_path, told):
    write(tmp_path, DFSPB00="CSAPSB=120,DLIPSB=4000,DMB=900\n", DFSDF001="<SECTION=DATABASE>\nACBIN64=4\n")
    own = "CSAPSB=120,DLIPSB=2400,PSB=1000,DMB=900,DBBF=1000,BSIZ=4096\n"
    section_of = "<SECTION=DATABASE>\nACBIN64=2\n"
    write(tmp_path, "FDR1@SYSB", DFSPB00=own, DFSDF001=section_of, **told)
    checked = getpage.check(tmp_path)
    told_of = {one.object.name: one.headline for one in checked.findings if one.check == "ims-fdbr-pools"}
    assert told_of == {
        "64-bit ACB pool": "2 GiB in the FDBR region, 4 GiB in IMSP",
        "PSB pool": "2.46 MiB in the FDBR region, 4.02 MiB in IMSP",
    }
    [account] = [one for one in checked.accounts if one.of.name == "FDR1"]
    assert {line.holder: line.bytes for line in account.lines} == {
        "PSB pool": 2520 << 10,
        "DMB pool": 900 << 10,
        "64-bit ACB pool": 2 << 30,
        "Fast Path buffers": 4_096_000,
    }
    write(tmp_path, "FDR1@SYSB", DFSPB00=own.replace("2400", "4000"), DFSDF001=section_of.replace("2", "4"))
    assert not [one for one in getpage.check(tmp_path).findings if one.check == "ims-fdbr-pools"]
