"""A result made by hand for the tests of the renderings: a plausible site."""

# ruff: noqa: E501 -- sentences as a report holds them

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from getpage.answers import first_things
from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
from getpage.result import (
    Account,
    Change,
    Coverage,
    Curve,
    Damage,
    Fact,
    Finding,
    Kind,
    Line,
    Missing,
    Picture,
    Place,
    Result,
    Severity,
    Source,
    Table,
    Threshold,
)

DAY = datetime(2026, 3, 12, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
TIMES = tuple(DAY + QUARTER * (i + 1) for i in range(96))


def fact(label: str, value: float, unit: str, column: str, ibm: str, *, at: int, trust: str = "seen") -> Fact:
    return Fact(
        label=label,
        value=value,
        unit=unit,
        table="mq_buffer_pool",
        column=column,
        ibm_name=ibm,
        trust=trust,
        file="PROD.SMF.D260312.gz",
        record=1_048_576 + at * 4_212,
        interval_start=DAY + QUARTER * at,
        interval_seconds=900.0,
    )


def manager(name: str) -> Subsystem:
    return Subsystem("mq", Image(), name)


def pool_of(name: str, pool: int) -> Object:
    return Object(manager(name), f"buffer pool {pool}")


def change(
    name: str, pool: int, step: int, old: int, new: int, *, because: str = "", caution: str = ""
) -> Change:
    """`because` is the check whose finding on that pool is answered."""
    more = new > old
    return Change(
        subsystem=manager(name),
        setting=f"buffer pool {pool}, buffers",
        knob=KnobId(manager(name), str(pool)),
        step=step,
        command=f"ALTER BUFFPOOL({pool}) BUFFERS({new})",
        undo=f"ALTER BUFFPOOL({pool}) BUFFERS({old})",
        verify=f"CSQP023I on the console, then DISPLAY USAGE PSID(*); the pool's lowest available buffers "
        f"stay above {15 * new // 100:,} (15 %) in SMF 115 subtype 215.",
        verify_after="one day of the same load",
        storage_bytes=(new - old) * 4096,
        because=(FindingId(because, pool_of(name, pool)),) if because else (),
        effect=f"{'Keeps the busiest hour of pool' if more else 'Gives back the unused buffers of pool'} {pool} "
        f"{'in storage: about 1.9 million page set reads a day fewer.' if more else 'with 20 % to spare.'}",
        caution=caution,
    )


def low_points(buffers: int, hit: int, start: int, end: int) -> tuple[float | None, ...]:
    values: list[float | None] = []
    for i in range(96):
        level = buffers * (0.82 + 0.06 * math.sin(i / 9))
        if start <= i <= end:
            level = hit + (i % 3) * buffers * 0.01
        values.append(None if 30 <= i <= 33 else float(int(level)))
    return tuple(values)


def pool_pictures(subsystem: str, pool: int, buffers: int, hit: int) -> list[Picture]:
    name = pool_of(subsystem, pool)
    reads = tuple(
        None if v is None else float(int((buffers - v) * 0.37)) for v in low_points(buffers, hit, 40, 55)
    )
    writes = tuple(
        None if v is None else float(int(v * 0.6 + 120 * math.sin(i / 5))) for i, v in enumerate(reads)
    )
    return [
        Picture(
            id=f"{name}-available",
            title="Available buffers",
            object=name,
            unit="buffers",
            times=TIMES,
            curves=(Curve(label="lowest in the interval", values=low_points(buffers, hit, 40, 55)),),
            thresholds=(
                Threshold(label="all buffers", value=float(buffers)),
                Threshold(label="deferred write, 15 %", value=buffers * 0.15),
                Threshold(label="synchronous write, 5 %", value=buffers * 0.05),
            ),
        ),
        Picture(
            id=f"{name}-io",
            title="Page set I/O",
            object=name,
            unit="pages",
            times=TIMES,
            curves=(
                Curve(label="read", values=reads),
                Curve(label="written", values=writes),
                Curve(
                    label="written while the work waits",
                    values=tuple(None if v is None else v * 0.2 for v in reads),
                ),
            ),
            note="Pages per interval of 15 minutes.",
        ),
    ]


def findings() -> tuple[Finding, ...]:
    return (
        Finding(
            check="mq.pool-short-on-storage",
            object=pool_of("MQ1A", 1),
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim="Buffer pool 1 of MQ1A ran out of buffers 37 times between 10:00 and 14:00 UTC; "
            "puts waited 214 s for synchronous writes.",
            storage_bytes=49_000 * 4096,
            delay_seconds=214.3,
            evidence=(
                fact("buffers", 1_000, "buffers", "buffers", "QPSTNBUF", at=44),
                fact("lowest available buffers", 12, "buffers", "buffers_available_low", "QPSTCBSL", at=44),
                fact("short on storage", 37, "count", "short_on_storage", "QPSTSOS", at=44),
                fact("synchronous writes", 1_158_203, "pages", "immediate_writes", "QPSTIMW", at=45),
                fact(
                    "immediate write time per page",
                    0.000185,
                    "s",
                    "write_time",
                    "QIS1IMWT",
                    at=45,
                    trust="derived",
                ),
                Fact(label="share of buffers in use at the peak", value=98.8, unit="%"),
            ),
            changes=(change("MQ1A", 1, 1, 1_000, 50_000),),
        ),
        Finding(
            check="mq.pool-deferred-write",
            object=pool_of("MQ1A", 3),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            claim="Buffer pool 3 of MQ1A fell below 15 % available buffers in 16 of 92 intervals, so pages were written "
            "and read back while messages were still wanted.",
            delay_seconds=12.0,
            evidence=(
                fact(
                    "lowest available buffers", 2_310, "buffers", "buffers_available_low", "QPSTCBSL", at=47
                ),
                fact(
                    "deferred write started",
                    418,
                    "count",
                    "deferred_write_started",
                    "QPSTDWT",
                    at=47,
                    trust="ibm",
                ),
            ),
        ),
        Finding(
            check="mq.pool-oversized",
            object=pool_of("MQ1B", 2),
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            claim="Buffer pool 2 of MQ1B never used more than 2,140 of its 262,144 buffers in this window.",
            storage_bytes=1_060_000_000,
            evidence=(
                fact("buffers", 262_144, "buffers", "buffers", "QPSTNBUF", at=90),
                fact(
                    "lowest available buffers", 260_004, "buffers", "buffers_available_low", "QPSTCBSL", at=51
                ),
            ),
        ),
        Finding(
            check="mq.pool-below-the-bar",
            object=pool_of("MQ1B", 0),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            claim="Buffer pool 0 of MQ1B is below the bar, where 181 MiB were free at the minimum.",
            evidence=(
                Fact(
                    label="free below the bar",
                    value=189_792_256,
                    unit="bytes",
                    table="mq_storage",
                    column="free",
                    ibm_name="CSQY220I",
                    trust="text",
                    file="MQ1BMSTR.JESMSGLG",
                    record=40_122,
                    interval_start=datetime(2026, 3, 12, 9, 14, 7),
                ),
            ),
        ),
        Finding(
            check="mq.pool-idle",
            object=pool_of("MQ1C", 7),
            severity=Severity.INFO,
            kind=Kind.NOTE,
            claim="Buffer pool 7 of MQ1C was unused in this window: 0 getpages in 96 intervals.",
            storage_bytes=4_096_000,
            evidence=(fact("getpages", 0, "count", "getpages", "QPSTGETP", at=95),),
        ),
    )


def account(name: str, pool_mib: int) -> Account:
    mib = 1 << 20
    return Account(
        of=manager(name),
        note="From SMF 115 subtype 7 and message CSQY220I; the pools are counted at their defined size.",
        lines=(
            Line(
                holder="buffer pools",
                bytes=pool_mib * mib,
                place=Place.ABOVE_BAR,
                fact=findings()[0].evidence[0],
            ),
            Line(holder="buffer pool 4, page-fixed", bytes=400 * mib, place=Place.ABOVE_BAR, fixed=True),
            Line(holder="indexes of queues", bytes=212 * mib, place=Place.ABOVE_BAR, note="136 B a message"),
            Line(holder="message storage", bytes=88 * mib, place=Place.ABOVE_BAR),
            Line(holder="security cache", bytes=None, place=Place.ABOVE_BAR, note="no record carries it"),
            Line(holder="buffer pool 0", bytes=195 * mib, place=Place.BELOW_BAR),
            Line(holder="control blocks", bytes=610 * mib, place=Place.BELOW_BAR),
            Line(holder="MEMLIMIT", bytes=3 << 30, place=Place.LIMIT),
        ),
        free_at_minimum=(
            Line(holder="above the bar", bytes=760 * mib, place=Place.ABOVE_BAR),
            Line(holder="below the bar", bytes=181 * mib, place=Place.BELOW_BAR),
        ),
    )


def site() -> Result:
    names = ("MQ1A", "MQ1B", "MQ1C")
    records = (
        ("mq_storage", "storage (115.1)"),
        ("mq_buffer_pool", "buffer pools (115.215)"),
        ("mq_page_set", "page sets (115.201)"),
        ("mq_task", "task accounting (116.1)"),
    )
    gap = (DAY + QUARTER * 30, DAY + QUARTER * 34)
    coverage = [
        Coverage(
            subsystem=manager(name),
            table=table,
            title=title,
            rows=9_216 if "task" in table else 960,
            intervals=92 if (name, table) == ("MQ1A", "mq_buffer_pool") else 96,
            first=DAY if name != "MQ1C" else DAY + QUARTER * 20,
            last=DAY + QUARTER * 96,
            gaps=(gap,) if table == "mq_buffer_pool" and name != "MQ1B" else (),
            zero_length_intervals=1 if name == "MQ1C" else 0,
        )
        for name in names
        for table, title in (records if name != "MQ1C" else records[:3])
    ]
    pictures = [
        *pool_pictures("MQ1B", 0, 50_000, 31_000),
        *pool_pictures("MQ1A", 1, 1_000, 12),
        *pool_pictures("MQ1A", 3, 20_000, 2_310),
        *pool_pictures("MQ1B", 2, 262_144, 260_004),
        *pool_pictures("MQ1C", 7, 1_000, 999),
    ]
    return Result(
        window_first=DAY,
        window_last=DAY + timedelta(days=1),
        sources=(
            Source(
                name="PROD.SMF.D260312.gz",
                bytes=214_748_364,
                framing="gzip; BDW and RDW, spanned",
                records=182_113,
                decoded=12_096,
                damaged=2,
                duplicates=96,
                digest="sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                notes=("170,017 records of 31 other types were skipped.",),
            ),
            Source(
                name="MQ1BMSTR.JESMSGLG",
                bytes=88_412,
                framing="text",
                records=1_204,
                decoded=3,
                damaged=0,
                duplicates=0,
                digest="sha256:60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
            ),
        ),
        coverage=tuple(coverage),
        missing=(
            Missing(
                subsystem="MQ1C",
                question="Which queues and which calls wait for page set I/O?",
                supply="SMF 116 class 3: +MQ1C START TRACE(ACCTG) CLASS(3) for one busy interval.",
            ),
            Missing(
                subsystem="MQ1A, MQ1B, MQ1C",
                question="How much real storage is free on the system at its minimum?",
                supply="SMF 71 of the same day.",
            ),
        ),
        damage=(
            Damage(
                file="PROD.SMF.D260312.gz",
                offset=48_112_640,
                length=4_212,
                record_type=115,
                subtype=215,
                expected="eye-catcher QPST at 132",
                found="X'00000000'",
            ),
            Damage(
                file="PROD.SMF.D260312.gz",
                offset=99_000_004,
                length=17,
                record_type=None,
                subtype=None,
                expected="a record descriptor word",
                found="X'FFFF0000'",
            ),
        ),
        first=first_things(findings(), ()),
        verdict=("9 rules looked at 3 queue managers: only 1 note.",),
        findings=findings(),
        changes=(
            change("MQ1A", 1, 1, 1_000, 50_000, because="mq.pool-short-on-storage"),
            change("MQ1A", 3, 2, 20_000, 35_000, because="mq.pool-deferred-write"),
            change(
                "MQ1B",
                2,
                1,
                262_144,
                20_000,
                because="mq.pool-oversized",
                caution="One day is a short window: look at the month's end before you keep it.",
            ),
        ),
        accounts=(account("MQ1A", 1_100), account("MQ1B", 1_420)),
        pictures=tuple(pictures),
        tables=(
            Table(
                title="How long MQ1A can absorb a stopped consumer",
                columns=(
                    "Buffers of pool 3",
                    "MiB",
                    "Minutes in storage",
                    "Pages to read back",
                    "Drain, s",
                    "Limit",
                ),
                rows=(
                    (20_000, 78, 4.2, 310_442, 57.4, "now"),
                    (35_000, 137, 7.6, 180_218, 33.1, "proposed"),
                    (100_000, 391, 22.8, 0, 0, None),
                ),
                note="At the message rates of 10:00 to 11:00 UTC; writing starts at 15 % available buffers.",
            ),
        ),
        tool="getpage 0.1.0",
    )
