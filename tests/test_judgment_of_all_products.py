"""Laws of advice, over random sites of every product: what is asked for, when growth stops, what is kept.

Of queue managers and Db2 members sites have a truth (`sites_with_truth`), so that the commands are carried
out and the site is looked at again; `test_one_list_truth` does that until it settles. Of the others the
evidence is drawn, and what carrying out would change in it is written anew where that is known.
"""

from __future__ import annotations

import re
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import dump_evidence
import ims_evidence
import java_evidence
import linux_evidence
import sort_evidence
import tcpip_evidence
from examples import examples
from getpage.app.observe import observe
from getpage.app.window import decided
from getpage.cli.app import run_command
from getpage.contract.storage import LEAST_KEPT
from getpage.evidence import opened
from getpage.ledger.room import LITTLE, LITTLE_SHARE
from getpage.products.registry import PRODUCTS
from getpage.report.members import members
from getpage.result import Cause, Severity
from sample_site import only_read
from sites_with_truth import IMAGE, carried_out, sites
from test_cics_judgment import regions
from test_cics_limits import QUARTERS
from test_cics_smf import SECOND, statistics
from test_tcpip_judgment import LOSSY, sending
from zos_records import paging, smf71, write

if TYPE_CHECKING:
    from getpage.plan.pipeline import Decided

#: The examples are the same in each run.
LAWS = settings(
    max_examples=examples(15),
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=True,
)
#: A report is written and all is read again, which takes three times as long.
FEWER = settings(LAWS, max_examples=examples(4))
MIB = 1 << 20
#: Frames of 4 KiB of an image: 80 GiB.
FRAMES = 21_000_000
#: Commands without a reply, which are no settings.
MAIL = "mail.txt"


def images(path: Path, system: str, free: int) -> None:
    """Real storage of a system with so many frames free."""
    write(path / "real.smf", [smf71(system, n, paging(free + 1_000, free, FRAMES)) for n in range(4)])


def ims(draw, path: Path) -> None:
    requests = draw(st.sampled_from([0, 50_000, 2_000_000]))
    reads = draw(st.sampled_from([0, 900, 200_000]))
    text = ims_evidence.traces(
        3,
        requests=requests,
        found=max(0, requests - reads),
        reads=min(reads, requests),
        waits=draw(st.sampled_from([0, 0, 60])),
        steals=draw(st.sampled_from([0, 0, 4_000])),
        buffers=draw(st.sampled_from([4, 1_000, 32_767])),
        fix=draw(st.sampled_from(["N/N", "Y/Y"])),
    )
    ims_evidence.write(path, monitor=text, DFSVSM00=ims_evidence.DFSVSM, irur=ims_evidence.LOGGER)


def tcpip(draw, path: Path) -> None:
    buffer = draw(st.sampled_from([16, 64, 2048])) << 10
    trip = draw(st.sampled_from([1, 15, 60]))
    moved = int(2.5 * 3600 * buffer / (trip / 1000) * draw(st.sampled_from([0.2, 1.0, 1.6])))
    specs = tcpip_evidence.ftp(moved, trip)
    reply = tcpip_evidence.config(receive=buffer, send=buffer, most=2 * MIB)
    reply += draw(st.sampled_from(["", sending(LOSSY)]))
    write(path / "dump.smf", specs)
    (path / "netstat.txt").write_text(reply + tcpip_evidence.stats(draw(st.sampled_from([40, 9_000]))))


def dumps(draw, path: Path) -> None:
    log = dump_evidence.dump(
        draw(st.sampled_from([3.0, 40.0, 200.0])),
        used=draw(st.sampled_from([4_000, 16_000])),
        partial=draw(st.sampled_from([None, None, "MAXSPACE LIMIT REACHED", "SYSTEM ABENDED"])),
    )
    frames = draw(st.sampled_from([30_000, 4_000_000]))
    slots = dump_evidence.slots(30_000_000, draw(st.sampled_from([14_000_000, 29_900_000])))
    dump_evidence.site(path / "dumps", frames, log, **slots)


def cics(draw, path: Path) -> None:
    row = {"transaction_class": "DFHTCL05", "limit": 10, "peak_active": draw(st.sampled_from([4, 10]))}
    row |= {"attaches": 900, "times_at_limit": 40 * (row["peak_active"] == 10), "queued_total": 60}
    row |= {"peak_queued": draw(st.sampled_from([0, 5, 300])), "queue_us": 90.0 * SECOND}
    waits = draw(st.sampled_from([{}, {"enqueue_wait": 3.3}, {"file_wait": 1.6, "ts_wait": 1.1}]))
    tasks = regions(**waits) if waits else []  # at MXT, with what they wait for inside it
    write(path / "cics.smf", [*tasks, *(statistics(n, DFHXMCDS=[row]) for n in range(QUARTERS))])


