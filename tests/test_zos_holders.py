"""Who held real storage in an interval: averages count by time, panels by their moment."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.core.names import Image
from getpage.products.zos.holders import Holders
from getpage.products.zos.spaces import holding, meeting, spans_of
from test_rmf_xml import REPORT, STORF
from zos_evidence import check as check_text
from zos_records import FRAME, GIB, ONLINE, check, paging, smf30, smf71

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.storage import AddressSpace

NOON = datetime(2026, 5, 21, 12)
_SCHEMA = {
    "system": pl.String,
    "job": pl.String,
    "asid": pl.UInt16,
    "report": pl.String,
    "start": pl.Datetime("us"),
    "end": pl.Datetime("us"),
    "frames": pl.UInt64,
    "fixed_frames": pl.UInt64,
    "file": pl.UInt32,
    "record": pl.UInt64,
}


class Spaces:
    """Address spaces of one system: job, report, from and to in minutes after noon, frames."""

    def __init__(self, *rows: tuple[str, str, float | None, float, int]) -> None:
        """In order of their records."""
        result = [
            ("SYSA", job, 1, report, begin if begin is None else at(begin), at(end), frames, None, 0, place)
            for place, (job, report, begin, end, frames) in enumerate(rows)
        ]
        self.frame = pl.DataFrame(result, schema=_SCHEMA, orient="row")

    def holding(self) -> Iterator[pl.DataFrame]:
        """As what is measured gives them, in two pieces."""
        yield from map(holding, (self.frame[::2], self.frame[1::2]))


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def held(of: Spaces, *intervals: tuple[float, float]) -> list[tuple[AddressSpace, ...]]:
    spans = spans_of([("SYSA", {"start": at(begin), "end": at(end)}) for begin, end in intervals])
    rows = holding(of.frame)
    actual = Holders(of, rows.clear()).of(spans, meeting(rows, spans))
    return [actual[number] for number in range(len(intervals))]


def frames(of: Spaces, begin: float, end: float) -> dict[str, int]:
    [spaces] = held(of, (begin, end))
    return {space.job: space.bytes // FRAME for space in spaces}


def test_a_record_counts_for_the_part_of_the_interval_that_it_covers():
    sort = Spaces(("SORT", "SMF 30", 0, 5, 9_000))
    assert frames(sort, 0, 15) == {"SORT": 3_000}
    assert frames(sort, -15, 4) == {"SORT": 9_000 * 4 // 19}


def test_records_that_are_not_in_step_with_rmf_count_each_for_their_part():
    task = Spaces(("DB1ADBM1", "SMF 30", -8, 7, 1_500), ("DB1ADBM1", "SMF 30", 7, 22, 3_000))
    assert frames(task, 0, 15) == {"DB1ADBM1": (7 * 1_500 + 8 * 3_000) // 15}


def test_jobs_one_after_the_other_do_not_add_up_to_more_than_one_held():
    jobs = [(f"JOB{number}", "SMF 30", number, number + 1, 15_000) for number in range(15)]
    assert sum(frames(Spaces(*jobs), 0, 15).values()) == 15_000


def test_a_moment_that_an_address_space_has_two_records_of_counts_once_with_their_mean():
    twice = Spaces(("DB1ADBM1", "SMF 30", 0, 15, 3_000), ("DB1ADBM1", "SMF 30", 5, 20, 6_000))
    assert frames(twice, 0, 20) == {"DB1ADBM1": (5 * 3_000 + 10 * 4_500 + 5 * 6_000) // 20}
    hour = [("CICS1", "SMF 30", 60, 75, size) for size in (800, 1_000)]
    assert frames(Spaces(*hour, ("BATCH", "SMF 30", 60, 75, 70)), 60, 75) == {"CICS1": 900, "BATCH": 70}


def test_a_panel_in_the_interval_goes_before_an_average_and_the_last_one_counts():
    both = Spaces(("CICS1", "SMF 30", 0, 15, 5), ("CICS1", "STORF", 3, 4, 7), ("CICS1", "STORF", 8, 9, 8))
    assert frames(both, 0, 15) == {"CICS1": 8}
    assert frames(both, 0, 5) == {"CICS1": 7}


def test_what_was_seen_nearest_stands_in_where_nothing_was_seen_and_says_when():
    panels = Spaces(("CICS1", "DA", None, 60, 7), ("BATCH", "DA", None, 600, 9))
    [spaces, late] = held(panels, (0, 15), (500, 515))
    assert [(space.job, space.seen) for space in spaces] == [("CICS1", at(60))]
    assert [(space.job, space.seen) for space in late] == [("BATCH", at(600))]


minutes = st.integers(0, 60)


@settings(max_examples=examples(30))  # each makes three passes over frames
@given(
    st.lists(
        st.tuples(st.sampled_from("ABC"), minutes, st.integers(1, 30), st.integers(0, 10**6)), max_size=6
    ),
    minutes,
    st.integers(2, 60),
    st.data(),
)
def test_what_was_held_in_an_interval_is_the_mean_of_what_was_held_in_its_parts(records, begin, length, data):
    cut = data.draw(st.integers(1, length - 1))
    # A sentinel that is always there keeps the nearest out of it.
    rows = [(job, "SMF 30", start, start + long, held_) for job, start, long, held_ in records]
    of = Spaces(*rows, ("Z", "SMF 30", -100, 1000, 60_000_000))
    whole = frames(of, begin, begin + length)
    first, second = frames(of, begin, begin + cut), frames(of, begin + cut, begin + length)
    for job in {*whole, *first, *second}:
        mean = (first.get(job, 0) * cut + second.get(job, 0) * (length - cut)) / length
        assert abs(whole.get(job, 0) - mean) <= 1


def ledger(result):
    return next(account for account in result.accounts if isinstance(account.of, Image))


def test_the_ledger_names_who_held_storage_in_its_tightest_interval_and_not_who_came_later(tmp_path):
    free = (900_000, 40_000, 900_000)
    specs = [smf71("SYSA", number, paging(least)) for number, least in enumerate(free)]
    specs += [smf30("SYSA", 1, "SORT", 0.0, subtype=3), smf30("SYSA", 2, "LATER", 0.0)]
    result = check(tmp_path, specs)
    [line] = [line for line in ledger(result).lines if line.note.startswith("address space")]
    assert (line.holder, line.bytes // FRAME) in {("SORT", 100_000), ("SORT", 99_999)}
    [table] = [table for table in result.tables if "by interval" in table.title]
    spaces = [row[table.columns.index("address spaces")] for row in table.rows]
    assert [size > 0 for size in spaces] == [True, True, True]
    assert all(size <= 100_000 * FRAME for size in spaces), "one at a time"
    assert sum(table.rows[1][3:]) == ONLINE * FRAME


def test_a_panel_of_another_hour_says_so_in_the_ledger(tmp_path):
    paging_report = REPORT.format(hour=13, least=1_000_000)
    (tmp_path / "paging.xml").write_text(paging_report)
    (tmp_path / "storf.xml").write_text(STORF)
    [line] = [line for line in ledger(check_text(tmp_path)).lines if line.holder == "CICSPROD"]
    assert line.bytes == GIB
    assert line.note.startswith("address space, as seen at 2026-05-21 10:01")
