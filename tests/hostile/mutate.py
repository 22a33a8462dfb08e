"""Mutations by structure. Plain bytes seldom get past a parser; a wrong value in a right place does."""

from __future__ import annotations

import csv
import io
import json
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

#: Numbers as a hostile hand writes them.
NUMBERS = (
    "0", "-0", "1", "-1", "0.0", "1e308", "-1e308", "1e309", "1e-320", "NaN", "Infinity", "-inf", "1_000",
    "9" * 300, "-" + "9" * 300, "1" + "0" * 400, "0." + "0" * 300 + "1", "4294967296", "2147483648",
    "-2147483649", "18446744073709551616", "9223372036854775808", "0x10", "1,5", "1.5.5", "²", "٣", "½",
    "१२", "5²", "+5", "--5", "5%", "5k", "5 GB", "12:34:56", "999999:59:59.999999999", "1e", "e5", ".",
)  # fmt: skip
#: Words likewise.
WORDS = (
    "", " ", "\t", "-", "n/a", "null", "true", "None", "x" * 70, "x" * 5000, "\x1b[31mred\x1b[0m", "a\rb",
    "\x00", "\x9b2J", "\u202egnp", "|a|b|", "<script>alert(1)</script>", "'; drop table x; --",
    "../../etc/passwd", "%s%n", "{0.__class__}", "[bold]x[/bold]", "[/]", "\U0001f600", "\ud800",
    "é" * 33, "a\nb", "\\", '"', "'", "=1+1", "#", "2026-11-18T00:00:00Z", "0000-00-00",
    "9999-12-31T23:59:59", "2026-02-30", "24:00:00", "SYSA", "BP1", "DB1A",
)  # fmt: skip
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**32, 2**63, 2**64, 10**30, 10**300, -(10**300), 10**400, 0.0,
    -0.0, 0.5, 1e308, -1e308, 1e-320, float("nan"), float("inf"), float("-inf"), [], {}, [[]], [None],
    {"": None}, *WORDS, *NUMBERS,
)  # fmt: skip


#: Bytes of the descriptor word and the shortest header of an SMF record.
_HEADER = 24


def binary(data: bytes, chance: Random) -> bytes:
    """Bytes flipped, cut out, doubled, moved, or a length field made extreme; one to eight times."""
    result = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if not result:
            break
        at = chance.randrange(len(result))
        length = min(chance.choice((1, 2, 4, 8, 40, 400, 4000)), len(result) - at)
        match chance.randrange(8):
            case 0:
                result[at] ^= 1 << chance.randrange(8)
            case 1:
                result[at] = chance.choice((0, 1, 0x40, 0x7F, 0x80, 0xF0, 0xFF))
            case 2:
                del result[at : at + length]
            case 3:
                result[at:at] = result[at : at + length]
            case 4:
                result[at : at + length] = bytes([chance.choice((0, 0x40, 0xFF))]) * length
            case 5:
                del result[at:]
            case 6:
                word = chance.choice((0, 1, 4, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF))
                result[at : at + 4] = word.to_bytes(4, "big")[: len(result) - at]
            case 7:
                other = chance.randrange(len(result))
                result[at : at + length] = result[other : other + length]
    return bytes(result)


#: Words that no counter has, and those that end a range: bytes of a u32 and a u64, blanks, and the largest
#: floating point number.
EXTREMES: tuple[bytes, ...] = (
    bytes(8),
    (1).to_bytes(4, "big"),
    (1).to_bytes(8, "big"),
    (1 << 31).to_bytes(4, "big"),
    (1 << 63).to_bytes(8, "big"),
    b"\xff" * 4,
    b"\xff" * 8,
    b"\x40" * 4,
    b"\x40" * 8,
    b"\x7f" + b"\xff" * 7,
)


def word(record: bytes, chance: Random) -> bytes:
    """A record with one word behind its header made extreme."""
    result, extreme = bytearray(record), chance.choice(EXTREMES)
    at = chance.randrange(_HEADER, max(_HEADER + 1, len(result) - len(extreme)), 2)
    result[at : at + len(extreme)] = extreme
    return bytes(result)


def lines(text: str, chance: Random) -> str:
    """Lines left out, doubled, moved or cut, and words and figures in them replaced."""
    split = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 4, 12))):
        at = chance.randrange(len(split))
        match chance.randrange(9):
            case 0:
                del split[at : at + chance.choice((1, 1, 2, 10))]
            case 1:
                split[at:at] = split[at : at + chance.choice((1, 1, 5))]
            case 2:
                other = chance.randrange(len(split))
                split[at], split[other] = split[other], split[at]
            case 3:
                split[at] = split[at][: chance.randrange(len(split[at]) + 1)]
            case 4:
                split[at] = _within(split[at], chance, r"[A-Za-z]+", WORDS)
            case _:
                split[at] = _within(split[at], chance, r"[0-9.]+", NUMBERS)
        split = split or [""]
    return "\n".join(split)


def file_name(name: str, chance: Random) -> str:
    """The name of a file, which says whose it is, with something else in it; one that a disk can hold."""
    within = _within(name, chance, r"[A-Za-z0-9]+|[@.-]", (*WORDS, *NUMBERS, "@", "@@", "."))
    kept = within.encode(errors="replace").replace(b"/", b"!").replace(b"\0", b"!")[:200]
    return kept.decode(errors="ignore").lstrip(".-") or "log.txt"


