"""Members of IMS PROCLIB: buffers and pools as a site has defined them, a statement a line.

    IOBF=(4096,1000,Y,Y,O04K)
    POOLID=VPL1,FIXDATA=YES
    VSRBF=4096,1000,D,HSO,50
    OPTIONS,VSAMFIX=(BFR,IOB)
    OLDSDEF OLDS=(00,01,02),BUFNO=005,MODE=DUAL,BLKSIZE=22528
    WADSDEF WADS=(0,1)
    <SECTION=OSAMFRI>
    ACBIN64=2
    CSAPSB=80,DLIPSB=1200,PSBW=24,DMB=500,QBUF=400,QBUFSZ=2112
    LGMSGSZ=2112,DBBF=60,BSIZ=4096,FPBP64=Y
    ACTIVEIMSID=IMSP,FPBUFF=LOCAL

IOBF, POOLID, VSRBF, OPTIONS and OLDSDEF are of DFSVSMxx (DFSVSAMP of a batch region), or of the sections of
DFSDFxxx; the last lines are of DFSPBxx and DFSFDRxx, where other parameters may stand beside these. A VSRBF
is of the POOLID above it. Sizes are rounded as IMS rounds them.

How sure: grammar of IBM IMS 15 documentation, "Defining OSAM subpools", "Defining VSAM subpools", "Defining
VSAM buffer pools", "LOGGER section of the DFSDFxxx member", "Creating and sizing the 64-bit storage pool",
"DLIPSB= parameter for procedures", "QBUF= parameter for procedures", "QBUFSZ= parameter for
procedures", "DBBF= parameter for procedures", "DFSFDRxx member of the IMS PROCLIB data set".
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.printed import PrintedLine, Row, Sink, row_of
from getpage.core.units import GIB, KIB, MIB, PAGE
from getpage.products.common.text import figures

from .tracked import STATEMENT

MARKS: Final = (
    *("IOBF=", "VSRBF=", "POOLID=", "VSAMFIX", "OLDSDEF", "WADSDEF", "<SECTION="),
    *("CSAPSB=", "DLIPSB=", "PSBW=", "DMB=", "PSB=", "ACBIN64="),
    *("QBUF=", "QBUFSZ=", "LGMSGSZ=", "DBBF=", "BSIZ=", "FPBP64=", "ACTIVEIMSID=", "FPBUFF="),
)
TABLE: Final = "ims_definition"
#: VSAM subpools that wait for an OPTIONS statement behind them: more than an IMS can have of 255 pools.
_HELD: Final = 2_000
_POOL: Final = "ims pool"
_OPTIONS: Final = "ims options"
_SECTION: Final = "ims section"

_LONGEST: Final = 71
_NUMBERED: Final = re.compile(r"(.{71,72}?)[0-9]{8}\s{0,8}")
_STATEMENT: Final = re.compile(r"[ ]?(IOBF|VSRBF|POOLID)=(\S{1,60})(?:\s.{0,80})?")
_OPTION: Final = re.compile(r"[ ]?OPTIONS,(\S{1,60})(?:\s.{0,80})?")
_VSAMFIX: Final = re.compile(r"VSAMFIX=\(?([A-Z]{3}(?:,[A-Z]{3}){0,2})\)?")
_LOG: Final = re.compile(r"\s{0,20}(OLDSDEF|WADSDEF)(?:\s|=\()(.{1,90})")
_KEYWORD: Final = re.compile(r"(BUFNO|BLKSIZE|BUFSTOR)=([0-9]{1,5}K?)")
_HEADER: Final = re.compile(r"\s{0,9}<SECTION=([A-Z0-9]{1,8})>\s{0,80}")
_PARAMETERS: Final = re.compile(
    r"\s{0,20}([A-Z][A-Z0-9]{1,10}=[A-Z0-9@#$]{0,9}(?:,[A-Z][A-Z0-9]{1,10}=[A-Z0-9@#$]{0,9}){0,9}),?(?:\s.{0,80})?"
)
_POOLS: Final = ("CSAPSB", "DLIPSB", "PSBW", "DMB", "PSB")
#: Parameters that are a number of buffers or their size, with the most that IMS takes.
_NUMBERS: Final = {"QBUF": 9_999, "DBBF": 4_000_000}
_SIZES: Final = {"QBUFSZ": 30_632, "LGMSGSZ": 30_632, "BSIZ": 28_672}
#: Gigabytes of the pool of PSBs and DMBs above the bar, at most.
_MOST_ACB: Final = 999
_POOL_SIZE: Final = re.compile(r"([0-9]{1,6})|([0-9]{1,5})([KMG])")
_UNITS: Final = {"K": KIB, "M": MIB, "G": GIB}

_OSAM_NUMBERS: Final = (4, 32_767)
#: What IMS takes where more is asked for than there can be.
_OSAM_TOO_MANY: Final = 255
_VSAM_NUMBERS: Final = (3, 32_767)
_VSAM_SIZES: Final = (512, 1024, 2048, 4096, 8192, 12288, 16384, 20480, 24576, 28672, 32768)
_SMALLEST_OSAM: Final = 512
_LARGEST: Final = 32 * KIB


def begin(line: PrintedLine, sink: Sink) -> bool:
    """Read a statement."""
    text = line.text
    numbered = _NUMBERED.fullmatch(text)
    text = (numbered[1] if numbered else text).rstrip()
    statement = _STATEMENT.fullmatch(text)
    if statement is not None:
        _Reading(line, sink, text.strip()).buffers(statement[1], statement[2])
        return True
    option = _OPTION.fullmatch(text)
    if option is not None:
        return _Reading(line, sink, text.strip()).options(option[1])
    header = _HEADER.fullmatch(text)
    if header is not None:
        sink.remember(_SECTION, header[1], line)
        return False  # a section of something else, perhaps
    log = _LOG.fullmatch(text)
    if log is not None:
        return _Reading(line, sink, text.strip()).log(log[1], log[2])
    parameters = _PARAMETERS.fullmatch(text)
    return parameters is not None and _Reading(line, sink, text.strip()).parameters(parameters[1])


class _Reading:
    """One line of a member."""

    def __init__(self, line: PrintedLine, sink: Sink, text: str) -> None:
        self.line, self.sink, self.text = line, sink, text

    def row(self, statement: str, columns: Row, text: str = "") -> None:
        """A definition."""
        section = self.sink.recall(_SECTION, self.line)
        known = {
            "statement": statement,
            "text": (text or self.text.split()[0])[:_LONGEST],
            "section": section,
        }
        if statement != "VSRBF":
            self.sink.give(TABLE, row_of(self.line, known | columns))
            return
        if len(self.sink.rows.get(TABLE, ())) >= _HELD:
            self.sink.give(TABLE, self.sink.rows[TABLE].pop(0))
        self.sink.row(TABLE, self.line, known | columns)

    def refuse(self, expected: str) -> None:
        """Say what does not belong there."""
        self.sink.refuse(self.line.offset, expected, self.text)

    def buffers(self, statement: str, operands: str) -> None:
        """A subpool, or the pool that those below it are of."""
        if statement == "POOLID":
            self._pool(operands)
        elif statement == "VSRBF":
            self._vsam(operands.split(","))
        else:
            self._osam(operands)

    def _osam(self, operands: str) -> None:
        inside = re.fullmatch(r"\(([^()]{1,50})\)", operands)
        words = inside[1].split(",") if inside else []
        length = _length(words[0]) if words else None
        if length is None or not _SMALLEST_OSAM <= length <= _LARGEST:
            self.refuse("IOBF=(length,number,fix1,fix2,id,co)")
            return
        words += [""] * (6 - len(words))
        number_asked = figures.count(words[1]) if words[1] else _OSAM_NUMBERS[0]
        if number_asked is None:
            self.refuse("a number of buffers behind the length")
            return
        fewest, most = _OSAM_NUMBERS
        number = (
            _OSAM_TOO_MANY if number_asked > most else 0 if number_asked == 0 else max(fewest, number_asked)
        )
        fix1, fix2 = words[2] == "Y", words[3] == "Y"
        self.row(
            "IOBF",
            {
                "buffer_bytes": _rounded(length),
                "buffers": number,
                "fixed_buffers": fix1,
                "fixed_blocks": fix1 or fix2,
                "subpool_id": words[4][:8] or None,
                "caching": words[5][:16] or None,
            },
        )

    def _vsam(self, words: list[str]) -> None:
        length = _length(words[0])
        number = figures.count(words[1]) if len(words) > 1 else None
        if length not in _VSAM_SIZES or number is None or number > _VSAM_NUMBERS[1]:
            self.refuse("VSRBF=buffersize,number of buffers")
            return
        words += [""] * (5 - len(words))
        pool: Row = self.sink.recall(_POOL, self.line) or {}
        options: Row = self.sink.recall(_OPTIONS, self.line) or {}
        self.row(
            "VSRBF",
            {
                "buffer_bytes": length,
                "buffers": max(_VSAM_NUMBERS[0], number) if number else 0,
                "kind": "I" if words[2] == "I" else "D",
                "hiperspace_buffers": _few(figures.count(words[4])) if words[4] else None,
            }
            | options
            | pool,
        )

    def _pool(self, operands: str) -> None:
        name, *rest = operands.split(",")
        if not re.fullmatch(r"[A-Z0-9@#$]{1,4}", name):
            self.refuse("POOLID=id of up to four characters")
            return
        values = dict(operand.split("=", 1) for operand in rest if "=" in operand)
        columns = {"fixed_buffers": "FIXDATA", "fixed_index": "FIXINDEX", "fixed_blocks": "FIXBLOCK"}
        fixed = {column: values[word] == "YES" for column, word in columns.items() if word in values}
        self.sink.remember(_POOL, {"pool_id": name} | fixed, self.line)
        self.row("POOLID", {"pool_id": name} | fixed)

    def options(self, operands: str) -> bool:
        """Fixing of all VSAM pools that do not state their own."""
        match = _VSAMFIX.search(operands)
        if match is None:
            return False
        words = match[1].split(",")
        columns = {"fixed_buffers": "BFR", "fixed_blocks": "IOB", "fixed_index": "IDX"}
        fixed = {column: word in words for column, word in columns.items()}
        for row in self.sink.rows.pop(TABLE, ()):  # the statement may stand behind what it is of
            row |= {name: value for name, value in fixed.items() if row.get(name) is None}
            self.sink.give(TABLE, row)
        self.sink.remember(_OPTIONS, fixed, self.line)
        self.row("OPTIONS", dict(fixed))
        return True

    def log(self, statement: str, operands: str) -> bool:
        """Buffers of the log."""
        values = dict(_KEYWORD.findall(operands))
        if statement == "OLDSDEF" and not values and "OLDS=" not in operands:
            return False
        number, block = figures.count(values.get("BUFNO", "")), _length(values.get("BLKSIZE", ""))
        if values.get("BUFNO") and not 2 <= (number or 0) <= 9999:
            self.refuse("BUFNO= from 2 to 9999")
            return True
        columns = {"buffers": number, "buffer_bytes": block, "storage": values.get("BUFSTOR")}
        self.row(statement, columns, self.text)
        return True

    def parameters(self, operands: str) -> bool:
        """Sizes of pools."""
        values = dict(operand.split("=", 1) for operand in operands.split(","))
        is_known = False
        for name in _POOLS:
            match = _POOL_SIZE.fullmatch(values.get(name, ""))
            if match is None:
                continue
            size = int(match[1] or match[2]) * _UNITS[match[3] or "K"]
            self.row(name, {"pool_bytes": -(-size // PAGE) * PAGE}, f"{name}={values[name]}")
            is_known = True
        if gigabytes := figures.count(values.get("ACBIN64", ""), _MOST_ACB):
            self.row("ACBIN64", {"pool_bytes": gigabytes * GIB}, f"ACBIN64={gigabytes}")
            is_known = True
        for name, most in (*_NUMBERS.items(), *_SIZES.items()):
            if number := figures.count(values.get(name, ""), most):
                column = "buffers" if name in _NUMBERS else "buffer_bytes"
                self.row(name, {column: number}, f"{name}={number}")
                is_known = True
        if values.get("FPBP64") == "Y":
            self.row("FPBP64", {}, "FPBP64=Y")
            is_known = True
        return self._tracking(values) or is_known

    def _tracking(self, values: dict[str, str]) -> bool:
        """What an FDBR region tracks, and where it has the Fast Path buffers."""
        place = values.get("FPBUFF", "")
        region: Row = {}
        if re.fullmatch("[A-Z0-9@#$]{1,8}", values.get("ACTIVEIMSID", "")):
            region["tracked"] = values["ACTIVEIMSID"]
        if place in ("LOCAL", "ECSA"):
            region["fast_path"] = place
        if region:
            self.row(STATEMENT, region)
        return bool(region)


def _length(text: str) -> int | None:
    """Bytes of a buffer; None where there is no buffer of that size."""
    size = figures.size(text)
    return size if size and size <= MIB else None


def _few(number: int | None) -> int | None:
    return number if number is not None and number < 1 << 32 else None


def _rounded(length: int) -> int:
    """As IMS does: 512, 1024, then multiples of 2048."""
    if length <= _SMALLEST_OSAM:
        return _SMALLEST_OSAM
    return KIB if length <= KIB else -(-length // 2048) * 2048
