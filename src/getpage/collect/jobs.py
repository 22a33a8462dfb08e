"""Jobs that copy and pack SMF records, and the transfers that bring them here.

References: z/OS MVS System Management Facilities, "Specifying parameters for the SMF data set dump program"
(TYPE(2, 4:7,30(2,4:6)); INDD's OPTIONS are ALL unless given, which empties the data set;
DATE(yyyyddd,yyyyddd); statements in columns 1 to 71), "... for the SMF log stream dump program", "Running the
SMF data set dump program" (RECFM=VBS, LRECL=32760, REGION=0M); z/OS MVS Diagnosis: Tools and Service Aids,
AMATERSE; z/OS Communications Server, RDW (FTP client and server) statement; zowe zos-files download data-set
(--binary; --record puts another prefix before each record, which is no RDW); z/OS UNIX cp, -B.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from getpage.core.errors import GetpageError

_SYSTEM = re.compile(r"[A-Z0-9@#$]{1,4}")
_QUALIFIER = r"[A-Z@#$][A-Z0-9@#$-]{0,7}"
_DATA_SET = re.compile(rf"{_QUALIFIER}(?:\.{_QUALIFIER})*(?:\((?:0|[+-]?[0-9]{{1,3}})\))?")
_PREFIX = re.compile(rf"{_QUALIFIER}(?:\.{_QUALIFIER})*")
#: Of a data set name, and of a prefix that .GETPAGE.ssss.TRS follows.
_LONGEST, _LONGEST_PREFIX = 44, 26


def systems(text: str) -> tuple[str, ...]:
    """SMF identifiers of systems, separated by commas. GetpageError for what is none, with what one is."""
    names = tuple(dict.fromkeys(part.strip().upper() for part in text.split(",")))
    for name in names:
        if not _SYSTEM.fullmatch(name):
            message = f"--systems: {name[:60]!r} is not an SMF identifier of a system"
            raise GetpageError(message, "--systems SYSA,SYSB")
    return names


def data_set(text: str) -> str:
    """The name of a data set or of a generation, as SMF.DAILY(0)."""
    name = text.strip().upper()
    if not _DATA_SET.fullmatch(name) or len(name.partition("(")[0]) > _LONGEST:
        message = f"--smf: {name[:60]!r} is not the name of a data set"
        raise GetpageError(message, "--smf SMF.DAILY.SYSA")
    return name


def log_stream(text: str) -> str:
    """The name of a log stream, at most 26 characters."""
    name = text.strip().upper()
    if not _PREFIX.fullmatch(name) or len(name) > _LONGEST_PREFIX:
        message = f"--logstream: {name[:60]!r} is not the name of a log stream"
        raise GetpageError(message, "--logstream IFASMF.DEFAULT")
    return name


def prefix(text: str) -> str:
    """High-level qualifiers of new data sets, at most 26 characters."""
    name = text.strip().upper()
    if not _PREFIX.fullmatch(name) or len(name) > _LONGEST_PREFIX:
        message = f"--prefix: {name[:60]!r} is not the start of a data set name, of at most 26 characters"
        raise GetpageError(message, "--prefix IBMUSER")
    return name


#: The last column of JCL and of IFASMFDP's statements.
WIDEST = 71
_INPUT = "YOUR.SMF.DATA"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordSource:
    """Where SMF records are, the days that are wanted (None for no bound), and what new names begin with."""

    data_set: str | None
    log_stream: str | None
    first: date | None
    last: date | None
    prefix: str


def copied(source: RecordSource, system: str) -> str:
    """The data set that the records of a system are copied to; those of all without a system."""
    return f"{source.prefix}.GETPAGE.{_qualifier(system)}.SMF"


def packed(source: RecordSource, system: str) -> str:
    """The data set of the packed records of a system."""
    return f"{source.prefix}.GETPAGE.{_qualifier(system)}.TRS"


def job(source: RecordSource, system: str, types: Sequence[str]) -> str:
    """The job that copies the records of a system and packs them."""
    return "\n".join(_lines(source, system, types))


def _lines(source: RecordSource, system: str, types: Sequence[str]) -> Iterator[str]:
    program = "IFASMFDL" if source.log_stream else "IFASMFDP"
    yield "//GETPAGE  JOB (ACCT),'SMF FOR GETPAGE',CLASS=A,MSGCLASS=H,"
    yield "//            NOTIFY=&SYSUID"
    yield f"//COPY     EXEC PGM={program},REGION=0M"
    if not source.log_stream:
        yield f"//IN       DD DISP=SHR,DSN={source.data_set or _INPUT}"
    yield "//OUT      DD DISP=(NEW,CATLG),"
    yield f"//            DSN={copied(source, system)},"
    yield "//            UNIT=SYSDA,SPACE=(CYL,(500,500),RLSE),DSNTYPE=LARGE,"
    yield "//            DCB=(RECFM=VBS,LRECL=32760)"
    yield "//SYSPRINT DD SYSOUT=*"
    yield "//SYSIN    DD *"
    if source.log_stream:
        yield f"  LSNAME({source.log_stream},OPTIONS(DUMP))"
    else:
        yield "  INDD(IN,OPTIONS(DUMP))"
    if source.first or source.last:
        first = source.first.strftime("%Y%j") if source.first else "1900000"
        last = source.last.strftime("%Y%j") if source.last else "2099366"
        yield f"  DATE({first},{last})"
    if system:
        yield f"  SID({system})"
    yield from _types(_each_once(types))
    yield "/*"
    yield "//PACK     EXEC PGM=AMATERSE,PARM=PACK,COND=(4,LT)"
    yield "//SYSPRINT DD SYSOUT=*"
    yield f"//SYSUT1   DD DISP=SHR,DSN={copied(source, system)}"
    yield "//SYSUT2   DD DISP=(NEW,CATLG),"
    yield f"//            DSN={packed(source, system)},"
    yield "//            UNIT=SYSDA,SPACE=(CYL,(200,200),RLSE),DSNTYPE=LARGE"


def _each_once(types: Sequence[str]) -> list[str]:
    """Types with the subtypes of all their entries: 30(4) and 30(2,3) are 30(2,3,4); a type without any
    subtypes has all of them.
    """
    subtypes: dict[str, set[str] | None] = {}
    for entry in types:
        number, only, rest = entry.partition("(")
        known = subtypes.get(number, set())
        subtypes[number] = known | {*rest.rstrip(")").split(",")} if only and known is not None else None
    return [
        number if each is None else f"{number}({','.join(sorted(each, key=_order))})"
        for number, each in sorted(subtypes.items(), key=lambda pair: _order(pair[0]))
    ]


def _order(number: str) -> int:
    return int(number.partition(":")[0])


def _types(types: Sequence[str]) -> Iterator[str]:
    """A list of record types over as many lines as it takes."""
    line = head = "  OUTDD(OUT,TYPE("
    for at, type_ in enumerate(types):
        piece = type_ + ("," if at < len(types) - 1 else "))")
        if len(line) + len(piece) > WIDEST:
            yield line
            line = " " * len(head)
        line += piece
    yield line


def _qualifier(system: str) -> str:
    """A system as part of a data set name, where it may not begin with a digit."""
    return f"S{system}" if system[:1].isdigit() else system or "ALL"


PACKED = (
    "A packed data set has fixed records, which any binary transfer keeps. Without packing, FTP needs "
    "SITE RDW: "
    "record boundaries are lost without it, and text mode destroys the records.",
)


def transfers(data_sets: Sequence[tuple[str, str]]) -> str:
    """FTP, sftp and Zowe CLI for pairs of a packed data set and the file that it becomes here."""
    lines = ["# FTP", "ftp host.example.com", "binary"]
    lines += [f"get '{name}' {file}" for name, file in data_sets]
    lines += ["quit", "", "# or sftp, through a z/OS UNIX file"]
    for name, file in data_sets:
        lines += [
            f'ssh host.example.com "cp -B \\"//\'{name}\'\\" /tmp/{file}"',
            f"sftp host.example.com:/tmp/{file} .",
        ]
    lines += ["", "# or Zowe CLI; --binary, not --record"]
    lines += [f'zowe zos-files download data-set "{name}" --binary --file {file}' for name, file in data_sets]
    return "\n".join(lines)