def java(draw, path: Path) -> None:
    rise, old = draw(st.sampled_from([0, 0, 9])), draw(st.sampled_from([30, 300, 500]))
    pause = draw(st.sampled_from([20.0, 900.0]))
    kinds = ["scavenge", "scavenge", "global"]
    stops = [
        java_evidence.stop(n, kind=kinds[n % 3], old=min(760, old + rise * n), pause=pause) for n in range(60)
    ]
    java_evidence.write(path, WEB1__gc__log=java_evidence.log(stops))


def linux(draw, path: Path) -> None:
    rates = [draw(st.sampled_from([0, 0, 900]))] * 60
    text = linux_evidence.day(2) + linux_evidence.vmstat(*rates)
    (path / "lnx1.txt").write_text(text)


def sort(draw, path: Path) -> None:
    disk = draw(st.sampled_from([0.0, 4.0, 30.0, 120.0]))
    specs = [
        spec
        for n in range(3)
        for spec in sort_evidence.sort(f"SORT{n}", 4.0, disk, begin=5 * n, end=5 * n + 4)
    ]
    write(path / "sorts.smf", specs)


GENERATORS = {entry.__name__: entry for entry in (ims, tcpip, dumps, cics, java, linux, sort)}
#: Of which image each writes its evidence, so that its storage can be drawn too; none of a guest.
IMAGES = {"ims": "SYSA", "tcpip": "SYSA", "cics": "SYSA", "sort": "SYSA"}


def look(path: Path) -> Decided:
    """What is decided of a folder."""
    with opened.open_evidence([str(path)]) as (evidence, loaded):
        assert all("output of getpage" in item.why or MAIL in item.name for item in loaded.refused)
        return decided(evidence, observe(evidence))


def test_every_product_has_sites():
    """z/OS is in each of them; queue managers and Db2 members are drawn with a truth."""
    assert {*GENERATORS, "mq", "db2", "zos"} == {product.name for product in PRODUCTS}


def grows_only_where_a_finding_asks(settled: Decided) -> None:
    asks = {ask.knob for finding in settled.findings for ask in finding.asks}
    short = {finding.object for finding in settled.findings if finding.severity is not Severity.INFO}
    for item in settled.plan.items:
        if item.storage_bytes > 0:
            assert item.knob in asks or item.object in short, item
    for step in settled.plan.steps:
        if step.change.total_bytes > 0:
            assert step.change.because, step.change


#: What no size ends, and in the sites of which product it is.
MEASURED = {"java": Cause.LEAK, "cics": Cause.LOCK, "tcpip": Cause.LOSS}


def keeps_the_size_of_what_leaks_or_loses(settled: Decided) -> None:
    measured = MEASURED.values()
    kept = {knob for finding in settled.findings if finding.cause in measured for knob in finding.rules_out}
    assert not [item for item in settled.plan.items if item.knob in kept]
    assert not [step for step in settled.plan.steps if step.change.knob in kept and step.change.total_bytes]


def leaves_the_reserve(settled: Decided) -> None:
    """What sizes take of an image is at most what is free beyond the reserve, and what is given back; work
    that waits may take little of the reserve, which its command says.
    """
    for budget in settled.plan.budgets:
        little = min(LITTLE, int(LITTLE_SHARE * (budget.reserve or 0)))
        assert budget.taken <= max(little, budget.available + budget.given_back), budget


_GIVEN_BACK = re.compile(r"([\d.,]+) ([KMGT]iB) are given back on")
_SIZES = {"KiB": 1 << 10, "MiB": MIB, "GiB": 1 << 30, "TiB": 1 << 40}


def waits_for_no_more_than_the_image_has(settled: Decided, installed: int) -> None:
    """No command is only after more storage was given back than the image has in use."""
    for change in settled.changes:
        for number, unit in _GIVEN_BACK.findall(change.only_after):
            assert float(number.replace(",", "")) * _SIZES[unit] <= installed, change.only_after


#: An interval in words that begins at or below zero.
_FROM_NOTHING = re.compile(r"(?<![\w.,])(?:-[\d.,]+|0(?:\.0+)?)(?: [^\s()]+)? to [\d.]")


def every_command_of_today_saves_something(settled: Decided) -> None:
    """No command is to be entered now of which its own words say that it may save nothing."""
    for change in settled.changes:
        assert change.only_after or not _FROM_NOTHING.search(change.effect), change.effect


def random_site(name: str, draw, path: Path) -> None:
    """Evidence of a product, and of the real storage of its image where it has one."""
    GENERATORS[name](draw, path)
    if name in IMAGES:
        images(path, IMAGES[name], draw(st.sampled_from([1_000, 400_000, 12_000_000])))


