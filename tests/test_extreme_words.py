"""No word of any record takes an answer from another object, and no verb ends with a defect for it."""

from __future__ import annotations

import os
import struct
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

import sample_site
from getpage import _native
from hostile.seeds import records_of
from in_process import run

if TYPE_CHECKING:
    from collections.abc import Iterator

LAYOUTS: Final = Path(__file__).parents[1] / "layouts" / "smf"
#: What words are set to: zeros, one, ends of signed and unsigned numbers, no number, blanks in EBCDIC.
WORDS: Final = (
    *(struct.pack(">I", value) for value in (0, 1, 1 << 31, (1 << 32) - 1)),
    *(struct.pack(">Q", value) for value in (0, 1, 1 << 31, 1 << 63, (1 << 63) - 1, (1 << 64) - 1)),
    struct.pack(">d", float("nan")),
    b"\x40" * 4,
    b"\x40" * 8,
)
HEADER: Final = 24
VERBS: Final = (
    ["inspect"],
    ["check", "--format", "json"],
    ["plan"],
    ["ledger", "--by-interval"],
    ["report", "-o", "-"],
    ["forecast", "--change", "SYSA.DBP1.BP1=x2"],
)
#: In CI every round is done; elsewhere the first of them.
ROUNDS: Final = 12 if os.environ.get("CI") else 4
NOON: Final = 1_789_992_000_000_000


@cache
def records() -> tuple[bytes, ...]:
    """Two of each kind and system of the sample site, and one of each kind of layout that it has none of."""
    most: dict[tuple[bytes, bytes], list[bytes]] = {}
    for name in ("smf-dump.bin", "sort-dump.bin", "tcpip-dump.bin"):
        for record in records_of((sample_site.site() / name).read_bytes()):
            of_kind = most.setdefault((kind(record), record[14:18]), [])
            if len(of_kind) < 2:
                of_kind.append(record)
    there = {of for of, _ in most}
    others = (record for record in encoded() if kind(record) not in there)
    return (*(record for of_kind in most.values() for record in of_kind), *others)


def kind(record: bytes) -> bytes:
    """Record type and subtype."""
    return record[5:6] + record[22:24]


def encoded() -> Iterator[bytes]:
    """A record of each kind that a layout has, its fields small or zero."""
    for path in sorted(LAYOUTS.glob("*/*.toml")):
        layout = tomllib.loads(path.read_text())
        small = {
            field["name"]: 3 for field in layout.get("fields", ()) if field["type"] in ("u16", "u32", "u64")
        }
        for where in layout.get("where", ()):
            for row in (small, {}):
                spec = {"record_type": where["type"], "subtype": where.get("subtypes", [1])[0]}
                spec |= {
                    "common": {"system": "SYSA", "written": NOON},
                    "sections": {layout["section"]: [row]},
                }
                try:
                    yield from _native.encode_records([spec])
                except _native.EncodeError:
                    continue
                break


def changed(chance: Random) -> bytes:
    """The records, a word of each changed."""
    collected = []
    for record in records():
        word = chance.choice(WORDS)
        at = chance.randrange(HEADER, max(HEADER + 1, len(record) - len(word) + 1), 2)
        collected.append((record[:at] + word + record[at + len(word) :])[: len(record)])
    return b"".join(collected)


def test_each_type_of_record_with_a_layout_is_tried():
    types = {int(path.parent.name) for path in LAYOUTS.glob("*/record.toml")}
    assert {record[5] for record in records()} >= types


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_no_word_of_any_record_ends_a_verb_with_a_defect(round_, tmp_path):
    chance = Random(round_)
    (tmp_path / "dump").write_bytes(changed(chance))
    with sample_site.only_read(tmp_path / "dump") as dump:
        for verb, *more in (VERBS[1], VERBS[round_ % len(VERBS)]):
            done = run(verb, dump, *more)
            assert done.returncode in (0, 2, 3), done.stderr
            assert "defect of getpage" not in done.stdout
