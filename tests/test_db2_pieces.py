"""Counters are read in pieces: however large these are and whoever names an object, answers are the same."""

from datetime import timedelta

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db2_displays import shown_at, together
from db2_records import (
    QUARTER,
    START,
    cumulative,
    from_records,
    intervals_of,
    intervals_of_whole_objects,
    pools,
    record,
    said,
    statistics,
)
from examples import examples
from getpage.products.common.fold import Objects
from getpage.products.common.owners import Owners
from getpage.products.db2.intervals import by_time
from getpage.products.db2.intervals.pieces import gathered_at_once, pieces
from getpage.products.db2.intervals.survey import parts, read_part
from getpage.products.db2.pools.pool_rows import worked_out
from mq_evidence import Frames

TABLE = "db2_buffer_pool"
KEY = ["system", "member", "buffer_pool"]
ORDER = [*KEY, "start", "end", "record"]
SHOWN = [
    *ORDER,
    *("seconds", "getpages", "sync_reads", "difference", "less_record"),
    *("highest_sequential_buffers", "highest_sequential_buffers_record"),
]


class Pieces(list):
    """All pieces that are added."""

    add = list.append


def readings(member: str, number: int, counts: list[int], minutes: list[int]) -> list[dict]:
    """Records of one pool, so many minutes apart; a count that is lower than the one before is a restart."""
    at, collected = START, []
    for count, step in zip(counts, minutes, strict=False):
        at += timedelta(minutes=step)
        row = {"buffer_pool": number, "buffers": 1000, "getpages": 2 * count, "sync_reads": count}
        row["highest_sequential_buffers"] = count % 7
        collected.append(record(2, at, {"QBST": [row]}, member=member))
    return collected


def evidence_of(site: dict) -> Frames:
    return from_records(
        *(reading for (member, n), given in site.items() for reading in readings(member, n, *given))
    )


def sites(steps: st.SearchStrategy, most: int = 6) -> st.SearchStrategy:
    """Pools of members with counts and the minutes between them."""
    return st.dictionaries(
        st.tuples(st.sampled_from(["DB1A", "DB1B", "DB2A"]), st.integers(0, 4)),
        st.tuples(
            st.lists(st.integers(0, 1000), min_size=1, max_size=most),
            st.lists(steps, min_size=most, max_size=most),
        ),
        min_size=1,
        max_size=5,
    )


@settings(max_examples=examples(25))
@given(sites(st.just(15)), st.integers(1, 20))
def test_pieces_of_any_size_give_the_same_intervals_and_restarts_of_a_member_reach_all_its_pools(site, rows):
    evidence = evidence_of(site)
    whole, cut = intervals_of_whole_objects(evidence), intervals_of(evidence, rows=rows)
    assert cut.select(SHOWN).sort(ORDER).equals(whole.select(SHOWN).sort(ORDER))


rising = st.lists(st.integers(0, 50), min_size=30, max_size=40).map(
    lambda rises: [sum(rises[: n + 1]) if n != 17 or sum(rises) % 3 else 0 for n in range(len(rises))]
)
minutes = st.lists(st.sampled_from([0, 1, 1, 1, 2, 5, 20]), min_size=40, max_size=40)


@settings(max_examples=examples(25))
@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["DB1A", "DB1B"]), st.integers(0, 2)),
        st.tuples(rising, minutes),
        min_size=1,
        max_size=3,
    ),
    st.integers(1, 60),
)
def test_readings_of_a_minute_are_taken_together_the_same_across_pieces(site, rows):
    evidence = evidence_of(site)
    whole, cut = intervals_of_whole_objects(evidence), intervals_of(evidence, rows=rows)
    assert cut.select(SHOWN).sort(ORDER).equals(whole.select(SHOWN).sort(ORDER))


