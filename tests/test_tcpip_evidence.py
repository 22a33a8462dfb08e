"""Records and replies of TCP/IP: what they say is in the tables, what is damaged is counted and named."""

from __future__ import annotations

from datetime import datetime

import pytest

import getpage
from getpage import _native
from tcpip_evidence import KIB, MIB, client, config, connection, later, stats
from zos_records import encode, write


def loaded(tmp_path, specs=(), *texts):
    place = tmp_path / "evidence"
    place.mkdir()
    if specs:
        write(place / "dump.smf", list(specs))
    for number, text in enumerate(texts):
        (place / f"log-{number}.txt").write_text(text)
    return getpage.load(place, into=tmp_path / "store")


def rows(store, table):
    return store.table(table).collect().to_dicts()


def test_a_connection_that_ended_comes_back_field_by_field(tmp_path):
    spec = connection("FTPD1", begin=0, seconds=90, bytes_in=5 << 32, retransmitted=7, round_trip_ms=15)
    [row] = rows(loaded(tmp_path, [spec]), "tcp_connection")
    assert (row["system"], row["stack"], row["job"]) == ("SYSA", "TCPIP", "FTPD1")
    assert (row["bytes_in"], row["retransmitted"], row["round_trip_ms"]) == (5 << 32, 7, 15)
    assert (row["local_port"], row["remote_port"], row["smc_status"]) == (20, 40_000, 0)
    assert (row["ended"] - row["started"]).total_seconds() == 90
    assert row["written"] == later(1.5)


def test_its_fields_stand_where_public_readers_have_them():
    spec = connection("FTPD1", begin=0, seconds=1, bytes_in=1, bytes_out=2, retransmitted=3, segments_out=4)
    [record] = encode([spec])
    at = int.from_bytes(record[36:40])
    section = record[at : at + int.from_bytes(record[40:42])]
    assert section[:8].decode("cp037") == "FTPD1   "
    assert int.from_bytes(section[72:80]) == 1
    assert int.from_bytes(section[80:88]) == 2
    assert int.from_bytes(section[104:108]) == 15
    assert int.from_bytes(section[114:116]) == 3
    assert int.from_bytes(section[188:196]) == 4
    stack = int.from_bytes(record[28:32])
    assert record[stack + 16 : stack + 24].decode("cp037") == "TCPIP   "


def test_a_record_whose_send_window_is_above_its_largest_is_refused_and_named(tmp_path):
    spec = connection("FTPD1", begin=0, seconds=90, send_window=70_000, most_send_window=60_000)
    store = loaded(tmp_path, [spec, connection("GOOD", begin=0, seconds=90)])
    assert [row["job"] for row in rows(store, "tcp_connection")] == ["GOOD"]
    assert store.files()[0]["damage"]["listed"]


def test_a_profile_record_says_whether_smc_is_on(tmp_path):
    spec = connection("X", begin=0, seconds=1) | {"subtype": 4, "sections": {"NMTP_GBCF": [{"smcr": True}]}}
    [row] = rows(loaded(tmp_path, [spec]), "tcp_configuration")
    assert (row["stack"], row["smcr"], row["smcd"], row["receive_buffer"]) == ("TCPIP", True, False, None)


def test_other_subtypes_are_counted_by_name(tmp_path):
    [record] = encode([connection("FTPD1", begin=0, seconds=90)])
    other = record[:22] + (6).to_bytes(2) + record[24:]
    (tmp_path / "dump.smf").write_bytes(record + other)
    inspection = getpage.inspect(tmp_path / "dump.smf")
    assert "interface statistics" in repr(inspection)


GLOBAL = (
    "GLOBAL CONFIGURATION INFORMATION:\n"
    "TCPIPSTATS: YES  ECSALIMIT: 0204800K  POOLLIMIT: 0000000K\n"
    "SMCR:       YES\n"
    "  FIXEDMEMORY: 0256M  TCPKEEPMININT: 00000300\n"
    "SMCD:       YES\n"
    "  FIXEDMEMORY: 0128M  TCPKEEPMININT: 00000300\n"
)


