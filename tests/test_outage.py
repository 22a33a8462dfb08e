"""A question about an outage, from the command line and from Python, in numbers and of evidence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import getpage
import sample_site
from getpage.cli import app
from getpage.core import amounts
from getpage.core.errors import GetpageError, NotEnoughEvidenceError

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result.outage import Outage

CHANNEL = {"put_rate": 1000.0, "message_bytes": 2000, "buffers": 200_000, "in_use": 4_000}
TIMES = {"get_rate": 5000.0, "page_set_room": 2_000_000, "read_us": 163.0, "write_us": 185.0}


@pytest.fixture(scope="module")
def store() -> Path:
    return sample_site.store()


def figure(outage: Outage, label: str) -> object:
    return next(figure.value for figure in outage.figures if figure.label == label)


def source(outage: Outage, what: str) -> str:
    return next(item.source for item in outage.inputs if item.what == what)


def test_from_numbers_alone_it_says_what_is_held_when_it_writes_and_how_long_it_drains() -> None:
    outage = getpage.outage(**CHANNEL, **TIMES, seconds=600)
    words = " ".join(outage.answer)
    assert "600,000 messages are put: 600,000 pages, 2.29 GiB" in words
    assert "200,000 buffers (781 MiB) hold 196,000 of them; 404,000 are only on the page set" in words
    assert "starts to write to the page sets after 2 min 46 s" in words  # 166,000 pages to 85 %
    assert "Pages leave the pool from 3 min 16 s on" in words  # 196,000 pages
    assert "The drain takes 4 min 39 s" in words
    assert "it reads 634,223 pages" in words  # docs/models/outage.md
    assert "710,589 buffers (1.95 GiB more) would hold all of it" in words
    assert figure(outage, "pages that had left the pool") == 404_000
    assert [(phase.phase, phase.start_seconds) for phase in outage.phases] == [
        ("in memory", 0.0),
        ("deferred writes", pytest.approx(166)),
    ]


def test_the_published_run_writes_in_the_small_pool_and_never_in_the_large_one() -> None:
    """MQ-8: 500,000 messages in commits of 200, 200,000 pages against 1,048,576."""
    outage = getpage.outage(
        put_rate=1000, message_bytes=2000, messages=500_000, commit=200, buffers=200_000, sizes=(1_048_576,)
    )
    small, large = outage.sizes
    assert (small.buffers, large.buffers) == (200_000, 1_048_576)
    assert small.deferred_write_seconds is not None
    assert small.deferred_write_seconds < 500
    assert large.deferred_write_seconds is None or large.deferred_write_seconds > 500
    assert large.pages_read == 0
    assert small.drain_seconds is None or small.drain_seconds > large.drain_seconds


def test_a_time_and_a_number_of_messages_say_the_same() -> None:
    by_time = getpage.outage(**CHANNEL, seconds=500)
    by_count = getpage.outage(**CHANNEL, messages=500_000)
    assert by_time.answer == by_count.answer
    assert by_time.sizes == by_count.sizes


def test_what_is_not_given_is_assumed_and_said_so() -> None:
    outage = getpage.outage(put_rate=1000, message_bytes=2000, buffers=200_000)
    assert source(outage, "no gets for") == "assumed: an hour"
    assert source(outage, "buffers in use before") == "assumed: none"
    assert source(outage, "messages got per second in the drain").startswith("assumed: 2 times")
    assert source(outage, "unused pages of its page sets").startswith("assumed: enough")
    assert source(outage, "reading a page") == "default (REDP-5238, 4.2.1)"
    assert "page sets are full" not in " ".join(outage.answer)
    given = getpage.outage(**CHANNEL, **TIMES)
    assert source(given, "reading a page") == source(given, "writing a page") == "as given"


def test_a_consumer_that_takes_no_more_than_is_put_never_drains_and_a_full_page_set_refuses_puts() -> None:
    outage = getpage.outage(
        put_rate=1000, message_bytes=2000, buffers=200_000, get_rate=900, page_set_room=300_000
    )
    words = " ".join(outage.answer)
    assert "The drain never ends: the consumer takes 900 messages per second, and 1,000 are put" in words
    assert "The page sets are full after 5 min" in words
    assert figure(outage, "puts that fail, page set full") == 3_300_000


def test_of_a_pool_of_a_store_size_page_sets_rate_and_times_come_from_its_records(store: Path) -> None:
    outage = getpage.outage(store, pool="MQA1.3", seconds=7200)
    assert str(outage.pool) == "SYSA.MQA1.3"
    by_what = {item.what: item for item in outage.inputs}
    [fact] = by_what["buffers"].facts
    assert (by_what["buffers"].value, fact.ibm_name, fact.record is not None) == (200_000, "QPSTNBUF", True)
    assert fact.interval_start is not None
    assert {fact.ibm_name for fact in by_what["unused pages of its page sets"].facts} == {
        "QIS1TOPG",
        "QIS1UNPG",
    }
    assert "QPSTGETN" in by_what["messages put per second"].source
    assert by_what["reading a page"].source.startswith("measured (QIS1GETT")
    assert outage.window_first is not None


def test_files_answer_as_their_store_does_and_options_go_before_evidence(store: Path) -> None:
    request = {"pool": "SYSA.MQA1.3", "put_rate": 500, "message_bytes": 10_240, "buffers": 250_000}
    of_store = getpage.outage(store, **request)
    of_files = getpage.outage(sample_site.site(), **request)
    assert of_store.answer == of_files.answer
    assert of_store.sizes[0].buffers == 250_000
    assert source(of_store, "messages put per second") == "given"


def test_which_pool_is_asked_for_by_name(store: Path) -> None:
    with pytest.raises(GetpageError, match=r"--pool is missing: the evidence has SYSA\.MQA1\.0"):
        getpage.outage(store)
    with pytest.raises(GetpageError, match="--pool 9X: no pool is called so"):
        getpage.outage(store, pool="9X")
    with pytest.raises(GetpageError, match="Next: --size 2000"):
        getpage.outage(store, pool="SYSA.MQA1.3", put_rate=500)
    with pytest.raises(NotEnoughEvidenceError, match="Next: --rate 1000"):
        getpage.outage(store, pool="SYSA.MQA1.0")


def test_evidence_without_a_pool_says_what_has_one(tmp_path: Path) -> None:
    reply = tmp_path / "dump.txt"
    reply.write_text("IEE857I 10.00.00 DUMP OPTION 123\n   SDUMP- ADD OPTIONS (LSQA),MAXSPACE=00008000M\n")
    with pytest.raises(NotEnoughEvidenceError, match="SMF 115 subtype 215"):
        getpage.outage(reply)


@pytest.mark.parametrize(
    ("needed", "problem"),
    [
        ({}, "--rate and --size and --buffers must be given"),
        ({"put_rate": 5.0}, "--size and --buffers must be given"),
        ({"put_rate": 0.0, "message_bytes": 1, "buffers": 1}, "--rate 0: expected a number above 0"),
        ({"put_rate": float("nan"), "message_bytes": 1, "buffers": 1}, "--rate nan"),
        ({"put_rate": 1e300, "message_bytes": 1, "buffers": 1}, "--rate 1e"),
        ({**CHANNEL, "seconds": 60, "messages": 5}, "Next: leave out --messages"),
        ({**CHANNEL, "commit": 0}, "--commit 0"),
        ({**CHANNEL, "in_use": 300_000}, "--in-use 300,000: the pool has 200,000 buffers"),
        ({**CHANNEL, "sizes": (0,)}, "at least one buffer"),
        ({**CHANNEL, "pool": "MQA1.3"}, "need evidence: a store or files"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_what_can(needed: dict[str, object], problem: str) -> None:
    with pytest.raises(GetpageError, match=problem):
        getpage.outage(**needed)


def test_the_command_line_asks_the_same_and_writes_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    line = "outage --rate 1000 --size 2000 --for 10m --buffers 200k --in-use 4k --drain-rate 5000 "
    line += "--page-set-room 2M --read-us 163 --write-us 185"
    app([*line.split(), "--format", "json"], result_action="return_value")
    printed = json.loads(capsys.readouterr().out)
    outage = getpage.outage(**CHANNEL, **TIMES, seconds=600)
    assert printed["answer"] == list(outage.answer)
    assert [size["drain_seconds"] for size in printed["sizes"]] == [
        size.drain_seconds for size in outage.sizes
    ]
    for form in ("table", "md", "csv"):
        app([*line.split(), "--format", form], result_action="return_value")
        text = " ".join(capsys.readouterr().out.split())
        assert "The drain takes 4 min 39 s" in text
        assert "as given" in text


@pytest.mark.parametrize(
    ("read", "text", "value"),
    [
        (amounts.count, "200k", 200_000),
        (amounts.count, "1,048,576", 1_048_576),
        (amounts.bytes_of, "10K", 10_240),
        (amounts.bytes_of, "1.5MiB", 3 << 19),
        (amounts.seconds, "90s", 90),
        (amounts.seconds, "10m", 600),
        (amounts.seconds, "1.5h", 5400),
        (amounts.seconds, "45", 45),
    ],
)
def test_amounts_are_read_as_people_write_them(read, text: str, value: float) -> None:
    assert read(text) == value


@pytest.mark.parametrize("text", ["", "-1", "1e9", "²", "ten", "1" * 99, "1 parrot", "0x10"])
def test_what_is_no_amount_is_refused_with_an_example(text: str) -> None:
    for read in (amounts.count, amounts.bytes_of, amounts.seconds):
        with pytest.raises(GetpageError, match="such as"):
            read(text)


def test_a_drain_that_reads_keep_from_ending_says_what_the_consumer_takes_with_them():
    """500 µs of work and 500 µs of read are 1,000 a second, as many as are put: no contradiction."""
    outage = getpage.outage(
        put_rate=1000, message_bytes=3900, buffers=20_000, get_rate=2000, messages=500_000, read_us=500.0
    )
    [sentence] = [text for text in outage.answer if "never ends" in text]
    assert "the consumer takes 2,000 messages per second from the pool" in sentence
    assert "when each page takes a read of 500 µs" in sentence
    assert "than the 1,000 that are put" in sentence


@pytest.mark.parametrize(("size", "pages"), [(10_240, 3), (1 << 20, 259)])
def test_data_per_second_and_cpu_of_a_backlog_of_2_gb_rise_with_the_pool_and_not_of_live_traffic(size, pages):
    """MQ-9: 800 MB against 4 GB of buffers, messages of 10 KB and of 1 MB; the rates are ours."""
    rate, waiting = 10_000_000 / size, 2 * 10**9 // size
    replication = {"put_rate": rate, "message_bytes": size, "get_rate": 3 * rate, "sizes": (1_048_576,)}
    backed_up = getpage.outage(**replication, buffers=200_000, messages=waiting, read_us=120.0)
    small, large = backed_up.sizes
    assert large.megabytes_per_second == pytest.approx(30.0)
    moved = figure(backed_up, "messages got in the drain") * size
    assert small.megabytes_per_second == pytest.approx(moved / 1e6 / small.drain_seconds, rel=1e-3)
    assert 1.2 < large.megabytes_per_second / small.megabytes_per_second < 3
    words = " ".join(backed_up.answer)
    assert (
        f"It moves {small.megabytes_per_second:.3g} MB/s of data; with every page in the pool, 30 MB/s"
        in words
    )
    reads = small.pages_read / figure(backed_up, "messages got in the drain")
    assert 0.5 * pages < reads <= pages
    assert f"Its reads take {reads:.3g} to {17 * reads:.3g} µs of CPU per message" in words
    live = getpage.outage(**replication, buffers=200_000, messages=20)
    assert [row.megabytes_per_second for row in live.sizes] == [pytest.approx(30.0)] * 2
    assert "µs of CPU per message" not in " ".join(live.answer)


def test_pages_that_are_counted_in_place_of_messages_give_no_data_per_second(store: Path) -> None:
    outage = getpage.outage(store, pool="MQA1.3", seconds=7200)
    assert {row.megabytes_per_second for row in outage.sizes} == {None}
    assert "MB/s" not in " ".join(outage.answer)


def test_an_answer_says_what_is_not_modelled_and_what_was_published_of_it():
    last = getpage.outage(put_rate=100, message_bytes=1 << 20, buffers=200_000).answer[-1]
    assert (
        "Cheaper I/O of page-fixed buffers and writes at checkpoints of live traffic are not modeled" in last
    )
    assert "10 to 20 % less CPU per message and 20 to 120 % more data per second" in last
