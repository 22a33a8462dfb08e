"""The system log of SYSB with a reply to DISPLAY CFSTATUS, entered while a structure is nearly full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..clock import DAY, at
from .estate import RETURNS

if TYPE_CHECKING:
    from pathlib import Path

LOG = "mq-syslog.txt"
_ENTERED = "17:15:02.10"
_NUMBER = 211


def write(path: Path) -> None:
    """Write the log."""
    burst = RETURNS.burst
    assert burst is not None
    assert at(17, 15) in burst.burst
    reply = (
        f"CFSTATUS({burst.structure}) TYPE(SUMMARY) CFTYPE(APPL) STATUS(ACTIVE)",
        f"SIZEMAX(102400) SIZEUSED(94) ENTSMAX({burst.entries}) ENTSUSED({burst.depth})",
    )
    message = f"CSQM201I !{RETURNS.name} CSQMDRTC  DIS CFSTATUS DETAILS"
    lines = [f"M 4000000 {RETURNS.system:8} {DAY:%y%j} {_ENTERED}          00000090  {message} {_NUMBER}"]
    lines += [f"{'D':42}{_NUMBER} 00000090   {line}" for line in reply]
    lines += [f"{'E':42}{_NUMBER} 00000090   END CFSTATUS DETAILS"]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
