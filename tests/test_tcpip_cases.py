"""What is published of TCP buffers and SMC-R (IBM REDP-5238, 6.2; IBM Impact 2014), asked of evidence."""

from __future__ import annotations

import json
import tempfile

import pytest

import getpage
from getpage.app.observe import observe
from getpage.cli.app import run_command
from getpage.core.names import KnobId
from getpage.evidence.view import StoreEvidence
from getpage.result.forecast import FigureName
from tcpip_evidence import (
    GB,
    KIB,
    MIB,
    STACK,
    at,
    client,
    config,
    connection,
    findings,
    ftp,
    site,
)
from zos_records import paging, smf71, write

RECEIVE, SEND = KnobId(STACK, "TCPRCVBUFRSIZE"), KnobId(STACK, "TCPSENDBFRSIZE")


def asked(capsys, *words):
    """What the command line answers, as JSON."""
    assert run_command([str(word) for word in (*words, "--format", "json")]) == 0
    return json.loads(capsys.readouterr().out)


def observed(place):
    """What the products say of it."""
    with tempfile.TemporaryDirectory() as scratch:
        return observe(StoreEvidence(getpage.load(place, into=f"{scratch}/store")))


# TC-1


@pytest.mark.parametrize(("default", "most"), [(65_536, 262_144), (16_384, 524_288)])
def test_tc_1_buffers_below_2_mb_hold_bulk_transfers_back_and_the_statements_are_exact(
    tmp_path, capsys, default, most
):
    reply = config(receive=default, send=default, most=most, stack="TCPCS1")
    (tmp_path / "netstat.txt").write_text(reply)
    text = asked(capsys, "check", tmp_path)
    [finding] = text["findings"]
    assert finding["check"] == "tcp-buffer-limits"
    assert {fact["value"] for fact in finding["evidence"]} == {default, most}
    first, second = text["changes"]
    assert first["command"] == "TCPCONFIG TCPMAXRCVBUFRSIZE 2097152 TCPMAXSENDBUFRSIZE 2097152"
    assert first["undo"] == f"TCPCONFIG TCPMAXRCVBUFRSIZE {most} TCPMAXSENDBUFRSIZE {most}"
    assert "V TCPIP,TCPCS1,O,dsn" in first["place"]
    assert "opened afterwards" in first["caution"]
    assert second["command"] == "TCPCONFIG TCPRCVBUFRSIZE 2097152 TCPSENDBFRSIZE 2097152"
    assert second["undo"] == f"TCPCONFIG TCPRCVBUFRSIZE {default} TCPSENDBFRSIZE {default}"
    assert second["only_after"]


def test_with_2_mb_everywhere_nothing_is_said(tmp_path):
    (tmp_path / "netstat.txt").write_text(config(receive=2 * MIB, send=2 * MIB, most=2 * MIB))
    assert getpage.check(tmp_path).findings == ()


# TC-2


def test_tc_2_the_receiver_of_a_stream_has_the_right_buffers(tmp_path, capsys):
    text = client("USER33", 47, bytes_in=98_473_884_485, bytes_out=5_093, receive=2_097_152, send=65_536)
    (tmp_path / "netstat.txt").write_text("EZD0101I NETSTAT CS V2R3 TCPCS1 407\n" + text)
    result = asked(capsys, "check", tmp_path)
    [finding] = result["findings"]
    assert (finding["check"], finding["severity"]) == ("tcp-stream-right", "info")
    assert finding["headline"] == "Receive buffer of 2 MiB suits an inbound stream"
    assert {item["value"] for item in finding["evidence"]} == {98_473_884_485, 5_093, 2_097_152, 65_536}
    assert result["changes"] == []


def test_the_sender_of_a_stream_with_a_small_send_buffer_is_not_called_right(tmp_path):
    (tmp_path / "netstat.txt").write_text(
        client("USER33", 47, bytes_in=5_093, bytes_out=98 * GB, receive=2 * MIB)
    )
    assert getpage.check(tmp_path).findings == ()


# TC-3


