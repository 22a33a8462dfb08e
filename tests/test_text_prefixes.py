"""Log prefixes: what each form says of its lines, and that the message behind it is read."""

from datetime import datetime

import pytest

from getpage.evidence.text import TextEvidence, read_text
from getpage.evidence.text.prefix import _iso_day, _julian_day


def read(text: str) -> TextEvidence:
    lines, offset = [], 0
    for line in text.split("\n"):
        lines.append((offset, line))
        offset += len(line.encode()) + 1
    return read_text(lines)


def only(evidence: TextEvidence, table: str) -> dict:
    assert evidence.damage == []
    (row,) = evidence.rows[table]
    return row


PREFIXES = {
    "job log": ("10.48.00 STC30242  ", None, None),
    "job log with a new-style job number": ("10.48.00 S0030242  ", None, None),
    "job log with carriage control": ("1 10.48.00 STC30242  ", None, None),
    "time only": ("10.48.00 ", None, None),
    "system log": (
        "N 0000000 SY1      26141 10:48:00.12 STC30242 00000090  ",
        "SY1",
        datetime(2026, 5, 21, 10, 48, 0, 120000),
    ),
    "system log with a four-digit year": (
        "N 0000000 SY1      2026141 10:48:00.12 STC30242 00000090  ",
        "SY1",
        datetime(2026, 5, 21, 10, 48, 0, 120000),
    ),
    "system log without a job": (
        "NR0000000 SY1      26141 10:48:00.12          00000090  ",
        "SY1",
        datetime(2026, 5, 21, 10, 48, 0, 120000),
    ),
    "system log without times": ("STC30242 00000090 ", None, None),
    "SDSF user log": (
        "SY1      2026141  10:48:00.12 STC30242    ",
        "SY1",
        datetime(2026, 5, 21, 10, 48, 0, 120000),
    ),
    "ISO": ("2026-05-21T10:48:00.120+02:00 ", None, datetime(2026, 5, 21, 10, 48, 0, 120000)),
    "ISO around a job log": ("2026-05-21 10:48:01Z 10.48.00 STC30242  ", None, datetime(2026, 5, 21, 10, 48)),
    "routed command": ("RESPONSE=SY1      ", "SY1", None),
    "sequence number": ("00000120 10.48.00 STC30242  ", None, None),
    "sequence number alone": ("00000120 ", None, None),
    "quoted mail": ("> ", None, None),
    "quoted job log": ("> 10.48.00 STC30242  ", None, None),
    "highlighted": ("10.48.00 STC30242 *", None, None),
    "none": ("", None, None),
    "indented": ("      ", None, None),
}


@pytest.mark.parametrize("form", PREFIXES)
def test_a_message_is_read_behind_every_prefix(form):
    prefix, system, written = PREFIXES[form]
    row = only(read(f"{prefix}CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small"), "mq_message")
    assert (row["buffer_pool"], row["queue_manager"]) == (1, "VTS1")
    assert (row["system"], row["written"]) == (system, written)


def test_sequence_numbers_in_the_last_eight_columns_are_not_text():
    line = "CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small"
    assert only(read(f"{line:72}00001200"), "mq_message")["text"] == "Buffer pool 1 is too small"


def test_a_job_log_gives_its_lines_the_date_and_the_system_that_it_printed_once():
    text = """\
1                    J E S 2  J O B  L O G  --  S Y S T E M  S Y 1  --  N O D E  N 1
0
 23.59.59 STC30242 ---- TUESDAY,   08 DEC 2015 ----
 23.59.59 STC30242  CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
 00.00.01 STC30242 ---- WEDNESDAY, 09 DEC 2015 ----
 00.00.02 STC30242  CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small
 00.00.03 STC99999  CSQP020E @VTS2 CSQP1RSW Buffer pool 1 is too small"""
    rows = read(text).rows["mq_message"]
    assert [row["written"] for row in rows] == [
        datetime(2015, 12, 8, 23, 59, 59),
        datetime(2015, 12, 9, 0, 0, 2),
        None,
    ]
    assert [row["system"] for row in rows] == ["SY1", "SY1", None]


@pytest.mark.parametrize("year", ["0001", "1963", "2200", "9999"])
def test_a_year_that_no_evidence_is_of_is_no_date(year):
    assert _iso_day(f"{year}-12-31") is None
    assert _julian_day(f"{year}365") is None
