"""Group buffer pools of several members: against plain lists, in every form of a trace and of a result."""

from __future__ import annotations

import json
import random
from collections import OrderedDict
from datetime import timedelta

import polars as pl
import pytest

import curve_traces as traces
import getpage
from db2_evidence import START, logged
from getpage.app.observe import observe
from getpage.cli.app import app
from getpage.evidence.opened import open_evidence
from test_text_db2 import GROUP

LOCAL = {"DB1A": 30, "DB2A": 50}
ENTRIES = [0, 10, 40, 75, 200]


def group(references=4000, pages=150, seed=5):
    """Rows of member, page and whether the page was changed; the members share most of their pages."""
    rng = random.Random(seed)
    rows = []
    for _ in range(references):
        member = rng.choice(list(LOCAL))
        page = min(rng.randrange(pages), rng.randrange(pages)) + (20 if member == "DB2A" else 0)
        rows.append((member, page, rng.random() < 0.15))
    return rows


def plain(rows, entries, *, every=False):
    """The group buffer pool as lists: local hits, GBP hits, disk reads and pages invalidated."""
    local = {member: OrderedDict() for member in LOCAL}
    shared = OrderedDict()
    hits = actual = disk = invalidated = 0

    def enter(page):
        shared[page] = True
        shared.move_to_end(page)
        while len(shared) > entries:
            shared.popitem(last=False)

    for member, page, write in rows:
        mine = local[member]
        if mine.get(page):
            hits += 1
        elif page in shared:
            actual += 1
            shared.move_to_end(page)
        else:
            disk += 1
            if every:
                enter(page)
        mine[page] = True
        mine.move_to_end(page)
        if len(mine) > LOCAL[member]:
            mine.popitem(last=False)
        if write:
            for other, pool in local.items():
                if other != member and pool.get(page):
                    pool[page] = False
                    invalidated += 1
            enter(page)
    return hits, actual, disk, invalidated


def frame(rows):
    columns = {
        "member": [member for member, _, _ in rows],
        "pool": "BP1",
        "object": "260.2",
        "page": [page for _, page, _ in rows],
        "access": "random",
        "write": [int(write) for _, _, write in rows],
    }
    return pl.DataFrame(columns)


ROWS = group()
ASKED = {"gbp": True, "current": {f"{m}.BP1": size for m, size in LOCAL.items()}, "sizes": ENTRIES[1:]}


def counts(curves):
    [group] = curves.groups
    return {
        row.entries: (row.local_hits, row.gbp_hits, row.disk_reads, group.cross_invalidations)
        for row in group.rows
    }


@pytest.mark.parametrize("cache", ["changed", "all"])
def test_every_size_is_what_plain_lists_give(cache):
    curves = getpage.curve(frame(ROWS), gbpcache=cache, **ASKED)
    assert counts(curves) == {size: plain(ROWS, size, every=cache == "all") for size in ENTRIES}
    [group] = curves.groups
    assert (group.pool, group.getpages, group.pages) == (
        "GBP1",
        len(ROWS),
        len({page for _, page, _ in ROWS}),
    )
    assert [(m.member, m.buffers) for m in group.members] == list(LOCAL.items())
    for row in group.rows:
        assert row.local_hits + row.gbp_hits + row.disk_reads == group.getpages


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.arrow"])
def test_files_of_columns_give_the_same(name, tmp_path):
    write = {"csv": "write_csv", "parquet": "write_parquet", "arrow": "write_ipc"}[name.partition(".")[2]]
    getattr(frame(ROWS), write)(tmp_path / name)
    assert counts(getpage.curve(tmp_path / name, **ASKED)) == counts(getpage.curve(frame(ROWS), **ASKED))


def smf(member, numbered):
    """The records of one member: getpages, and a set write behind each change."""
    collected = []
    for at, page, write in numbered:
        for function in ("getpage", "set write") if write else ("getpage",):
            reference = traces.Reference("BP1", "2", page, "random")
            spec = traces.smf_specification(reference, len(collected), subsystem=member, function=function)
            spec["common"]["event_time"] = traces.START + at
            collected.append(spec)
    return traces.as_smf(collected)


def test_records_of_the_members_are_put_in_the_order_of_their_clocks(tmp_path):
    paths = []
    for member in LOCAL:
        mine = [(at, page, write) for at, (who, page, write) in enumerate(ROWS) if who == member]
        paths.append(tmp_path / member)
        paths[-1].write_bytes(smf(member, mine))
    curves = getpage.curve(paths, **ASKED)
    assert counts(curves) == counts(getpage.curve(frame(ROWS), **ASKED))
    assert any("order of their clocks" in note for note in curves.notes)


def test_one_member_alone_is_no_group():
    alone = frame([row for row in ROWS if row[0] == "DB1A"])
    with pytest.raises(getpage.GetpageError, match=r"of DB1A alone: .* all members"):
        getpage.curve(alone, **ASKED)