@settings(max_examples=examples(25))
@given(sites(st.just(15)), st.integers(1, 20))
def test_every_row_is_in_one_part_and_an_object_never_in_two(site, rows):
    evidence = evidence_of(site)
    owners = Owners.of(evidence, [TABLE], "member")
    actual = [
        read_part(evidence, TABLE, part, [*KEY, "record"])
        for together in parts(evidence, TABLE, ["buffer_pool"], owners, rows=rows)
        for part in together
    ]
    assert (
        pl.concat(actual).sort("record").equals(evidence.frame(TABLE).select(*KEY, "record").sort("record"))
    )
    assert (
        sum(item.select(KEY).unique().height for item in actual)
        == pl.concat(actual).select(KEY).unique().height
    )


def test_attributes_of_one_member_are_read_beside_another_that_has_none():
    crowded = {"sync_reads": 180_000, "highest_sequential_buffers": 400_000, "sequential_threshold_hits": 40}
    evidence = together(from_records(*pools(crowded)), shown_at(START))
    rows = intervals_of(evidence, rows=1)
    assert rows["sequential_threshold"].drop_nulls().unique().to_list() == [80]


def test_the_same_records_loaded_twice_say_the_same_once():
    once = pools({"sync_reads": 1_000_000})
    first, again = said(*once), said(*once, *once)
    assert [finding.claim for finding in again.findings] == [finding.claim for finding in first.findings]
    assert len(again.work) == len(first.work)


def test_a_pool_that_was_read_once_is_taken_as_it_is_in_pieces_too():
    many = [
        reading for n in range(6) for reading in readings("DB1A", n, [n * 10 + k for k in range(4)], [15] * 4)
    ]
    (alone,) = readings("DB1B", 9, [77], [15])
    actual = intervals_of(from_records(alone, *many), rows=2).filter(pl.col("buffer_pool") == 9)
    assert actual.select("sync_reads", "difference").rows() == [(77, False)]


def test_rows_have_the_same_columns_beside_a_pool_that_was_read_once_as_everywhere():
    many = [
        reading for n in range(2) for reading in readings("DB1A", n, [n * 10 + k for k in range(4)], [15] * 4)
    ]
    evidence = together(from_records(*readings("DB1B", 9, [77], [15]), *many), shown_at(START))
    owners = Owners.of(evidence, [TABLE], "member")
    objects = Objects((*KEY[:2], "buffer_pool"))
    columns = ["system", "member", "buffer_pool", "buffers", "getpages", "sync_reads"]
    every = [piece.shown for piece in pieces(evidence, TABLE, columns, owners, objects)]
    assert len(every) > 1
    assert len({tuple(sorted(item.columns)) for item in every}) == 1


def test_a_member_is_judged_the_same_however_its_rows_are_cut(monkeypatch):
    full = [{"buffer_pool": 1, "in_use": 2000, "highest_in_use": 2000}] * 9
    avoided = [
        row | {"avoidable_sync_random": 300_000 + n, "pages_moved_in": 5_000} for n, row in enumerate(full)
    ]
    records = [
        *pools({"sync_reads": 1_000_000}, {"buffer_pool": 2, "page_ins_read": 90_000}, intervals=9),
        *statistics("QBSP", avoided),
        *statistics("QVLS", [{"class_14": 900_000 * n} for n in range(9)], ifcid=1),
        *statistics("Q3ST", [{"commits": 1_000 + n, "signons": 5_000} for n in range(9)], ifcid=1),
        *statistics("QWSA", *([{"space": s, "tcb_time": 9_000_000}] * 9 for s in ("DBM1", "MSTR")), ifcid=1),
    ]
    whole = said(*records)
    monkeypatch.setattr(by_time, "ROWS", 3)
    cut = said(*records)
    assert any(finding.check == "db2-pool-simulation" for finding in whole.findings)
    assert whole.work
    for name in ("findings", "accounts", "pictures", "work", "knobs", "limits", "missing"):
        assert tuple(getattr(cut, name)) == tuple(getattr(whole, name)), name