@pytest.mark.parametrize("cased", [str.upper, str.title])
def test_a_reply_to_netstat_config_becomes_a_row_in_any_case(tmp_path, cased):
    first, _, rest = config(receive=65536, most=262144, more=GLOBAL).partition("\n")
    [row] = rows(loaded(tmp_path, (), f"{first}\n{cased(rest)}"), "tcp_configuration")
    assert (row["stack"], row["release"], row["report"]) == ("TCPIP", "V2R3", "NETSTAT")
    assert (row["receive_buffer"], row["send_buffer"]) == (65536, 65536)
    assert (row["most_receive_buffer"], row["most_send_buffer"]) == (262144, 262144)
    assert (row["delay_acks"], row["selective_ack"]) == (True, False)
    assert (row["ecsa_limit"], row["pool_limit"]) == (200 * MIB, 0)
    assert (row["smcr"], row["smcr_memory"], row["smcd"], row["smcd_memory"]) == (
        True,
        256 * MIB,
        True,
        128 * MIB,
    )


def test_the_form_of_tso_names_its_stack_too(tmp_path):
    text = "MVS TCP/IP NETSTAT CS V2R3       TCPIP Name: TCPCS           14:21:13\n" + "".join(
        config().splitlines(keepends=True)[1:]
    )
    [row] = rows(loaded(tmp_path, (), text), "tcp_configuration")
    assert (row["stack"], row["release"], row["receive_buffer"]) == ("TCPCS", "V2R3", 65536)


def test_a_reply_in_the_log_of_the_system_has_its_system_and_its_time(tmp_path):
    lines = config().splitlines()
    head = "N 0000000 SYSA     26322 10:48:00.12 STC30242 00000090  "
    log = [
        head + lines[0],
        *(f"D                                  405 00000090  {line}" for line in lines[1:]),
    ]
    [row] = rows(loaded(tmp_path, (), "\n".join(log) + "\n"), "tcp_configuration")
    assert (row["system"], row["stack"], row["most_send_buffer"]) == ("SYSA", "TCPIP", 262144)
    assert f"{row['written']:%Y-%m-%d %H:%M}" == "2026-11-18 10:48"


MORE = (
    "STARTDATE:          11/18/2026        STARTTIME:          10:17:54\n"
    "LAST TOUCHED:       10:47:55          STATE:              ESTABLSH\n"
    "CONGESTIONWINDOW:   0000014520        SNDWND:             0000065535\n"
    "ROUND-TRIP INFORMATION:\n"
    "  SMOOTH TRIP TIME: 15.250            SMOOTHTRIPVARIANCE: 1.500\n"
    "REXMT:              0000000041        REXMTCOUNT:         0000000003\n"
    "DUPACKS:            0000000017        RCVWND:             0000131070\n"
    "TCPSIG:             00                TCPPRF:             C0\n"
)


def test_connections_of_a_reply_to_netstat_all_become_rows(tmp_path):
    text = "EZD0101I NETSTAT CS V2R3 TCPCS1 407\n" + client(
        "USER33", 47, bytes_in=98_473_884_485, bytes_out=5_093, receive=2 * MIB, more=MORE
    )
    first, second = rows(loaded(tmp_path, (), text + client("FTPD1", 48)), "tcp_socket")
    assert (first["stack"], first["job"], first["connection_id"]) == ("TCPCS1", "USER33", "0000002F")
    assert (first["bytes_in"], first["bytes_out"], first["is_long"]) == (98_473_884_485, 5_093, True)
    assert (first["receive_buffer"], first["send_buffer"]) == (2 * MIB, 64 * KIB)
    assert (first["round_trip_ms"], first["right_sizing"]) == (15.25, True)
    assert (first["retransmitted"], first["last_retransmitted"], first["duplicate_acks"]) == (41, 3, 17)
    assert (first["congestion_window"], first["receive_window"]) == (14_520, 131_070)
    assert (first["state"], first["started"]) == ("ESTABLSH", datetime(2026, 11, 18, 10, 17, 54))
    assert (second["job"], second["right_sizing"], second["started"]) == ("FTPD1", None, None)


