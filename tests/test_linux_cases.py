"""Linux guests with known faults, asked of evidence that goes the ordinary way: what is short, what is idle,
what may be given back, and what is refused.
"""

from __future__ import annotations

import re

import pytest

import getpage
import zos_records
from getpage.cli.app import app
from getpage.core.errors import GetpageError
from getpage.core.names import Image, KnobId, Subsystem
from getpage.result import Kind, Severity
from getpage.result.model import HEADLINE
from linux_evidence import GIB, KIB, MIB, SMEM, SYSINFO, day, vmstat

GUEST = Subsystem("linux", Image("LNX1"))
KNOB = KnobId(GUEST, "MEMORY")
#: KiB available of 16 GiB, at all times.
IDLE = 9_000_000


def site(directory, **texts):
    """Files of LNX1 by what they hold."""
    directory.mkdir(exist_ok=True)
    for name, text in texts.items():
        (directory / f"LNX1.{name}").write_text(text)
    return directory


def found(result, check):
    return [finding for finding in result.findings if finding.check == check]


@pytest.fixture(scope="module")
def swapping(tmp_path_factory):
    """An hour of 100 pages a second, and 700 MiB in swap space."""
    place = site(
        tmp_path_factory.mktemp("swapping"),
        meminfo=day(SwapFree=2_097_148 - 700 * 1024),
        vmstat=vmstat(*[400] * 60, swapped=700 * 1024),
        smem=SMEM,
        sysinfo=SYSINFO.format("z/VM    7.3.0"),
    )
    return place, getpage.check(place)


@pytest.fixture(scope="module")
def idle(tmp_path_factory):
    place = site(tmp_path_factory.mktemp("idle"), meminfo=day(MemAvailable=IDLE))
    return place, getpage.check(place)


def test_a_guest_in_which_nothing_is_wrong_is_left_alone(tmp_path):
    result = getpage.check(site(tmp_path, meminfo=day(), vmstat=vmstat(*[0] * 60)))
    assert not result.findings
    assert not result.changes


def test_its_account_adds_up_to_what_its_kernel_has(swapping):
    _, result = swapping
    [account] = result.accounts
    held = [*account.lines, *account.free_at_minimum]
    assert account.of == Image("LNX1")
    assert sum(item.bytes for item in held if item.place == "guest memory") == 16_388_608 * KIB
    sizes = {item.holder: item.bytes for item in held}
    assert sizes["anonymous memory"] == 12_000_000 * KIB
    assert sizes["page cache"] == (2_400_000 + 20_000 - 100_000) * KIB
    assert (sizes["swapped out"], sizes["available without swapping"]) == (700 * MIB, 1_700_000 * KIB)


def test_what_is_swapped_in_is_a_shortage_of_the_pages_times_what_each_is_waited_for(swapping):
    _, result = swapping
    [finding] = found(result, "linux-swapping")
    assert (finding.kind, finding.severity) == (Kind.SHORTAGE, Severity.WARNING)
    assert finding.delay_seconds == pytest.approx(60 * 60 * 100 * 0.5e-3)  # the line since boot is none
    assert finding.headline == "Swaps in 100.0 pages/s: programs wait 3 min per hour"
    assert {(fact.column, fact.value) for fact in finding.evidence} >= {("swapped_in_rate", 400 * KIB)}


def test_memory_that_holds_what_was_swapped_is_asked_for_once_its_hypervisor_is_seen_to_have_it(swapping):
    _, result = swapping
    [change] = result.changes
    assert change.command == f"CP DEFINE STORAGE {16 * 1024 + 768}M"  # whole pieces of 256 MiB
    assert change.undo == "CP DEFINE STORAGE 16384M"
    assert change.lasting.startswith("USER LNX1 ... 17152M")
    assert "CP INDICATE LOAD" in change.only_after
    assert change.storage_bytes == 768 * MIB