@pytest.mark.parametrize(
    ("moved", "trip", "buffer", "then"),
    [(int(39.6 * GB), 15, 64 * KIB, int(78.3 * GB)), (int(118.8 * GB), 10, 128 * KIB, int(200 * GB))],
)
def test_tc_3_window_over_round_trip_gives_the_first_and_the_interval_holds_the_second(
    tmp_path, moved, trip, buffer, then
):
    place = site(tmp_path / "site", *ftp(moved, trip), reply=config(receive=buffer))
    by_window = buffer / (trip / 1000) * 2.5 * 3600
    assert moved == pytest.approx(by_window, rel=0.02)
    result = getpage.check(place)
    [finding] = findings(result, "tcp-window")
    assert finding.object.name == "FTPD1 port 20 in"
    forecast = getpage.forecast(place, "TCPRCVBUFRSIZE=1024")
    wait = forecast.figure(RECEIVE, FigureName.WAIT)
    ratio = then / moved
    assert wait.before.value / wait.after.high <= ratio <= wait.before.value / wait.after.low
    assert wait.before.value / wait.after.value == pytest.approx(78.3 / 39.6, rel=0.01)


def logged(reply, day):
    """A reply in the log of the system, at six of a day of July 2012."""
    first, *rest = reply.splitlines()
    text = [f"N 0000000 SYSA     12{day + 182} 06:00:00.00 STC30242 00000090  {first}"]
    text += [f"D                                  405 00000090  {line}" for line in rest]
    return "\n".join(text) + "\n"


def on(day, specs):
    """The same connections on a day of July 2012."""
    moved = (day - 24) * 86_400 * 1_000_000
    for spec in specs:
        spec["common"]["written"] += moved
        [row] = spec["sections"]["SMF119AP_TT"]
        row["started"], row["ended"] = row["started"] + moved, row["ended"] + moved
    return specs


def test_what_a_smaller_buffer_held_back_is_not_told_of_the_one_of_now(tmp_path):
    def told(day, buffer, moved):
        place = tmp_path / f"{day}"
        place.mkdir()
        write(place / "dump.smf", on(day, ftp(int(moved * GB), 15)))
        (place / "log.txt").write_text(logged(config(receive=buffer), day))
        getpage.load(place, into=tmp_path / "store")
        return findings(getpage.check(tmp_path / "store"), "tcp-window")

    [before] = told(24, 64 * KIB, 70)  # the window is up to twice the buffer
    assert before.changes
    assert told(25, 128 * KIB, 20) == []
    [again] = told(26, 128 * KIB, 140)
    assert "14 streams" in again.claim
    assert {fact.value for fact in again.evidence if fact.column == "receive_buffer"} == {128 * KIB}


def test_the_sites_own_fastest_stream_says_what_the_path_gives_where_one_is_there(tmp_path):
    held = ftp(int(39.6 * GB), 15)
    free = [
        connection("FTPD1", begin=n * 20, seconds=100, bytes_in=3 * GB, bytes_out=9, round_trip_ms=15)
        for n in range(4)
    ]
    place = site(tmp_path / "site", *held, *free)
    forecast = getpage.forecast(place, "TCPRCVBUFRSIZE=2048")
    wait = forecast.figure(RECEIVE, FigureName.WAIT)
    spared = wait.before.value - wait.after.value
    span = 4 * 3600  # from 06:00, in which the first ends, to 10:00
    assert spared == pytest.approx((9000 - 9000 * 4.4 / 30) / span, rel=0.02)


@pytest.mark.parametrize(("direction", "trip"), [("in", 20), ("out", 20), ("in", 27)])
def test_a_stream_that_64_kb_hold_takes_twice_as_long_with_32_though_its_round_trip_makes_it_look_larger(
    tmp_path, direction, trip
):
    """The round trip is that of the end, in whole ms: 82 KB seem in flight where 64 were. It is no
    right-sized stream with half of the buffer, though that is advertised twice.
    """
    rate = 1.29 * 64 * KIB / (trip / 1000)
    ways = {"bytes_in": int(rate * 600), "bytes_out": 9}
    if direction == "out":
        ways = {"bytes_out": int(rate * 600), "bytes_in": 9, "most_send_window": MIB}
    spec = connection("BULK", begin=1, seconds=600, round_trip_ms=trip, **ways)
    place = site(tmp_path / "site", spec, reply=config(most=64 * KIB))
    knob, name = (RECEIVE, "TCPRCVBUFRSIZE") if direction == "in" else (SEND, "TCPSENDBFRSIZE")
    wait = getpage.forecast(place, f"{name}=32").figure(knob, FigureName.WAIT)
    assert wait.after.value / wait.before.value == pytest.approx(2.0, rel=0.05)