def test_a_name_that_would_end_a_command_and_begin_another_is_damage_and_no_row(tmp_path):
    text = client("FTPD1", 48) + client("USER33", 47).replace("USER33", "X) -STOP")
    store = loaded(tmp_path, (), text)
    assert [row["job"] for row in rows(store, "tcp_socket")] == ["FTPD1"]
    [damage] = store.files()[0]["damage"]["listed"]
    assert (damage["expected"], damage["found"]) == ("job to be a name", "X) -STOP")


def test_counters_of_the_short_form_are_marked(tmp_path):
    text = client("USER33", 47, bytes_in=5).replace(f"{5:020}", f"{5:010}")
    [row] = rows(loaded(tmp_path, (), text), "tcp_socket")
    assert (row["bytes_in"], row["is_long"]) == (5, False)


def test_counters_of_netstat_stats_become_a_row(tmp_path):
    [row] = rows(loaded(tmp_path, (), stats(117)), "tcp_statistics")
    assert (row["established"], row["segments_sent"], row["segments_retransmitted"]) == (117, 1000, 10)


def test_statements_of_a_profile_become_rows_with_units_comments_and_short_keywords(tmp_path):
    text = (
        "TCPCONFIG TCPRCVB 128K TCPSENDBFRSIZE 65536 ; buffers\n"
        "   TCPMAXRCVBUFRSIZE 2M   TCPMAXSENDB 2M SELECTIVEACK\n"
        "GLOBALCONFIG ECSALIMIT 200M SMCR PFID 0018 FIXEDMEMORY 512\n"
        "PORT 21 TCP FTPD1\n"
    )
    tcp, glob = rows(loaded(tmp_path, (), text), "tcp_configuration")
    assert (tcp["receive_buffer"], tcp["send_buffer"]) == (128 * KIB, 64 * KIB)
    assert (tcp["most_receive_buffer"], tcp["most_send_buffer"], tcp["selective_ack"]) == (
        2 * MIB,
        2 * MIB,
        True,
    )
    assert (glob["ecsa_limit"], glob["smcr"], glob["smcr_memory"]) == (200 * MIB, True, 512 * MIB)


STORAGE = (
    "EZZ8453I TCPIP STORAGE 409\n"
    "EZZ8454I TCPIP    STORAGE              CURRENT    MAXIMUM      LIMIT\n"
    "EZD2018I   31-BIT\n"
    "EZZ8455I     ECSA                        8023K      9045K    NOLIMIT\n"
    "EZZ8455I     PRIVATE                    13456K     14000K     16384K\n"
    "EZD2018I   64-BIT\n"
    "EZZ8455I     SMC-R FIXEDMEMORY             60M       230M       256M\n"
    "EZD2024I       SMC-R SEND MEMORY            4M         8M\n"
    "EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY\n"
)
#: As releases before V2R1 have it: the stack in front of each row.
OLDER = (
    "EZZ8453I TCPIP STORAGE\n"
    "EZZ8454I TCPIP    STORAGE         CURRENT   MAXIMUM   LIMIT\n"
    "EZZ8455I TCPIP    ECSA              8023K     9045K   NOLIMIT\n"
    "EZZ8455I TCPIP    POOL             13456K    14000K    16384K\n"
    "EZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY\n"
)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        (
            STORAGE,
            [
                ("PRIVATE", 13456 * KIB, 14000 * KIB, 16384 * KIB),
                ("SMC-R FIXEDMEMORY", 60 * MIB, 230 * MIB, 256 * MIB),
                ("SMC-R SEND MEMORY", 4 * MIB, 8 * MIB, None),
            ],
        ),
        (OLDER, [("POOL", 13456 * KIB, 14000 * KIB, 16384 * KIB)]),
    ],
)
def test_storage_of_a_stack_becomes_a_row_a_kind(tmp_path, text, more):
    actual = rows(loaded(tmp_path, (), text), "tcp_storage")
    assert {row["stack"] for row in actual} == {"TCPIP"}
    assert [(row["storage"], row["used"], row["most_used"], row["limit"]) for row in actual] == [
        ("ECSA", 8023 * KIB, 9045 * KIB, None),
        *more,
    ]