def test_a_guest_of_kvm_is_resized_by_virsh_in_kib(tmp_path):
    place = site(tmp_path, meminfo=day(MemAvailable=IDLE), sysinfo=SYSINFO.format("KVM/Linux"))
    [change] = getpage.check(place).changes
    size = int(re.fullmatch(r"virsh setmem LNX1 ([0-9]+) --live", change.command)[1])
    assert size * KIB == 16 * GIB + change.storage_bytes
    assert change.lasting == f"virsh setmem LNX1 {size} --config"
    assert change.undo == "virsh setmem LNX1 16777216 --live"


def test_a_name_from_evidence_is_one_word_to_a_shell(tmp_path):
    odd = SYSINFO.replace("LNX1", "A -$B").format("KVM/Linux")
    [change] = getpage.check(site(tmp_path, meminfo=day(MemAvailable=IDLE), sysinfo=odd)).changes
    assert change.command.startswith("virsh setmem 'A -$B' ")
    assert change.undo.startswith("virsh setmem 'A -$B' ")


def test_what_is_available_all_day_beyond_a_tenth_may_be_given_back(idle):
    _, result = idle
    [finding] = found(result, "linux-memory-idle")
    spare = (IDLE - 16_388_608 // 10) * KIB // (256 * MIB) * 256 * MIB
    assert finding.storage_bytes == spare
    [change] = result.changes
    assert change.storage_bytes == -spare
    assert not change.only_after
    assert "Month end" in change.caution


@pytest.mark.parametrize(
    "evidence",
    [
        {"meminfo": day(hours=6, MemAvailable=IDLE)},
        {"meminfo": day(hours=0, MemAvailable=IDLE) + day(MemAvailable=IDLE)[-900:]},
        {"meminfo": re.sub(r"(?m)^Thu.*\n|^Fri.*\n", "", day(MemAvailable=IDLE))},
    ],
)
def test_evidence_of_less_than_a_day_makes_a_note_and_no_command(tmp_path, evidence):
    result = getpage.check(site(tmp_path, **evidence))
    [finding] = found(result, "linux-memory-idle")
    assert finding.severity is Severity.INFO
    assert "Collect a complete working day" in finding.claim
    assert not result.changes


def test_the_least_over_all_evidence_counts_and_a_guest_that_swaps_has_nothing_to_spare(tmp_path):
    tight = day(MemAvailable=IDLE).replace(f"{IDLE}", "1700000", 1)
    assert not getpage.check(site(tmp_path / "tight", meminfo=tight)).findings
    swaps = site(tmp_path / "swaps", meminfo=day(MemAvailable=IDLE), vmstat=vmstat(*[40] * 60))
    assert not found(getpage.check(swaps), "linux-memory-idle")


def test_snapshots_from_before_it_had_its_size_do_not_count(tmp_path):
    before = day(hours=3, MemTotal=8_000_000, MemAvailable=100_000, AnonPages=4_000_000)
    after = day(hours=24, MemAvailable=IDLE)
    after = "".join(after.partition("Thu Mar 12 03:15")[1:])
    result = getpage.check(site(tmp_path, meminfo=before + after))
    assert found(result, "linux-memory-idle")[0].storage_bytes > 0


def moved(text, days):
    """The same some days later."""
    for number in (13, 12):
        text = text.replace(f"Mar {number}", f"Mar {number + days}")
        text = text.replace(f"2026-03-{number}", f"2026-03-{number + days}")
    return text


def test_what_a_smaller_guest_swapped_is_not_told_of_the_one_of_now(tmp_path):
    def told(on, hours, total, rate):
        held = {"MemTotal": total, "SwapFree": 1_000_000 if rate else 2_097_148}
        texts = day(hours=hours, **held), vmstat(*[rate] * 60, swapped=1_000_000 if rate else 0)
        place = site(tmp_path / f"{on}", **dict(zip(("meminfo", "vmstat"), texts, strict=True)))
        for file in place.iterdir():
            file.write_text(moved(file.read_text(), on))
        getpage.load(place, into=tmp_path / "store")
        return found(getpage.check(tmp_path / "store"), "linux-swapping")

    assert "Swaps in 100.0 pages/s" in told(0, 1, 12_000_000, 400)[0].headline
    assert told(2, 1, 16_388_608, 0) == []
    [again] = told(4, 1, 16_388_608, 800)
    # The worst day by itself, not half of it because the day before was quiet.
    assert "Swaps in 200.0 pages/s" in again.headline
    assert {fact.value for fact in again.evidence if fact.unit == "lines"} == {60}
    assert {fact.value for fact in again.evidence if fact.column == "total"} == {16_388_608 * KIB}


def test_another_kernel_is_no_larger_memory(tmp_path):
    lines = vmstat(*[400] * 60)
    snapshots = day(hours=1, MemTotal=16_300_000) + moved(day(hours=1), 2)
    assert found(getpage.check(site(tmp_path, meminfo=snapshots, vmstat=lines)), "linux-swapping")


def test_swap_space_in_use_that_nobody_reads_is_no_shortage(tmp_path):
    place = site(tmp_path, meminfo=day(SwapFree=1_000_000), vmstat=vmstat(*[0] * 60, swapped=1_000_000))
    assert not getpage.check(place).findings


def test_vmstat_in_another_unit_than_kib_is_not_judged_and_is_asked_for_again(tmp_path):
    in_mib = vmstat(*[1] * 60, free=488).replace(" 20000 2400000 ", " 19 2343 ")
    result = getpage.check(site(tmp_path, meminfo=day(SwapFree=1_000_000), vmstat=in_mib))
    assert not found(result, "linux-swapping")
    assert any("swap?" in need.question for need in result.missing)


@pytest.mark.parametrize(
    ("huge", "used"),
    [((512, 512, 0), 0), ((512, 400, 100), 212), ((512, 500, 500), None), ((2048, 210, 12), None)],
)
def test_huge_pages_that_are_neither_used_nor_promised_are_nobodys(tmp_path, huge, used):
    result = getpage.check(site(tmp_path, meminfo=day(huge=huge, AnonPages=11_000_000)))
    commands = [change.command for change in result.changes]
    assert commands == ([] if used is None else [f"sysctl -w vm.nr_hugepages={used}"])


def test_what_was_promised_beyond_the_limit_is_a_note(tmp_path):
    [finding] = getpage.check(site(tmp_path, meminfo=day(Committed_AS=12_000_000))).findings
    assert (finding.check, finding.severity) == ("linux-commitment", Severity.INFO)


def test_what_the_hypervisor_backs_is_always_said_to_be_unknown(idle):
    _, result = idle
    [unknown] = [need for need in result.missing if "real storage of the hypervisor" in need.question]
    assert "CP INDICATE LOAD" in unknown.supply
    assert "virsh dommemstat" in unknown.supply


def test_a_forecast_says_what_waits_are_left_and_refuses_what_is_not_known(swapping, idle):
    forecast = getpage.forecast(swapping[0], "LNX1.MEMORY=17152")
    saved = forecast.figure(KNOB, "wait saved").after
    assert saved.value == pytest.approx(100 * 0.5e-3)
    assert 100 * 0.02e-3 <= saved.low < saved.value < saved.high <= 100 * 5e-3
    with pytest.raises(GetpageError, match="can have 16,384 to"):
        getpage.forecast(swapping[0], "LNX1.MEMORY=16000")
    with pytest.raises(GetpageError, match="can have 9,216 to"):
        getpage.forecast(idle[0], "LNX1.MEMORY=8000")


def test_its_memory_is_no_z_os_systems_to_give_or_to_take(tmp_path):
    place = site(tmp_path, meminfo=day(MemAvailable=IDLE))
    zos_records.write(place / "zos.smf", [zos_records.smf71("SYSA", n) for n in range(4)])
    result = getpage.check(place)
    assert {str(account.of) for account in result.accounts} == {"LNX1", "SYSA"}
    plan = getpage.plan(place)
    assert "LNX1" not in {str(budget.image) for budget in plan.budgets}
    assert [item.counted_bytes for item in plan.items] == [0]


def test_storage_is_not_added_where_there_are_guests_only(idle):
    with pytest.raises(GetpageError, match="only on guests of a hypervisor"):
        getpage.plan(idle[0], add="2G")


def test_programs_hold_what_smem_says_by_user_and_program(swapping):
    _, result = swapping
    [table] = [table for table in result.tables if table.title == "Who holds the memory of Linux guests"]
    assert table.rows[0][:5] == ("LNX1", None, "cognos", "java", 2)
    assert table.rows[0][5] == pytest.approx(5.4 * 1024, abs=0.1)
    assert [row[3] for row in table.rows] == ["java", "server"]


def test_a_proof_compares_what_was_swapped_in_before_and_after_and_knows_the_new_size(tmp_path):
    before = site(tmp_path / "before", meminfo=day(), vmstat=vmstat(*[400, 300] * 60))
    larger = day(MemTotal=17_200_000, MemAvailable=2_500_000)
    after = site(tmp_path / "after", meminfo=larger, vmstat=vmstat(*[0] * 120))
    proof = getpage.prove(before, after)
    swapped = proof.difference(GUEST, "swapped in")
    assert (swapped.before.value, swapped.after.value) == (pytest.approx(87.5, abs=1), 0)
    assert [(item.knob, item.after) for item in proof.changed] == [(KNOB, 17_152)]


@pytest.mark.parametrize("form", ["html", "md", "csv", "json"])
def test_a_report_has_its_finding_its_command_and_its_account(swapping, tmp_path, capsys, form):
    page = tmp_path / f"report.{form}"
    words = ["report", str(swapping[0]), "--output", str(page)]
    assert not app(words, result_action="return_value", exit_on_error=False)
    capsys.readouterr()
    text = page.read_text().replace("\\_", "_").replace("&nbsp;", " ")
    for item in ("100.0 pages/s", "CP DEFINE STORAGE 17152M", "anonymous memory"):
        assert item in text


@pytest.mark.parametrize("form", ["table", "json", "csv", "md"])
@pytest.mark.parametrize("verb", ["check", "plan", "ledger"])
def test_every_rendering_of_every_verb_shows_it(swapping, capsys, verb, form):
    words = [verb, str(swapping[0]), "--format", form]
    assert not app(words, result_action="return_value", exit_on_error=False)
    assert "LNX1" in capsys.readouterr().out


@pytest.mark.parametrize(("unused", "asked_mib"), [(0, 768), (256, 512), (700, 0)])
def test_memory_is_asked_for_beyond_what_unused_huge_pages_give_back(tmp_path, unused, asked_mib):
    """700 MiB in swap space; huge pages are of 1 MiB, and are given back first."""
    huge = (unused, unused, 0) if unused else None
    place = site(
        tmp_path,
        meminfo=day(SwapFree=2_097_148 - 700 * 1024, huge=huge),
        vmstat=vmstat(*[400] * 60, swapped=700 * 1024),
        sysinfo=SYSINFO.format("KVM/Linux"),
    )
    result = getpage.check(place)
    [finding] = found(result, "linux-swapping")
    assert finding.storage_bytes == asked_mib * MIB
    assert ("fits into the unused huge pages" in finding.no_command) == (not asked_mib)
    sizes = [change.storage_bytes for change in result.changes if change.setting == "memory"]
    assert sizes == [finding.storage_bytes] * bool(finding.storage_bytes)


#: The first has a crash kernel of 1 GiB; the second is lsmem -b; the last is less than the kernel has.
@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("Total online memory:      17G\nTotal offline memory:      8G\n", 17 * 1024),
        ("Total online memory: 18253611008\n", 17 * 1024),
        ("STORAGE = 17000M\n", 17_000),
        ("Max memory:     25165824 KiB\nUsed memory:    17825792 KiB\n", 17 * 1024),
        ("Total online memory:      8G\n", 16 * 1024),
    ],
)
def test_a_guest_is_as_large_as_lsmem_cp_or_libvirt_says_it_is_defined(tmp_path, text, defined):
    place = site(tmp_path, meminfo=day(MemAvailable=IDLE), sysinfo=SYSINFO.format("z/VM    7.3.0") + text)
    [change] = getpage.check(place).changes
    assert change.undo == f"CP DEFINE STORAGE {defined}M"
    assert ("by MemTotal: look first" in change.caution) is (defined == 16 * 1024)
    assert int(change.command.split()[-1].removesuffix("M")) == defined + change.storage_bytes // MIB


