"""Printed MQ messages: what each says, in the forms in which it is met."""

import pytest

from getpage.evidence.text import TextEvidence, looks_like_text_evidence, read_text

MB = 1 << 20
GB = 1 << 30


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


JOB_LOG_USAGE = """\
10.48.00 STC30242 CSQY220I @VTS1 CSQSCTL Queue manager storage usage: 299
299 local storage: used 992MB, free 527MB: above bar: used 197MB, free
299 >10GB"""

USAGE = {
    "local_used": 992 * MB,
    "local_free": 527 * MB,
    "local_free_is_lower_bound": False,
    "above_bar_used": 197 * MB,
    "above_bar_free": 10 * GB,
    "above_bar_free_is_lower_bound": True,
}


def test_storage_usage_over_three_job_log_lines_is_one_message():
    evidence = read(JOB_LOG_USAGE)
    usage = only(evidence, "mq_storage_usage")
    assert usage.items() >= {**USAGE, "queue_manager": "VTS1", "record": 0}.items()
    assert evidence.matched_lines == 3


def test_storage_usage_fills_the_smf_column_in_bytes_but_a_lower_bound_does_not():
    region = only(read(JOB_LOG_USAGE), "mq_storage_region")
    assert region["available_31"] == 527 * MB
    assert "available_64" not in region


def test_an_exact_amount_above_the_bar_fills_the_smf_column():
    text = (
        "CSQY220I !MQ51 CSQSCTL Queue manager storage usage: local storage: "
        "used 1,024MB, free 512MB: above bar: used 2GB, free 3GB"
    )
    region = only(read(text), "mq_storage_region")
    assert region["available_64"] == 3 * GB
    assert region["queue_manager"] == "MQ51"


def test_the_old_form_of_storage_usage_gives_local_storage_only():
    usage = only(
        read("CSQY220I !MQ71 CSQSCTL Queue manager is using 992 MB of local storage, 527 MB are free"),
        "mq_storage_usage",
    )
    assert usage["local_used"] == 992 * MB
    assert usage["local_free"] == 527 * MB
    assert "above_bar_used" not in usage


def test_storage_usage_cut_off_keeps_what_was_there_and_says_where_it_was_cut():
    evidence = read("\n".join(JOB_LOG_USAGE.split("\n")[:2]))
    (usage,) = evidence.rows["mq_storage_usage"]
    assert usage["local_free"] == 527 * MB
    assert "above_bar_free" not in usage
    (damage,) = evidence.damage
    assert damage.offset == 0
    assert "above bar" in damage.expected
    assert "the text ends here" in damage.found


@pytest.mark.parametrize("figure", ["99999999999999999999MB", "5TB", "12XB", "-1MB"])
def test_storage_usage_with_an_impossible_figure_is_damage(figure):
    evidence = read(
        f"CSQY220I !MQ51 CSQSCTL Queue manager storage usage: local storage: used 1MB, free {figure}: "
        "above bar: used 2GB, free 3GB"
    )
    assert evidence.rows == {}
    assert len(evidence.damage) == 1


def test_buffer_pool_too_small_is_counted_per_occurrence():
    message = "CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small"
    evidence = read(f"{message}\nunrelated\n{message}\n")
    first, second = evidence.rows["mq_message"]
    assert first["message"] == "CSQP020E"
    assert first["buffer_pool"] == 1
    assert first["module"] == "CSQP1RSW"
    assert first["queue_manager"] == "VTS1"
    assert second["record"] == len(message) + len("\nunrelated\n")


@pytest.mark.parametrize(
    ("message", "location"),
    [
        ("CSQY224I CSQSCTL Queue Manager is short of local storage above the bar.", "ABOVE"),
        (
            "CSQY225E CSQSCTL Queue Manager is critically short of local storage above the bar - take action",
            "ABOVE",
        ),
        ("CSQY221I QUEUE MANAGER IS SHORT OF LOCAL STORAGE", "BELOW"),
        ("CSQY222E CSQSCTL Queue manager is critically short of local storage - take action", "BELOW"),
    ],
)
def test_warnings_about_storage_say_which_storage(message, location):
    row = only(read(message), "mq_message")
    assert row["message"] == message[:8]
    assert row["location"] == location
    assert row["queue_manager"] is None


