"""Healthy sites of every product, of any size, get no finding above a note and no command that grows."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import db2_evidence
import db2_records
import dump_evidence
import ims_evidence
import java_evidence
import linux_evidence
import mq_evidence
import sort_evidence
import tcpip_evidence
from examples import examples
from getpage.products.registry import PRODUCTS
from getpage.result import Severity
from test_cics_limits import QUARTERS
from test_cics_smf import statistics
from test_java_heaps import GLOBAL
from test_judgment_of_all_products import LAWS, MIB, look
from zos_records import large, paging, smf30, smf71, smf72, write


def ims(draw, path: Path) -> None:
    """A subpool that reads ten blocks a second at the most."""
    requests, reads = draw(st.integers(200_000, 40_000_000)), draw(st.integers(0, 9_000))
    figures = {"requests": requests, "found": requests - reads, "reads": reads, "fix": "Y/Y"}
    buffers = draw(st.integers(1_000, 30_000))
    ims_evidence.write(
        path, monitor=ims_evidence.traces(3, buffers=buffers, **figures), irur=ims_evidence.LOGGER
    )


def tcpip(draw, path: Path) -> None:
    """Transfers that use at most half of what a window of 64 KiB gives them."""
    trip = draw(st.integers(1, 40))
    moved = int(2.5 * 3600 * 65_536 / (trip / 1000) * draw(st.floats(0.001, 0.5)))
    write(path / "dump.smf", tcpip_evidence.ftp(moved, trip))
    reply = tcpip_evidence.config() + tcpip_evidence.stats(draw(st.integers(1, 400)))
    (path / "netstat.txt").write_text(reply)


def dumps(draw, path: Path) -> None:
    """Captures at IBM's rate, with all of the dump free before them and MAXSPACE to spare."""
    used = draw(st.integers(300, 9_000))
    log = dump_evidence.dump(used / 1_400, used=used, free=draw(st.integers(used, 20_000)))
    slots = dump_evidence.slots(30_000_000, draw(st.integers(25_000_000, 29_900_000)))
    dump_evidence.site(path / "dumps", draw(st.integers(6_500_000, 9_000_000)), log, **slots)


