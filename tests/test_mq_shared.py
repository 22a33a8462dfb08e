"""Shared queues: buffers and space of shared message data sets, and structures, of records and of replies."""

from dataclasses import replace

import pytest

from coupling_records import MIB, request, smf74_4
from getpage.contract.causes import merge_causes
from getpage.evidence.text import read_text
from getpage.products.zos import PRODUCT as ZOS
from getpage.result import Cause, Severity
from mq_evidence import commands, findings, from_records, from_text, observed, record, region

DATA_SET = {
    "structure": "RETIMG",
    "structure_number": 4,
    "total_blocks": 2_048,
    "message_blocks": 2_000,
    "blocks_in_use": 300,
    "blocks_free": 1_700,
    "buffer_size": 262_144,
    "buffers": 10,
    "buffers_in_use_high_water": 6,
    "write_count": 1_000,
    "write_elapsed": 1e6,
}
WAITED = {
    "buffers_in_use_high_water": 10,
    "pool_waits": 900,
    "pool_wait_elapsed": 450e6,
    "pool_waiters_high_water": 14,
}


def data_sets(*rows: dict, interval: int = 0) -> dict:
    return record(2, "QESD", [DATA_SET | row for row in rows], interval=interval)


USAGE = """CSQE280I !MQP1 SMDS usage ...
Application   Offloaded     Total  Total data  Used data  Used
structure      messages    blocks      blocks     blocks  part
_RETIMG             240      2048        2000       1900   95%
End of SMDS report
CSQE285I !MQP1 SMDS buffer usage ...
Application   Block  ---------  Buffers  ---------  Reads  Lowest  Wait
structure      size   Total  In use  Saved   Empty  saved    free  rate
_RETIMG        256K      10      4       5       1    73%     -14    2%
End of SMDS buffer report
"""
HEAD = "CSQE285I !MQP1 SMDS buffer usage ...\n"
SMDS = "CSQM201I !MQP1 CSQMDRTC  DIS SMDS DETAILS\nSMDS(MQP1)\nCFSTRUCT(RETIMG)\nDSBUFS({})\nDSEXPAND(NO)\n"


def test_as_many_more_buffers_as_requests_waited_at_once_end_the_wait():
    evidence = from_records(
        data_sets(WAITED), data_sets({}, interval=1), region(interval=0), region(interval=1)
    )
    (finding,) = findings(evidence, "mq-smds-buffers")
    assert finding.headline == "900 requests waited 7 min 30 s at DSBUFS 10"
    assert (finding.delay_seconds, finding.cause) == (450, None)
    assert commands(evidence) == ["ALTER SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(24)"]
    (knob,) = [knob for knob in observed(evidence).knobs if knob.id.name == "RETIMG.DSBUFS"]
    # Half an hour in all; at 24 none of it is left.
    assert knob.curve.wait.value[:2] == (pytest.approx(450 / 1_800), 0)
    assert knob.change(24)[0].storage_bytes == 14 * 262_144


def test_what_waited_while_there_were_fewer_buffers_asks_for_none():
    evidence = from_records(data_sets(WAITED), data_sets({"buffers": 24}, interval=1))
    assert findings(evidence, "mq-smds-buffers") == []


def test_where_the_io_is_slow_that_is_the_cause_and_the_buffers_stay():
    evidence = from_records(data_sets(WAITED | {"write_elapsed": 45e6}))
    (finding,) = findings(evidence, "mq-smds-buffers")
    assert finding.cause is Cause.ELSEWHERE
    assert "45 ms" in finding.claim
    assert commands(evidence) == []