@pytest.mark.parametrize(
    "words",
    [
        "EXPANSION FAILED FOR PAGE SET 7. FUTURE REQUESTS TO EXTEND IT WILL BE REJECTED",
        "EXPANSION FAILED FOR PAGE SET 7",
        "Expansion failed for page set 7. Future requests to extend it\nwill be rejected.",
    ],
)
def test_a_page_set_that_could_not_be_expanded_is_counted_per_occurrence(words):
    row = only(read(f"CSQP014E !MQ51 CSQP1EXT {words}"), "mq_message")
    assert (row["message"], row["page_set"], row["queue_manager"]) == ("CSQP014E", 7, "MQ51")


def test_a_buffer_pool_of_the_old_reply_has_its_size_and_stealable_buffers():
    row = only(read("CSQP001I !MQ21 Buffer pool 2 has 5,000 buffers, 4999 (99%) stealable"), "mq_buffer_pool")
    assert (
        row.items() >= {"buffer_pool": 2, "buffers": 5000, "stealable": 4999, "queue_manager": "MQ21"}.items()
    )


def test_a_buffer_pool_of_the_oldest_reply_has_its_size_only():
    row = only(read("CSQP001I +CSQ1 Buffer pool 0 has 1050 buffers"), "mq_buffer_pool")
    assert row["buffers"] == 1050
    assert row["queue_manager"] == "CSQ1"
    assert "stealable" not in row


def test_an_offline_page_set_has_a_status_and_no_figures():
    row = only(read("CSQI005I !MQ21 CSQIRBLD PAGE SET 5 OFFLINE. RECOVERY RBA = 00001C2F6A00"), "mq_page_set")
    assert row.items() >= {"page_set": 5, "status": "OFFLINE", "queue_manager": "MQ21"}.items()
    assert "total_pages" not in row


@pytest.mark.parametrize(
    "message",
    [
        "CSQP020E @VTS1 CSQP1RSW Buffer pool 999 is too small",
        "CSQP020E @VTS1 CSQP1RSW Buffer pool is fine",
        "CSQP001I !MQ21 Buffer pool 2 has 99999999999 buffers",
        "CSQI005I PAGE SET 100 OFFLINE. RECOVERY RBA = 00001C2F6A00",
        "CSQI010I !MQ21 something else",
        "CSQI065I !MQ21 something else",
        "CSQY224I CSQSCTL Queue manager is short of time",
    ],
)
def test_a_known_message_that_cannot_be_read_is_damage_and_its_neighbours_are_kept(message):
    good = "CSQP020E @VTS1 CSQP1RSW Buffer pool 1 is too small"
    evidence = read(f"{good}\n{message}\n{good}")
    assert len(evidence.rows["mq_message"]) == 2
    (damage,) = evidence.damage
    assert damage.offset == len(good) + 1
    assert damage.expected
    assert damage.found


def test_a_message_mentioned_in_prose_is_neither_a_row_nor_damage():
    evidence = read("Watch for CSQP020E messages in the job log, and see CSQY220I for the storage.")
    assert evidence == TextEvidence({}, [], 0)


def test_a_message_behind_an_unknown_prefix_is_read():
    row = only(read('{"msg": "CSQP020E !MQ51 CSQP1RSW Buffer pool 3 is too small'), "mq_message")
    assert row["buffer_pool"] == 3


def test_a_text_is_recognised_by_what_it_holds():
    assert looks_like_text_evidence(f"noise\n{JOB_LOG_USAGE}\nnoise")
    assert not looks_like_text_evidence("10.48.00 STC30242  IEF403I NOISE - STARTED\n")
    assert not looks_like_text_evidence("")
