"""Queue statistics: which queue fills a pool, how old its messages are, and whether anybody gets from it."""

import pytest

from getpage.evidence.text import read_text
from getpage.result import Cause
from mq_evidence import commands, findings, from_records, from_text, page_sets, pools, record

CHECK = "mq-queue-fills-pool"
QUEUE = {
    "queue": "PAY.RECON",
    "page_set": 4,
    "buffer_pool": 3,
    "put_count": 9_000,
    "put_bytes": 9_000 * 4_096,
    "message_length_average": 4_096,
    "output_handles": 1,
}


def site(*queues: dict, lowest: int = 2_000, unused: int = 10_000) -> tuple[dict, ...]:
    """A pool of 50,000 buffers and its page set of 60,000 pages, over as many intervals as a queue has."""
    return (
        *(
            specification
            for number, row in enumerate(queues)
            for specification in (
                pools({"buffer_pool": 3, "lowest_stealable": lowest}, interval=number),
                page_sets(
                    {
                        **{"page_set": 4, "buffer_pool": 3, "unused_pages": unused},
                        **{"read_pages": 1_000, "read_elapsed": 2e6},
                    },
                    interval=number,
                ),
                record(216, "QQST", [QUEUE | row], interval=number),
            )
        ),
    )


def away(depth: int, **more) -> dict:
    return {"depth": depth, "depth_high_water": depth, "get_count": 0, "input_handles": 0} | more


def behind(depth: int) -> dict:
    return {"depth": depth, "depth_high_water": depth, "get_count": 3_000, "input_handles": 2}


def test_a_queue_that_nobody_gets_from_is_why_its_pool_is_short_and_the_pool_keeps_its_size():
    evidence = from_records(
        *site(*(away(9_000 * (n + 1), oldest_message_age=900 * (n + 1)) for n in range(4)))
    )
    (finding,) = findings(evidence, CHECK)
    assert str(finding.object) == "SYS1.MQP1 queue PAY.RECON"
    assert finding.headline == "Nobody got for 1 h: 36,000 messages fill pool 3"
    assert finding.cause is Cause.CONSUMER
    values = {fact.label: fact.value for fact in finding.evidence}
    assert values["pages that its messages take, at least"] == 36_000
    assert values["of the pages in use on the page sets of its pool"] == pytest.approx(72)
    assert values["age of the oldest message, most"] == 3_600
    assert values["pages read from its page set"] == 4_000
    assert values["time of these reads and of immediate writes"] == 8
    # 10,000 pages are left, and 9,000 come in a quarter of an hour.
    assert values["until its page set is full, at that rate"] == 1_000
    assert findings(evidence, "mq-pool-undersized")
    assert not [command for command in commands(evidence) if "BUFFPOOL(3)" in command]


def test_a_queue_that_is_got_from_more_slowly_than_it_is_put_to_is_said_to_be_so_with_both_rates():
    (finding,) = findings(from_records(*site(*(behind(6_000 * (n + 1)) for n in range(6)))), CHECK)
    assert finding.headline == "36,000 messages in pool 3: 10.0/s put, 3.3/s got"
    assert finding.rules_out == ()


@pytest.mark.parametrize(
    "site_of",
    [
        pytest.param(site(away(36_000), lowest=30_000), id="the pool has room"),
        pytest.param(site(away(24_000)), id="others hold most of the pages"),
        pytest.param(site(away(36_000, partial=True)), id="the record is partial"),
        pytest.param(site(away(36_000, shared=True, buffer_pool=-1, page_set=-1)), id="shared"),
    ],
)
def test_a_queue_is_not_named_where(site_of):
    assert findings(from_records(*site_of), CHECK) == []


def test_the_pages_of_a_queue_of_unknown_length_are_those_of_its_page_set_where_it_is_alone_there():
    alone = site(away(70_000, put_bytes=0, put_count=0))
    (finding,) = findings(from_records(*alone), CHECK)
    assert "percent" in {fact.unit for fact in finding.evidence}
    both = [*alone, record(216, "QQST", [QUEUE | away(3, put_bytes=0) | {"queue": "PAY.OTHER"}], interval=0)]
    assert findings(from_records(*both), CHECK) == []


def test_messages_that_stay_are_told_by_their_age():
    row = {"depth": 40_000, "oldest_message_age": 400_000, "get_count": 9_000, "input_handles": 1}
    (finding,) = findings(from_records(*site(row, row)), CHECK)
    assert finding.headline == "40,000 messages fill pool 3, up to 111 h 7 min old"


def test_displays_tell_the_queue_its_page_set_its_age_and_that_no_program_gets():
    text = """CSQP020E !MQP1 CSQP1RSW Buffer pool 3 is too small
CSQI010I !MQP1 Page set usage ...
_  4      3   60000     10000       50000           0   USER    0
End of page set report
CSQI065I !MQP1 Buffer pool attributes ...
_      3      50000       2100           4  4KB       BELOW
End of buffer pool attributes
CSQM201I !MQP1 CSQMDRTC  DIS QSTATUS DETAILS
QUEUE(PAY.RECON)
TYPE(QUEUE) CURDEPTH(48000)
IPPROCS(0) OPPROCS(1) MSGAGE(10815) UNCOM(NO)
END QSTATUS DETAILS
CSQM401I !MQP1 QUEUE(PAY.RECON) TYPE(QLOCAL) QSGDISP(QMGR) PSID(4)
CSQM401I !MQP1 QUEUE(PAY.OTHER) TYPE(QLOCAL) QSGDISP(QMGR) PSID(4)
ALTER QLOCAL(PAY.OTHER) CURDEPTH(99)
"""
    (finding,) = findings(from_text(text), CHECK)
    assert finding.headline == "No program gets from it: 48,000 messages fill pool 3"
    assert finding.cause is Cause.CONSUMER
    assert "age of the oldest message, most" in {fact.label for fact in finding.evidence}
    (served,) = findings(from_text(text.replace("IPPROCS(0)", "IPPROCS(2)")), CHECK)
    assert served.headline == "48,000 messages fill pool 3, up to 3 h old"


@pytest.mark.parametrize("value", ["CURDEPTH(-1)", "MSGAGE(9999999999)", "PSID(100)", "IPPROCS(x)"])
def test_a_value_that_no_queue_has_is_damage(value):
    evidence = read_text(enumerate([f"QUEUE(PAY.RECON) {value}"]))
    assert not any(evidence.rows.values())
    assert [damage.found for damage in evidence.damage] == [value.split("(")[1].rstrip(")")]