def test_replies_tell_the_same_and_the_setting_that_is_in_force_is_the_undo():
    evidence = from_text(USAGE + SMDS.format("DEFAULT"))
    (finding,) = findings(evidence, "mq-smds-buffers")
    assert finding.headline == "14 requests waited at once at DSBUFS 10"
    assert commands(evidence) == [
        "ALTER SMDS(MQP1) CFSTRUCT(RETIMG) DSEXPAND(YES)",
        "ALTER SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(24)",
    ]
    (knob,) = [knob for knob in observed(evidence).knobs if knob.id.name == "RETIMG.DSBUFS"]
    assert knob.change(24)[0].undo == "ALTER SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(DEFAULT)"
    (full,) = findings(evidence, "mq-smds-full")
    assert (full.headline, full.severity) == ("95 % of its message blocks in use", Severity.WARNING)


def test_a_reply_that_shows_more_buffers_than_were_counted_is_the_setting_in_force():
    evidence = from_text(USAGE.replace("-14", "  2") + SMDS.format(30))
    (knob,) = [knob for knob in observed(evidence).knobs if knob.id.name == "RETIMG.DSBUFS"]
    assert knob.size == 30
    assert findings(evidence, "mq-smds-buffers") == []


def test_a_data_set_that_refused_space_is_critical_and_names_the_queue_that_nobody_gets_from():
    queue = {
        **{"queue": "RETURN.IMAGE", "shared": True, "structure": "RETIMG", "shared_queue_group": "QSGP"},
        **{"page_set": -1, "buffer_pool": -1, "depth": 4_000, "depth_high_water": 4_000},
        **{"oldest_message_age": 7_200, "put_count": 4_000, "put_bytes": 4_000 * 200_000},
    }
    evidence = from_records(
        data_sets({"failed_allocations": 12}),
        record(2, "QEST", [{"structure": "RETIMG", "structure_number": 4, "structure_full_count": 3}]),
        record(216, "QQST", [queue]),
    )
    for check in ("mq-smds-full", "mq-structure-full"):
        (finding,) = findings(evidence, check)
        assert (finding.severity, finding.cause) == (Severity.CRITICAL, Cause.CONSUMER)
        assert "Nobody got from RETURN.IMAGE" in finding.claim


def test_a_structure_is_nearly_full_by_the_reply_that_shows_it():
    text = "CSQM201I !MQP1 CSQMDRTC DIS CFSTATUS DETAILS\nCFSTATUS(APP1) TYPE(SUMMARY) STATUS(ACTIVE)\n"
    evidence = from_text(f"{text}SIZEMAX(10240) SIZEUSED(90) ENTSMAX(15000) ENTSUSED(14250)\n")
    (finding,) = findings(evidence, "mq-structure-full")
    assert (str(finding.object), finding.headline) == (
        "MQP1 structure APP1",
        "95 % of its list entries in use",
    )


def test_a_reply_is_read_in_a_system_log_too():
    """IBM z/OS: the lines of a message have its number, and follow with D and E."""
    head = "4000000 SYS1     26322 17:15:02.10          00000090 "
    evidence = from_text(
        f"M {head} CSQM201I !MQP1 CSQMDRTC  DIS CFSTATUS DETAILS 211\n"
        f"{'D':42}211 00000090   CFSTATUS(APP1) TYPE(SUMMARY) STATUS(ACTIVE)\n"
        f"{'D':42}211 00000090   SIZEMAX(10240) SIZEUSED(90) ENTSMAX(15000) ENTSUSED(14250)\n"
        f"{'E':42}211 00000090   END CFSTATUS DETAILS\n"
    )
    (finding,) = findings(evidence, "mq-structure-full")
    assert str(finding.object) == "MQP1 structure APP1"


def test_a_healthy_data_set_is_silent():
    assert not [f for f in findings(from_records(data_sets({}))) if "smds" in f.check]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{HEAD}_RETIMG   256K      10   4   5   9    73%   2   2%", "1 to 9999 buffers"),
        (f"{HEAD}_RETIMG   256K   10000   4   5   9    73%   2   2%", "1 to 9999 buffers"),
        (f"{HEAD}_RETIMG   256K      10   4   5   1   173%   2   2%", "two percentages"),
        (f"{HEAD}_RETIMG   256K      10   4   5", "a row of the SMDS buffer report"),
        ("SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(99999)", "buffers"),
        ("SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(-5)", "a value of DSBUFS"),
        ("CFSTATUS(APP1) TYPE(SUMMARY) ENTSMAX(10) ENTSUSED(11)", "entries_used"),
    ],
)
def test_what_cannot_be_is_damage_and_no_row(text, expected):
    evidence = read_text(enumerate(text.split("\n")))
    assert not any(evidence.rows.values())
    assert expected in " ".join(damage.expected for damage in evidence.damage)