@pytest.mark.parametrize(
    ("drop", "needed", "why"),
    [
        (["member"], {}, "no column member"),
        (["write"], {}, "no column write"),
        ([], {"current": {"DB1A.BP1": 5}}, "Next: --current DB2A.BP1=20000"),
        ([], {"current": None}, "Next: --current 20000"),
        ([], {"opt": True}, "leave out --vpseqt"),
        ([], {"gbpcache": "some"}, "expected changed or all"),
        ([], {"gbp": False, "gbp_entries": 5}, "Next: --gbp"),
        ([], {"pool": "BP7"}, "to pool BP7"),
    ],
)
def test_what_a_group_cannot_be_computed_from_is_said(drop, needed, why):
    with pytest.raises(getpage.GetpageError, match=why):
        getpage.curve(frame(ROWS).drop(drop), **(ASKED | needed))


def test_the_present_entries_are_marked_and_factors_refer_to_them():
    curves = getpage.curve(frame(ROWS), **(ASKED | {"gbp_entries": "BP1=40", "sizes": "0.5x,1x"}))
    [group] = curves.groups
    assert [(row.entries, row.factor, row.marks) for row in group.rows] == [
        (0, 0.0, ()),
        (20, 0.5, ()),
        (40, 1.0, ("current",)),
    ]


def test_the_command_prints_it_and_writes_a_page_a_picture_and_json(tmp_path, capsys):
    frame(ROWS).write_csv(tmp_path / "t.csv")
    request = ["--gbp", "--current", "DB1A.BP1=30,DB2A.BP1=50", "--gbp-entries", "40", "--sizes", "10,40,75"]
    app(["curve", str(tmp_path / "t.csv"), *request], result_action="return_value")
    shown = capsys.readouterr().out
    assert "GBP1: 4,000 getpages of 2 members" in shown
    for form in ("json", "html", "svg", "md", "csv"):
        out = tmp_path / f"out.{form}"
        app(["curve", str(tmp_path / "t.csv"), *request, "-o", str(out)], result_action="return_value")
        assert "GBP1" in out.read_text()
    rows = json.loads((tmp_path / "out.json").read_text())["groups"][0]["rows"]
    assert [row["disk_reads"] for row in rows] == [plain(ROWS, size)[2] for size in (0, 10, 40, 75)]


@pytest.fixture
def site(tmp_path):
    """A member that displayed its group buffer pool twice, an hour apart: 10 reads from disk a second."""
    since = f"SINCE 00:00:00 {START:%b %d, %Y}".upper()
    first = GROUP.replace("SINCE 15:35:23 MAY 17, 2026", since)
    first = first.replace("IN POLICY             = 61440", "IN POLICY             = 161440")
    then = first.replace("NOT RETURNED                    = 1600", "NOT RETURNED                    = 37600")
    site = tmp_path / "site"
    site.mkdir()
    (site / "db2.log").write_text(logged(first, START) + logged(then, START + timedelta(hours=1)))
    return site


def saved(tmp_path, entries=11_370):
    """A trace in which each page is changed by one member and read by the other: up, and down again."""
    pages = [*range(entries * 2), *reversed(range(entries * 2))]
    half = entries * 2
    members, changes = ["DB1A"] * half + ["DB2A"] * half, [1] * half + [0] * half
    data_frame = pl.DataFrame({"member": members, "pool": "BP1", "page": pages, "write": changes})
    curves = getpage.curve(data_frame, gbp=True, current=1, gbp_entries=entries, sizes="0.5x,1x,1.5x,2x")
    (tmp_path / "gbp.json").write_text(getpage.report.render(curves, "json"))
    return tmp_path / "gbp.json"


def test_a_saved_curve_is_that_of_the_structure_wherever_a_curve_is_asked_for(site, tmp_path):
    # With n entries the trace reads 2e first touches and, of 2e pages read again, 2e - n: of 4e getpages.
    curve = saved(tmp_path)
    with open_evidence([str(site)]) as (evidence, _):
        [knob] = observe(evidence, [curve]).knobs
    assert knob.entries == 11_370
    points = {point.size: (point.reads, point.low, point.high) for point in knob.curve.read_points}
    assert points == {
        30_720: (pytest.approx(10 * 3.5 / 3), pytest.approx(10 * 3.5 / 3), pytest.approx(15)),
        61_440: (10.0, 10.0, 10.0),
        92_160: (pytest.approx(10 * 2.5 / 3), pytest.approx(5), pytest.approx(10 * 2.5 / 3)),
        122_880: (pytest.approx(10 * 2 / 3), 0.0, pytest.approx(10 * 2 / 3)),
    }
    with open_evidence([str(site)]) as (evidence, _):
        result = observe(evidence, [curve])
    assert result.knobs[0].curve.basis == "trace"
    request = getpage.forecast(site, "db2.DB1A.GBP1=122880", curves=[str(curve)]).asked
    assert request[0].curve == "trace"


def test_a_saved_curve_of_a_structure_without_counted_reads_is_said_not_to_be_used(site, tmp_path):
    (site / "db2.log").write_text(logged(GROUP, START))
    with open_evidence([str(site)]) as (evidence, _):
        observed = observe(evidence, [saved(tmp_path)])
    assert any("its curve is not used" in need.supply for need in observed.missing)
