"""The published cases DB-2 to DB-11 (IBM REDP-5238, 2.1 to 2.3; SHARE 17878), from text to answer."""

from pathlib import Path

import pytest

from db2_evidence import HOUR, START, changes, display, findings, hours, logged, said
from decided import listed
from getpage.cli.app import run_command
from getpage.contract.storage import AddressSpace, RealStorage
from getpage.core.names import Image
from getpage.ledger import image_accounts
from getpage.products.db2.group_pools.group_pool import directory_bytes, structure_bytes
from getpage.products.db2.pools.simulation import simulation_bytes
from getpage.products.db2.storage.address_spaces import maxspace
from getpage.result import Kind, Severity
from test_text_db2 import GROUP, SIMULATED

GIB = 1 << 30
SY1 = Image("SY1")
DOCS = Path(__file__).parent.parent / "docs"

#: The simulated pool of figure 2-4: 500,000 buffers on BP1, full, with the results of example 2-1.
SIMULATION = (
    """\
DSNB431I  -CEA1 SIMULATED BUFFER POOL SIZE = 500000 BUFFERS -
             ALLOCATED = 500000
             IN-USE = 500000  HIGH IN-USE = 500000
             SEQ-IN-USE = 100 HIGH SEQ-IN-USE = 200
"""
    + SIMULATED
)
SIMULATED_BP1 = hours({"simulated": SIMULATION, "sync_random": 40_000_000}, member="CEA1")

TERMINATION = """\
NORMAL TERM.\tAVERAGE\tTOTAL
-----\t-----\t-----
NEW USER\t0.67\t539864
DEALLOCATION\t0.33\t270518
APPL.PROGR. END\t0.00\t0
RESIGNON\t0.00\t0
DBAT INACTIVE\t0.00\t0
TYPE2 INACTIVE\t0.00\t0
RRS COMMIT\t0.00\t0
"""
PLANS = """\
PLANANME\tTOT CL2CPU\tCOMMT s/sec
XKB1BR1\t433.93\t37.16
XKS1BR1\t276.06\t10.49
HCIH007\t25.89\t5.82
HCIH002\t50.53\t5.82
XKB1ER1\t89.63\t5.16
XKB10R1\t80.53\t5.03
XKB1DR1\t45.63\t4.74
XKB02R1\t63.61\t3.81
XB06R1\t37.52\t3.78
XKP1BR1\t39.76\t3.71
XKB1LR1\t54.85\t3.47
"""
PACKAGES = """\
PACKAGE\tALLOC/sec\tTOT CL7CPU%\tCL7CPU Avg\tCL7CPU
KSBUARG\t108.77\t273.93\t6.52%\t0.000504
KSBU16D\t81.75\t413.22\t9.83%\t0.001517
KSBU16C\t30.61\t101.48\t2.42%\t0.001257
HCIU3DA\t23.24\t24.87\t0.59%\t0.000275
KGVDVDT\t22.12\t51.44\t1.22%\t0.000892
CRFUFDB\t21.28\t45.44\t1.08%\t0.013850
CRPUPDB\t18.80\t23.05\t0.55%\t0.000441
XWPUI04\t18.14\t31.52\t0.75%\t0.000260
XSDULC1\t14.64\t22.64\t0.54%\t0.000456
XAUUHL1\t12.41\t29.62\t0.70%\t0.000519
KNVU200\t12.28\t60.85\t1.45%\t0.000865
HCIU3U1\t11.45\t3.69\t0.09%\t0.000131
XKSUS61\t11.43\t74.82\t1.78%\t0.000434
KGVDUI\t11.40\t30.33\t0.72%\t0.001152
XSDULB1\t11.29\t11.32\t0.27%\t0.000338
"""
STORAGE = """\
SUBSYSTEM: DB1A
REAL AND AUXILIARY STORAGE FOR DBM1                     QUANTITY
REAL STORAGE IN USE                     (MB)             8403.51
AUXILIARY STORAGE IN USE                (MB)                0.00
REAL AND AUXILIARY STORAGE FOR DIST                     QUANTITY
REAL STORAGE IN USE                     (MB)               86.89
AUXILIARY STORAGE IN USE                (MB)                0.00
REAL STORAGE IN USE - SUMMARY                           QUANTITY
64-BIT COMMON                           (MB)               10.01
"""