@pytest.mark.parametrize(
    ("offline", "words"),
    [("8G", "Without a stop only by chmem --enable 768M"), ("0B", "not without a stop")],
)
def test_memory_comes_without_a_stop_only_where_there_is_standby_storage(tmp_path, offline, words):
    shown = f"Total online memory:      16G\nTotal offline memory: {offline}\n"
    place = site(
        tmp_path,
        meminfo=day(SwapFree=2_097_148 - 700 * 1024),
        vmstat=vmstat(*[400] * 60, swapped=700 * 1024),
        sysinfo=SYSINFO.format("z/VM    7.3.0") + shown,
    )
    [change] = getpage.check(place).changes
    assert words in change.caution


@pytest.mark.parametrize("text", ["STORAGE = 9999999999E", "Used memory: 9999999E", "Max memory: -1 KiB"])
def test_hostile_sizes_of_a_guest_are_none(tmp_path, text):
    result = SYSINFO.format("z/VM    7.3.0") + text + "\n"
    [change] = getpage.check(site(tmp_path, meminfo=day(MemAvailable=IDLE), sysinfo=result)).changes
    assert change.undo == "CP DEFINE STORAGE 16384M"


def test_a_guest_that_gave_back_what_it_could_spare_gives_nothing_more(tmp_path, idle):
    [change] = idle[1].changes
    spare = -change.storage_bytes // KIB
    smaller = day(MemTotal=16_388_608 - spare, MemAvailable=IDLE - spare, MemFree=200_000, Cached=1_000_000)
    result = getpage.check(site(tmp_path, meminfo=smaller))
    assert not result.changes
    assert {finding.severity for finding in result.findings} <= {Severity.INFO}


