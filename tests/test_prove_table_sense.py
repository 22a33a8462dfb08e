"""Tables whose rows are no runs, whose measures are mixed, whose figures are counts, bounds or zero."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from getpage import prove, report
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.report.prove.words import first_line
from getpage.result.prove import ProofOutcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from getpage.result.prove import Proof

    Proving = Callable[..., Proof]


@pytest.fixture
def table(tmp_path: Path) -> Proving:
    def proved(text: str, second: str = "", **options: object) -> Proof:
        paths = [tmp_path / f"{name}.csv" for name in ("before", "after")]
        for path, content in zip(paths, (text, second), strict=True):
            path.write_text(content)
        return prove(*(paths if second else paths[:1]), **options)  # type: ignore[arg-type]

    return proved


def change(proof: Proof, subject: str, measure: str) -> tuple[float, float, float]:
    difference = proof.difference(subject, measure)
    assert difference is not None
    assert difference.change_percent is not None
    ends = difference.change_percent
    return ends.low, ends.value, ends.high


def test_a_table_with_measures_that_went_both_ways_names_one_of_each(table: Proving) -> None:
    proof = table("run,response ms,CPU ms per tran\nold,80,3.10\nnew,31,3.42\n")
    assert proof.answer is not None
    assert proof.answer.outcome is ProofOutcome.MIXED
    line = first_line(proof)
    assert line.startswith("Mixed: better in new response ms \u221261.3 %")
    assert "worse in new CPU ms per tran +10.3 %" in line


def test_record_lengths_are_better_shorter_where_the_table_is_of_elapsed_time(table: Proving) -> None:
    rows = "LRECL,V1,V2,Delta (%)\n80,3.10,1.02,-67.10\n160,3.30,1.20,-63.64\n"
    assert first_line(table(f"# copy of a library, elapsed time\n{rows}")).startswith("Yes, better: V2 80")
    unknown = table(rows)
    assert unknown.answer is not None
    assert unknown.answer.outcome is ProofOutcome.CHANGED
    assert first_line(unknown).startswith("Changed: V2 80 \u221267.1 %")


def test_workloads_are_not_compared_with_one_another(table: Proving) -> None:
    rows = "Workload,2w,8w\nBATCH,1.2%,0.4%\nOLTP,-0.3%,2.1%\n"
    with pytest.raises(NotEnoughEvidenceError, match=r"rows are workloads(.|\n)*--changes gives the mean"):
        table(rows)
    assert [round(mean.mean.value, 2) for mean in table(rows, changes=True).means] == [0.45, 1.25]
    assert table(rows, base="BATCH").differences


def test_lock_types_have_averages_and_no_first_line_against_one_another(table: Proving) -> None:
    proof = table("Lock Type,Total X Time,Avg X Time,Total X Count\nA,0,0.00,7\nB,120,0.40,300\n")
    assert proof.differences == ()
    assert [figure.verdict for figure in proof.printed] == ["rounding", "rounding"]
    assert all(figure.low >= 0 for figure in proof.printed)  # no time is below zero
    assert first_line(proof).startswith("2 of 2 printed figures agree")
    for form in ("json", "csv", "md", "html", "table"):
        assert "Avg X Time" in report.render(proof, form)


def test_itr_follows_from_etr_and_busy_where_none_is_printed(table: Proving) -> None:
    proof = table("Measure,R1,R2\nElapsed (s),300.4,201.9\nETR,150.3,223.6\nLPAR CPU %,48.2,52.9\n")
    itr = proof.difference("R2", "itr")
    assert itr is not None
    assert (round(itr.before.value, 1), round(itr.after.value, 1)) == (311.8, 422.7)
    low, value, high = change(proof, "R2", "itr")
    assert low < 100 * (223.6 / 52.9 / (150.3 / 48.2) - 1) < high
    assert value == pytest.approx(35.55, abs=0.01)
    assert any("ETR / CPU busy" in note for note in proof.notes)


def test_a_region_has_no_itr_over_the_busy_of_its_partition(table: Proving) -> None:
    proof = table("run,ETR,CICS %,LPAR %\na,900,30.0,12.0\nb,950,30.5,11.0\n")
    assert proof.difference("b", "itr") is None


def test_counts_are_exact_and_divide_only_what_servers_share(table: Proving) -> None:
    proof = table(
        "Servers,Throughput,Ratio of response times,Avg response (ms),CPU hours\n"
        "1,1,1,12,3.0\n4,3.72,1.02,12.3,12.4\n",
        per="Servers",
    )
    low, value, high = change(proof, "4", "etr")
    assert (low, high) == pytest.approx((100 * (3.715 / 4 - 1), 100 * (3.725 / 4 - 1)))
    assert value == pytest.approx(-7.0)
    assert change(proof, "4", "ratio_of_response_times")[1] == pytest.approx(2.0)
    assert change(proof, "4", "response_s")[1] == pytest.approx(2.5)
    assert change(proof, "4", "cpu")[1] == pytest.approx(100 * (12.4 / 12 - 1))
    assert any("except Ratio of response times, Avg response (ms)" in note for note in proof.notes)


@pytest.mark.parametrize("averages", ["", "Average,,{}\n", "Mean,n/a,{}\n"])
def test_tables_whose_first_column_is_the_rate_are_paired_by_load(table: Proving, averages: str) -> None:
    before = "ETR,CICS %,ms/tran\n1000.2,30.1%,0.301\n2003.1,59.8%,0.299\n3010.0,88.9%,0.295\n"
    after = "ETR,CICS %,ms/tran\n1001.9,33.2%,0.331\n2001.0,66.1%,0.330\n3004.4,97.6%,0.325\n"
    before, after = before + averages.format(0.298), after + averages.format(0.329)
    proof = table(before, after)
    cost = proof.difference("all runs", "ms_tran")
    assert cost is not None
    assert (cost.runs_before, cost.verdict) == (3, Verdict.WORSE)
    assert change(proof, "all runs", "ms_tran")[1] == pytest.approx(10.2, abs=0.1)
    assert "3 runs at the same ETR, within 5%, are compared pair by pair." in proof.notes
    with pytest.raises(NotEnoughEvidenceError, match="rows are loads"):
        table(before)


def test_more_than_so_many_percent_has_no_upper_end(table: Proving) -> None:
    printed = table("Measure,before,after,Delta\nCPU (s),100,52,<-46%\nElapsed (s),50,40,<-31%\n").printed
    assert [(figure.verdict, figure.open_ended) for figure in printed] == [("rounding", True), ("no", True)]
    proof = table("Test,CPU change\n1 MB,>46 %\n256 KB,31 %\n", changes=True, goal=30)
    assert (proof.means[0].outcome, proof.means[0].scatter) == ("met", None)
    assert "mean at least +38.5 %" in report.render(proof, "table")
    assert json.loads(report.render(proof, "json"))["means"][0]["mean"]["high"] is None
    saved = table("Interface,CPU saved %\nCommarea,10\nContainer,>46 %\n")
    for form in ("csv", "md", "html", "table"):
        assert "inf" not in report.render(saved, form).replace("info", "")
    assert ">46 %" in report.render(saved, "table")


def test_runs_in_which_nothing_was_done_are_left_out(table: Proving) -> None:
    rows = "run,ETR,CPU %,ITR,response ms\nidle,0,0.3,0,0.0\na,100,50,200,10\nb,120,55,218,9\n"
    proof = table(rows)
    assert (proof.before.label, {d.subject for d in proof.differences}) == ("a", {"b"})
    assert any("nothing was done: 'idle'" in note for note in proof.notes)
    with pytest.raises(GetpageError, match="nothing was done, so it is no base"):
        table(rows, base="idle")
    with pytest.raises(NotEnoughEvidenceError, match="in every run"):
        table("run,ETR\na,0\nb,0\n")
    both = table(rows, rows.replace("120,55", "130,55"))
    assert {d.runs_before for d in both.differences} == {2}


@pytest.mark.parametrize(
    ("busy", "is_percent"), [("64,51.5", True), ("0.64,0.515", False), ("640,515", False)]
)
def test_busy_without_a_unit_is_a_percentage_where_it_can_be_nothing_else(
    table: Proving, busy: str, is_percent: bool
) -> None:
    old, new = busy.split(",")
    proof = table(f"Run,ETR,LPAR busy\nold,408.2,{old}\nnew,391.4,{new}\n")
    assert any("ITR is not printed" in said for said in proof.notes) == is_percent
