"""Statements of PROCLIB as they are and as they are to be: what a site has, with one operand changed.

Reference: IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools", "Defining VSAM buffer
pools".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .subpool import Subpool

_NUMBER: Final = 1  # its place among the operands of IOBF and VSRBF
_FIXES: Final = (2, 3)  # those of fix1 and fix2


def now(subpool: Subpool) -> str:
    """The statement that defines a subpool: the site's own, else what the report says it must be."""
    if subpool.definition is not None:
        return str(subpool.definition["text"])
    if subpool.access == "OSAM":
        return _osam(_operands(subpool))
    return "VSRBF=" + ",".join(_operands(subpool))


def with_buffers(subpool: Subpool, number: int) -> str:
    """The statement for another number of buffers."""
    operands = _operands(subpool)
    operands[_NUMBER] = str(number)
    return _osam(operands) if subpool.access == "OSAM" else "VSRBF=" + ",".join(operands)


def fixed(subpool: Subpool, number: int | None = None) -> str:
    """What page-fixes its buffers: IOBF with fix1 and fix2; of VSAM the statement of the pool it is in."""
    if subpool.access == "OSAM":
        operands = _operands(subpool)
        if number is not None:
            operands[_NUMBER] = str(number)
        operands += [""] * (max(_FIXES) + 1 - len(operands))
        for place in _FIXES:
            operands[place] = "Y"
        return _osam(operands)
    pool = subpool.key["pool_id"]
    if not pool:
        return "OPTIONS,VSAMFIX=(BFR,IOB)"
    had = str(subpool.pool["text"]).split(",")[1:] if subpool.pool is not None else []
    words = {"FIXDATA": "YES", "FIXBLOCK": "YES"} | (
        {"FIXINDEX": "YES"} if subpool.key["kind"] == "I" else {}
    )
    kept = [one for one in had if one.partition("=")[0] not in words]
    return ",".join([f"POOLID={pool}", *(f"{word}={value}" for word, value in words.items()), *kept])


def unfixed(subpool: Subpool) -> str:
    """What takes that back."""
    if subpool.access == "OSAM":
        return now(subpool)
    pool = subpool.key["pool_id"]
    if subpool.pool is not None:
        return str(subpool.pool["text"])
    return f"POOLID={pool} without FIXDATA and FIXBLOCK" if pool else "OPTIONS without VSAMFIX"


def _operands(subpool: Subpool) -> list[str]:
    if subpool.definition is not None:
        said = re.sub(r"^[A-Z]+=\(?|\)$", "", str(subpool.definition["text"])).split(",")
        return said + [""] * (_NUMBER + 1 - len(said))
    last = subpool.last or {}
    made = [str(subpool.buffer_bytes), str(subpool.buffers)]
    if subpool.access == "OSAM":
        fix = ["Y" if last.get(name) else "N" for name in ("fixed_buffers", "fixed_blocks")]
        return [*made, *fix, *([subpool.key["subpool_id"]] if subpool.key["subpool_id"] else [])]
    made += [subpool.key["kind"]] if subpool.key["kind"] else []
    if last.get("hiperspace_buffers"):
        made += [*([] if subpool.key["kind"] else ["D"]), "HSO", str(last["hiperspace_buffers"])]
    return made


def _osam(operands: list[str]) -> str:
    while operands and not operands[-1]:
        operands = operands[:-1]
    return f"IOBF=({','.join(operands)})"
