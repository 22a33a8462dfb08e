"""What TCP/IP's rules conclude: loss before buffers, and larger defaults only where many need them."""

import pytest

import getpage
from getpage.core.names import KnobId
from getpage.result import Cause
from in_process import run
from tcpip_evidence import GB, KIB, MIB, STACK, client, config, connection, findings, ftp, site
from zos_records import Spec

LOSSY = (
    "REXMT:              0000001300000\n"
    "DUPACKS:            0000000410000\n"
    "CONGESTIONWINDOW:   0000013068\n"
    "MAXIMUMSEGMENTSIZE: 0000001452      SMOOTHTRIPTIME:     31.000\n"
)


def sending(more: str) -> str:
    """A connection that sent 60 GB, as NETSTAT ALL shows it: no time when it began."""
    text = client("BULKOUT", 51, bytes_in=8_000, bytes_out=60 * GB, more=more)
    return text.replace(
        "SEGMENTSOUT:        00000000000000000356", "SEGMENTSOUT:        00000000000041400000"
    )


def test_segments_that_were_sent_again_mean_the_network_and_no_buffer(tmp_path):
    place = site(tmp_path / "site", reply=config(send=512 * KIB, most=2 * MIB) + sending(LOSSY))
    result = getpage.check(place)
    [finding] = findings(result, "tcp-loss")
    assert finding.cause is Cause.LOSS
    assert finding.headline == "3.1 % of segments were retransmitted: network, not buffers"
    assert "Its congestion window is 12.8 KiB." in finding.claim
    assert [knob.name for knob in finding.rules_out] == ["TCPSENDBFRSIZE"]
    assert not any("TCPSENDBFRSIZE" in change.command for change in result.changes)


@pytest.mark.parametrize("ended", [False, True])
def test_what_a_display_shows_counts_beside_records_until_there_is_a_record_of_it(tmp_path, ended):
    """A record is written as a connection ends: one that is still open has none."""
    sent = {"bytes_in": 8_000, "bytes_out": 60 * GB, "local_port": 9051, "remote_port": 1024}
    records = [*ftp(2 * GB, 15), *([connection("BULKOUT", begin=0, seconds=7_000, **sent)] if ended else [])]
    reply = config(send=512 * KIB, most=2 * MIB) + sending(LOSSY) + sending(LOSSY)  # displayed twice
    found = findings(getpage.check(site(tmp_path / "site", *records, reply=reply)), "tcp-loss")
    assert [finding.object.name for finding in found] == ([] if ended else ["BULKOUT out"])
    assert all(fact.value == 1 for finding in found for fact in finding.evidence if fact.label == "streams")


def test_a_small_congestion_window_means_the_network_though_nothing_was_sent_again_now(tmp_path):
    """20 KiB in flight where buffers of 512 KiB and the partner would allow all of it."""
    small = LOSSY.replace("0000001300000", "0000000000000").replace("0000013068", "0000020480")
    result = getpage.check(
        site(tmp_path / "small", reply=config(send=512 * KIB, most=2 * MIB) + sending(small))
    )
    [finding] = findings(result, "tcp-loss")
    assert finding.headline == "Congestion window of 20 KiB: network, not buffers"
    assert (finding.cause, [knob.name for knob in finding.rules_out]) == (Cause.LOSS, ["TCPSENDBFRSIZE"])
    assert "display it again while it sends" in finding.claim
    assert not any("TCPSENDBFRSIZE" in change.command for change in result.changes)
    wide = small.replace("0000020480", "0000420480")
    place = site(tmp_path / "wide", reply=config(send=512 * KIB, most=2 * MIB) + sending(wide))
    assert findings(getpage.check(place), "tcp-loss") == []


def test_duplicate_acknowledgements_mean_the_network_also_where_nothing_was_sent_again(tmp_path):
    """620,000 for 41.4 million segments, in windows that are wide: 1.5 %; a third of that is silence."""
    often = LOSSY.replace("0000001300000", "0000000000004").replace("0000013068", "0000420480")
    often = often.replace("0000000410000", "0000000620000")
    settings = config(send=512 * KIB, most=2 * MIB)
    result = getpage.check(site(tmp_path / "often", reply=settings + sending(often)))
    [finding] = findings(result, "tcp-loss")
    assert finding.headline == "1.5 % of segments got duplicate ACKs: network, not buffers"
    assert (finding.cause, [knob.name for knob in finding.rules_out]) == (Cause.LOSS, ["TCPSENDBFRSIZE"])
    shown = {fact.label: fact.value for fact in finding.evidence}
    assert shown["its duplicate acknowledgements"] == 620_000
    assert not any("TCPSENDBFRSIZE" in change.command for change in result.changes)
    seldom = often.replace("0000000620000", "0000000206000")
    healthy = getpage.check(site(tmp_path / "seldom", reply=settings + sending(seldom)))
    assert findings(healthy, "tcp-loss") == []