def facts(finding):
    return {fact.label: fact.value for fact in finding.evidence}


def test_db_2_an_avoidable_read_took_1_38_ms():
    (finding,) = findings(SIMULATED_BP1, "db2-pool-simulation")
    assert str(finding.object) == "CEA1 BP1"
    assert facts(finding)["avoidable synchronous reads, random"] == 25_463_982
    assert facts(finding)["delay of one avoidable read"] == pytest.approx(
        35_321_543 / (25_463_982 + 81_181), abs=5e-4
    )
    assert finding.headline == "500,000 more buffers would avoid 25,545,163 reads (63.9 %)"
    assert "1.38 ms" in finding.claim
    assert finding.delay_seconds == pytest.approx(35_321.543)
    assert (finding.severity, finding.kind) == (Severity.WARNING, Kind.SHORTAGE)


def test_db_2_the_result_becomes_the_next_size_of_the_pool_and_the_simulation_stays():
    by_setting = {change.setting: change for change in listed(said(SIMULATED_BP1))}
    assert by_setting["BP1 VPSIZE"].command == "-ALTER BUFFERPOOL(BP1) VPSIZE(1000000)"
    assert by_setting["BP1 VPSIZE"].undo == "-ALTER BUFFERPOOL(BP1) VPSIZE(500000)"
    assert by_setting["BP1 VPSIZE"].storage_bytes == 500_000 * 4096
    assert "free at its minimum" in by_setting["BP1 VPSIZE"].caution
    assert "BP1 SPSIZE" not in by_setting


def test_db_2_the_message_alone_gives_the_same_delay_of_a_pool_that_it_does_not_name():
    (finding,) = findings(SIMULATED)
    assert str(finding.object) == "CEA1 simulated pool"
    assert "1.38 ms" in finding.claim
    assert changes(SIMULATED) == []


def test_db_4_a_simulation_of_a_million_buffers_takes_78_mb_and_the_finding_says_what_it_takes():
    assert simulation_bytes(1_000_000, 4096) / (1 << 20) == pytest.approx(78, abs=0.5)
    assert simulation_bytes(1_000_000, 8192) == simulation_bytes(1_000_000, 4096)
    (finding,) = findings(SIMULATED_BP1, "db2-pool-simulation")
    assert facts(finding)["real storage that the simulation takes, about"] == simulation_bytes(500_000, 4096)


def test_db_4_the_cost_of_getpage_beside_it_is_what_was_measured():
    measured = (DOCS / "lab" / "benchmarks.md").read_text()
    (row,) = [
        line
        for line in (DOCS / "models" / "curve.md").read_text().splitlines()
        if line.startswith("| CPU | 1 to 2 %")
    ]

    def seconds(what: str) -> float:
        """An hour of 10,000 getpages a second at the first rate of a row of the benchmarks."""
        (line,) = [line for line in measured.splitlines() if line.startswith(f"| {what}")]
        return 36 / float(line.split("|")[2].split("/")[0])

    for what in ("exact LRU, all sizes, Zipf:", "exact LRU, all sizes, mix:"):
        assert f"{seconds(what):.1f}" in row
    assert f"{seconds('64 sizes, VPSEQT 80, mix, class by last access'):.1f} s" in row
    assert f"{seconds('64 sizes, VPSEQT 80, mix, class that depends'):.0f} s" in row


def test_db_11_avoided_reads_are_worth_a_published_range_and_not_a_fact():
    (finding,) = findings(SIMULATED_BP1, "db2-pool-simulation")
    reads = 25_463_982 + 81_181
    ends = {round(reads * us / 1e6, 3) for us in (20, 40, 70)}
    assert {fact.value for fact in finding.evidence if "published" in fact.label} == ends


def test_db_5_two_thirds_of_the_threads_are_reused():
    (finding,) = findings(TERMINATION, "db2-threads-not-reused")
    assert facts(finding)["threads reused"] == 66.6
    assert finding.headline == "67 % of 810,382 threads reused"


