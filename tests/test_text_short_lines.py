"""A small file that unpacks to millions of lines too short to say anything is read quickly and wholly."""

from __future__ import annotations

import gzip

import pytest

from getpage import _native
from getpage.cli.app import run_command
from getpage.evidence import texts
from getpage.evidence.coding import PLAIN, Coding
from getpage.evidence.lines import SHORTEST, lines_in, lines_of
from getpage.evidence.text.assemble import Readers
from getpage.products import registry

MESSAGE = b"CSQP018I +QM01 CHECKPOINT STARTED FOR BUFFER POOL 1\n"
LINES = 20_000_000


def test_no_mark_of_a_message_is_shorter_than_the_lines_that_are_left_out() -> None:
    readers = Readers(product.printed() for product in registry.PRODUCTS)
    assert not readers.may_begin("x" * (SHORTEST - 1))
    assert min(map(len, readers.marks)) == SHORTEST


@pytest.mark.parametrize("filler", [b"\n", b"\r\n", b"x\n"])
def test_what_stands_behind_millions_of_short_lines_is_read_with_its_offset(filler, tmp_path) -> None:
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(filler * LINES + MESSAGE, compresslevel=1))
    lines = list(lines_of(path))
    assert lines[-1] == (len(filler) * LINES, MESSAGE.decode().rstrip())
    assert len(lines) < 10_000


def test_records_of_one_byte_are_passed_over_too() -> None:
    short, message = b"\0\5\0\0x" * 500_000, b"CSQP018I"
    data = short + (4 + len(message)).to_bytes(2, "big") + b"\0\0" + message
    lines = list(lines_in(data, Coding("utf-8", records=0)))
    assert lines[-1] == (len(short), "CSQP018I")
    assert len(lines) < 10_000
    assert not list(lines_in(b"x" * 1000, Coding("utf-8", records=1)))


def test_few_short_lines_are_all_handed_on() -> None:
    data = b"\n" * 900 + MESSAGE
    assert len(list(lines_in(data, PLAIN))) == 901


def test_only_whole_short_lines_are_counted() -> None:
    assert _native.short_lines(b"\nab\nabc\n\n", 3, False) == 4


def packed(lines: int, last: bytes = b"") -> dict[str, bytes]:
    """Small files that unpack to many lines of a byte each."""
    records = [b"\x40"] * lines + [last.rstrip().decode().encode("cp037")] * bool(last)
    return {"gzip": gzip.compress(b"\n" * lines + last), "tersed": _native.tersed(records, True, None)}


@pytest.mark.parametrize("how", ["gzip", "tersed"])
def test_inspect_passes_over_them_and_says_where_their_packing_is_damaged(
    how, tmp_path, capsys, monkeypatch
) -> None:
    path = tmp_path / "log"
    path.write_bytes(packed(9_000_000)[how])
    searched = []
    looks = texts.looks_like_text_evidence

    def seen(text: str) -> bool:
        searched.append(len(text))
        return looks(text)

    with monkeypatch.context() as patch:
        patch.setattr(texts, "looks_like_text_evidence", seen)
        assert run_command(["inspect", str(path)]) == 2
    assert sum(searched) < 300_000
    assert "damage" not in capsys.readouterr().err
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    assert run_command(["inspect", str(path)]) == 2
    assert "before its damage: " in capsys.readouterr().err
    path.write_bytes(packed(1_000_000, b"CSQP014E +QM07 CSQPEXPC EXPANSION FAILED FOR PAGE SET 9\n")[how])
    assert run_command(["inspect", str(path)]) == 0