def test_a_default_below_64_kb_is_raised_to_where_right_sizing_begins(tmp_path):
    place = site(tmp_path / "site", *ftp(int(9.9 * GB), 15), reply=config(receive=16 * KIB))
    [change] = getpage.check(place).changes
    assert change.command == "TCPCONFIG TCPRCVBUFRSIZE 65536"
    assert change.undo == "TCPCONFIG TCPRCVBUFRSIZE 16384"
    assert "dynamic right sizing" in change.effect
    assert change.storage_bytes == 48 * KIB * 50


def test_a_command_raises_the_largest_buffer_where_it_is_in_the_way_and_takes_both_back(tmp_path):
    [change] = getpage.check(site(tmp_path / "site", *ftp(int(39.6 * GB), 15))).changes
    assert change.command == "TCPCONFIG TCPRCVBUFRSIZE 131072"
    place = site(tmp_path / "other", *ftp(int(39.6 * GB), 15), reply=config(most=64 * KIB))
    [change] = getpage.check(place).changes
    assert change.command == "TCPCONFIG TCPRCVBUFRSIZE 131072 TCPMAXRCVBUFRSIZE 262144"
    assert change.undo == "TCPCONFIG TCPRCVBUFRSIZE 65536 TCPMAXRCVBUFRSIZE 65536"


# what buffers do not hold


def held_by(place):
    result = getpage.check(place)
    [table] = [table for table in result.tables if table.title == "Streams, and what holds them back"]
    return {row[1]: row[4] for row in table.rows}, result


def test_streams_that_losses_partners_applications_or_nothing_hold_get_no_buffers(tmp_path):
    def sent(job, rate, **more):
        return connection(
            job, begin=1, seconds=600, bytes_out=int(600 * rate), bytes_in=9, round_trip_ms=20, **more
        )

    place = site(
        tmp_path / "site",
        sent("LOSSY", 1.2e6, retransmitted=900, segments_out=500_000),
        sent("PARTNER", 1.5e6, most_send_window=32_768, send_window=32_768),
        sent("SLOWAPP", 0.4e6),
        connection("SIZED", begin=1, seconds=600, bytes_in=600 * 40_000_000, bytes_out=9, round_trip_ms=20),
        connection("NEARBY", begin=1, seconds=60, bytes_in=60 * 200_000_000, bytes_out=9, round_trip_ms=0),
    )
    why, result = held_by(place)
    assert why == {
        "LOSSY": "segments lost",
        "PARTNER": "partner's window",
        "SLOWAPP": "application or path",
        "SIZED": "not the default buffer: right-sized, or set larger",
        "NEARBY": "nothing far: round trip below 2 ms",
    }
    assert {finding.check for finding in result.findings} == {"tcp-loss", "tcp-partner"}
    assert result.changes == ()


def test_a_sender_that_its_own_buffer_holds_gets_a_larger_send_buffer(tmp_path):
    spec = connection(
        "BACKUP", begin=1, seconds=1000, bytes_out=int(1000 * 3.2e6), bytes_in=9, round_trip_ms=20,
        send_window=1 << 20, most_send_window=1 << 20,
    )  # fmt: skip
    place = site(tmp_path / "site", spec)
    write(place / "rmf.smf", [smf71("SYSA", n, paging(20_000_000)) for n in range(4)])
    [change] = getpage.check(place).changes
    assert change.command == "TCPCONFIG TCPSENDBFRSIZE 131072"


def test_a_stream_whose_application_set_its_buffer_is_not_reached_by_a_default(tmp_path):
    place = site(tmp_path / "site", *ftp(int(9.9 * GB), 15), reply=config(receive=64 * KIB))
    (place / "all.txt").write_text(
        "EZD0101I NETSTAT CS V2R3 TCPIP 407\n" + client("FTPD1", 47, receive=16 * KIB)
    )
    result = getpage.check(place)
    [finding] = findings(result, "tcp-window")
    assert "sets its buffers itself" in finding.no_command
    assert result.changes == ()


def test_without_the_buffers_of_the_stack_nothing_is_said_to_hold_a_stream_over_a_distance(tmp_path):
    place = write(tmp_path / "dump.smf", ftp(int(39.6 * GB), 15))
    why, result = held_by(place)
    assert why == {"FTPD1": "not known: no NETSTAT CONFIG"}
    assert result.findings == result.changes == ()
    assert any("NETSTAT" in need.supply or "N,CONFIG" in need.supply for need in result.missing)


def test_where_the_default_is_the_largest_already_a_finding_says_so(tmp_path):
    reply = config(receive=2 * MIB, most=2 * MIB)
    place = site(tmp_path / "site", *ftp(int(14 * 2e9), 600, transfers=14), reply=reply)
    [finding] = findings(getpage.check(place), "tcp-window")
    assert "the largest that z/OS allows" in finding.no_command


