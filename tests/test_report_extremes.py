"""Results made by hand at the ends of what there is: a hostile one, an empty one, a very large one."""

# ruff: noqa: E501 -- sentences as a report holds them

from __future__ import annotations

from datetime import datetime
from functools import cache

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
from test_report_data import DAY, TIMES, account, change, findings, manager, pool_of, pool_pictures, site

EVIL = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>&amp;\n\x1b[31mred\x1b[0m\u202eabc | `tick` {{ 7 * 7 }}"


def hostile() -> Result:
    """Every text of the model is hostile; numbers are what damaged records hold."""
    long = "L" * 5_000
    evil = Subsystem("mq", Image(EVIL), EVIL)  # only the name of the product is never the evidence's
    bad = Fact(
        label=EVIL,
        value=float("nan"),
        unit=EVIL,
        table=EVIL,
        column=EVIL,
        ibm_name=EVIL,
        trust=EVIL,
        file=EVIL,
        record=0,
    )
    step = Change(
        subsystem=evil,
        setting=EVIL,
        knob=KnobId(evil, EVIL),
        step=1,
        command=f"ALTER\n{EVIL}",
        undo=EVIL,
        verify=long,
        verify_after=EVIL,
        storage_bytes=-4_097,
        because=(FindingId(EVIL, Object(evil, EVIL)), FindingId("=cmd|' /C calc'!A0", Object(evil))),
        effect=EVIL,
        caution=EVIL,
    )
    finding = Finding(
        check="=HYPERLINK(1)",
        object=Object(evil, EVIL),
        severity=Severity.CRITICAL,
        kind=Kind.RISK,
        claim=f"-{EVIL}",
        evidence=(bad, Fact(label="text", value=EVIL, unit=""), Fact(label="none", value=None, unit="s")),
        changes=(step,),
        storage_bytes=-1,
    )
    return Result(
        window_first=DAY,
        window_last=datetime(2026, 3, 13),
        verdict=(EVIL, long),
        sources=(
            Source(
                name="bad\udc80name",
                bytes=0,
                framing=EVIL,
                records=0,
                decoded=0,
                damaged=0,
                duplicates=0,
                digest=EVIL,
                notes=(EVIL,),
            ),
        ),
        coverage=(
            Coverage(subsystem=evil, table=EVIL, title=EVIL, rows=1, intervals=1, first=DAY, last=DAY),
            Coverage(
                subsystem=manager(long),
                table="t",
                title=long,
                rows=1,
                intervals=0,
                first=datetime(2026, 3, 12),
                last=datetime(2026, 3, 13),
                gaps=((datetime(2026, 3, 11), datetime(2026, 3, 14)),),
            ),
            Coverage(
                subsystem=manager("x"), table="t", title="t", rows=0, intervals=0, first=None, last=None
            ),
        ),
        missing=(Missing(subsystem=EVIL, question=EVIL, supply=EVIL),),
        damage=tuple(
            Damage(file=EVIL, offset=i, length=1, record_type=None, subtype=None, expected=EVIL, found=EVIL)
            for i in range(150)
        ),
        findings=(finding,),
        changes=(step,),
        accounts=(
            Account(
                of=evil,
                lines=(
                    Line(holder=EVIL, bytes=-5, place=Place.REAL),
                    Line(holder=long, bytes=7, place=Place.REAL, note=EVIL),
                ),
                note=EVIL,
            ),
        ),
        pictures=(
            Picture(
                id=EVIL,
                title=EVIL,
                object=Object(evil, EVIL),
                unit=EVIL,
                times=(DAY, DAY),
                curves=(
                    Curve(label=EVIL, values=(float("inf"), None)),
                    Curve(label="all zero", values=(0.0, 0.0)),
                ),
                thresholds=(Threshold(label=EVIL, value=0.0),),
                note=EVIL,
            ),
            Picture(id="e", title="empty", object="o", unit="", times=(), curves=()),
        ),
        tables=(Table(title=EVIL, columns=(EVIL,), rows=((EVIL,), (None,), (True,)), note=EVIL),),
        tool=EVIL,
    )


def empty() -> Result:
    checked = "1 rule looked at 1 queue manager: nothing to report."
    return Result(window_first=None, window_last=None, verdict=(checked,))


@cache
def large() -> Result:
    """Four queue managers with a hundred pools each; the last pools are the ones with critical findings."""
    names = [(f"MQ{q}A", pool) for q in range(4) for pool in range(100)]
    collected, changes, pictures = [], [], []
    for i, (name, pool) in enumerate(names):
        pictures += pool_pictures(name, pool, 50_000, 900)
        collected.append(
            Finding(
                check="mq.pool-oversized",
                object=pool_of(name, pool),
                severity=Severity.CRITICAL if pool >= 98 else Severity.INFO,
                kind=Kind.WASTE,
                claim=f"Buffer pool {pool} of {name} used at most {1_000 + i} of its 50,000 buffers in this window.",
                evidence=findings()[0].evidence,
            )
        )
        changes.append(change(name, pool, pool + 1, 50_000, 2_000, because="mq.pool-oversized"))
    base = site()
    return Result(
        window_first=base.window_first,
        window_last=base.window_last,
        verdict=base.verdict,
        coverage=tuple(
            Coverage(
                subsystem=manager(f"MQ{q}A"),
                table=f"t{t}",
                title=f"record {t}",
                rows=96,
                intervals=96,
                first=TIMES[0],
                last=TIMES[-1],
                gaps=((TIMES[t], TIMES[t + 1]),),
            )
            for q in range(4)
            for t in range(12)
        ),
        findings=tuple(collected),
        changes=tuple(changes),
        pictures=tuple(pictures),
        accounts=tuple(account(f"MQ{q}A", 1_000) for q in range(4)),
        tool="getpage 0.1.0",
    )
