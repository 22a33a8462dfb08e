"""No word of any record takes an answer from another object, and no verb ends with a defect for it.

Each field of each record kind is set to each word that ends a range, in a record of a system of its own: some
hundred systems make one dump, and one of them is healthy. A dump that fails is halved until one is left.
"""

from __future__ import annotations

import json
import os
import struct
from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

import getpage
from examples import IN_CI
from hostile.fields import LAYOUTS, Place, layouts, places, words
from hostile.kinds import records
from in_process import Done, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

CHECK: Final = ("check", "--format", "json")
#: Of each dump `check` is asked, and one of these.
VERBS: Final = (
    ["plan"],
    ["ledger", "--by-interval"],
    ["report", "-o", "-"],
    ["inspect"],
    ["forecast", "--change", "SYSA.DBP1.BP1=x2"],
)
#: One word in so many is tried: `make fuzz` tries each, which takes a quarter of an hour of a processor.
STRIDE: Final = 1 if os.environ.get("EVERY_WORD") else 97 if IN_CI else 183
#: Systems of a dump, and how many systems there are about.
SYSTEMS, ABOUT = 150, 6_750
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#: What every system has besides: real storage and processors.
ALWAYS: Final = (70, 71)
Trial = tuple[int, Place, bytes]


@cache
def trials() -> dict[int, list[Trial]]:
    """By type of record: which of its records, where, and which word."""
    return {
        record_type: [
            (number, place, word)
            for place, number in {
                place.name: (place, number) for number, record in enumerate(each) for place in places(record)
            }.values()
            for word in words(place.width)
        ]
        for record_type, each in records().items()
    }


def systems() -> range:
    """A number a system: in each, one record of each type has one changed word."""
    return range(0, max(map(len, trials().values())), STRIDE)


def dump(numbers: Sequence[int]) -> Iterator[bytes]:
    """The records of systems, and of one in which nothing is changed."""
    for record_type in records():
        yield from (of_system(record, "SYSA") for record in records()[record_type])
    for number in numbers:
        tried = {record_type: each[number] for record_type, each in trials().items() if number < len(each)}
        for record_type in tried.keys() | ALWAYS:
            for at, record in enumerate(records()[record_type]):
                changed = record
                if record_type in tried and tried[record_type][0] == at:
                    _, place, word = tried[record_type]
                    changed = record[: place.at] + word + record[place.at + place.width :]
                yield of_system(changed, name(number))


def of_system(record: bytes, system: str) -> bytes:
    return record[:14] + system.encode("cp037") + record[18:]


def name(number: int) -> str:
    """The name of the system of a number."""
    return "X" + "".join(LETTERS[number // 36**place % 36] for place in (2, 1, 0))


def attempt(numbers: Sequence[int], verb: Sequence[str], path: Path) -> Done:
    path.write_bytes(b"".join(dump(numbers)))
    return run(verb[0], path, *verb[1:])


def ends_badly(done: Done) -> bool:
    """Whether a verb failed, or an answer about one object did."""
    return done.returncode != 0 or "defect of getpage" in done.stdout


def failing(numbers: Sequence[int], verb: Sequence[str], path: Path) -> list[str]:
    """Of systems those for whose sake a verb ends badly, each by itself."""
    if not ends_badly(done := attempt(numbers, verb, path)):
        return []
    if len(numbers) == 1:
        of_it = [(of, each[numbers[0]]) for of, each in trials().items() if numbers[0] < len(each)]
        tried = [f"SMF {of} {place.name} = {word.hex()}" for of, (_, place, word) in of_it]
        return [f"{verb[0]} ends with {done.returncode}: {done.stderr[-300:]} {tried}"]
    half = len(numbers) // 2
    return failing(numbers[:half], verb, path) + failing(numbers[half:], verb, path)


def findings_of_sysa(done: Done) -> set[tuple[str, str, str]]:
    """What is found on the system in which nothing is changed."""
    return {
        (finding["check"], finding["object"], finding["headline"])
        for finding in json.loads(done.stdout)["findings"]
        if finding["object"].split()[0].split(".")[0] == "SYSA"
    }


def test_each_field_of_each_layout_is_tried_with_each_word():
    for record_type in records():
        tried: dict[str, set[bytes]] = {}
        for _, place, word in trials()[record_type]:
            tried.setdefault(place.name, set()).add(word)
        whole, sections = layouts(record_type)
        parts = [{"section": "", "fields": whole["header"]}]
        parts += [
            section
            for section in sections.values()
            if record_type in {where["type"] for where in section.get("where", ())}
        ]
        for part in parts:
            for field in part["fields"]:
                if "at" in field:
                    words_of_it = tried[f"{part['section']}.{field['name']}"]
                    assert words_of_it == set(words(len(next(iter(words_of_it)))))
    ends = {value.to_bytes(8, "big") for value in (0, 1, 1 << 31, 1 << 63, (1 << 64) - 1)}
    assert set(words(8)) == ends | {b"\x40" * 8, struct.pack(">d", float("nan"))}
    types = {int(path.parent.name) for path in LAYOUTS.glob("*/record.toml")}
    assert records().keys() == types
    assert max(map(len, trials().values())) <= ABOUT


def test_none_of_the_records_is_damaged_before_a_word_of_it_is_changed(tmp_path):
    (tmp_path / "dump").write_bytes(b"".join(dump(())))
    assert not getpage.inspect(tmp_path / "dump").damage


def test_of_a_dump_that_ends_badly_each_system_is_named_for_whose_sake_it_does(tmp_path, monkeypatch):
    def tried(numbers, *_):
        return Done(70 if {7, 12} & set(numbers) else 0, "", "")

    monkeypatch.setattr("test_extreme_words.attempt", tried)
    failed = failing(range(20), CHECK, tmp_path / "dump")
    assert [line.partition(":")[0] for line in failed] == ["check ends with 70"] * 2
    assert all("SMF 115 " in line for line in failed)


@pytest.mark.parametrize("part", range(-(-ABOUT // STRIDE // SYSTEMS)))
def test_no_word_of_any_record_ends_a_verb_with_a_defect_or_changes_what_is_found_elsewhere(part, tmp_path):
    numbers = systems()[part * SYSTEMS : (part + 1) * SYSTEMS]
    done = attempt(numbers, CHECK, tmp_path / "dump")
    failed = failing(numbers, CHECK, tmp_path / "dump") if ends_badly(done) else []
    failed += failing(numbers, VERBS[part % len(VERBS)], tmp_path / "dump")
    assert not failed, "\n".join(failed)
    assert findings_of_sysa(done) == findings_of_sysa(attempt((), CHECK, tmp_path / "alone"))
