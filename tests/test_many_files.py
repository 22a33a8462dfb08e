"""Work for many files is counted: each is read as often as where there are few, and no farther."""

from __future__ import annotations

import gc
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from getpage import _native
from getpage.evidence import lines, printed, texts
from getpage.evidence.input_files import InputFile
from getpage.evidence.sources import find
from in_process import run
from store_records import pool_spec

MESSAGE = "2026-05-21 10:{:02}:{:02} CSQP014E +QM07 CSQPEXPC EXPANSION FAILED FOR PAGE SET 4\n"


def directory(place: Path, many: int) -> Path:
    """A dump, logs, and others that are no evidence: text, nothing at all, XML, bytes."""
    place.mkdir()
    (place / "dump.smf").write_bytes(b"".join(_native.encode_records([pool_spec(n, 3) for n in range(9)])))
    kinds = (b"notes of a meeting\n" * 40, b"", b"<orders>\n<a/>\n</orders>\n", bytes(range(256)) * 4)
    for n in range(many):
        text = MESSAGE.format(n // 60, n % 60).encode() if n % 10 == 0 else kinds[n % 4]
        (place / f"x{n:05}").write_bytes(text)
    return place


def counted(monkeypatch: pytest.MonkeyPatch, place: Path, *words: object) -> Counter[tuple[str, str]]:
    """How often a command has the native module read each file of a place, by what reads it."""
    calls: Counter[tuple[str, str]] = Counter()

    def counting(name: str, function: Any) -> Any:
        def count(*arguments: Any, **named: Any) -> Any:
            for path in arguments[0] if name == "look" else arguments[:1]:
                if isinstance(path, Path) and path.parent == place:
                    calls[name, path.name] += 1
            return function(*arguments, **named)

        return count

    with monkeypatch.context() as patch:
        for name in ("look", "Unpacked", "members", "inspect_file", "digest"):
            patch.setattr(_native, name, counting(name, getattr(_native, name)))
        done = run(*words)
    assert done.returncode == 0, done.stderr
    return calls


@pytest.mark.parametrize("verb", ["inspect", "load", "check"])
def test_each_of_many_files_is_read_as_often_as_each_of_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    most = []
    for many in (20, 240):
        place = directory(tmp_path / f"{many}", many)
        into = ("--into", tmp_path / f"store{many}") if verb == "load" else ()
        calls = counted(monkeypatch, place, verb, place, *into)
        assert len({file for _, file in calls}) == many + 1  # all are looked at
        most.append(max(calls.values()))
        assert sum(calls.values()) <= 3 * many  # what they are; a log once more for its lines
    assert most[0] == most[1] <= 2


def test_a_file_that_was_looked_at_is_closed_whenever_cycles_are_looked_for(tmp_path: Path) -> None:
    place = directory(tmp_path / "many", 40)
    gc.collect()
    gc.disable()
    try:
        before = len([*Path("/proc/self/fd").iterdir()])
        with find([str(place)]) as (files, refused):
            assert len(files) + len(refused) == 41
            assert len([*Path("/proc/self/fd").iterdir()]) < before + 10
    finally:
        gc.enable()


def test_lines_of_logs_are_read_as_often_in_many_files_as_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    each = [MESSAGE.format(n // 60, n % 60) for n in range(600)]
    original = lines.lines_of
    read: Counter[int] = Counter()
    for many in (1, 200):
        place = tmp_path / f"{many}"
        place.mkdir()
        for n in range(many):
            text = "".join(each[n * 600 // many : (n + 1) * 600 // many])
            (place / f"log{n:03}").write_text(text)

        def counting(*arguments: Any, many: int = many) -> Any:
            for line in original(*arguments):
                read[many] += 1
                yield line

        with monkeypatch.context() as patch:
            for module in (lines, printed, texts):
                patch.setattr(module, "lines_of", counting)
            assert run("load", place, "--into", tmp_path / f"store{many}").returncode == 0
    assert read[200] == read[1] >= 600


def test_texts_that_are_settled_together_are_what_they_are_one_by_one(tmp_path: Path) -> None:
    first = (b"", b"\xef\xbb\xbf", b"\r\n ", b"<", b"[\n {", b"\x01\x02", b"\xff", b"a,b\n1,2\n", b'a,"b\n')
    then = (
        b"notes\n" * 9,
        b"",
        "\u0131ea045i stra\u00dfe\n".encode(),
        b"Takes\n",
        b"see getpage plan.\n",
    )
    last = (b"", b"\0" * 9, bytes(range(128, 256)), b"x" * 70_000, "notes \u00e9\n".encode("utf-16-le"))
    files = []
    for n, parts in enumerate(product(first, then, last)):
        (tmp_path / f"{n:03}").write_bytes(b"".join(parts))
        files.append(InputFile(path=tmp_path / f"{n:03}", name=f"{n}", is_named=False))
    settled = _native.look([file.path for file in files], [], texts.words())
    alone = _native.look([file.path for file in files], [])
    for file, look, other in zip(files, settled, alone, strict=True):
        if look["kind"] in ("unknown", "refused"):
            told = texts.identify_text(file, other, None)
            why = told if told and other["kind"] == "open" else other["text"]
            assert why == (look["text"] or texts.UNKNOWN), file.path.read_bytes()[:99]
    assert {look["kind"] for look in settled} >= {"unknown", "refused", "open"}