@pytest.mark.parametrize("name", GENERATORS)
def test_advice_keeps_the_laws(name):
    seen: set[Cause | None] = set()

    def laws(data):
        with tempfile.TemporaryDirectory() as directory:
            random_site(name, data.draw, Path(directory))
            settled = look(Path(directory))
            grows_only_where_a_finding_asks(settled)
            keeps_the_size_of_what_leaks_or_loses(settled)
            leaves_the_reserve(settled)
            waits_for_no_more_than_the_image_has(settled, FRAMES * 4096)
            every_command_of_today_saves_something(settled)
            seen.update(finding.cause for finding in settled.findings if finding.rules_out)

    # Which examples are drawn depends on this source: a few may have none with a measured cause.
    for most in (LAWS.max_examples, 60):
        if name not in MEASURED or MEASURED[name] not in seen:
            settings(LAWS, max_examples=most)(given(data=st.data())(laws))()
        if name not in MEASURED:
            break
    assert seen >= {MEASURED[name]} if name in MEASURED else True


@pytest.mark.parametrize("name", GENERATORS)
@FEWER
@given(data=st.data())
def test_members_and_a_report_beside_the_evidence_change_no_finding_and_no_command(name, data):
    with tempfile.TemporaryDirectory() as directory:
        random_site(name, data.draw, Path(directory))
        outputs_change_nothing(Path(directory))


@settings(FEWER, max_examples=examples(4))
@given(site=sites)
def test_nor_do_they_beside_that_of_queue_managers_and_db2_members(site):
    with tempfile.TemporaryDirectory() as directory:
        site.write(Path(directory))
        outputs_change_nothing(Path(directory))


def outputs_change_nothing(path: Path) -> None:
    """With a report, the members of a plan and its commands in a mail beside it, what is decided of the
    evidence is the same.
    """
    with only_read(path):
        settled = look(path)
        assert run_command(["report", str(path), "-o", str(path / "report.md")]) in (0, 3)
    comforts_above_no_finding((path / "report.md").read_text(), settled)
    before = [(finding.id, finding.severity, finding.headline) for finding in settled.findings]
    for member, text in members(settled.plan).items():
        (path / f"{member}.txt").write_text(text)
    entered = [command for change in settled.changes for command in (change.command, change.lasting)]
    (path / MAIL).write_text("Please enter tonight:\n\n  " + "\n  ".join(filter(None, entered)) + "\n")
    again = look(path)
    assert [(finding.id, finding.severity, finding.headline) for finding in again.findings] == before
    assert [change.command for change in again.changes] == [change.command for change in settled.changes]


def comforts_above_no_finding(text: str, settled: Decided) -> None:
    """The report begins with what is worst, of whichever kind, and says that all is well only where it is."""
    grave = [finding for finding in settled.findings if finding.severity is not Severity.INFO]
    all_clear = re.search(r"(?:: nothing to report|: only [\d,]+ notes?)\.", text)
    assert not (grave and all_clear), text[:2000]
    if grave:
        assert grave[0].summary in text[: len(text) // 2]


@LAWS
@given(site=sites)
def test_carrying_out_a_list_and_looking_again_never_turns_a_pool_back(site):
    settled = site.look()
    grows_only_where_a_finding_asks(settled)
    keeps_the_size_of_what_leaks_or_loses(settled)
    leaves_the_reserve(settled)
    ways = {
        change.knob: change.total_bytes > 0
        for change in settled.changes
        if change.way and not change.only_after
    }
    after = carried_out(site, settled)
    free = site.free is not None and after.free is not None and after.free < site.free
    assert not free or after.free * 4096 >= min(site.free * 4096, LEAST_KEPT), IMAGE
    for change in after.look().changes:
        if change.way and change.knob in ways and not change.only_after:
            assert (change.total_bytes > 0) is ways[change.knob], change.command


def test_a_partial_dump_asks_for_what_was_needed_once_and_no_more_when_it_is_carried_out(tmp_path):
    held = dump_evidence.aux("DB1AMSTR", 3_200_000, 0)
    first = dump_evidence.dump(20.0, used=8_000, partial="MAXSPACE LIMIT REACHED")
    slots = dump_evidence.slots(30_000_000, 29_900_000)
    [step] = look(dump_evidence.site(tmp_path / "before", 4_000_000, first, held, **slots)).plan.steps
    size = int(step.change.command.partition("MAXSPACE=")[2].removesuffix("M"))
    assert size > 8_000
    later = dump_evidence.BEGUN + timedelta(hours=3)
    complete = dump_evidence.dump(20.0, used=12_500, free=size - 12_500, at=later, number=2)
    after = dump_evidence.site(tmp_path / "after", 4_000_000, first, held, complete, **slots)
    assert [step.change.command for step in look(after).plan.steps] == []