def _within(line: str, chance: Random, what: str, others: tuple[str, ...]) -> str:
    """A line with one of its words or figures replaced; where there is none, with one put in."""
    places = list(re.finditer(what, line))
    start, end = chance.choice(places).span() if places else (len(line), len(line))
    kept = line[start:end]
    new = chance.choice(
        (chance.choice(others), chance.choice(others), kept * 2, kept[:-1], f"{kept}²", f"-{kept}")
    )
    return line[:start] + new + line[end:]


def json_text(text: str, chance: Random) -> str:
    """JSON with values of other types and sizes, members gone, renamed or doubled, or text that is none."""
    if chance.random() < 0.08:
        return lines(text, chance)
    document = json.loads(text)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        document = plain(document, chance)
    if chance.random() < 0.02:
        return "[" * 100_000
    return json.dumps(document)


def plain(made: Any, chance: Random) -> Any:
    """The same of what JSON holds."""
    holder, key = _somewhere(made, chance)
    if holder is None:
        return deepcopy(chance.choice(SCALARS))
    match chance.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(WORDS)] = holder.pop(key)
        case 1 | 2 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 3:
            value = holder[key]
            holder[key] = [value] if chance.random() < 0.5 else {"value": value}
        case 4:
            value = holder[key]
            if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e300:
                holder[key] = chance.choice((-value, value * 10**6, value + 0.5, str(value), value == 0))
            else:
                holder[key] = str(value)
        case 5:
            other, place = _somewhere(made, chance)
            holder[key] = deepcopy(other[place]) if other is not None else None
        case _:
            holder[key] = deepcopy(
                chance.choice(SCALARS)
            )  # lists among them: the next change may go into one
    return made


def _somewhere(made: Any, chance: Random) -> tuple[Any, Any]:
    """A list or an object, and a place in it; deep places as likely as high ones."""
    holder, key = None, None
    here = made
    while isinstance(here, (dict, list)) and here:
        holder = here
        key = chance.choice(list(here)) if isinstance(here, dict) else chance.randrange(len(here))
        here = here[key]
        if chance.random() < 0.2:
            break
    if isinstance(holder, (dict, list)):
        return holder, key
    return None, None


def table(text: str, chance: Random) -> str:
    """CSV with other cells, columns and rows; headings of other units; quotation marks that do not close."""
    if chance.random() < 0.1:
        return lines(text, chance)
    rows = list(csv.reader(io.StringIO(text)))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        if not rows or not any(rows):
            break
        row = chance.choice([row for row in rows if row])
        at = chance.randrange(len(row))
        match chance.randrange(10):
            case 0:
                rows.remove(row)
            case 1:
                rows.insert(chance.randrange(len(rows) + 1), list(row))
            case 2:
                for item in rows:
                    if at < len(item):
                        del item[at]
            case 3:
                for item in rows:
                    if at < len(item):
                        item.insert(at, item[at])
            case 4:
                row[at] += chance.choice((" ms", " s", " GB", " %", "k", "K", "²", " us", " min", "/s"))
            case 5:
                row[at] = chance.choice(WORDS)
            case 6 if rows[0]:
                rows[0][min(at, len(rows[0]) - 1)] = chance.choice(
                    (
                        "",
                        "ETR",
                        "ITR",
                        "CPU %",
                        "response ms",
                        "pool GB",
                        "processors",
                        "sync reads/s",
                        "delta",
                        "label",
                    )
                )
            case _:
                row[at] = chance.choice(NUMBERS)
    out = io.StringIO()
    csv.writer(out, delimiter=chance.choice(",,,,;\t|"), lineterminator="\n").writerows(rows)
    return out.getvalue()


#: What a layout may say of a field's type, and what it may not.
TYPES = (
    "u8", "u16", "u32", "u64", "i32", "us64", "hfp:4", "hfp:8", "hfp:99", "stck", "stckdur", "smftime",
    "text:0", "text:4", "text:99999", "text:-1", "flag:0", "flag:9", "hex:0", "hex:8", "packed:4", "u999",
    "utf8:4", "",
)  # fmt: skip


def toml(text: str, chance: Random) -> str:
    """TOML with other values, types and offsets, entries gone or twice."""
    split = text.split("\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(split))
        where = [i for i, line in enumerate(split) if "=" in line]
        at = chance.choice(where) if where and chance.random() < 0.8 else at
        match chance.randrange(9):
            case 0:
                del split[at]
            case 1:
                split.insert(at, split[at])
            case 2:
                other = chance.randrange(len(split))
                split[at], split[other] = split[other], split[at]
            case 3:
                split[at] = re.sub(r'(type\s*=\s*")[^"]*"', rf'\g<1>{chance.choice(TYPES)}"', split[at])
            case 4:
                split[at] = split[at][: chance.randrange(len(split[at]) + 1)]
            case 5 | 6:
                name = split[at].partition("=")[0]
                split[at] = f"{name}= {json.dumps(chance.choice(SCALARS))}"
            case _:
                split[at] = _within(split[at], chance, r"-?[0-9]+", NUMBERS)
        split = split or [""]
    return "\n".join(split)


FORMS: dict[str, Callable[[str, Random], str]] = {
    "json": json_text,
    "csv": table,
    "toml": toml,
    "text": lines,
}
