"""Commands: one for each pool at most, within what MQ allows, with the way back, never against each other."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.products.mq import PRODUCT
from getpage.products.mq.spelling import PoolAttributes, alter, define
from mq_evidence import changes_of, commands, findings, from_records, from_text, page_sets, pools, region

FULL = {"buffer_pool": 1, "buffers": 100_000, "lowest_stealable": 1_000}


def changes(*specifications: dict):
    return changes_of(from_records(*specifications))


def test_commands_are_plain_mqsc_without_a_prefix():
    assert alter(4, PoolAttributes(buffers=1_294)) == "ALTER BUFFPOOL(4) BUFFERS(1294)"
    above = PoolAttributes(buffers=1_294, location="ABOVE", page_class="FIXED4KB")
    assert define(4, above, replace=True) == (
        "DEFINE BUFFPOOL(4) BUFFERS(1294) LOCATION(ABOVE) PAGECLAS(FIXED4KB) REPLACE"
    )


def test_a_move_above_the_bar_is_undone_with_size_and_location():
    (change,) = changes(pools(FULL), region(available_31=100 << 20))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(110000) LOCATION(ABOVE)"
    assert change.undo == "ALTER BUFFPOOL(1) BUFFERS(100000) LOCATION(BELOW)"
    assert change.lasting == "DEFINE BUFFPOOL(1) BUFFERS(110000) LOCATION(ABOVE) PAGECLAS(4KB) REPLACE"
    assert change.lasting_undo == "DEFINE BUFFPOOL(1) BUFFERS(100000) LOCATION(BELOW) PAGECLAS(4KB) REPLACE"
    assert "survives a restart, unless a DEFINE with REPLACE in CSQINP1 overrides it" in change.caution
    assert "16,500 (15 %)" in change.verify


def test_fixing_is_undone_with_the_pageable_class_and_needs_real_storage():
    pool = {"buffer_pool": 1, "location": "ABOVE", "pages_written": 90_000}
    (change,) = changes(pools(pool))
    assert change.command.endswith("PAGECLAS(FIXED4KB)")
    assert change.undo == "ALTER BUFFPOOL(1) BUFFERS(50000) LOCATION(ABOVE) PAGECLAS(4KB)"
    assert "real storage" in change.caution
    assert change.storage_bytes == 0


def test_before_v8_nothing_goes_above_the_bar_and_no_define_says_replace():
    old = {"level": "710"}
    (waiting,) = changes(pools(FULL, **old), region(available_31=100 << 20))
    assert "LOCATION" not in waiting.command
    assert "there is room" in waiting.only_after
    (change,) = changes(pools(FULL, **old), region())
    assert change.lasting == "DEFINE BUFFPOOL(1) BUFFERS(110000)"


def test_a_pool_that_is_short_is_never_reduced_even_if_its_page_sets_are_small():
    small = {"page_set": 1, "buffer_pool": 1, "total_pages": 50_000, "unused_pages": 40_000}
    evidence = from_records(pools(FULL), page_sets(small), region())
    assert {f.check for f in findings(evidence)} >= {"mq-pool-undersized", "mq-pool-oversized"}
    assert commands(evidence) == []


def test_a_pool_grows_no_further_than_its_page_sets_can_use():
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 85_000, "unused_pages": 0}
    (change,) = changes(pools(FULL), page_sets(sets), region())
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(102000)"


def test_a_pool_below_the_bar_never_gets_more_than_500000_buffers_there():
    pool = {"buffer_pool": 1, "buffers": 490_000, "lowest_stealable": 0}
    (change,) = changes(pools(pool))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(539000) LOCATION(ABOVE)"


def test_growth_says_where_the_room_below_the_bar_ends_before_the_pool_has_what_it_needs():
    (change,) = changes(pools(FULL), region(available_31=140 << 20))
    assert "64.3 MiB more than now exceed the 40 MiB left below the bar" in change.effect
    (old,) = changes(pools(FULL, level="710"), region(available_31=140 << 20))
    assert "room for 110,240." in old.effect
    (enough,) = changes(pools(FULL), region(available_31=400 << 20))
    assert "room for 176,800; beyond that it moves above (LOCATION(ABOVE))" in enough.effect


def test_a_pool_above_the_bar_waits_for_memlimit():
    pool = FULL | {"location": "ABOVE"}
    limit, change = changes(pools(pool), region(memory_limit=2_048, available_64=300 << 20))
    assert (limit.command, limit.undo) == ("MEMLIMIT=3G", "MEMLIMIT=2048M")
    assert "restart" in limit.place
    assert "is raised (MEMLIMIT=3G)" in change.only_after
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(110000)"


def test_a_pool_is_not_reduced_below_what_its_own_peak_needs():
    pool = {"buffer_pool": 1, "lowest_stealable": 40_000}
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 1_000, "unused_pages": 900}
    (change,) = changes(pools(pool), page_sets(sets))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(11765)"


@pytest.mark.parametrize("method", ["USER", "SYSTEM", "NONE"])
def test_a_reduction_warns_of_page_sets_that_grow_by_themselves(method):
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 1_000, "unused_pages": 900}
    quiet = {"buffer_pool": 1, "getpages_new": 100}
    (change,) = changes(pools(quiet), page_sets(sets | {"expansion_method": method}))
    assert "1,000 pages that they have now" in change.effect
    assert (f"Page set 1 (EXPAND({method})) grows under a backlog" in change.caution) == (method != "NONE")
    assert ("if a page set is to grow by more than 20 %" in change.caution) == (method == "NONE")


def test_a_pool_whose_page_sets_grow_keeps_what_an_hour_of_puts_takes_while_nobody_gets():
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 1_000, "unused_pages": 900}
    # 20 new pages a second, and 10,000 of the buffers in use: (10,000 + 72,000) / 85 %.
    busy = {"buffer_pool": 1, "buffers": 200_000, "lowest_stealable": 190_000, "getpages_new": 18_000}
    (change,) = changes(pools(busy), page_sets(sets | {"expansion_method": "USER"}))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(96471)"
    (change,) = changes(pools(busy), page_sets(sets | {"expansion_method": "NONE"}))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(11765)"
    small = busy | {"buffers": 96_000, "lowest_stealable": 86_000}
    assert changes(pools(small), page_sets(sets | {"expansion_method": "USER"})) == ()


def test_a_pool_that_no_page_set_uses_is_reduced_to_the_1000_buffers_of_a_define():
    pool = {"buffer_pool": 9, "lowest_stealable": 50_000, "buffers": 50_000}
    used = {"page_set": 1, "buffer_pool": 1}
    (change,) = changes(pools({"buffer_pool": 1}, pool), page_sets(used))
    assert change.command == "ALTER BUFFPOOL(9) BUFFERS(1000)"
    offline = {"page_set": 2, "buffer_pool": 0, "status": "OFFLINE", "total_pages": 0, "unused_pages": 0}
    assert changes(pools({"buffer_pool": 1}, pool), page_sets(used, offline)) == ()


def test_pools_that_take_too_much_below_the_bar_move_largest_first_until_it_is_enough():
    rows = [{"buffer_pool": n, "buffers": 100_000, "lowest_stealable": 90_000} for n in range(1, 4)]
    rows.append({"buffer_pool": 4, "buffers": 60_000, "lowest_stealable": 50_000})
    assert [c.command for c in changes(pools(*rows), region(available_31=150 << 20))] == [
        "ALTER BUFFPOOL(1) BUFFERS(100000) LOCATION(ABOVE)"
    ]


def test_storage_given_back_first_is_room_for_what_grows_after():
    spare = {"buffer_pool": 2, "buffers": 100_000, "lowest_stealable": 99_000}
    small = {"page_set": 2, "buffer_pool": 2, "total_pages": 1_000, "unused_pages": 900}
    sets = page_sets(small, {"page_set": 1, "buffer_pool": 1, "total_pages": 900_000})
    actual = changes(pools(FULL, spare, level="710"), sets, region(available_31=100 << 20))
    assert [change.command for change in actual] == [
        "ALTER BUFFPOOL(2) BUFFERS(1200)",
        "ALTER BUFFPOOL(1) BUFFERS(110000)",
    ]
    assert [change.only_after for change in actual] == ["", ""]


def test_printed_page_sets_are_to_be_checked_for_completeness():
    text = (
        "Page  Buffer  Total  Unused  Persistent  NonPersist  Expansion\n"
        "set   pool   pages  pages  data pages  data pages  count\n"
        "-    2     2    1078    1074          4         0 USER    0\n"
        "End of page set report\n"
        "CSQP001I !MQ21 Buffer pool 2 has 50000 buffers, 49999 (99%) stealable\n"
    )
    (change,) = changes_of(from_text(text))
    assert "PSID" in change.caution


COUNT = st.integers(0, 200_000)
POOL = st.fixed_dictionaries(
    {
        "buffers": st.integers(0, 600_000),
        "lowest_stealable": COUNT,
        "getpages_old": COUNT,
        "getpages_new": COUNT,
        "reads": COUNT,
        "steals": COUNT,
        "immediate_writes": COUNT,
        "pages_written": COUNT,
        "synchronous_write_threshold": st.integers(0, 2),
        "location": st.sampled_from(["BELOW", "ABOVE"]),
        "page_class": st.sampled_from(["4KB", "FIXED4KB"]),
    }
)
SET = st.fixed_dictionaries({"total_pages": COUNT, "unused_pages": COUNT, "buffer_pool": st.integers(0, 3)})


@settings(
    max_examples=examples(40),
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],  # each example goes through a file: shrinking would take minutes
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    pool_rows=st.lists(POOL, min_size=1, max_size=4),
    set_rows=st.lists(SET, max_size=4),
    free=st.integers(0, 1_500),
    limit=st.sampled_from([0, 2_048, 8_192, 17592186040320]),
)
def test_whatever_the_records_say_changes_stay_within_the_limits_and_agree(pool_rows, set_rows, free, limit):
    evidence = from_records(
        pools(*({"buffer_pool": n} | row for n, row in enumerate(pool_rows))),
        page_sets(*({"page_set": n} | row for n, row in enumerate(set_rows))),
        region(available_31=free << 20, memory_limit=limit, available_64=min(limit << 20, 2**64 - 1) // 2),
    )
    names = {finding.id for finding in PRODUCT.analyse(evidence).findings}
    changes = changes_of(evidence)
    assert [change.step for change in changes] == list(range(1, len(changes) + 1))
    assert len({change.command for change in changes}) == len(changes)
    for change in changes:
        if change.place:
            assert change.command.startswith("MEMLIMIT=")
            continue
        if change.way is None:  # a move or page fixing, which sets no size
            continue
        number = int(change.command.split("(")[1].split(")")[0])
        buffers = int(change.command.split("BUFFERS(")[1].split(")")[0])
        row = pool_rows[number]
        above = "LOCATION(ABOVE)" in change.command or row["location"] == "ABOVE"
        assert 100 <= buffers <= (999_999_999 if above else max(500_000, row["buffers"]))
        assert change.storage_bytes == (buffers - row["buffers"]) * 4096
        assert f"BUFFERS({row['buffers']})" in change.undo
        assert set(change.because) <= names
        assert change.command != change.undo


@pytest.mark.parametrize("minutes", [0, 15])
def test_outage_sizes_are_shown_for_pools_with_puts(minutes):
    puts = {"buffer_pool": 1, "getpages_new": 90 * 900 * bool(minutes)}
    observation = PRODUCT.analyse(from_records(pools(puts), page_sets({"page_set": 1, "buffer_pool": 1})))
    assert len(observation.tables) == bool(minutes)
    for table in observation.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert "A model, not a measurement" in table.note


SPACE = {"location": "ABOVE", "buffer_pool": 1, "buffers": 100_000}
ROOMY = {"memory_limit": 65_536, "available_64": 60 << 30}


def backlog_over(*intervals: tuple[dict, int], total: int = 3_000_000):
    """Evidence of a pool whose page set has so many pages in use at the end of each interval."""
    specifications = [region(**ROOMY)]
    for number, (pool, used) in enumerate(intervals):
        page_set = {"page_set": 1, "buffer_pool": 1, "total_pages": total, "unused_pages": total - used}
        specifications += [
            pools(SPACE | pool, interval=number),
            page_sets(page_set, interval=number),
        ]
    return from_records(*specifications)


FULL_NOW = {"lowest_stealable": 4_000, "synchronous_write_threshold": 9, "immediate_writes": 5_000}
DRAINED = {"lowest_stealable": 14_000, "reads": 500_000, "getpages_old": 600_000, "getpages_new": 100}


def test_a_backlog_that_is_read_again_asks_at_once_for_the_size_that_holds_it():
    evidence = backlog_over(({}, 0), (FULL_NOW, 680_000), (DRAINED, 0))
    (change,) = changes_of(evidence)
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(800000)"
    assert "680,000 pages were in use on its page sets" in change.effect
    assert change.way is not None
    assert (change.way.size_final, change.way.at_least) == (800_000, False)
    assert "add getters" in change.caution
    (finding,) = findings(evidence, "mq-pool-undersized")
    assert finding.storage_bytes == 700_000 * 4096
    assert ("pages in use on its page sets, most at the end of an interval", 680_000) in [
        (fact.label, fact.value) for fact in finding.evidence
    ]


def test_a_backlog_that_comes_and_goes_within_an_interval_shows_in_what_was_read_back():
    burst = FULL_NOW | {"reads": 244_000, "getpages_old": 600_000, "getpages_new": 700_000}
    (change,) = changes_of(backlog_over(({}, 0), (burst, 40), ({}, 40)))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(400000)"
    assert "held 96,000 pages and read 244,000 again" in change.effect


def test_no_more_is_asked_for_than_pages_can_have_been_there():
    again = FULL_NOW | {"reads": 900_000, "getpages_old": 990_000, "getpages_new": 30_000}
    (change,) = changes_of(backlog_over(({}, 140_000), (again, 140_000)))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(200000)"


def test_messages_that_lie_there_and_are_never_read_ask_for_no_buffers():
    (change,) = changes_of(backlog_over((FULL_NOW, 2_000_000), (FULL_NOW, 2_000_000)))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(110000)"
    assert change.way is not None
    assert change.way.at_least
    assert "the load may need more than the peak shows" in change.effect
    assert "In one step" not in change.effect


def test_a_backlog_that_was_not_drained_yet_counts_by_what_came_in_the_window():
    (change,) = changes_of(backlog_over(({}, 1_000_000), (FULL_NOW, 1_340_000)))
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(400000)"
    assert "340,000 pages came to its page sets in the window" in change.effect


def test_a_backlog_waits_for_memlimit_and_the_list_raises_it_first():
    small = region(memory_limit=3_072, available_64=1 << 30)
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 3_000_000, "unused_pages": 3_000_000 - 680_000}
    evidence = from_records(
        small,
        pools(SPACE | FULL_NOW),
        page_sets(sets),
        pools(SPACE | DRAINED, interval=1),
        page_sets(sets, interval=1),
    )
    raised, grown = changes_of(evidence)
    assert raised.command == "MEMLIMIT=6G"
    assert grown.command == "ALTER BUFFPOOL(1) BUFFERS(800000)"
    assert "MEMLIMIT" in grown.only_after


def test_one_command_raises_memlimit_for_what_mq_holds_back_and_for_a_backlog():
    tight = region(memory_limit=3_072, available_64=150 << 20)
    sets = {"page_set": 1, "buffer_pool": 1, "total_pages": 3_000_000, "unused_pages": 3_000_000 - 680_000}
    evidence = from_records(
        tight,
        pools(SPACE | FULL_NOW),
        page_sets(sets),
        pools(SPACE | DRAINED, interval=1),
        page_sets(sets, interval=1),
    )
    raised, grown = changes_of(evidence)
    # 3,072 MiB, 200 that MQ holds back and 2,735 that the pool takes more are 6,007.
    assert raised.command == "MEMLIMIT=6G"
    assert {item.check for item in raised.because} == {"mq-memlimit", *(item.check for item in grown.because)}


def test_only_a_step_goes_below_the_bar_where_nobody_knows_what_is_free_there():
    full = {"page_set": 1, "buffer_pool": 1, "total_pages": 900_000}
    sets = [
        page_sets(full | {"unused_pages": 900_000 - used}, interval=n) for n, used in ((0, 0), (1, 340_000))
    ]
    (change,) = changes(pools(FULL), pools(FULL, interval=1), *sets)
    assert change.command == "ALTER BUFFPOOL(1) BUFFERS(400000) LOCATION(ABOVE)"
    (step,) = changes(pools(FULL | {"lowest_stealable": 13_000}))
    assert step.command == "ALTER BUFFPOOL(1) BUFFERS(110000)"


def test_what_is_critical_gets_the_size_that_ends_it_and_a_curve_decides_the_rest():
    few = {"reads": 2_000, "getpages_old": 600_000, "getpages_new": 100}
    for available, forced, grows in ((4_000, 9, True), (14_000, 0, False)):
        pool = few | {"lowest_stealable": available, "synchronous_write_threshold": forced}
        evidence = backlog_over(({}, 0), (pool, 680_000), ({}, 0))
        asks = {ask for finding in findings(evidence) for ask in finding.asks}
        assert [ask.size for ask in asks] == [800_000]
        assert commands(evidence) == (["ALTER BUFFPOOL(1) BUFFERS(800000)"] if grows else [])


def test_a_pool_that_moves_above_the_bar_says_what_the_move_takes_and_how_it_shows():
    rows = [{"buffer_pool": n, "buffers": 60_000, "lowest_stealable": 50_000} for n in range(4)]
    (change,) = changes(pools(*rows), region(available_31=43 << 20))
    assert change.command == "ALTER BUFFPOOL(0) BUFFERS(60000) LOCATION(ABOVE)"
    assert change.undo == "ALTER BUFFPOOL(0) BUFFERS(60000) LOCATION(BELOW)"
    assert change.lasting == "DEFINE BUFFPOOL(0) BUFFERS(60000) LOCATION(ABOVE) PAGECLAS(4KB) REPLACE"
    assert "with 234 MiB of real storage free" in change.caution
    assert "from the next restart on" in change.caution
    assert "QSRSAVAL at its minimum (subtype 7, or CSQY220I) is 234 MiB higher" in change.verify
    assert "OPMODE" not in change.caution


def test_v8_needs_new_function_for_its_first_pool_above_the_bar():
    rows = [{"buffer_pool": n, "buffers": 60_000, "lowest_stealable": 50_000} for n in range(4)]
    eight = region(available_31=43 << 20)
    eight["common"] |= {"level": "800"}
    (change,) = changes(pools(*rows, level="800"), eight)
    assert "OPMODE=(NEWFUNC,800)" in change.caution


def test_memlimit_is_raised_first_where_it_has_no_room_for_a_pool_that_should_leave_the_bar():
    rows = [{"buffer_pool": n, "buffers": 60_000, "lowest_stealable": 50_000} for n in range(4)]
    small = region(available_31=43 << 20, memory_limit=2_048, available_64=100 << 20)
    limit, move = changes(pools(*rows), small)
    assert limit.command == "MEMLIMIT=3G"
    assert limit.because
    assert move.command == "ALTER BUFFPOOL(0) BUFFERS(60000) LOCATION(ABOVE)"
    assert move.only_after.startswith("MEMLIMIT is raised (MEMLIMIT=3G)")
