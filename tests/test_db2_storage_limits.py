"""Limits of Db2's storage that subsystem parameters set: the RID pool and the EDM pools."""

import pytest

from db2_records import GIB, pools, statistics, storage
from decided import listed
from getpage.evidence.text import read_text
from getpage.products.db2 import PRODUCT
from getpage.result import Severity
from mq_evidence import Frames, from_records, from_text
from test_db2_days import ByDay

JOB = """\
    DSN6SPRM   RESTART,                                                X
               CACHEDYN=YES,                                           X
               MAXRBLK={maxrblk},                                        X
               SRTPOOL=20000
    DSN6GRP    DSHARE={shared},                                             X
               MEMBNAME={member}
    END
"""
#: A quarter of an hour in which 1,800 RID lists found no storage, and 90 of them were given up.
LACKING = {"rid_lists_no_storage": 90, "rid_overflows_no_storage": 1_710, "short_prepares": 9_000}
LIMITED = {"rid_lists_over_limit": 1_800, "rid_overflows_no_storage": 0}


def job(maxrblk: object = 400_000, *, shared: str = "YES", member: str = "DB1A") -> str:
    return JOB.format(maxrblk=maxrblk, shared=shared, member=member)


def said(counted: dict, text: str = ""):
    frames = from_records(*statistics("QXST", [counted] * 4)).frames
    return PRODUCT.analyse(Frames({**frames, **(from_text(text).frames if text else {})}))


def test_lists_without_storage_raise_the_limit_a_step_from_what_the_job_has():
    observed = said(LACKING, job())
    [finding] = observed.findings
    assert (finding.check, finding.severity) == ("db2-rid-pool", Severity.WARNING)
    assert finding.headline == "7,200 RID lists found no storage at MAXRBLK 400,000"
    [change] = listed(observed)
    assert (change.command, change.undo) == ("MAXRBLK=500000", "MAXRBLK=400000")
    assert "-SET SYSPARM" in change.place


@pytest.mark.parametrize(
    ("counted", "text", "headline"),
    [
        (LACKING, "", "7,200 RID lists found no storage"),
        (LACKING, job(2_000_000), "7,200 RID lists found no storage at MAXRBLK 2,000,000"),
        (LIMITED, job(), "7,200 RID lists passed a limit of their own"),
        (LACKING | {"rid_lists_no_storage": 0, "rid_overflows_no_storage": 5}, job(), None),
    ],
)
def test_no_command_where_the_limit_is_unknown_at_its_end_or_not_the_cause(counted, text, headline):
    observed = said(counted, text)
    assert [finding.headline for finding in observed.findings] == ([headline] if headline else [])
    assert not listed(observed)


def test_only_the_job_of_a_sharing_member_names_it_and_a_damaged_value_is_told():
    frame = from_text(job() + job(shared="NO", member="DSN1")).frames["db2_parameter"]
    assert frame["member"].to_list() == ["DB1A", None]
    text = read_text(enumerate(job("4OO").splitlines()))
    assert text.damaged == 1
    assert text.rows["db2_parameter"][0]["srtpool"] == 20_000


@pytest.mark.parametrize(("free", "command"), [(100, ["EDMDBDC=119024"]), (1_000, [])])
def test_loads_raise_the_limit_only_where_they_push_something_out(free, command):
    # In use are 25,292 of 25,600 pages, or 24,392: with pages free nothing is pushed out.
    room = {"dbd_pages": 25_600, "dbd_free": free, "dbd_stealable": 208, "dbd_requests": 90_000}
    observed = PRODUCT.analyse(from_records(*statistics("QISE", [room | {"dbd_loads": 1_800}] * 4)))
    assert [finding.check for finding in observed.findings] == ["db2-edm-pool"]
    assert [change.command for change in listed(observed)] == command


def test_a_pool_that_failed_requests_grows_until_the_share_that_is_to_be_left_is_free():
    # In use are 24,800 of 25,600 pages: 15 % are free of 29,177 pages, which are 116,708 KB.
    room = {"dbd_pages": 25_600, "dbd_free": 500, "dbd_stealable": 300, "dbd_requests": 9_000}
    failed = statistics("QISE", [room | {"dbd_failures": 2, "dbd_loads": 9_000}] * 4)
    [change] = listed(PRODUCT.analyse(from_records(*failed)))
    assert (change.command, change.undo) == ("EDMDBDC=116708", "EDMDBDC=102400")