@pytest.mark.parametrize(
    "text",
    [
        "ALTER SMDS(MQP1) CFSTRUCT(RETIMG) DSBUFS(24)",
        "DISPLAY SMDS(*) CFSTRUCT(*)",
        "SMDS(MQP1) CFSTRUCT(RETIMG)",
        "CFSTATUS(APP1) TYPE(CONNECT) QMNAME(MQP1)",
    ],
)
def test_commands_and_replies_without_a_size_give_no_row(text):
    evidence = read_text(enumerate(text.split("\n")))
    assert not any(evidence.rows.values())
    assert evidence.damage == []


def _full(*more: dict, group: str = "QSGP", **counted: int):
    """A structure that was full, of 100 MiB of at most 200 MiB as RMF records it."""
    full = {"structure": "RETIMG", "structure_number": 4, "structure_full_count": 3}
    recorded = request("QSGPRETIMG", 100 * MIB, "list", size_maximum=200 * MIB, **counted)
    return from_records(
        record(2, "QEST", [full], queue_sharing_group=group),
        *more,
        smf74_4("SYS1", 0, "CF1", [recorded]),
    )


def test_a_structure_that_was_full_grows_a_step_within_its_policy():
    evidence = _full()
    assert commands(evidence) == ["SETXCF START,ALTER,STRNAME=QSGPRETIMG,SIZE=112640"]
    (knob,) = [knob for knob in observed(evidence).knobs if knob.id.name == "RETIMG"]
    assert (knob.size, knob.largest, knob.storage) == (102_400, 204_800, "coupling facility")
    assert knob.change(112_640)[0].undo.endswith("SIZE=102400")


def test_a_structure_that_mq_and_rmf_show_to_be_full_is_told_once_with_one_command():
    evidence = _full(list_entries=9_700, list_entries_limit=10_000)
    both = replace(
        observed(evidence), findings=(*observed(evidence).findings, *ZOS.analyse(evidence).findings)
    )
    (finding,) = [found for found in merge_causes(both).findings if "structure-full" in found.check]
    assert (finding.check, finding.severity) == ("mq-structure-full", Severity.CRITICAL)
    assert finding.symptoms == ("RMF shows 97 % of its list entries in use",)
    assert commands(evidence) == ["SETXCF START,ALTER,STRNAME=QSGPRETIMG,SIZE=112640"]


def test_a_structure_that_a_queue_without_a_consumer_fills_keeps_its_size():
    queue = {"queue": "RETURN.IMAGE", "shared": True, "structure": "RETIMG", "depth": 4_000, "get_count": 0}
    queue |= {"put_count": 4_000, "depth_high_water": 4_000}
    assert commands(_full(record(216, "QQST", [queue]))) == []


@pytest.mark.parametrize(
    ("gets", "words", "grows"),
    [(0, "Nobody got from RETURN.IMAGE in SYS1.MQP1, SYS1.MQP2", 0), (900, "is its deepest queue", 1)],
)
def test_who_gets_from_a_shared_queue_is_asked_of_all_of_its_group(gets, words, grows):
    queue = {"queue": "RETURN.IMAGE", "shared": True, "structure": "RETIMG", "shared_queue_group": "QSGP"}
    queue |= {"depth": 4_000, "depth_high_water": 4_000, "put_count": 4_000, "get_count": 0}
    evidence = _full(
        record(216, "QQST", [queue]),
        record(216, "QQST", [queue | {"put_count": 0, "get_count": gets}], queue_manager="MQP2"),
    )
    (finding,) = findings(evidence, "mq-structure-full")
    assert words in finding.claim
    assert len(commands(evidence)) == grows


