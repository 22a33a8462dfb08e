"""A made-up product whose knob has no reads: a heap that costs CPU of its collector, and pauses."""

from __future__ import annotations

from datetime import datetime, timedelta

from getpage.contract.collect import Collect, Supply
from getpage.contract.curve import Rates, SizeCurve
from getpage.contract.knob import Knob
from getpage.contract.observation import Observation
from getpage.contract.printed import Printed
from getpage.contract.product import PRINTED_NAMES, Product
from getpage.contract.work import Work
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.core.text import CommentMarks
from getpage.products.db2.rows import READ
from getpage.result import Change

MIB = 1 << 20
SY1 = Image("SY1")
JVM = Subsystem("heap", SY1, "JVM1")
HEAP = KnobId(JVM, "heap")
#: Seconds a second by size in MiB: best guess, at least, at most.
CPU = {512: (0.40, 0.36, 0.44), 1024: (0.10, 0.08, 0.12), 2048: (0.06, 0.05, 0.07)}
WAIT = {512: (0.30, 0.25, 0.35), 1024: (0.20, 0.16, 0.24), 2048: (0.19, 0.15, 0.23)}


def change(size: int) -> tuple[Change, ...]:
    result = Change(
        subsystem=JVM, setting="-Xmx", knob=HEAP, step=1, command=f"-Xmx{size}m", undo="-Xmx512m",
        verify="verbose:gc", verify_after="an hour", storage_bytes=(size - 512) * MIB, because=(),
        effect="Makes the heap larger.",
    )  # fmt: skip
    return (result,)


def rates(of: dict[int, tuple[float, float, float]], **columns: bool) -> Rates:
    value, low, high = zip(*of.values(), strict=True)
    return Rates(value, low, high, **columns)


def curve(**columns: object) -> SizeCurve:
    values = {"basis": "verbose GC", "sizes": tuple(CPU), "cpu": rates(CPU), "wait": rates(WAIT)}
    return SizeCurve(**(values | columns))


def heap(size: int = 512, **columns: object) -> Knob:
    values = {
        "id": HEAP,
        "object": Object(JVM, "heap"),
        "unit": "MiB",
        "unit_bytes": MIB,
        "size": size,
        "smallest": 256,
        "largest": 2048,
        "fixed": False,
        "change": change,
        "curve": curve(),
        "supply": "-verbose:gc at another -Xmx",
    }
    return Knob(**(values | columns))


def work(count: int = 8) -> tuple[Work, ...]:
    """100 requests a second, of 10 ms of CPU and 30 ms each."""
    start = datetime(2026, 3, 12, 10)
    return tuple(
        Work(
            subsystem=JVM,
            start=start + n * timedelta(minutes=15),
            seconds=900.0,
            unit="request",
            units=90_000.0,
            cpu_seconds=900.0,
            elapsed_seconds=2700.0,
        )
        for n in range(count)
    )


PRODUCT = Product(
    name="heap",
    title="Heaps",
    called="the heap",
    tables=(),
    seen_in=READ,  # it is always seen beside a Db2
    analyse=lambda _: Observation(knobs=(heap(),), work=work()),
    namesakes=None,
    needs=(),
    printed=lambda: Printed(messages=(), reports=()),
    xml=None,
    records=None,
    reports_by="heap",
    of_file=None,
    supply=Supply(sizes="-verbose:gc", work="requests by interval", sides=None),
    collect=lambda: Collect(steps=()),
    terms=tuple,
    comments=CommentMarks("# "),
    names=PRINTED_NAMES,
    members=(),
    pools_live_in=(),
    measured_in=None,
    page_bytes=None,
    traced=None,
    read_price=None,
    outage=None,
    consolidation=None,
    gains=(),
)