def test_a_guest_that_has_what_it_swapped_gets_nothing_more(tmp_path, swapping):
    [change] = swapping[1].changes
    larger = day(MemTotal=16_388_608 + change.storage_bytes // KIB)
    assert not getpage.check(site(tmp_path, meminfo=larger, vmstat=vmstat(*[0] * 60))).changes


def test_every_headline_is_short_and_does_not_repeat_its_object_on_the_largest_numbers(tmp_path):
    many = day(SwapFree=0, huge=(900_000, 900_000, 0), Committed_AS=2**40, MemAvailable=10_000)
    place = tmp_path / "site"
    place.mkdir()
    name = "A-GUEST-WITH-THE-LONGEST-NAME@CEC00001"
    (place / f"{name}.meminfo").write_text(many)
    (place / f"{name}.vmstat").write_text(vmstat(*[987_654_321] * 60, swapped=2_097_148))
    results = [getpage.check(place), getpage.check(site(tmp_path / "idle", meminfo=day(MemAvailable=IDLE)))]
    findings = [finding for result in results for finding in result.findings]
    assert {finding.check for finding in findings} >= {
        "linux-swapping",
        "linux-huge-pages",
        "linux-memory-idle",
    }
    for finding in findings:
        assert 0 < len(finding.headline) <= HEADLINE
        assert finding.object.image.name not in finding.headline
        assert finding.claim.count(". ") <= 1