class InParts(Frames):
    """Evidence that came in several loads: a part a record or more of them."""

    def parts(self, table):
        rows = self.frame(table)
        return [piece.lazy() for piece in rows.partition_by("written", maintain_order=True)] or [rows.lazy()]


@pytest.mark.parametrize("first", [0, 3, 11])
def test_a_counter_that_is_0_in_the_first_part_counts_in_the_others(first):
    rises = [{"page_ins_read": 0 if n < first else 7, "async_writes": 0} for n in range(12)]
    rows = [{"buffer_pool": 1, "buffers": 1000, "getpages": 9, "sync_reads": 1} | rise for rise in rises]
    evidence = InParts(from_records(*from_zero(rows)).frames)
    actual = intervals_of(evidence, rows=5)
    assert actual["page_ins_read"].to_list() == [rise["page_ins_read"] for rise in rises]
    assert actual["async_writes"].to_list() == [0] * 12
    shown = intervals_of_whole_objects(evidence)
    assert (
        actual.select(*SHOWN, "page_ins_read")
        .sort(ORDER)
        .equals(shown.select(*SHOWN, "page_ins_read").sort(ORDER))
    )


def from_zero(rows):
    """Records of one pool of which every counter begins with 0."""
    readings = cumulative(rows, base=0)
    return [record(2, START + n * QUARTER, {"QBST": [reading]}) for n, reading in enumerate(readings)]


@settings(max_examples=examples(25))
@given(sites(st.sampled_from([0, 1, 5, 15])), st.integers(2, 20))
def test_who_comes_across_close_readings_begins_again(site, rows):
    evidence = evidence_of(site)
    whole = intervals_of_whole_objects(evidence)
    tries = []

    def begin(*_):
        tries.append(Pieces())
        return tries[-1]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(by_time, "ROWS", rows)
        columns = evidence.scan(TABLE).collect_schema().names()
        gathered_at_once(evidence, TABLE, columns, Owners.of(evidence, [TABLE], "member"), begin)
    actual = worked_out(pl.concat([piece.intervals for piece in tries[-1]], how="diagonal_relaxed"))
    assert actual.select(SHOWN).sort(ORDER).equals(whole.select(SHOWN).sort(ORDER))
    steps = {step for _, minutes in site.values() for step in minutes[1:]}
    assert len(tries) == 1 or steps & {0, 1, 5}


def test_readings_that_are_far_apart_are_read_once():
    evidence, tries = evidence_of({("DB1A", 0): ([1, 2, 3, 4], [0, 15, 15, 15])}), []

    def begin(*_):
        tries.append(Pieces())
        return tries[-1]

    gathered_at_once(evidence, TABLE, ["getpages"], Owners.of(evidence, [TABLE], "member"), begin)
    assert len(tries) == 1


class Shuffled(Frames):
    """Evidence whose rows are in no order, as that of files that were loaded one behind the other is."""

    def parts(self, table):
        rows = self.frame(table)
        return [rows.reverse().lazy()]


@settings(max_examples=examples(25))
@given(sites(st.just(15)), st.integers(2, 20))
def test_rows_in_any_order_give_the_same_intervals(site, rows):
    evidence = Shuffled(evidence_of(site).frames)
    whole, cut = intervals_of_whole_objects(evidence), intervals_of(evidence, rows=rows)
    assert cut.select(SHOWN).sort(ORDER).equals(whole.select(SHOWN).sort(ORDER))


def test_pools_of_one_moment_in_two_records_are_read_at_that_moment_once():
    def both(n):
        first, second = ([{"buffer_pool": k, "getpages": 9 * n, "sync_reads": n}] for k in (1, 2))
        at = START + n * QUARTER
        return record(2, at, {"QBST": first}), record(2, at, {"QBST": second})

    evidence = from_records(*(item for n in range(4) for item in both(n)))
    actual = intervals_of(evidence, rows=3)
    assert actual["sync_reads"].to_list() == [1] * 6