def test_db_6_the_two_plans_that_commit_most_are_named_for_thread_reuse():
    (finding,) = findings(TERMINATION + PLANS, "db2-threads-not-reused")
    named = {word for word in finding.claim.replace("(", " ").split() if word.startswith(("XK", "HCI", "XB"))}
    assert named == {"XKB1BR1", "XKS1BR1"}
    assert "PROTECTNUM of their DB2ENTRY" in finding.claim


def test_db_6_the_top_packages_are_named_where_threads_are_reused():
    (finding,) = findings(TERMINATION + PACKAGES, "db2-packages-release")
    assert finding.headline == "KSBUARG is allocated 109 times/s"
    assert "keeps KSBUARG and KSBU16D allocated" in finding.claim
    assert "RELEASE(DEALLOCATE)" in finding.claim
    assert "REBIND PACKAGE(collection.KSBUARG.(*)) RELEASE(DEALLOCATE) APREUSE(ERROR)" in finding.claim


def test_db_6_no_package_is_named_where_threads_are_not_reused_or_nobody_knows():
    ended = TERMINATION.replace("539864", "12").replace("0.67", "0.00")
    assert findings(ended + PACKAGES, "db2-packages-release") == []
    assert findings(PACKAGES) == []
    assert any("Are threads reused" in gap.question for gap in said(PACKAGES).missing)


