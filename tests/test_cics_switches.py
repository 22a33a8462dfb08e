"""TCB switches by rules: the published tables, the published example, and others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import getpage
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.products.cics.switches.mix import ExecCommand, read_mix
from getpage.products.cics.switches.rules import Api, Concurrency, Key, Program, Tcb, path
from getpage.products.cics.switches.table import SwitchesRequest, count, switches

SEED = Path(__file__).parent / "data" / "seeds" / "td-db2.csv"
#: Writes to transient data of TDQ1, as the deck gives them (Avg TD Total).
WRITES = 150
TDQ1 = "receive, 149*(db2, td), db2, td!, send"
QUASIRENT, THREADSAFE, REQUIRED = Concurrency


def program(concurrency, api=Api.CICSAPI, key=Key.USER, *, protected=True):
    return Program(concurrency=concurrency, api=api, key=key, protected=protected)


def spelled(made, word, at, release):
    actual = path(made, ExecCommand(word), at, release)
    return "-".join((at, *actual)) if actual else "no change"


#: As printed for V4.1; V4.2 adds the rows with REQUIRED. A command begins where the program is.
PUBLISHED = [
    (program(QUASIRENT), "QR", "QR-L8-QR", "no change", "no change"),
    (program(REQUIRED), "L8", "no change", "no change", "L8-QR-L8"),
    *(
        (program(concurrency, Api.OPENAPI, key, protected=protected), *item)
        for concurrency in (THREADSAFE, REQUIRED)
        for key, protected, *item in (
            (Key.USER, False, "L8", "no change", "no change", "L8-QR-L8"),
            (Key.CICS, False, "L8", "no change", "no change", "L8-QR-L8"),
            (Key.CICS, True, "L8", "no change", "no change", "L8-QR-L8"),
            (Key.USER, True, "L9", "L9-L8-L9", "no change", "L9-QR-L9"),
        )
    ),
]


@pytest.mark.parametrize(("made", "first", "db2", "threadsafe", "other"), PUBLISHED)
@pytest.mark.parametrize("release", [(4, 1), (4, 2), (5, 1), (6, 1)])
def test_every_row_of_the_published_tables_comes_out_of_the_rules(
    made, first, db2, threadsafe, other, release
):
    assert made.known_to(release) == (made.concurrency is not REQUIRED or release >= (4, 2))
    home = made.begins_on
    assert home == first
    assert spelled(made, "db2", home, release) == db2
    assert spelled(made, "mq", home, release) == db2
    assert spelled(made, "threadsafe", home, release) == threadsafe
    assert spelled(made, "qr", home, release) == other


def test_a_threadsafe_program_stays_on_the_tcb_of_its_last_command():
    result = program(THREADSAFE)
    assert result.begins_on is Tcb.QR
    assert spelled(result, "db2", Tcb.QR, (4, 1)) == "QR-L8"
    assert spelled(result, "db2", Tcb.L8, (4, 1)) == "no change"
    assert spelled(result, "qr", Tcb.L8, (4, 1)) == "L8-QR"
    assert spelled(result, "threadsafe", Tcb.L8, (4, 1)) == "no change"


def measured():
    rows = csv.DictReader(SEED.read_text().splitlines()[1:])
    return {row["Release"]: int(row["TCB switches"]) for row in rows}


def on_qr(switches):
    """Commands of a REQUIRED program that need QR: each is two changes, its start and its end one each."""
    assert switches % 2 == 0
    return (switches - 2) // 2


def mix_of(before, after, writes):
    """What two releases tell of a mix: before transient data is threadsafe, and after."""
    others = on_qr(before) - writes
    still = on_qr(after) - others
    return f"{others - 1}*qr, {writes - still}*(db2, td), {still}*(db2, td!), qr"


def test_two_measured_counts_make_the_mix_and_the_third_comes_out_of_the_rules():
    switches = measured()
    mix = read_mix(mix_of(switches["V4.2"], switches["V5.1"], WRITES))
    assert sum(item.word == "td" for item in mix) == WRITES
    assert sum(item.word == "qr" for item in mix) == 2
    assert [item for item in mix if item.on_qr] == [ExecCommand("td", on_qr=True)]
    assert count(program(THREADSAFE), mix, (4, 1)).total == switches["V4.1"] == 302
    assert count(program(REQUIRED), mix, (4, 2)).total == switches["V4.2"] == 306
    assert count(program(REQUIRED), mix, (5, 1)).total == switches["V5.1"] == 8


@pytest.mark.parametrize(("before", "after", "writes"), [(206, 6, 100), (66, 10, 30), (20, 4, 8)])
def test_other_counts_make_another_mix(before, after, writes):
    mix = read_mix(mix_of(before, after, writes))
    assert count(program(REQUIRED), mix, (4, 2)).total == before
    assert count(program(REQUIRED), mix, (5, 1)).total == after
    assert count(program(THREADSAFE), mix, (4, 1)).total == 2 * (writes + 1)


def test_python_counts_as_the_command_line_does(capsys):
    actual = getpage.switches(TDQ1, release="4.2", concurrency=REQUIRED, api=Api.CICSAPI)
    [first] = actual
    line = "--release 4.2 --concurrency REQUIRED --api CICSAPI --format json"
    assert run_command(["switches", TDQ1, *line.split()]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert (first.total, first.to["L8"], first.to["QR"]) == (row["switches"], row["to L8"], row["to QR"]) == (
        306, 153, 153)  # fmt: skip
    with pytest.raises(GetpageError, match="REQUIRED"):
        getpage.switches("db2", release="4.1", concurrency=REQUIRED)


@pytest.mark.parametrize(("writes", "expected"), [(150, (302, 304, 4)), (40, (82, 84, 4)), (1, (4, 6, 4))])
def test_switches_grow_with_the_writes_until_transient_data_is_threadsafe(writes, expected):
    mix = read_mix(f"{writes}*(db2, td), send")
    cases = (((4, 1), THREADSAFE), ((4, 2), REQUIRED), ((5, 1), REQUIRED))
    assert tuple(count(program(item), mix, release).total for release, item in cases) == expected


def test_a_threadsafe_program_pays_less_for_commands_on_qr_than_a_required_one_and_more_for_db2_between():
    alone = read_mix("20*qr, db2, 5*file")
    assert count(program(THREADSAFE), alone, (5, 1)).total == 2
    assert count(program(REQUIRED), alone, (5, 1)).total == 42
    by_turns = read_mix("20*(db2, qr)")
    assert count(program(THREADSAFE), by_turns, (5, 1)).total == 42
    assert count(program(REQUIRED), by_turns, (5, 1)).total == 42
    on_l9 = count(program(THREADSAFE, Api.OPENAPI), by_turns, (5, 1))
    assert on_l9.total == 1 + 20 * 4 + 2  # each call to L8 and back, each command to QR and back; the commit


def test_a_load_leaves_an_open_tcb_before_v51_and_not_after():
    mix = read_mix("3*load")
    assert count(program(REQUIRED), mix, (4, 2)).total == 2 + 6
    assert count(program(REQUIRED), mix, (5, 1)).total == 2
    assert count(program(QUASIRENT), mix, (5, 1)).to == {"RO": 3, "QR": 3}


def test_the_command_line_prints_every_way_to_define_the_program_the_best_first(capsys):
    assert run_command(["switches", TDQ1, "--release", "4.2", "--format", "json"]) == 0
    by_name = {(r["CONCURRENCY"], r["API"], r["begins on"]): r for r in json.loads(capsys.readouterr().out)}
    assert by_name["THREADSAFE", "CICSAPI", "QR"]["switches"] == 302
    assert by_name["REQUIRED", "CICSAPI", "L8"]["switches"] == 306
    assert by_name["REQUIRED", "OPENAPI", "L9"]["to L9"] == 1 + 150 + 150 + 2  # back from each of 302
    # What frees QR comes first, however many switches it takes; what keeps all of it comes last.
    on_qr = [row["code on QR (%)"] for row in by_name.values()]
    assert on_qr == sorted(on_qr)
    first, *_, last = by_name.values()
    assert (first["switches"], first["code on QR (%)"]) == (306, 0)
    assert (last["CONCURRENCY"], last["code on QR (%)"]) == ("QUASIRENT", 100)
    assert 49 < by_name["THREADSAFE", "CICSAPI", "QR"]["code on QR (%)"] < 51


@pytest.mark.parametrize(("release", "switched"), [("4.1", 0), ("4.2", 4), ("6.1", 4)])
def test_calls_of_ims_run_on_an_open_tcb_since_4_2(release, switched):
    result = switches(SwitchesRequest("ims, qr, ims", release=release, concurrency=Concurrency.THREADSAFE))
    assert {item.total for item in result if item.program.api is Api.CICSAPI} == {switched}


def test_the_cost_of_a_switch_is_added_up(capsys):
    line = "--release 4.1 --concurrency THREADSAFE --api CICSAPI --cpu-us 2.3 --wait-us 15 --format csv"
    code = run_command(["switches", "150*(db2, td)", *line.split()])
    assert code == 0
    [row] = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["switches"], row["CPU of switches (ms)"], row["waits of switches (ms)"]) == (
        "302", "0.6946", "4.53")  # fmt: skip


@pytest.mark.parametrize(
    ("mix", "problem"),
    [
        ("", "no command"),
        ("db3", "'db3' where one of"),
        ("5*(db2", "closing bracket"),
        ("db2)", "opening bracket"),
        ("999999999*db2", "more than 100,000"),
        ("99999999999999999999*db2", "more than 100,000"),
        ("(" * 99 + "db2" + ")" * 99, "brackets within"),
        ("5*", "a command after"),
        (",", "a command"),
        ("db2; drop", "'; drop'"),
        ("\x1b[31mdb2", "where a command"),
        ("1000*(1000*(db2))", "more than 100,000"),
    ],
)
def test_a_mix_that_is_none_is_a_sentence(mix, problem, capsys):
    with pytest.raises(GetpageError, match=problem.replace("(", r"\(").replace(")", r"\)")):
        switches(SwitchesRequest(mix=mix))
    assert run_command(["switches", mix]) == 2
    assert "getpage: " in capsys.readouterr().err


@pytest.mark.parametrize("release", ["3.2", "x", "", "5", "V4.1.1"])
def test_a_release_that_is_none_is_refused(release):
    with pytest.raises(GetpageError, match="release of CICS TS"):
        SwitchesRequest(mix="db2", release=release)


def test_required_is_refused_of_a_release_that_does_not_have_it():
    with pytest.raises(GetpageError, match="REQUIRED"):
        switches(SwitchesRequest(mix="db2", release="4.1", concurrency=REQUIRED))