@pytest.mark.parametrize(
    "text",
    [
        "EZD0101I NETSTAT CS V2R3 TCPIP 405\nnothing of it\n" * 3,
        "TCP CONFIGURATION TABLE:\nDEFAULTRCVBUFSIZE: 99999999999999999999999999\n",
        "TCP CONFIGURATION TABLE:\nDEFAULTRCVBUFSIZE: -5  DEFAULTSNDBUFSIZE: x\n",
        "CLIENT NAME: A      CLIENT ID: 1\nBYTESIN: " + "9" * 300 + "\n",
        "CLIENT NAME: A      CLIENT ID: 1\n" + "A:" * 2000 + "\n",
        "CLIENT NAME: A      CLIENT ID: 1\n" + "A B C D E F " * 300 + ":\n",
        "CLIENT NAME: A      CLIENT ID: 1\nSTARTDATE: 99/99/9999  STARTTIME: 99:99:99\n",
        "CLIENT NAME: A      CLIENT ID: 1\nTCPPRF: ZZ\nSMOOTH TRIP TIME: 1e999\n",
        "TCP STATISTICS\n CURRENT ESTABLISHED CONNECTIONS = 99999999999999999999\n",
        "TCPCONFIG TCPRCVBUFRSIZE\n",
        "TCPCONFIG TCPRCVBUFRSIZE 99999999999999999999M\n",
        "GLOBALCONFIG SMCR FIXEDMEMORY " + "9" * 200 + "\n",
        "EZZ8453I TCPIP STORAGE\nEZZ8455I   ECSA   8023K   9045K   NOLIMIT\nEZZ8459I DISPLAY TCPIP\n",
        "EZZ8453I TCPIP STORAGE\nEZZ8454I TCPIP STORAGE CURRENT MAXIMUM LIMIT\nEZZ8455I ECSA -1K 1K 9T\n",
        "EZZ8453I TCPIP STORAGE\nEZZ8459I DISPLAY TCPIP STOR COMPLETED SUCCESSFULLY\n",
    ],
)
def test_hostile_replies_give_no_number_and_no_traceback(tmp_path, text):
    store = loaded(tmp_path, (), text)
    for table in ("tcp_configuration", "tcp_socket", "tcp_statistics", "tcp_storage"):
        for row in rows(store, table):
            numbers = [v for k, v in row.items() if k not in ("record", "file") and type(v) in (int, float)]
            assert numbers == []
    assert getpage.check(tmp_path / "evidence") is not None


def test_the_word_tcpconfig_in_prose_is_no_statement(tmp_path):
    store = loaded(tmp_path, (), stats(3) + "TCPCONFIG is described in the reference\n")
    assert rows(store, "tcp_configuration") == []


def test_records_of_every_damage_are_read_without_a_panic(tmp_path):
    [record] = _native.encode_records([connection("FTPD1", begin=0, seconds=90)])
    odd = [
        bytes(byte ^ (0xFF if n == position else 0) for n, byte in enumerate(record))
        for position in range(18, len(record), 3)
    ]
    (tmp_path / "odd.smf").write_bytes(b"".join(odd) + record)
    assert rows(getpage.load(tmp_path / "odd.smf", into=tmp_path / "store"), "tcp_connection")
    assert getpage.check(tmp_path / "odd.smf") is not None


def test_records_of_one_stack_and_a_display_of_another_are_judged_together(tmp_path):
    shown = client("FAR1", 7, more="SMOOTHTRIPTIME: 50.500\nREXMT: 3\nMAXSNDWND: 65535\n", bytes_out=5 << 30)
    recorded = connection("FTPD1", begin=0, seconds=90, bytes_out=5 << 30)
    loaded(tmp_path, [recorded], config(stack="TCPCS2") + shown, config())
    cells = {cell for table in getpage.check(tmp_path / "store").tables for row in table.rows for cell in row}
    assert "FTPD1" in cells