def sent(job: str, rate: float, lengths: int | None = None, **more: int) -> Spec:
    """A stream of 400 seconds over 25 ms of distance; `lengths` is how long its section is."""
    spec = connection(
        job, begin=1, seconds=400, bytes_out=int(400 * rate), bytes_in=9, round_trip_ms=25, **more
    )
    return spec if lengths is None else {**spec, "lengths": {"SMF119AP_TT": lengths}}


def test_duplicate_acknowledgements_of_a_record_are_judged_beside_what_was_in_flight(tmp_path):
    """A stream that fills its window is held by that; a record of an older release has no such counter, and
    more duplicates than segments are damage.
    """
    of = {"segments_out": 90_000, "retransmitted": 4}
    place = site(
        tmp_path / "site",
        sent("LATE", 0.9e6, duplicate_acks=1_900, **of),
        sent("FULL", 2.5e6, duplicate_acks=1_900, most_send_window=1 << 20, **of),
        sent("GOOD", 0.9e6, duplicate_acks=300, **of),
        sent("OLD", 0.9e6, lengths=196, **of),
        sent("DAMAGED", 0.9e6, duplicate_acks=4_000_000_000, **of),
    )
    result = getpage.check(place)
    [finding] = findings(result, "tcp-loss")
    assert finding.object.name == "LATE port 20 out"
    assert finding.headline == "2.1 % of segments got duplicate ACKs: network, not buffers"
    [table] = [table for table in result.tables if table.title == "Streams, and what holds them back"]
    assert {row[1]: row[4] for row in table.rows} == {
        "LATE": "segments lost or out of order",
        "FULL": "own buffer",
        **dict.fromkeys(("GOOD", "OLD", "DAMAGED"), "application or path"),
    }


def test_a_connection_without_loss_is_no_finding(tmp_path):
    place = site(tmp_path / "site", reply=config(send=2 * MIB, receive=2 * MIB, most=2 * MIB) + sending(""))
    assert findings(getpage.check(place), "tcp-loss") == []


def test_one_slow_stream_of_many_connections_asks_its_application_and_not_every_connection(tmp_path):
    far = ftp(int(30 * GB), 20, transfers=3)
    result = getpage.check(site(tmp_path / "many", *far, count=9_000))
    [finding] = findings(result, "tcp-window")
    assert finding.asks == ()
    assert "SO_RCVBUF" in finding.no_command
    assert "FTP.DATA" in finding.no_command
    assert finding.storage_bytes < 64 * MIB
    assert not any("TCPRCVBUFRSIZE" in change.command for change in result.changes)
    [finding] = findings(getpage.check(site(tmp_path / "few", *far, count=40)), "tcp-window")
    assert [ask.knob for ask in finding.asks] == [KnobId(STACK, "TCPRCVBUFRSIZE")]


def test_a_stream_that_right_sizing_did_not_help_says_what_may_have_kept_it_from_acting(tmp_path):
    result = getpage.check(site(tmp_path / "site", *ftp(int(30 * GB), 20)))
    [finding] = findings(result, "tcp-window")
    assert "Right sizing did not act" in finding.claim


def test_small_buffers_are_told_of_although_a_connection_is_displayed_too(tmp_path):
    socket = client("USER7", 48, bytes_in=40 * GB, bytes_out=9_000, receive=2 * MIB)
    result = getpage.check(site(tmp_path / "site", reply=config() + socket))
    assert len(findings(result, "tcp-buffer-limits")) == 1
    recorded = getpage.check(
        site(tmp_path / "recorded", connection("J1", begin=1, seconds=9), reply=config())
    )
    assert findings(recorded, "tcp-buffer-limits") == []


def test_headlines_are_short_and_do_not_repeat_their_object(tmp_path):
    streams = site(tmp_path / "streams", *ftp(int(39.6 * GB), 15))
    shown = site(tmp_path / "shown", reply=config() + sending(LOSSY))
    observed = [finding for place in (streams, shown) for finding in getpage.check(place).findings]
    assert {finding.check for finding in observed} >= {"tcp-window", "tcp-loss", "tcp-buffer-limits"}
    for finding in observed:
        assert 0 < len(finding.headline) <= 72, finding.headline
        assert finding.object.name not in finding.headline


@pytest.mark.parametrize("count", [30, 11_000])
@pytest.mark.parametrize("trip", [12, 35])
def test_a_default_that_is_given_is_never_said_to_be_unknown(tmp_path, count, trip):
    """Few and many connections, near and far; without the reply it is asked for."""
    far = ftp(int(96 * KIB / (trip / 1000) * 9000), trip, transfers=4)

    def told(reply, name):
        place = site(tmp_path / name, *far, reply=reply, count=count)
        return " ".join(run("check", place, "--format", "md").stdout.split())

    given = told(config(receive=96 * KIB, send=96 * KIB), "given")
    assert "tcp-window SYSA.TCPIP FTPD1 port 20 in" in given
    assert "default is not known" not in given
    assert "not known: no NETSTAT CONFIG" not in given
    assert "not known: no NETSTAT CONFIG" in told("", "absent")
