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
    """The statement that a subpool is by now: the site's own, unless it was changed since; else what the
    report says that it must be.
    """
    said = subpool.definition
    if said is not None and said["buffers"] == subpool.buffers and not _is_fixed_otherwise(subpool):
        return str(said["text"])
    return _spelled(subpool, _operands(subpool))


def defined(subpool: Subpool) -> str:
    """The statement that the next start takes."""
    return now(subpool) if subpool.definition is None else str(subpool.definition["text"])


def with_buffers(subpool: Subpool, number: int) -> str:
    """The statement for another number of buffers."""
    operands = _operands(subpool)
    operands[_NUMBER] = str(number)
    return _spelled(subpool, operands)


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


def _spelled(subpool: Subpool, operands: list[str]) -> str:
    return _osam(operands) if subpool.access == "OSAM" else "VSRBF=" + ",".join(operands)


def _is_fixed_otherwise(subpool: Subpool) -> bool:
    """Whether an OSAM subpool is page-fixed and its statement says that it is not, or the other way round."""
    said = subpool.definition
    return (
        subpool.access == "OSAM"
        and said is not None
        and bool(said["fixed_buffers"]) is not bool(subpool.fixed)
    )


def _operands(subpool: Subpool) -> list[str]:
    if subpool.definition is not None:
        said = re.sub(r"^[A-Z]+=\(?|\)$", "", str(subpool.definition["text"])).split(",")
        said += [""] * (_NUMBER + 1 - len(said))
        said[_NUMBER] = str(subpool.buffers)
        if _is_fixed_otherwise(subpool):
            said += [""] * (max(_FIXES) + 1 - len(said))
            said[_FIXES[0]] = "Y" if subpool.fixed else "N"
        return said
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
