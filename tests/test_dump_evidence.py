"""Messages, commands and replies about SVC dumps: as they come, broken, mixed and hostile."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dump_evidence import BEGUN, dump, line
from getpage.evidence.text import read_text

MIB = 1 << 20
#: As a system log of z/OS 2.4 has them.
REAL = """\
 M 4000000 S0W1     20164 03:04:23.69          00000090  IEA045I AN SVC DUMP HAS STARTED AT TIME=03.04.23 DATE=06/12/2020 591
 D                                         591 00000090  FOR ASID (0039)
 D                                         591 00000090  ERROR ID = SEQ00064 CPU00 ASID0039 TIME03.04.23.6
 E                                         591 00000090  QUIESCE = YES
 M 4000000 S0W1     20164 03:04:26.93 STC01065 00000090  IEA794I SVC DUMP HAS CAPTURED: 592
 D                                         592 00000090  DUMPID=006 REQUESTED BY JOB (TN3270  )
 D                                         592 00000090  DUMP TITLE=COMPON=TIMER SUPERVISION,COMPID=SC1CV,ISSUER=IEAVRTI
"""  # noqa: E501
JOB_LOG = """\
03.04.26 STC01065  IEA794I SVC DUMP HAS CAPTURED:
DUMPID=006 REQUESTED BY JOB (TN3270  )
DUMP TITLE=COMPON=TIMER SUPERVISION
03.04.40 STC01065  IEA611I COMPLETE DUMP ON SYS1.DUMP.S00006
DUMPID=006 REQUESTED BY JOB (TN3270  )
FOR ASID (0039)
INCIDENT TOKEN: LOCAL S0W1 06/12/2020 07:04:23
03.04.41 STC01065  $HASP395 TN3270   ENDED
"""
CHNGDUMP = "CHNGDUMP SET,SDUMP,MAXSPACE=8000M,AUXMGMT=ON,BUFFERS=20M,MAXSNDSP=10,MSGTIME=60"
DONE = "IEE712I CHNGDUMP  PROCESSING COMPLETE"
LINES = [
    *REAL.split("\n"),
    *JOB_LOG.split("\n"),
    *dump(18.15, used=500, partial="MAXSPACE LIMIT REACHED", waits=True).split("\n"),
    CHNGDUMP,
    DONE,
    "IEE857I 10.00.00 DUMP OPTION",
    "CAPTURED DUMPS=99999999, SPACE USED=99999999M, SPACE FREE=99999999M",
    "IEA045I AN SVC DUMP HAS STARTED AT TIME=99.99.99 DATE=99/99/9999",
    "ERRORID = SEQ1 CPU00 ASIDFFFF TIME99.99.99.9",
    "FOR ASIDS(" + "FFFF," * 60 + "1)",
    "IEA793A NO SVC DUMP DATA SETS AVAILABLE FOR DUMPID=999 BY JOB (X)",
    "IEA799I AUTOMATIC ALLOCATION OF SVC DUMP DATA SET FAILED",
    "IEA043I SVC DUMP REACHED MAXSPACE LIMIT - MAXSPACE=99999999 MEG",
    "IEE600I REPLY TO 05 IS;JOBNAME=(*,?),END",
    "DUMP COMM=(X)",
]


def read(text: str):
    return read_text(enumerate(text.split("\n")))


def rows(text: str):
    return read(text).rows.get("svc_dump", [])


def test_a_dump_of_a_real_log_is_begun_and_captured_at_its_times():
    begun, captured = rows(REAL)
    assert (begun["message"], begun["asids"], begun["error_us"]) == ("IEA045I", "0039", 11_063.6e6)
    assert (captured["dump_id"], captured["job"]) == ("006", "TN3270")
    assert captured["written"] == datetime(2020, 6, 12, 3, 4, 26, 930_000)
    assert captured["title"] == "COMPON=TIMER SUPERVISION,COMPID=SC1CV,ISSUER=IEAVRTI"
    assert {row["system"] for row in rows(REAL)} == {"S0W1"}


def test_messages_without_a_multi_line_id_end_where_others_begin():
    captured, written = rows(JOB_LOG)
    assert (captured["title"], written["data_set"]) == ("COMPON=TIMER SUPERVISION", "SYS1.DUMP.S00006")
    assert written["is_complete"]
    assert not written["is_partial"]
    assert not read(JOB_LOG).damage


def test_a_partial_dump_keeps_its_codes_and_the_words_of_the_message():
    row = rows(dump(18.15, partial="STORAGE SHORTAGE IN DUMPSRV", asids=(0x39, 0x1A5)))[-1]
    assert row["is_partial"]
    assert row["reason"] == "STORAGE SHORTAGE IN DUMPSRV"
    assert row["reason_codes"] == "00000000 10000000 00000000 00000000"
    assert row["asids"] == "0039,01A5"
    assert row["error_us"] == (7 * 3600 + 5 * 60) * 1e6


def test_what_asks_for_a_dump_is_read_and_other_replies_and_traps_are_not():
    texts = [
        "IEE600I REPLY TO 05 IS;JOBNAME=(DB1ADBM1,DB1AMSTR),SDATA=(RGN,CSA),END",
        "DUMP COMM=(LOOP IN DB1ADBM1)",
        "SLIP SET,COMP=0C4,ACTION=SVCD,ID=X0C4,END",
        "IEA992I SLIP TRAP ID=X0C4 MATCHED.  JOBNAME=DB1AMSTR, ASID=0045.",
        "IEE600I REPLY TO 06 IS;U",
        "SLIP SET,COMP=0C4,ACTION=NODUMP,ID=X0C5,END",
        "DUMP TRUCKS ARE NO DUMPS",
    ]
    actual = rows("\n".join("".join(line(BEGUN, text)) for text in texts))
    assert [row["message"] for row in actual] == ["REPLY", "DUMP", "SLIP", "IEA992I"]


def test_options_are_read_from_a_command_and_from_a_reply():
    text = {
        "maxspace": 8000 * MIB,
        "auxiliary_managed": True,
        "buffers": 20 * MIB,
        "maxsndsp": 10,
        "msgtime": 60,
    }
    [row] = read("".join(line(BEGUN, CHNGDUMP))).rows["zos_dump_option"]
    assert {name: row[name] for name in text} == text
    reply = (
        "IEE857I 10.00.00 DUMP OPTION\n  SDUMP- ADD OPTIONS (LSQA),BUFFERS=00020480K,MAXSPACE=00008000M,\n"
        "  MSGTIME=60 MINUTES,MAXSNDSP=010 SECONDS,AUXMGMT=OFF"
    )
    [row] = read(reply).rows["zos_dump_option"]
    assert {name: row[name] for name in text} == text | {"auxiliary_managed": False}


@pytest.mark.parametrize(
    "text",
    [
        "CHNGDUMP SET,SDUMP,MAXSPACE=6144M",
        "> please enter CD SET,SDUMP,MAXSPACE=6144M on SYSA tonight",
        "//STEP1 EXEC PGM=IEFBR14\nCD SET,SDUMP,MAXSPACE=6144M\n" + "a line\n" * 6 + DONE,
        "SLIP SET,COMP=0C4,ACTION=SVCD,ID=X0C4,END",
        "DUMP COMM=(LOOP IN DB1ADBM1)",
    ],
)
def test_a_command_in_a_mail_or_in_a_job_is_no_setting(text):
    assert not read(text).rows


def test_a_command_with_its_reply_is_a_setting_wherever_it_was_copied_to():
    [row] = read(f"CD SET,SDUMP,MAXSPACE=6144M\n{DONE}").rows["zos_dump_option"]
    assert row["maxspace"] == 6144 * MIB


@pytest.mark.parametrize("message", ["IEE852I", "IEE853I", "IEE854I"])
def test_what_is_used_and_free_of_the_space_for_dumps_is_maxspace(message):
    text = f"{message} 10.00.00 SYS1.DUMP\nCAPTURED DUMPS=0002, SPACE USED=00000300M, SPACE FREE=00000200M"
    [row] = read(text).rows["zos_dump_option"]
    assert (row["captured_dumps"], row["space_used"], row["maxspace"]) == (2, 300 * MIB, 500 * MIB)


def test_a_message_that_is_cut_off_is_damage_and_is_told_where_it_is():
    actual = read("IEA794I SVC DUMP HAS CAPTURED:\n12.00.00 STC00001  $HASP395 X ENDED")
    assert "svc_dump" not in actual.rows
    [damage] = actual.damage
    assert (damage.offset, damage.expected) == (0, "IEA794I with DUMPID= or ASID")


@settings(deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_known_lines_in_any_order_are_read_without_an_error(lines):
    for row in rows("\n".join(lines)):
        assert len(row.get("reason") or "") <= 200
        assert len(row.get("asids") or "") <= 200


@settings(deadline=None)
@given(st.data())
def test_lines_with_anything_in_them_are_read_without_an_error(data):
    text = data.draw(st.sampled_from([line for line in LINES if line]))
    at = data.draw(st.integers(0, len(text)))
    read(text[:at] + data.draw(st.text(max_size=20)) + text[at:])


@pytest.mark.parametrize(
    "text",
    [
        "IEA794I " + "(" * 100_000,
        "IEA611I COMPLETE DUMP ON " + "A" * 100_000,
        ("IEA611I PARTIAL DUMP ON X 591\n" + "E  591 00000090 " + "=" * 2000 + "\n") * 200,
        "IEE857I DUMP\n" + "MAXSPACE=" * 20_000,
        "CD SET," + "SDUMP," * 20_000,
        "DUMP COMM=(" + "X" * 100_000,
    ],
)
def test_long_and_crooked_lines_take_no_longer_than_others(text):
    before = time.process_time()
    read(text)
    assert time.process_time() - before < 1