def test_db_7_maxspace_is_what_the_address_spaces_hold_without_the_pools():
    spaces = {"DBM1": 8 * GIB, "MSTR": GIB // 4, "IRLM": GIB // 2, "DIST": GIB // 8, "COMMON": GIB // 8}
    assert maxspace(spaces, 6 * GIB) == 3 * GIB
    assert maxspace(spaces, 90 * GIB) == 0


def test_db_7_the_dump_stands_in_the_account_and_says_what_it_lacks():
    (account,) = said(hours({}) + STORAGE).accounts
    (dump,) = [line for line in account.lines if line.holder.startswith("MAXSPACE")]
    held = sum(round(amount * (1 << 20)) for amount in (8403.51, 86.89, 10.01))
    assert dump.bytes == held - 500_000 * 4096
    assert dump.place == "limit"
    assert "MSTR and IRLM not in Db2's own records" in dump.note
    (rest,) = [line for line in account.lines if line.holder == "DBM1 without pools"]
    assert rest.bytes == round(8403.51 * (1 << 20)) - 500_000 * 4096


@pytest.mark.parametrize("verb", ["check", "ledger"])
def test_db_7_the_display_alone_is_answered_by_both_verbs(tmp_path, capsys, verb):
    (tmp_path / "storage.txt").write_text(STORAGE.replace("8403.51", "5120.25"))
    assert run_command([verb, str(tmp_path)]) == 0
    assert verb == "check" or "DBM1 without pools" in capsys.readouterr().out


def test_db_7_the_dump_is_what_the_ledger_keeps_free_where_no_maxspace_is_known():
    actual = said(logged(display(), START + HOUR) + STORAGE)
    (entry,) = actual.real_storage
    dump = next(line.bytes for a in actual.accounts for line in a.lines if line.holder.startswith("MAXSPACE"))
    assert (entry.image, entry.by, entry.reserve) == (SY1, "db2", dump)
    assert entry.reserve_lacks == ("DB1AMSTR", "DB1AIRLM")
    zos = RealStorage(image=SY1, installed=64 * GIB, free=20 * GIB, facts={})
    (account,) = image_accounts(actual.accounts, [zos, entry])
    free = {line.holder: line.bytes for line in account.free_at_minimum}
    assert free == {"dump reserve": dump, "free beyond the reserve": 20 * GIB - dump}
    held = {line.holder: line.bytes for line in account.lines if line.place == "real storage"}
    assert held["DB1A BP1"] == 500_000 * 4096
    assert held["DB1ADBM1"] == round(8403.51 * (1 << 20)) - 500_000 * 4096
    [kept] = [line for line in account.free_at_minimum if line.holder == "dump reserve"]
    assert "at least so much, as DB1AMSTR and DB1AIRLM are not in the evidence" in kept.note


def test_db_7_what_db2_does_not_tell_of_its_address_spaces_zos_does():
    actual = said(logged(display(), START + HOUR) + STORAGE)
    (entry,) = actual.real_storage
    seen = {"DB1AMSTR": GIB // 4, "DB1AIRLM": GIB // 2, "DB1BIRLM": GIB}
    spaces = tuple(AddressSpace(job=job, bytes=size) for job, size in seen.items())
    zos = RealStorage(image=SY1, installed=64 * GIB, free=20 * GIB, address_spaces=spaces, facts={})
    (account,) = image_accounts(actual.accounts, [zos, entry])
    [kept] = [line for line in account.free_at_minimum if line.holder == "dump reserve"]
    assert kept.bytes == entry.reserve + GIB // 4 + GIB // 2
    assert kept.fact.value == kept.bytes
    assert "with that of DB1AMSTR (256 MiB) and DB1AIRLM (512 MiB) at their largest" in kept.note
    assert "not in the evidence" not in kept.note


def test_db_9_two_members_take_half_a_kilobyte_of_directory_for_a_page_of_4_kb():
    assert directory_bytes(1) == 500
    assert structure_bytes(1000, 4096, duplexed=False) == 1000 * (4096 + 500)
    assert structure_bytes(1000, 4096, duplexed=True) == 2 * structure_bytes(1000, 4096, duplexed=False)


def test_db_9_the_finding_sizes_the_structure_of_two_members_and_doubles_it_when_duplexed():
    text = GROUP + hours({"size": 40_000, "in_use": 0, "slru": 0})
    (duplexed,) = [finding for finding in findings(text) if finding.check == "db2-group-pool-directory"]
    assert facts(duplexed)["data pages with an entry of each member, duplexed"] == 2 * 11_370 * (4096 + 500)
    first, _, rest = text.partition("DSNB799I")
    alone = first.replace("= DUPLEX", "= SIMPLEX") + rest[rest.index("DSNB783I") :]
    (simplex,) = [finding for finding in findings(alone) if finding.check == "db2-group-pool-directory"]
    assert facts(simplex)["data pages with an entry of each member"] == 11_370 * (4096 + 500)


def steps(text: str) -> dict[int, tuple]:
    (table,) = said(text).tables
    return {row[0]: row for row in table.rows}


def test_db_10_a_busy_pageable_pool_is_offered_page_fixing_with_its_published_gain():
    busy = {"pgfix": "NO", "frame": "4K", "prefetch_pages": 2_000_000}
    offered = steps(hours(busy))
    assert offered[1][2:] == ("0 to 6 %", "BP1")
    assert [offered[n][3].startswith("not offered") for n in (2, 3, 4)] == [True] * 3
    (change,) = changes(hours(busy))
    assert (change.command, change.undo) == (
        "-ALTER BUFFERPOOL(BP1) PGFIX(YES)",
        "-ALTER BUFFERPOOL(BP1) PGFIX(NO)",
    )


def test_db_10_a_busy_page_fixed_pool_in_4_kb_frames_is_offered_large_frames():
    offered = steps(hours({"frame": "4K"}))
    assert offered[2][2:] == ("1 to 2 %", "BP1")
    assert [change.command for change in changes(hours({"frame": "4K"}))] == [
        "-ALTER BUFFERPOOL(BP1) FRAMESIZE(1M)"
    ]


def test_db_10_pageable_large_frames_are_never_offered_without_evidence_of_flash():
    assert "Flash" in steps(hours({"frame": "4K"}))[3][3]


def test_db_10_growth_is_offered_up_to_100_gb_and_not_beyond():
    short = {"sync_random": 9_000_000}
    assert steps(hours(short))[4][2:] == ("0 to 5 %", "BP1")
    large = steps(hours(short | {"size": 30_000_000, "frame": "4K"}))
    assert large[4][3].startswith("not offered")


def test_db_10_nothing_is_offered_while_the_member_is_paged():
    paged = hours({"pgfix": "NO", "frame": "4K", "prefetch_pages": 2_000_000, "page_ins_read": 400_000})
    assert said(paged).tables == ()
    assert changes(paged) == []


def test_a_display_alone_has_no_rate_and_says_what_would_give_one():
    assert any("have no rate" in gap.question for gap in said(display()).missing)