def test_a_structure_of_another_group_is_not_taken_for_it():
    assert commands(_full(group="QSGX")) == []


def _long(seconds, *, lengths=tuple(range(40, 64)), manager: str = "MQP1"):
    """An interval for each length in pages: 1,000 messages, written in blocks of 64 KB in `seconds`."""
    for interval, pages in enumerate(lengths):
        requests = 1_000 * (pages // 16 + 1)
        row = DATA_SET | {
            "buffer_size": 65_536,
            "allocation_requests": 1_000,
            "pages_allocated": 1_000 * pages,
        }
        row |= {"write_count": requests, "write_pages": 1_000 * pages}
        row |= {"write_elapsed": 1e6 * seconds(requests, 1_000 * pages)}
        yield record(2, "QESD", [row], interval=interval, queue_manager=manager)


def _block_knob(evidence):
    return next(knob for knob in observed(evidence).knobs if knob.id.name == "RETIMG.DSBLOCK")


def test_what_a_larger_block_saves_follows_from_intervals_with_longer_and_shorter_messages():
    """A request takes 2 ms and a page 0.1 ms: with blocks of 256 KB a message takes one and its part."""
    evidence = from_records(*_long(lambda requests, pages: 0.002 * requests + 0.0001 * pages))
    (finding,) = findings(evidence, "mq-smds-blocks")
    assert finding.headline == "3.7 I/Os per message at DSBLOCK 64 KiB"
    pages, requests = sum(range(40, 64)), sum(pages // 16 + 1 for pages in range(40, 64))
    saved = 0.002 * 1_000 * (requests - 24 - pages / 64)
    assert finding.delay_seconds == pytest.approx(saved)
    knob = _block_knob(evidence)
    assert knob.curve.sizes == (64, 128, 256, 512, 1024)
    assert knob.curve.wait.low[0] - knob.curve.wait.high[2] > 0
    (change,) = knob.change(700)
    assert change.command == "ALTER CFSTRUCT(RETIMG) DSBLOCK(512K)"
    assert change.undo == "ALTER CFSTRUCT(RETIMG) DSBLOCK(64K)"
    assert change.storage_bytes == 10 * 448 * 1024


def test_messages_of_one_length_tell_bounds_alone_and_short_ones_are_silent():
    evidence = from_records(*_long(lambda requests, _: 0.002 * requests, lengths=(40,) * 24))
    (finding,) = findings(evidence, "mq-smds-blocks")
    assert finding.delay_seconds == 0
    curve = _block_knob(evidence).curve
    assert curve.wait.high[-1] == curve.wait.value[-1] == curve.wait.value[0] > curve.wait.low[-1]
    short = from_records(*_long(lambda requests, _: 0.002 * requests, lengths=range(2, 14)))
    assert findings(short, "mq-smds-blocks") == []


def test_one_block_serves_all_queue_managers_of_a_group():
    def seconds(requests: float, pages: float) -> float:
        return 0.002 * requests + 0.0001 * pages

    names = [
        record(2, "QEST", [{"structure": "RETIMG"}], queue_manager=name, queue_sharing_group="QSGP")
        for name in ("MQP1", "MQP2")
    ]
    evidence = from_records(*_long(seconds), *_long(seconds, manager="MQP2"), *names)
    (finding,) = findings(evidence, "mq-smds-blocks")
    assert finding.object.subsystem.name == "MQP1"
    assert _block_knob(evidence).unit_bytes == 20 * 1024


def test_a_reply_shows_how_many_blocks_a_message_takes_and_not_what_another_saves():
    evidence = from_text(USAGE.replace("-14", "  2"))
    (finding,) = findings(evidence, "mq-smds-blocks")
    assert (finding.severity, finding.headline) == (
        Severity.INFO,
        "7.9 blocks per message at DSBLOCK 256 KiB",
    )
    assert _block_knob(evidence).curve is None
