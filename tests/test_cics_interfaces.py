"""LINKs of tasks to other regions: what their COMMAREAs pass at most, and what a channel takes for it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from cics_evidence import number, of
from getpage.products.cics.interfaces import commareas, saved_share
from getpage.result import Kind, Result, Severity
from test_cics_smf import SECOND, START, check, micros
from zos_records import spec

KIB = 1024
CHANNEL = {"dpl_with_channel", "dpl_sent", "dpl_returned"}


def linking(kept_out: set[str] = frozenset(), **of_task: dict[str, Any]) -> list[dict[str, Any]]:
    """A record of ten tasks of each transaction, whose dictionary lacks some fields."""
    common = {"system": "SYSA", "region": "IYCUA001", "written": micros(START + timedelta(hours=1))}
    common |= {"cics_level": "0740"}
    fields = [
        ("DFHTASK", "C", 1, 4, "TRAN", "transaction"),
        ("DFHTASK", "P", 31, 4, "TRANNUM", "task_number"),
        ("DFHCICS", "T", 5, 8, "START", "started"),
        ("DFHCICS", "T", 6, 8, "STOP", "ended"),
        ("DFHCICS", "C", 112, 4, "RTYPE", "record_type_code"),
        ("DFHPROG", "A", 55, 4, "PCLINKCT", "links"),
        ("DFHPROG", "A", 73, 4, "PCDPLCT", "dpl_requests"),
        ("DFHPROG", "A", 308, 4, "PCDPLCCT", "dpl_with_channel"),
        ("DFHPROG", "A", 286, 4, "PCDLCSDL", "dpl_sent"),
        ("DFHPROG", "A", 287, 4, "PCDLCRDL", "dpl_returned"),
        ("DFHTERM", "S", 100, 12, "IRIOWTT", "mro_wait"),
        ("DFHSOCK", "S", 300, 12, "ISIOWTT", "ipic_wait"),
    ]
    columns = ("group", "type", "id", "length", "name")
    entries = [dict(zip(columns, field, strict=False)) for field in fields if field[-1] not in kept_out]
    rows = [
        {
            "transaction": name,
            "task_number": nth + 1,
            "started": micros(START),
            "ended": micros(START) + SECOND,
            "record_type_code": "   T",
        }
        | more
        for name, more in of_task.items()
        for nth in range(10)
    ]
    return [
        spec((110, 1), common, **{"CICS dictionary": entries}),
        spec((110, 1), common, **{"CICS dictionary": entries, "CICS tasks": rows}),
    ]


def table(result: Result) -> dict[str, dict[str, Any]]:
    """The table of interfaces by transaction and column."""
    [shown] = [each for each in result.tables if each.title.startswith("Interfaces of LINKs")]
    return {str(row[0]): dict(zip(shown.columns, row, strict=True)) for row in shown.rows}


@pytest.mark.parametrize(("size", "links"), [(32, 1), (256, 8), (1024, 32)])
def test_data_of_a_channel_would_take_the_links_that_are_published_for_commareas_of_32_kb(
    tmp_path, size, links
):
    channel = {"dpl_requests": 1, "dpl_with_channel": 1, "dpl_sent": size * KIB, "dpl_returned": size * KIB}
    pieces = {"dpl_requests": links, "dpl_with_channel": 0, "dpl_sent": 0, "dpl_returned": 0}
    result = check(tmp_path, linking(CHAN=channel, AREA=pieces))
    shown = table(result)
    assert shown["CHAN"]["sent per channel (KB)"] == size
    assert shown["CHAN"]["LINKs with COMMAREAs for it"] == links == commareas(size * KIB)
    assert shown["AREA"]["DPL with COMMAREA"] == links
    found = of(result, "cics-commarea-links")
    assert [str(each.object) for each in found] == ["SYSA.IYCUA001 AREA"] * (links > 1)
    if found:
        assert number(found[0], "data each way at most") == size
        assert number(found[0], "LINKs with a channel, if they pass one message") == 1


def test_what_a_channel_saves_has_the_published_response_and_stays_open_between_the_published_sizes(tmp_path):
    task = {"dpl_requests": 32, "dpl_with_channel": 0, "mro_wait_us": 200_000.0, "ipic_wait_us": 33_000.0}
    [found] = of(check(tmp_path, linking(STMT=task)), "cics-commarea-links")
    assert (found.severity, found.kind) == (Severity.INFO, Kind.NOTE)
    assert found.headline == "32 LINKs per task with COMMAREAs; a channel may need 1"
    # 233 ms became 25 ms; a channel takes no less than one of 32 pieces
    assert number(found, "of it saved at least") == pytest.approx(233 - 25)
    assert number(found, "of it saved at most") == pytest.approx(233 * 31 / 32)
    assert number(found, "published for 1 MB, less CPU of CICS, more than") == 46
    assert "up to 1 MiB each way" in found.claim
    assert not found.delay_seconds
    # of 8 pieces at most 7 are saved, and a channel takes no longer than one of 1 MB
    assert saved_share(8) == pytest.approx((1 - 25 / (8 * 233 / 32), 7 / 8))
    assert saved_share(2)[0] == saved_share(1)[1] == 0


def test_the_mq_bridge_links_once_for_each_message_of_commareas(tmp_path):
    bridge = {"links": 33, "dpl_requests": 0, "dpl_with_channel": 0}
    result = check(tmp_path, linking(CKBP=bridge, CKBC=bridge | {"links": 2}, LOCL=bridge))
    [found] = of(result, "cics-commarea-links")
    assert found.headline == "32 LINKs per task with COMMAREAs; a channel may need 1"
    assert found.claim.startswith("Over the MQ bridge they pass up to 1 MiB each way")
    assert "Published for 32: 233 ms became 25 ms, with more than 46 %" in found.claim


def test_without_the_count_of_channels_nothing_is_said_of_commareas(tmp_path):
    task = {"dpl_requests": 40}
    result = check(tmp_path, linking(CHANNEL, MANY=task))
    assert of(result, "cics-commarea-links") == []
    assert table(result)["MANY"]["DPL with COMMAREA"] is None


@pytest.mark.parametrize("channels", [900, 2**32 - 1])
def test_more_channels_than_requests_are_no_commareas(tmp_path, channels):
    task = {"dpl_requests": 2**32 - 1 if channels == 900 else 3, "dpl_with_channel": channels}
    result = check(tmp_path, linking(ODDS=task | {"dpl_sent": 2**32 - 1, "dpl_returned": 0}))
    assert (table(result)["ODDS"]["DPL with COMMAREA"] == 0) == (channels != 900)
