"""Hostile and broken text: nothing raises, nothing good is lost, time and memory stay bounded."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage.contract.printed import LISTED
from getpage.evidence import texts
from getpage.evidence.text import TextEvidence, looks_like_text_evidence, read_text
from getpage.evidence.text.assemble import LONGEST_LINE
from test_text_cases import OUTPUT

LINES = OUTPUT.split("\n")
PIECES = [
    *LINES,
    "10.48.00 STC30242  CSQI010I !MQ21 Page set usage ... 299",
    "   299             _    0     0    5038    4980         58         0 USER    0",
    "M 0000000 SY1      99999 99:99:99.99 STC30242 00000090  CSQI065I !MQ51 Buffer pool attributes ... 299",
    "D                                         299 00000090  _ 0 2001 1976 98 4KB BELOW",
    "S                                                 more",
    "MVAA,VTS1,2015/99/99,11:16:31,VRM:710, >16MB Allocated user , 00eb0000, 14 MB",
    "9999-99-99T99:99:99Z CSQP020E too small",
    " 99.99.99 STC30242 ---- TUESDAY,   99 DEC 2015 ----",
    "CSQY220I",
    "CSQY220I ",
    "-MQ call- N",
    "> 99 Buffs 1",
]


def frozen(rows: list[dict]) -> list[tuple]:
    """Rows without what a later line may still add to them."""
    later = {"queue_manager", "maximum_depth"}
    return [tuple(sorted((k, str(v)) for k, v in row.items() if k not in later)) for row in rows]


@settings(deadline=None)
@given(st.text())
def test_any_text_is_read_without_an_error(text):
    looks_like_text_evidence(text)
    read_text(enumerate(text.split("\n")))


@settings(deadline=None)
@given(st.binary())
def test_any_bytes_read_as_text_are_read_without_an_error(data):
    for encoding in ("latin-1", "cp037"):
        read_text(enumerate(data.decode(encoding).split("\n")))


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_known_lines_in_any_order_are_read_without_an_error(lines):
    evidence = read_text(enumerate(lines))
    assert evidence.matched_lines <= len(lines)


@settings(deadline=None)
@given(st.data())
def test_known_lines_with_any_character_changed_are_read_without_an_error(data):
    line = data.draw(st.sampled_from([piece for piece in PIECES if piece]))
    at = data.draw(st.integers(0, len(line) - 1))
    changed = line[:at] + data.draw(st.text(max_size=3)) + line[at + 1 :]
    where = LINES.index(line) if line in LINES else 0
    read_text(enumerate([*LINES[:where], changed, *LINES[where + 1 :]]))


def test_cut_at_any_line_what_came_before_is_kept():
    whole = read_text(enumerate(LINES))
    for cut in range(len(LINES) + 1):
        part = read_text(enumerate(LINES[:cut]))
        for table, rows in part.rows.items():
            kept, full = frozen(rows), frozen(whole.rows[table])
            open_row = 1 if table == "mq_buffer_pool" or table.startswith("mq_storage") else 0
            assert kept[: len(kept) - open_row] == full[: len(kept) - open_row]
        complete = [row for rows in whole.rows.values() for row in rows if row["record"] < cut - 4]
        assert sum(map(len, part.rows.values())) >= len(complete)


def test_noise_between_all_lines_loses_nothing():
    noise = "10.48.01 STC00007  IEF403I NOISE - STARTED"
    noisy = [line for pair in LINES for line in (pair, noise)]
    # the multi-line message keeps its id; the others stand in reports or alone
    plain, mixed = read_text(enumerate(LINES)), read_text(enumerate(noisy))
    assert mixed.damage == []
    assert {table: len(rows) for table, rows in plain.rows.items()} == {
        table: len(rows) for table, rows in mixed.rows.items()
    }


def test_one_broken_line_takes_at_most_its_own_rows():
    whole = read_text(enumerate(LINES))
    total = sum(map(len, whole.rows.values()))
    for index in range(len(LINES)):
        broken = [*LINES[:index], "\x00\x01 broken " + LINES[index][::-1], *LINES[index + 1 :]]
        assert sum(map(len, read_text(enumerate(broken)).rows.values())) >= total - 2


@pytest.mark.parametrize(
    "line",
    [
        " " * 1_000_000,
        "CSQY220I " + "9" * 1_000_000,
        "CSQY220I !MQ51 CSQSCTL Queue manager storage usage:" + " local" * 200_000,
        "_ " + "1 " * 500_000,
        "> 01 Buffs " + "1 " * 500_000,
        "-MQ call- N " + "ET " * 300_000,
        "MVAA,VTS1,2015/12/08,11:16:31,VRM:710, >16MB " + "," * 1_000_000,
        "N 0000000 " + "A " * 500_000 + "CSQP020E",
        "CSQP020E " * 100_000,
        "[" + "2026-05-21T10:48:00Z " * 50_000,
        "- " * 400_000 + "CSQI010I Page set usage",
        "1" * 1_000_000 + " CSQP020E",
    ],
    ids=lambda line: line[:20].strip(),
)
def test_a_huge_line_takes_a_moment_and_no_more(line):
    start = time.perf_counter()
    evidence = read_text(enumerate([line, *LINES]))
    assert time.perf_counter() - start < 2
    assert len(evidence.rows["mq_page_set"]) == 6
    assert all(len(damage.found) <= 200 for damage in evidence.damage)


def test_many_lines_that_fill_the_line_length_take_linear_time():
    lines = [
        ("CSQP020E " + filler * LONGEST_LINE)[:LONGEST_LINE] for filler in (" ", "1 ", "a", "1 a", "_ 1")
    ]
    start = time.perf_counter()
    read_text(enumerate(lines * 20))
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "lines",
    [
        ["  PID User  Command  Swap  USS  PSS  RSS", " 1 odm" + " " * 2000 + "x"],
        ["IEE857I " + " " * 4000 + "x"] * 40,
        ["Tclass" + " Trans" * 680] * 10,
        ["VSRBF=4096,10", "OPTIONS,VSAMFIX=(BFR)"] * 4000,
    ],
    ids=["smem", "dump options", "transaction classes", "members"],
)
def test_blanks_and_repeated_statements_take_linear_time(lines):
    start = time.process_time()
    read_text(enumerate(lines))
    assert time.process_time() - start < 1


def test_what_waits_is_forgotten_in_time():
    begins = [f"10.48.00 STC30242  CSQI065I !MQ51 Buffer pool attributes ... {n}" for n in range(1000, 9999)]
    evidence = read_text(enumerate(begins))
    assert evidence.rows == {}
    assert evidence.damaged == len(begins)
    assert len(evidence.damage) == LISTED


@settings(max_examples=examples(20), deadline=None)
@given(st.lists(st.sampled_from(["\r", "\t", "\f", "\x85", "\u2028"]), min_size=1, max_size=3))
def test_odd_line_ends_do_not_hide_a_message(ends):
    line = "CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small" + "".join(ends)
    assert read_text([(0, line)]).rows["mq_message"][0]["buffer_pool"] == 1


def test_an_empty_text_is_empty_evidence():
    assert read_text([]) == TextEvidence({}, [], 0)


@pytest.mark.parametrize("before", [0, 1, 40, 79, 80, 81])
def test_a_message_across_the_pieces_of_a_long_log_is_seen(tmp_path, monkeypatch, before):
    piece = 2 * texts._HEAD  # the message stands beyond what every file is known by
    monkeypatch.setattr(texts, "_PIECE", piece)
    line = (
        "M 0000000 SYSB     26322 09:38:04.31 STC20311 00000090  DFHSM0133 CICSORD4 CICS is short on storage"
    )
    place = piece - before
    filling = "2026-05-21 10:00:00 a line of an application\n" * (place // 45)
    filling += "x" * (place - len(filling) - 1) + "\n"
    (tmp_path / "log.txt").write_text(f"{filling}{line}on storage above the bar.\n" + "no message\n" * 9)
    [source] = getpage.inspect(tmp_path / "log.txt").sources
    assert source.decoded == 1