def cics(draw, path: Path) -> None:
    limit = draw(st.integers(5, 900))
    row = {"transaction_class": "A", "limit": limit, "peak_active": draw(st.integers(0, limit * 4 // 5))}
    write(path / "cics.smf", [statistics(n, DFHXMCDS=[row]) for n in range(QUARTERS)])


def java(draw, path: Path) -> None:
    heap = draw(st.sampled_from([256, 768, 1500, 2047]))
    old = heap * 0.75 * draw(st.floats(0.2, 0.6))
    sizes = {"heap": heap, "nursery": heap // 4, "room": heap // 5, "young": 4, "old": old}
    sizes |= {"allocated": heap // 5 - 4}
    whole = GLOBAL | {"pause": 90.0}
    stops = [
        java_evidence.stop(n, second=n * 30.0, interval=30_000.0, **(sizes | (whole if n % 20 == 0 else {})))
        for n in range(1, 121)
    ]
    most = {name: hex(heap * MIB) for name in ("maxHeapSize", "initialHeapSize")}
    java_evidence.write(path, WEB1__gc__log=java_evidence.log(stops, **most))


def linux(draw, path: Path) -> None:
    """A guest that uses between a third and nine tenths of its memory."""
    total = draw(st.sampled_from([4, 16, 256])) << 20
    used = int(total * draw(st.floats(0.35, 0.88)))
    sizes = {"MemTotal": total, "MemFree": (total - used) // 3, "MemAvailable": total - used}
    sizes |= {"AnonPages": int(0.8 * used), "Committed_AS": used, "CommitLimit": total}
    (path / "lnx1.txt").write_text(linux_evidence.day(2, **sizes) + linux_evidence.vmstat(*[0] * 60))


def sort(draw, path: Path) -> None:
    specs = [smf71("AL18", n, paging(20_000_000)) for n in range(3)]
    for n in range(draw(st.integers(1, 5))):
        size = draw(st.floats(0.1, 9))
        specs += sort_evidence.sort(f"S{n}", size, 0.0, begin=6 * n, end=6 * n + draw(st.floats(1, 5)))
    write(path / "sorts.smf", specs)


def mq(draw, path: Path) -> None:
    """Pools with a third to two thirds of their buffers in use at the peak."""
    specs = []
    sizes = {number: draw(st.integers(1_000, 90_000)) for number in range(3)}
    low = {number: int(size * draw(st.floats(0.34, 0.66))) for number, size in sizes.items()}
    for n in range(QUARTERS):
        rows = [
            {
                "buffer_pool": number,
                "buffers": size,
                "lowest_stealable": low[number],
                "stealable": low[number],
            }
            for number, size in sizes.items()
        ]
        sets = [
            {"page_set": number, "buffer_pool": number, "total_pages": 2 * size, "unused_pages": size}
            for number, size in sizes.items()
        ]
        specs += [mq_evidence.pools(*rows, interval=n), mq_evidence.page_sets(*sets, interval=n)]
        specs.append(mq_evidence.region(interval=n))
    write(path / "mq.smf", specs)


def db2(draw, path: Path) -> None:
    """A page-fixed pool that reads less than one getpage in a thousand, and limits that nothing comes to."""
    size, random = draw(st.integers(20_000, 2_000_000)), draw(st.integers(1_000_000, 90_000_000))
    pool = {"size": size, "in_use": size // 100, "slru": size // 10, "random": random}
    pool |= {"sync_random": int(random * draw(st.floats(0, 0.001))), "sequential": random // 10}
    text = db2_evidence.hours(pool)
    (path / "db2.txt").write_text(db2_evidence.logged(text, db2_evidence.START + 2 * db2_evidence.HOUR))
    count = st.integers(0, 10_000_000)
    edm, sql = [], []
    for _ in range(QUARTERS):
        row = {"dbd_stealable": 0, "skeleton_stealable": 0}
        for name in ("dbd", "skeleton", "statement"):
            pages = draw(st.integers(1_000, 1_000_000))
            row |= {f"{name}_pages": pages, f"{name}_free": int(pages * draw(st.floats(0.2, 1)))}
        edm.append(row | {name: draw(count) for name in ("dbd_requests", "package_requests", "dbd_loads")})
        kept = {"prepares_avoided": draw(count), "implicit_prepares": draw(count)}
        kept |= {"statements_discarded": draw(st.integers(0, 899))}
        sql.append(kept | {"short_prepares": draw(count), "rid_lists_over_limit": draw(st.integers(0, 899))})
    both = zip(db2_records.statistics("QISE", edm), db2_records.statistics("QXST", sql), strict=True)
    write(path / "db2.smf", [one | {"sections": one["sections"] | other["sections"]} for one, other in both])


def zos(draw, path: Path) -> None:
    """An image with at least a sixth of it free, and with less than 80 % of 64-bit common storage in use."""
    specs = []
    free, rate = draw(st.integers(4_000_000, 12_000_000)), draw(st.sampled_from([0.0, 0.3, 2.0]))
    common = (1 << 19) * draw(st.integers(1, 512))
    for n in range(QUARTERS):
        high = {f"high_common_{which}": float(common) for which in ("minimum", "average", "maximum")}
        high |= {"high_common_used_maximum": float(int(common * draw(st.floats(0.01, 0.79))))}
        specs += [
            smf71("SYSA", n, paging(free, **high) | large(4096, draw(st.integers(0, 2_000)), 0, 0)),
            smf72("SYSA", n, "BATCH", regions=draw(st.integers(1, 40)), rate=rate),
            smf30("SYSA", n, "BATCH1", rate, service_class="BATCH"),
        ]
    write(path / "zos.smf", specs)


HEALTHY = {site.__name__: site for site in (ims, tcpip, dumps, cics, java, linux, sort, mq, db2, zos)}


def test_every_product_has_healthy_sites():
    assert set(HEALTHY) == {product.name for product in PRODUCTS}


@pytest.mark.parametrize("name", HEALTHY)
@settings(LAWS, max_examples=examples(8))
@given(data=st.data())
def test_a_healthy_site_has_no_finding_above_a_note_and_nothing_grows(name, data):
    with tempfile.TemporaryDirectory() as directory:
        HEALTHY[name](data.draw, Path(directory))
        settled = look(Path(directory))
        assert [finding for finding in settled.findings if finding.severity is not Severity.INFO] == []
        assert [change.command for change in settled.changes if change.total_bytes > 0] == []
