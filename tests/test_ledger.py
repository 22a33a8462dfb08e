"""The ledger adds up to what is installed and never beyond, whatever subsystems promise."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from getpage.contract.storage import AddressSpace, RealStorage
from getpage.core.names import Image
from getpage.ledger import by_interval, image_accounts, known, without_real_storage
from getpage.ledger.accounts import tightest
from getpage.report.ledger import stretches
from getpage.result import Account, Line, Place
from named import subsystem
from test_rmf_xml import REPORT, STORF
from zos_evidence import OVERVIEW, check

GIB = 1 << 30
SYSA = Image("SYSA")
CPU_REPORT = REPORT.replace("PAGING", "CPU").format(hour=10, least=1_000_000)
NOON = datetime(2026, 5, 21, 12)

sizes = st.one_of(st.integers(0, 64 * GIB), st.integers(0, 1 << 50))
lines = st.builds(
    Line,
    holder=st.sampled_from(["pool 0", "pool 1", "BP1", "DBM1 without pools", "common storage"]),
    bytes=st.none() | sizes,
    place=st.sampled_from([Place.ABOVE_BAR, Place.BELOW_BAR, Place.REAL, Place.LIMIT]),
    fixed=st.booleans(),
)
accounts = st.lists(
    st.builds(
        Account,
        of=st.builds(
            subsystem,
            st.sampled_from(["mq", "db2", "zos"]),
            st.sampled_from(["SYSA.MQ1A", "SYSA.DB2A", "SYSB.MQ1B", "MQ1C", ""]),
        ),
        lines=st.lists(lines, max_size=6).map(tuple),
    ),
    max_size=5,
)
spaces = st.lists(
    st.builds(AddressSpace, job=st.sampled_from(["MQ1AMSTR", "DB2ADBM1", "CICSA001"]), bytes=sizes),
    max_size=6,
).map(tuple)


@st.composite
def intervals(draw):
    installed = draw(st.none() | sizes)
    free = draw(st.none() | (sizes if installed is None else st.integers(0, installed)))
    return RealStorage(
        image=draw(st.sampled_from([SYSA, Image("SYSB")])),
        by=draw(st.sampled_from(["zos", "db2"])),
        start=NOON,
        end=NOON,
        installed=installed,
        free=free,
        fixed=draw(st.none() | sizes),
        large_1m=draw(st.none() | sizes),
        large_2g=draw(st.none() | sizes),
        reserve=draw(st.none() | sizes),
        address_spaces=draw(spaces),
        facts={},
    )


def total(account: Account, place: str) -> int:
    return sum(line.bytes or 0 for line in (*account.lines, *account.free_at_minimum) if line.place == place)


@given(accounts, st.lists(intervals(), max_size=4))
def test_real_storage_adds_up_to_what_is_installed_and_never_beyond(held, real):
    for account in image_accounts(held, real):
        [installed] = [line.bytes for line in account.lines if line.holder == "installed"]
        if installed is None:
            continue
        assert total(account, Place.REAL) == installed
        assert total(account, Place.OF_WHICH) <= installed
        assert total(account, Place.BY_SIZE) <= installed
        assert all(line.bytes is None or line.bytes >= 0 for line in account.lines)


@given(accounts, st.lists(intervals(), max_size=4))
def test_every_interval_adds_up_too(held, real):
    for table in by_interval(held, real, real):
        for _, _, installed, *parts in table.rows:
            assert sum(parts) == installed


@given(accounts, st.lists(intervals(), max_size=4))
def test_no_holder_is_lost_or_shown_as_both_real_and_virtual(held, real):
    for account in image_accounts(held, real):
        request = sorted(
            line.bytes
            for item in held
            for line in item.lines
            if item.of.image == account.of and line.place != "limit" and line.bytes
            if not contained(item, line, jobs_of(account, real))
        )
        jobs = {"MQ1AMSTR", "DB2ADBM1", "CICSA001", "not accounted for", "not accounted for, or free"}
        shown = sorted(
            line.bytes
            for line in account.lines
            if line.place in (Place.REAL, Place.VIRTUAL) and line.holder not in jobs
        )
        assert shown == request


def jobs_of(account: Account, real) -> set[str]:
    """The address spaces of the interval that the account is of."""
    entry = tightest([entry for entry in known(real) if entry.image == account.of])
    return {space.job for space in entry.address_spaces}


def contained(account: Account, line: Line, jobs: set[str]) -> bool:
    """Whether the line is part of an address space that counts by itself."""
    # Db2 measures its address spaces by name; what a queue manager holds is in its only one.
    suffixes = {"mq": "MSTR", "db2": line.holder.partition(" ")[0]}
    job = account.of.name + suffixes.get(account.of.product, "")
    return line.place == Place.REAL and not line.fixed and job in jobs


def fixed_pool(size: int) -> Account:
    pool = Line(holder="pool 1", bytes=size, place=Place.ABOVE_BAR, fixed=True)
    return Account(of=subsystem("mq", "SYSA.MQ1A"), lines=(pool,))


def interval(**given):
    known = {"image": SYSA, "installed": 64 * GIB, "free": 20 * GIB, "facts": {}} | given
    return RealStorage(**known)


def real_of(account: Account) -> dict[str, int | None]:
    return {line.holder: line.bytes for line in account.lines if line.place == Place.REAL}


def test_a_page_fixed_pool_is_not_counted_again_within_its_address_space():
    spaces = (AddressSpace(job="MQ1AMSTR", bytes=12 * GIB),)
    [account] = image_accounts([fixed_pool(8 * GIB)], [interval(address_spaces=spaces)])
    assert real_of(account) == {
        "MQ1A pool 1": 8 * GIB,
        "MQ1AMSTR": 4 * GIB,
        "not accounted for": 32 * GIB,
    }


def test_what_a_product_measured_in_real_storage_is_within_the_address_space_that_it_states():
    heap = Line(holder="heap", bytes=6 * GIB, place=Place.REAL)
    spaces = (AddressSpace(job="WAS1S", bytes=7 * GIB),)
    [account] = image_accounts(
        [Account(of=subsystem("java", "SYSA.WAS1"), lines=(heap,))], [interval(address_spaces=spaces)]
    )
    assert real_of(account) == {"WAS1S": 7 * GIB, "not accounted for": 37 * GIB}


def test_a_pool_that_promises_more_than_there_is_stands_as_virtual_and_must_be_real():
    [account] = image_accounts([fixed_pool(100 * GIB)], [interval()])
    assert real_of(account) == {"not accounted for": 44 * GIB}
    [line] = [line for line in account.lines if line.place == Place.VIRTUAL]
    assert (line.bytes, line.fixed) == (100 * GIB, True)
    assert "must be real" in line.note


def test_the_account_is_of_the_interval_with_least_free_and_of_a_minimum_before_an_average():
    real = [interval(free=9 * GIB), interval(free=3 * GIB, free_is_average=True), interval(free=5 * GIB)]
    [account] = image_accounts([], real)
    assert [line.bytes for line in account.free_at_minimum] == [5 * GIB]


def test_the_dump_reserve_comes_out_of_what_is_free():
    [account] = image_accounts([], [interval(reserve=16 * GIB)])
    free = {line.holder: line.bytes for line in account.free_at_minimum}
    assert free == {"dump reserve": 16 * GIB, "free beyond the reserve": 4 * GIB}


def of_db2(**given):
    return interval(by="db2", reserve_note="a dump of DB1A", **given)


def test_what_db2_says_of_its_dump_is_kept_free_where_no_maxspace_is_known():
    [account] = image_accounts([], [interval(), of_db2(installed=None, free=None, reserve=6 * GIB)])
    free = {line.holder: (line.bytes, line.note) for line in account.free_at_minimum}
    assert free["dump reserve"] == (6 * GIB, "a dump of DB1A")
    assert free["free beyond the reserve"][0] == 14 * GIB


def test_maxspace_goes_before_what_db2_says_of_its_dump_and_the_largest_dump_counts():
    dumps = [of_db2(installed=None, free=None, reserve=size * GIB) for size in (6, 9, 2)]
    assert [entry.reserve for entry in known([interval(reserve=GIB), *dumps])] == [GIB]
    assert [entry.reserve for entry in known([interval(), *dumps])] == [9 * GIB]


def test_what_db2_saw_of_real_storage_counts_only_where_zos_says_nothing():
    held = (AddressSpace(job="DB1A", bytes=30 * GIB),)
    seen = of_db2(free=7 * GIB, address_spaces=held, start=NOON, end=NOON)
    assert [entry.by for entry in known([interval(), seen])] == ["zos"]
    [account] = image_accounts([], [seen])
    assert [line.bytes for line in account.free_at_minimum] == [7 * GIB]
    assert real_of(account) == {"DB1A": 30 * GIB, "not accounted for": 27 * GIB}
    assert "as Db2 saw it" in account.note


def test_page_fixed_pools_are_not_counted_again_within_all_that_db2_holds():
    pool = Line(holder="BP1", bytes=20 * GIB, place=Place.ABOVE_BAR, fixed=True)
    held = Account(of=subsystem("db2", "SYSA.DB1A"), lines=(pool,))
    [account] = image_accounts([held], [of_db2(address_spaces=(AddressSpace(job="DB1A", bytes=30 * GIB),))])
    assert real_of(account) == {"DB1A BP1": 20 * GIB, "DB1A": 10 * GIB, "not accounted for": 14 * GIB}


@given(st.lists(intervals(), max_size=6))
def test_one_system_is_known_by_one_source_and_by_nothing_that_nobody_said(real):
    actual = known(real)
    for image in {entry.image for entry in actual}:
        mine = [entry for entry in actual if entry.image == image]
        assert len({entry.by for entry in mine}) == 1
        text = {(entry.installed, entry.free) for entry in real if entry.image == image}
        assert {(entry.installed, entry.free) for entry in mine} <= text
        reserves = {entry.reserve for entry in real if entry.image == image}
        assert {entry.reserve for entry in mine} <= reserves | {None}


def test_a_system_without_real_storage_evidence_says_what_is_missing():
    result, missing = without_real_storage([fixed_pool(GIB), Account(of=subsystem("mq", "MQ1C"), lines=())])
    assert [account.of for account in result] == [SYSA]
    assert missing[0].subsystem == "SYSA, subsystems whose system is not named"
    assert "PAGING" in missing[0].supply


def test_rmf_and_an_address_space_panel_meet_in_one_account_and_in_the_report(tmp_path):
    (tmp_path / "paging.xml").write_text(REPORT.format(hour=10, least=1_000_000))
    (tmp_path / "storf.xml").write_text(STORF)
    result = check(tmp_path)
    [account] = [a for a in result.accounts if isinstance(a.of, Image)]
    assert real_of(account)["CICSPROD"] == GIB
    assert total(account, Place.REAL) == 4_194_304 * 4096

    from getpage import report

    page = report.render(result, "html", title="t", generated_by="g")
    assert "not accounted for" in page
    assert "<svg" in page


def test_the_verb_prints_the_account_in_every_form_and_what_subsystems_hold_without_real_storage_evidence(
    tmp_path, capsys
):
    from getpage.cli.ledger import ledger_command
    from getpage.cli.output import Format

    (tmp_path / "overview.txt").write_text(OVERVIEW)
    for form in Format:
        assert ledger_command([str(tmp_path / "overview.txt")], format=form) == 0
        out = capsys.readouterr().out
        assert "not accounted for" in out
        if form is Format.JSON:
            plain = json.loads(out)
            assert plain["accounts"][0]["of"] == "AL18"
            assert len(plain["intervals"][0]["rows"]) == 5
    log = tmp_path / "joblog"
    log.write_text("12.00.00 STC00042  CSQP001I !MQ9A Buffer pool 3 has 1000 buffers, 12 (1%) stealable\n")
    assert ledger_command([str(log)]) == 0
    shown = capsys.readouterr()
    assert "MQ9A pool 3" in shown.out
    assert "RMF" in shown.out
    assert "no account of a system is whole" in shown.err


def test_evidence_that_says_nothing_of_storage_is_told_what_would_help(tmp_path, capsys):
    from getpage.cli.ledger import ledger_command

    (tmp_path / "cpu.xml").write_text(CPU_REPORT)
    assert ledger_command([str(tmp_path / "cpu.xml")]) == 3
    shown = capsys.readouterr()
    assert "this evidence: How much real storage is installed" in shown.out
    assert "REPORTS(PAGING)" in shown.out


def test_every_interval_is_printed_in_every_form_on_request(tmp_path, capsys):
    from getpage.cli.ledger import ledger_command
    from getpage.cli.output import Format

    (tmp_path / "overview.txt").write_text(OVERVIEW)
    for form in Format:
        assert ledger_command([str(tmp_path / "overview.txt")], by_interval=True, format=form) == 0
        out = capsys.readouterr().out
        assert out.count("2012-07-24 07:00") >= 1
        if form is Format.CSV:
            rows = [row for row in csv.DictReader(io.StringIO(out)) if row["section"].endswith(".rows")]
            assert len(rows) == 5
            parts = ("fixed pools", "address spaces", "not accounted for", "free")
            for row in rows:
                assert sum(int(row[part]) for part in parts) == int(row["installed"])


def test_a_system_of_one_interval_is_named_when_every_interval_is_asked_for(tmp_path, capsys):
    from getpage.cli.ledger import ledger_command

    (tmp_path / "storf.xml").write_text(STORF)
    assert ledger_command([str(tmp_path / "storf.xml")], by_interval=True) == 0
    shown = capsys.readouterr()
    assert "SYSA" not in shown.out
    assert "SYSA: fewer than two intervals" in shown.err


def test_intervals_that_look_the_same_and_follow_each_other_are_one_line_for_people():
    def row(start, end, free):
        return (f"2026-05-{start}:00", f"2026-05-{end}:00", 4 << 30, free)

    rows = [
        row("21 16:00", "21 16:15", 1 << 30),
        row("21 16:15", "22 09:00", 1 << 30),
        row("22 10:00", "22 10:15", 1 << 30),  # after a gap
        row("22 10:15", "23 00:00", 2 << 30),
    ]
    assert list(stretches(rows)) == [
        ("2026-05-21 16:00", "2026-05-22 09:00", "4 GiB", "1 GiB"),
        ("2026-05-22 10:00", "10:15", "4 GiB", "1 GiB"),
        ("2026-05-22 10:15", "00:00", "4 GiB", "2 GiB"),
    ]
