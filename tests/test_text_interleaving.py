"""Messages of several lines: put together again by their multi-line id, or by standing together."""

from datetime import datetime

from getpage.evidence.text import TextEvidence, read_text

MB = 1 << 20
GB = 1 << 30

USAGE = {
    "local_used": 992 * MB,
    "local_free": 527 * MB,
    "above_bar_used": 197 * MB,
    "above_bar_free": 10 * GB,
    "above_bar_free_is_lower_bound": True,
}

JOB_LOG_USAGE = """\
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free
299 >10GB"""


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


def test_two_messages_interleaved_are_told_apart_by_their_multi_line_ids():
    text = """\
10.48.00 STC30242  CSQY220I !MQ51 CSQSCTL Queue manager storage usage:  299
10.48.00 STC30243  CSQY220I !MQ52 CSQSCTL Queue manager storage usage:  300
10.48.00 STC30242  IEF403I NOISE - STARTED
   300             local storage: used 10MB, free 20MB: above bar: used 30MB, free
   299             local storage: used 1MB, free 2MB: above bar: used 3MB, free
10.48.01 STC30242  CSQX500I !MQ51 CSQXRCTL Channel TO.MQ52 started
   299             4MB
   300             40MB"""
    evidence = read(text)
    assert evidence.damage == []
    free = {row["queue_manager"]: row["above_bar_free"] for row in evidence.rows["mq_storage_usage"]}
    assert free == {"MQ51": 4 * MB, "MQ52": 40 * MB}


def test_an_id_that_is_used_again_ends_the_message_that_had_it():
    first, second, third = JOB_LOG_USAGE.split("\n")
    evidence = read("\n".join([first, first, second, third]))
    assert len(evidence.rows["mq_storage_usage"]) == 1
    assert [damage.offset for damage in evidence.damage] == [0]


def test_a_message_waits_for_a_bounded_number_of_lines():
    noise = ["10.48.01 STC30242  IEF403I NOISE - STARTED"] * 600
    first, second, third = JOB_LOG_USAGE.split("\n")
    evidence = read("\n".join([first, *noise, second, third]))
    assert "mq_storage_usage" not in evidence.rows
    assert len(evidence.damage) == 1


def test_a_system_log_message_of_several_records_is_one_message():
    text = """\
M 0000000 SY1      26141 10:48:00.12 STC30242 00000090 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
N 0000000 SY1      26141 10:48:00.13 STC00001 00000090  IEF403I NOISE - STARTED
D                             299 00000090  local storage: used 992MB, free 527MB: above bar: used 197MB, free
E                                         299 00000090  >10GB"""
    usage = only(read(text), "mq_storage_usage")
    assert (
        usage.items()
        >= {**USAGE, "system": "SY1", "written": datetime(2026, 5, 21, 10, 48, 0, 120000)}.items()
    )


def test_a_system_log_line_split_into_two_records_is_one_message():
    text = """\
N 0000000 SY1      26141 10:48:00.12 STC30242 00000090  CSQP001I !MQ21 Buffer pool 2 has 5000 buffers,
S                                                        4999 (99%) stealable"""
    assert only(read(text), "mq_buffer_pool")["stealable"] == 4999


def test_a_user_log_message_of_several_lines_is_one_message():
    text = """\
SY1      2026141  10:48:00.12 STC30242    CSQY220I @VTS1 CSQSCTL Queue manager storage usage:
                                          local storage: used 992MB, free 527MB: above bar: used 197MB, free
                                          >10GB"""
    assert only(read(text), "mq_storage_usage").items() >= {**USAGE, "system": "SY1"}.items()


def test_a_job_log_that_a_log_shipper_stamped_line_by_line_is_put_together():
    text = "\n".join(f"2026-05-21T10:48:00.120Z {line}" for line in JOB_LOG_USAGE.split("\n"))
    usage = only(read(text), "mq_storage_usage")
    assert usage.items() >= {**USAGE, "written": datetime(2026, 5, 21, 10, 48)}.items()


def test_a_message_whose_id_is_printed_once_goes_on_in_the_lines_right_after_it():
    text = """\
10.48.00 STC30242  CSQY220I @VTS1 CSQSCTL Queue manager storage usage:  299
                   local storage: used 992MB, free 527MB: above bar: used 197MB, free
                   >10GB"""
    assert only(read(text), "mq_storage_usage").items() >= USAGE.items()


def test_a_message_without_an_id_does_not_swallow_what_begins_after_it():
    text = """\
CSQY220I @VTS1 CSQSCTL Queue manager storage usage:
-MQ call-  N ET CT Susp LOGW PSET
Get : 10 1 1 0 0 0"""
    evidence = read(text)
    assert len(evidence.rows["mq_call_average"]) == 1
    assert [damage.offset for damage in evidence.damage] == [0]


def test_only_a_bounded_number_of_messages_wait():
    text = "\n".join(
        f"10.48.00 STC30242  CSQY220I !MQ51 CSQSCTL Queue manager storage usage: {n}" for n in range(100, 900)
    )
    evidence = read(text)
    assert evidence.rows == {}
    assert len(evidence.damage) == 800