@pytest.mark.parametrize(
    ("free", "cached", "headline"),
    [
        (20_000, "YES", "2 full prepares/s, though 19.5 % of EDMSTMTC is left"),
        (100, "YES", None),  # the cache is full: that is reported of its limit
        (100, "NO", "2 full prepares/s, though the cache is off"),
    ],
)
def test_full_prepares_beside_a_cache_with_room_rule_its_limit_out(free, cached, headline):
    cache = {"statement_pages": 102_400, "statement_free": free, "statement_requests": 9_000}
    both = zip(
        statistics("QXST", [{"full_prepares": 1_800, "short_prepares": 7_200}] * 4),
        statistics("QISE", [cache] * 4),
        strict=True,
    )
    records = [sql | {"sections": sql["sections"] | edm["sections"]} for sql, edm in both]
    text = from_text(job().replace("CACHEDYN=YES", f"CACHEDYN={cached}"))
    found = PRODUCT.analyse(Frames({**from_records(*records).frames, **text.frames})).findings
    told = [finding for finding in found if finding.check == "db2-full-prepares"]
    assert [finding.headline for finding in told] == ([headline] if headline else [])
    assert all(finding.rules_out for finding in told)


@pytest.mark.parametrize(
    ("counted", "headlines"),
    [
        ({"merge_passes": 1_800, "merge_work_files": 7_200}, ["2 merges/s of 4.0 work files each"]),
        ({"merge_passes": 90, "merge_work_files": 360}, []),
    ],
)
def test_sorts_that_merge_are_told_the_sort_pool_that_holds_an_average_one(counted, headlines):
    frames = from_records(*pools({"sorts_limited": 0} | counted)).frames
    found = PRODUCT.analyse(Frames({**frames, **from_text(job()).frames})).findings
    told = [finding for finding in found if finding.check == "db2-sort-pool"]
    assert [finding.headline for finding in told] == headlines
    assert all("SRTPOOL times 4.0 (78.1 MiB)" in finding.claim for finding in told)


@pytest.mark.parametrize(("most", "headlines"), [(14, ["Holds 11.5 GiB, 82.1 % of 14 GiB"]), (20, [])])
def test_storage_near_its_bound_is_a_risk_and_pools_share_what_is_left_below_80_percent(most, headlines):
    text = from_text(job().replace("SRTPOOL=20000", f"REALSTORAGE_MAX={most}"))
    observed = PRODUCT.analyse(
        Frames({**from_records(*pools({}), storage(1), storage(2)).frames, **text.frames})
    )
    told = [finding for finding in observed.findings if finding.check == "db2-real-storage-max"]
    assert [finding.headline for finding in told] == headlines
    [limit] = [limit for limit in observed.limits if limit.label == "REALSTORAGE_MAX"]
    assert limit.room == int(most * GIB * 0.8) - round(11.5 * GIB)
    assert all(limit.id in knob.limits for knob in observed.knobs)


def test_sizes_that_a_pool_had_make_its_curve():
    pool = {"skeleton_stealable": 5_000, "package_requests": 90_000}
    smaller, now = (
        {"skeleton_pages": 10_000, "package_loads": 1_800},
        {"skeleton_pages": 20_000, "package_loads": 0},
    )
    frames = from_records(*statistics("QISE", [pool | smaller] * 64 + [pool | now] * 64)).frames
    for evidence in (Frames(frames), kept := ByDay(frames), kept):
        [knob] = PRODUCT.analyse(evidence).knobs
        assert (knob.size, knob.curve.basis) == (80_000, "past intervals")
        # 1,800 loads of 90,000 requests in a quarter of an hour are 2 a second at 100 requests.
        points = [(point.size, point.reads) for point in knob.curve.read_points]
        assert points == [(40_000, 2.0), (80_000, 0.0)]


def test_statements_discarded_at_maxkeepd_are_a_note_with_the_most_that_a_larger_one_spares():
    kept = {"statements_discarded": 3_600, "implicit_prepares": 2_700, "prepares_avoided": 90_000}
    text = job().replace("SRTPOOL=20000", "MAXKEEPD=5000")
    [finding] = said(kept, text).findings
    assert (finding.check, finding.severity) == ("db2-kept-statements", Severity.INFO)
    assert finding.headline == "4 kept statements/s discarded at MAXKEEPD 5,000"
    assert "up to 3 prepares/s, or none" in finding.claim
    assert not said({name: count // 5 for name, count in kept.items()}, text).findings


@pytest.mark.parametrize(("contstor", "is_first"), [("NO", True), ("YES", False)])
def test_storage_that_is_contracted_names_contstor_where_it_is_off(contstor, is_first):
    frames = from_records(*statistics("QSST-Db2", [{"contractions": 3}] * 4, ifcid=1)).frames
    text = from_text(job().replace("SRTPOOL=20000", f"CONTSTOR={contstor}"))
    [finding] = PRODUCT.analyse(Frames({**frames, **text.frames})).findings
    assert ("CONTSTOR=YES first" in finding.claim) is is_first
