"""Printed statistics of CICS regions for tests, in the forms that IBM's papers and documentation print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import getpage
import zos_records

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.core.numbers import Scalar
    from getpage.result import Finding, Result

#: The QR rows of IBM REDP-5238, figure 4-5: waits, waited, dispatched, CPU.
PAGED = ("143277", "00:10:24.771944", "00:02:40.437340", "00:00:28.560502")
BETTER = ("76624", "00:04:39.298034", "00:00:20.673721", "00:00:10.769302")
WELL = ("90000", "00:14:00.000000", "00:01:00.000000", "00:00:54.000000")


def heading(applid: str = "IYCUA001", job: str = "CICSA001", at: str = "07:00:00") -> str:
    """The first line of a page of DFH0STAT."""
    return f"Applid {applid}  Sysid C001  Jobname {job}  Date 07/24/2012  Time {at}  CICS 6.8.0  PAGE 1\n"


def modes(qr: tuple[str, str, str, str] = PAGED) -> str:
    """The table of figure 4-5, with tabs as it was kept."""
    none = "\t".join(("1", "1", "0", "0", "0", *["00:00:00.000000"] * 3))
    return (
        "TCB Mode\t< TCBs Attached >\t\tTCB\tAttach\tMVS\tAccumulated\tAccumulated\tAccumulated\n"
        "\tCurrent\tPeak\tAttaches\tFailures\tWaits\tTime in MVS wait\tTime Dispatched\tTime / TCB\n"
        f"QR\t1\t1\t0\t0\t{qr[0]}\t{qr[1]}\t{qr[2]}\t{qr[3]}\nRO\t{none}\n"
    )


def panel(paging: dict[str, float]) -> str:
    """An SDSF DA panel of MV2A."""
    rows = (
        f"     {job} IY{job[4:]}            JOB{19423 + n} JOHNB    0 NS  E2 267T {rate:.2f} 142.98   0.29  "
        f"{271 + n} {271 + n:04X}\n"
        for n, (job, rate) in enumerate(paging.items())
    )
    return (
        "SDSF DA MV2A   MV2A   PAG **  CPU/L   75/ 79            LINE 1-18 (39)\n"
        "NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU% ASID ASIDX\n"
        + "".join(rows)
    )


def check(tmp_path: Path, *texts: str, specs: list[zos_records.Spec] | None = None) -> Result:
    """What getpage says of pages, and of records of z/OS beside them."""
    for number, text in enumerate(texts):
        (tmp_path / f"page-{number}.txt").write_text(text)
    if specs:
        zos_records.write(tmp_path / "zos.smf", specs)
    return getpage.check(tmp_path)


def number(finding: Finding, label: str) -> Scalar:
    """The number of a finding with this label; it has one such fact only."""
    [value] = [fact.value for fact in finding.evidence if fact.label == label]
    return value


def of(result: Result, check: str) -> list[Finding]:
    """The findings of one check."""
    return [finding for finding in result.findings if finding.check == check]