def test_small_and_two_way_connections_are_no_streams(tmp_path):
    specs = [connection("CICS1", begin=n, seconds=50, bytes_in=8 * MIB, bytes_out=7 * MIB) for n in range(9)]
    assert getpage.check(site(tmp_path / "site", *specs)).findings == ()


# TC-4


def lan(direction, rate=200e6, seconds=600.0):
    there, back = int(rate * seconds), 3000
    moved = (
        {"bytes_in": there, "bytes_out": back}
        if direction == "in"
        else {"bytes_in": back, "bytes_out": there}
    )
    return connection("STREAM", begin=1, seconds=seconds, round_trip_ms=0, most_send_window=1 << 21, **moved)


def processor(cpu):
    common = {
        "system": "SYSA", "work_type": "STC", "subtype": 2, "written": at(30), "job": "STREAM",
        "step": "STREAM", "program": "STREAM", "read_time": at(0), "started": at(0),
    }  # fmt: skip
    sections = {"SMF30CAS": [{"tcb_hundredths": round(cpu * 100)}], "SMF30SAP": [{"page_time": 0}]}
    return {"record_type": 30, "subtype": 2, "common": common, "sections": sections, "lengths": {}}


@pytest.mark.parametrize(("direction", "less"), [("in", 0.16), ("out", 0.0845)])
@pytest.mark.parametrize("spent", [300.0, 90.0])
def test_tc_4_buffers_of_2_mb_nearby_bring_what_was_measured_and_no_more(tmp_path, direction, less, spent):
    reply = config(receive=180 * KIB, send=180 * KIB)
    place = site(tmp_path / "site", lan(direction), processor(spent), reply=reply)
    knob, name = (RECEIVE, "TCPRCVBUFRSIZE") if direction == "in" else (SEND, "TCPSENDBFRSIZE")
    forecast = getpage.forecast(place, f"{name}=2048")
    wait = forecast.figure(knob, FigureName.WAIT)
    assert wait.before.value / wait.after.value == pytest.approx(1.12, abs=0.001)
    cpu = forecast.figure(knob, FigureName.CPU)
    assert cpu.before.value == pytest.approx(spent / 3600, rel=0.01)
    assert 1 - cpu.after.value / cpu.before.value == pytest.approx(less, abs=0.001)
    [curve] = [item.curve for item in observed(place).knobs if item.id == knob]
    assert curve.cpu.at(-1).low == curve.cpu.at(-1).value
    assert curve.cpu.at(-1).high == pytest.approx(spent / 3600)  # no less than now, at worst
    assert curve.wait.at(-1).high == pytest.approx(wait.before.value)
    # It is told where it is asked for, and nothing is spent on it that no finding calls for.
    assert not [item for item in getpage.plan(place, add="10G").items if item.knob == knob]
    between = getpage.forecast(place, f"{name}=512").figure(knob, FigureName.WAIT)
    assert 1 < between.before.value / between.after.value < 1.12


# proof


def test_a_proof_sees_that_a_gigabyte_takes_less_time(tmp_path):
    sides = []
    for name, rate in (("before", 4.4e6), ("after", 8.7e6)):
        specs = [
            connection("FTPD1", begin=day * 1440 + n * 60, seconds=2e9 / rate, bytes_in=2 * GB, bytes_out=9)
            for day in range(6)
            for n in range(6)
        ]
        sides.append(site(tmp_path / name, *specs))
    proof = getpage.prove(*sides)
    response = proof.difference(STACK, FigureName.RESPONSE)
    assert response.after.value / response.before.value == pytest.approx(4.4 / 8.7, rel=0.05)
    [took] = [
        difference for difference in proof.differences if difference.measure == "seconds per GB received"
    ]
    assert took.before.value == pytest.approx(1000 / 4.4, rel=0.05)


def test_what_others_gained_is_one_figure_where_one_was_published_and_smc_d_is_among_it(tmp_path):
    place = site(tmp_path / "site", *ftp(int(39.6 * GB), 15), reply=config(receive=64 * KIB))
    [table] = getpage.forecast(place, "TCPRCVBUFRSIZE=1024").tables
    gains = {row[1]: row[2] for row in table.rows}
    assert "98 %" in gains.values()
    assert [gain for what, gain in gains.items() if what.startswith("SMC-D")] == ["0 to 48 %"]
