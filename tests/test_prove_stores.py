"""Before and after in evidence: two reports, two windows of a store, and what cannot be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from getpage import prove, report
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.evidence.store import Store
from getpage.report.prove.words import shown_differences
from getpage.result.prove import Verdict
from prove_evidence import mp1b_reports, site_store

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def mp1b(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return mp1b_reports(tmp_path_factory.mktemp("mp1b"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return site_store(tmp_path_factory.mktemp("prove"))


def test_a_larger_pool_takes_the_page_set_wait_off_mqget(mp1b: tuple[Path, Path]) -> None:
    proof = prove(*mp1b)
    by_title = {d.title: d for d in proof.differences}
    get, put = by_title["MQGET call: elapsed"], by_title["MQPUT call: elapsed"]
    assert get.change_percent is not None
    assert put.change_percent is not None
    assert round(get.change_percent.value) == -74
    assert round(put.change_percent.value) == -29
    assert get.change_percent.low <= -75 <= get.change_percent.high  # "improved by 75%", as printed
    assert by_title["MQGET call: CPU"].verdict is Verdict.SAME
    wait = next(p for p in proof.parts if p.part == "page set wait" and "MQGET" in p.whole)
    assert (wait.part_difference.value, wait.whole_difference.value, wait.unit) == (-29, -29, "us")


def test_two_windows_of_one_store_are_compared_without_any_change_being_claimed(site: Path) -> None:
    first = Store(site).table("mq_task_queue").select(pl.col("written").min()).collect().item()
    day = f"{first:%Y-%m-%d}T"
    proof = prove(site, before_window=f"{day}06..{day}12", after_window=f"{day}12..{day}18")
    assert proof.source == "store"
    steady = [d for d in proof.differences if str(d.subject).endswith("MQA2")]
    assert steady
    assert {d.verdict for d in steady} <= {Verdict.SAME, Verdict.UNKNOWN}
    assert Verdict.SAME in {d.verdict for d in steady}
    assert all(d.runs_before >= 20 for d in steady)
    page = report.render(proof, "html", title="t", generated_by="g")
    assert page.count("<circle") == sum(d.change_percent is not None for d in shown_differences(proof))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, r"a second store \(or files\), or two windows"),
        ({"before_window": "yesterday", "after_window": ".."}, "expected FROM..TO"),
        ({"before_window": "2026-05-12T10..2026-05-12T09", "after_window": ".."}, "ends before it begins"),
        ({"before_window": "2026-05-12T10..2026-05-12T11Z", "after_window": ".."}, "local times"),
        ({"base": "x"}, "not a table"),
        ({"record_in": "nowhere"}, "--forecast"),
    ],
)
def test_windows_and_options_that_do_not_fit_are_refused(
    site: Path, options: dict[str, str], text: str
) -> None:
    with pytest.raises(GetpageError, match=text):
        prove(site, **options)  # type: ignore[arg-type]


def test_windows_without_work_end_with_3_and_say_what_would_help(site: Path) -> None:
    why = r"only SYSC\.IMSP is on both sides, by numbers without a time; supply.*\n.*getpage collect"
    with pytest.raises(NotEnoughEvidenceError, match=why):
        prove(site, before_window="..2001-01-01", after_window="2001-01-01..2001-01-02")
