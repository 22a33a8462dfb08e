"""Tables of runs, before and after: every delta that the published tables print, within its rounding."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import in_process
from getpage import prove, report
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.result.prove import Proof, Verdict

SEEDS = Path(__file__).parent / "data" / "seeds"


def seed(name: str, **options: object) -> Proof:
    return prove(SEEDS / f"{name}.csv", **options)  # type: ignore[arg-type]


def seeds(before: str, after: str) -> Proof:
    return prove(SEEDS / f"{before}.csv", SEEDS / f"{after}.csv")


def run(*arguments: str | Path) -> in_process.Done:
    return in_process.run("prove", *arguments)


def deltas(proof: Proof) -> dict[str, str]:
    return {p.label: p.verdict for p in proof.printed if "change from" in p.rule}


def test_opening_many_data_sets_has_the_printed_itr_and_deltas() -> None:
    proof = seed("open-data-sets")
    last = "V1.12 with MEMDSENQMGMT"
    assert deltas(proof) == {
        f"{last}, Elapsed time (s)": "rounding",  # -50 %
        f"{last}, ETR (number of open DS per sec)": "cut off",  # 400.8 / 199.7 is 100.7 %, printed as 100
        f"{last}, LPAR CPU%": "rounding",  # +27 %
        f"{last}, ITR": "rounding",  # +58 %
    }
    itr = [p for p in proof.printed if p.rule == "ITR = ETR / CPU busy"]
    assert [p.printed for p in itr] == [335.6, 449.1, 529.3]
    assert {p.verdict for p in itr} == {"rounding"}
    faster = proof.difference(last, "elapsed_time")
    assert faster is not None
    assert faster.verdict is Verdict.BETTER
    assert faster.change_percent is not None
    assert faster.change_percent.low == pytest.approx(100 * (239.45 / 480.75 - 1))
    assert faster.change_percent.high == pytest.approx(100 * (239.55 / 480.65 - 1))


@pytest.mark.parametrize(
    "name",
    [
        "iebcopy-fb-elapsed",
        "iebcopy-fb-cpu",
        "iebcopy-vb-elapsed",
        "iebcopy-vb-cpu",
        "iebcopy-loadlib-elapsed",
        "iebcopy-sequential-elapsed",
        "iebcopy-compress-loadlib-elapsed",
        "iebcopy-compress-elapsed",
        "iebcopy-compress-cpu",
    ],
)
@pytest.mark.parametrize("base", ["V1R12", None])
def test_every_printed_delta_of_iebcopy_agrees_within_rounding(name: str, base: str | None) -> None:
    proof = seed(name, base=base) if base else seed(name)
    assert proof.before.label == "V1R12"
    assert any("columns are taken for the runs" in note for note in proof.notes) == (base is None)
    actual = deltas(proof)
    cells = [line.split(",")[3] for line in (SEEDS / f"{name}.csv").read_text().splitlines()[2:]]
    assert list(actual.values()) == ["rounding"] * sum(cell != "---" for cell in cells)


def test_cpu_printed_as_four_milliseconds_twice_is_not_shown_to_differ() -> None:
    proof = seed("iebcopy-compress-cpu", base="V1R12")
    same = next(d for d in proof.differences if d.title == "4096")
    assert same.verdict is Verdict.SAME
    assert (same.difference.low, same.difference.high) == pytest.approx((-0.001, 0.001))


def test_larger_pools_of_the_banking_workload_have_the_printed_deltas() -> None:
    actual = deltas(seed("db2-pool-sizes", base="256 GB"))
    assert len(actual) == 8
    assert {label for label, verdict in actual.items() if verdict != "rounding"} == {
        "1024 GB, Sync Read IO/sec"
    }
    assert (
        actual["1024 GB, Sync Read IO/sec"] == "cut off"
    )  # 0.9k of 38.4k is 97.5 to 97.8 % less, printed as 97


@pytest.mark.parametrize(
    ("name", "base", "verdicts"),
    [
        ("was-day-trader", "1", ["rounding"] * 5),
        ("svc-dump-capture", "not constrained 2", ["rounding"] * 2),
        (
            "dsw-hardware",
            "30 AORs",
            ["cut off", *["rounding"] * 3, "cut off", *["rounding"] * 3],
        ),
        # 590667 of 589236 is 0.24 % more: the printed 2 % is not what the figures give
        (
            "genapp-hardware",
            "30 AORs",
            ["rounding", "no", "cut off", "rounding", "cut off", "cut off", "rounding", "rounding"],
        ),
    ],
)
def test_printed_deltas_are_checked_against_their_figures(name: str, base: str, verdicts: list[str]) -> None:
    assert list(deltas(seed(name, base=base)).values()) == verdicts
    assert list(deltas(seed(name)).values()) == verdicts  # the base is found without being named


def test_a_table_of_measures_with_one_row_is_read_across() -> None:
    [reads] = seed("mdm-group-pool").differences
    assert reads.change_percent is not None
    assert round(reads.change_percent.value) == -96


def test_a_dump_without_free_storage_takes_58_and_73_percent_longer() -> None:
    proof = seed("svc-dump-capture", base="not constrained 2")
    changes = [d.change_percent for d in proof.differences if d.measure == "capture_time"]
    assert [round(change.value) for change in changes if change] == [3, 58, 73]


def test_55_against_4_minutes_agrees_with_93_percent_of_the_improvement_table() -> None:
    (faster,) = seed("svc-dump-40gb").differences
    assert faster.change_percent is not None
    assert -faster.change_percent.high <= 93 <= -faster.change_percent.low
    assert faster.verdict is Verdict.BETTER
    (free, short) = seed("svc-dump-60-on-aux", changes=True).means
    assert (round(free.mean.value, 1), round(short.mean.value, 1)) == (92.0, 75.7)


def test_four_workloads_meet_the_goal_of_a_release_at_32_and_64_ways_only() -> None:
    means = seed("lspr-v1r12", changes=True, goal=1.25).means
    assert [(m.subject, m.outcome) for m in means] == [
        ("1w", "not met"),
        ("12w", "not met"),
        ("32w", "met"),
        ("64w", "met"),
    ]
    for mean, item in zip(means, (0.5, 1.1, 2.7, 3.0), strict=True):
        assert mean.mean.low - 0.05 <= item <= mean.mean.high + 0.05
    assert means[2].scatter is not None
    assert means[2].scatter.low < 1.25  # four workloads do not promise it for a fifth


def test_three_servers_scale_to_95_7_percent() -> None:
    proof = seed("cognos", per="Total # of Cognos Servers")
    three = proof.difference("3", "ratio_of_trans_per_cpu_second")
    assert three is not None
    assert three.change_percent is not None
    assert round(100 + three.change_percent.value, 1) == 95.7
    assert three.held == "a unit of Total # of Cognos Servers"


def test_synchronous_reads_of_master_data_management_fall_by_96_percent() -> None:
    (reads,) = seed("mdm-group-pool", base="Before").differences
    assert reads.change_percent is not None
    assert round(reads.change_percent.value, 1) == -95.6
    assert reads.verdict is Verdict.BETTER


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ("dsw-static-v42", "dsw-static-v51", Verdict.SAME),  # 0.295 and 0.292 ms: noise covers it
        ("dsw-dynamic-v42", "dsw-dynamic-v51", Verdict.BETTER),  # 0.657 and 0.654 ms, pair by pair
        ("rtw-v42", "rtw-v51", Verdict.WORSE),  # 2.130 and 2.143 ms
        ("isolation-no", "isolation-yes", Verdict.WORSE),  # 0.600 and 0.663 ms
        ("routing-none", "routing-round-robin", Verdict.WORSE),
        ("routing-round-robin", "routing-cpsm", Verdict.WORSE),
        ("dsw-30-aors", "dsw-10-aors", Verdict.BETTER),
        ("genapp-30-aors", "genapp-10-aors", Verdict.BETTER),
    ],
)
def test_runs_of_two_releases_are_compared_pair_by_pair(before: str, after: str, verdict: Verdict) -> None:
    proof = seeds(before, after)
    cpu = next(d for d in proof.differences if d.title.lower().endswith("ms/tran"))
    assert cpu.verdict is verdict
    assert cpu.basis == "paired runs"


def test_fewer_regions_need_half_the_frames_and_a_tenth_less_cpu() -> None:
    for before, after, cpu in (("dsw-30-aors", "dsw-10-aors", -11), ("genapp-30-aors", "genapp-10-aors", -9)):
        proof = seeds(before, after)
        frames, each = (proof.difference("all runs", name) for name in ("real_frames", "ms_tran"))
        assert frames is not None
        assert each is not None
        assert frames.change_percent is not None
        assert each.change_percent is not None
        assert -56 < frames.change_percent.value < -53
        assert round(each.change_percent.value) == cpu


def test_a_container_takes_a_ninth_of_the_response_of_commareas_of_32_kb() -> None:
    by_title = {d.title: d for d in seed("dpl-bridge", base="Commarea of 32 KB").differences}
    response = next(d for title, d in by_title.items() if "Response" in title)
    assert response.change_percent is not None
    assert round(response.change_percent.value) == -89
    assert response.verdict is Verdict.BETTER
    for whose, least in (("CPU of CICS", 46), ("CPU of all", 60)):
        cpu = next(d for title, d in by_title.items() if whose in title)
        assert (cpu.after.low, cpu.after.high, cpu.difference.high) == (least, math.inf, math.inf)
        assert cpu.verdict is Verdict.BETTER
    first, *_ = run("--base", "Commarea of 32 KB", SEEDS / "dpl-bridge.csv").stdout.splitlines()
    assert first == "Yes, better: Container CPU of CICS saved (%) 0 % to >46 %; 3 in all."


def links(proof: Proof) -> dict[str, tuple[float, float]]:
    """Links before and after, by run."""
    return {
        str(d.subject): (d.before.value, d.after.value) for d in proof.differences if d.measure == "links"
    }


@pytest.mark.parametrize(
    ("name", "by_commarea"), [("dpl-bridge-32k", 1), ("dpl-bridge-256k", 8), ("dpl-bridge", 32)]
)
def test_links_follow_from_the_size_of_the_data_and_the_interface(name: str, by_commarea: int) -> None:
    proof = seed(name, base="Commarea of 32 KB")
    assert links(proof) == {"Container": (by_commarea, 1)}
    assert any("rounded up; 1 with a channel" in note for note in proof.notes)


def test_other_sizes_and_smaller_commareas_take_other_links(tmp_path: Path) -> None:
    rows = (
        "Run,Interface,Message size,response ms",
        "a,COMMAREA,100 KB,9",  # 3.1 of 32 KB
        "b,24 KB commareas,100 KB,9",
        "c,commarea,32 KB,8",
        "d,commarea,32769 bytes,8",
        "e,channel,3 MB,7",
        "f,sockets,3 MB,7",
        "g,commarea of 64 KB,3 MB,7",  # no COMMAREA is so large
    )
    (tmp_path / "runs.csv").write_text("\n".join(rows))
    after = {run: pair[1] for run, pair in links(prove(tmp_path / "runs.csv")).items()}
    assert after == {"b": 5, "c": 1, "d": 2, "e": 1}


def test_links_that_a_table_prints_are_checked_by_the_rule(tmp_path: Path) -> None:
    rows = "Interface,Data (KB),Links,Messages each way\nCommarea,640,20,21\nContainer,640,1,1\n"
    (tmp_path / "runs.csv").write_text(rows)
    printed = {p.label: (p.computed, p.verdict) for p in prove(tmp_path / "runs.csv").printed}
    assert printed == {
        "Commarea, Links": (20, "rounding"),
        "Commarea, Messages each way": (20, "no"),
        "Container, Links": (1, "rounding"),
        "Container, Messages each way": (1, "rounding"),
    }


def test_two_tables_of_sizes_are_paired_with_their_links(tmp_path: Path) -> None:
    for name, interface in (("before", "Commarea"), ("after", "Container")):
        rows = "".join(f"{size} KB,{interface},{size} KB,{size / 8}\n" for size in (96, 160))
        (tmp_path / f"{name}.csv").write_text(f"Run,Interface,Data,response ms\n{rows}")
    assert links(prove(tmp_path / "before.csv", tmp_path / "after.csv")) == {"all runs": (4, 1)}


def test_a_run_that_only_one_table_has_is_named_and_left_out() -> None:
    proof = seeds("routing-round-robin", "routing-cpsm")
    assert "Only after, and left out: 5." in proof.notes
    assert proof.differences[0].runs_before == 4


def test_pairs_at_another_load_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("run,ETR,ms/tran\n1,100,2.0\n2,200,2.1\n")
    (tmp_path / "b.csv").write_text("run,ETR,ms/tran\n1,101,2.2\n2,300,2.3\n")
    notes = prove(tmp_path / "a.csv", tmp_path / "b.csv").notes
    assert any(note.startswith("Not the same load") and note.endswith(": 2.") for note in notes)


def test_runs_that_are_printed_alike_are_not_without_noise(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("run,CPU ms\n1,2\n2,2\n3,2\n")
    (tmp_path / "b.csv").write_text("run,CPU ms\n1,2\n2,2\n3,2\n")
    (same,) = prove(tmp_path / "a.csv", tmp_path / "b.csv").differences
    assert same.verdict is Verdict.SAME
    assert same.difference.low < 0 < same.difference.high


def test_nothing_to_compare_ends_with_3_and_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("run,ETR\na,1\n")
    (tmp_path / "b.csv").write_text("run,ITR\nb,1\n")
    with pytest.raises(NotEnoughEvidenceError, match="no other run"):
        prove(tmp_path / "a.csv")
    with pytest.raises(NotEnoughEvidenceError, match="no figure in common"):
        prove(tmp_path / "a.csv", tmp_path / "b.csv")
    assert run(tmp_path / "a.csv").returncode == 3


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"base": "512 TB"}, "no run is labeled"),
        ({"per": "servers"}, "no figure to divide by"),
        ({"goal": 1.0}, "--changes"),
        ({"level": 0.2}, "--level"),
        ({"changes": True, "base": "x"}, "--base"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], text: str) -> None:
    with pytest.raises(GetpageError, match=re.escape(text)):
        seed("db2-pool-sizes", **options)


def test_the_command_line_prints_tables_within_100_columns_and_fails_when_asked() -> None:
    done = run(SEEDS / "rtw-v42.csv", SEEDS / "rtw-v51.csv", "--fail-on", "worse")
    assert done.returncode == 0  # the first line does not count what is worse by itself only
    assert "Cannot tell" in done.stdout
    assert "worse, alone" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    better = run(SEEDS / "db2-pool-sizes.csv", "--fail-on", "better")
    assert better.stdout.startswith("Yes, better")
    assert better.returncode == 1
    assert run(SEEDS / "db2-pool-sizes.csv", "--fail-on", "worse").returncode == 0


def test_averages_that_a_table_prints_come_first_and_no_change_is_in_millions_of_percent() -> None:
    stdout = run(SEEDS / "serialization-delay.csv", "--base", "CMS", "--all").stdout
    assert stdout.index("Averages from the totals and counts") < stdout.index("against CMS")
    assert "0.24874" in stdout
    assert "122,254,573" not in stdout
    assert "1,220,000 times" in stdout


def test_json_csv_and_markdown_say_the_same() -> None:
    path = SEEDS / "open-data-sets.csv"
    plain = json.loads(run(path, "--format", "json").stdout)
    assert (plain["kind"], plain["source"], plain["before"]["label"]) == ("proof", "table", "V1.11")
    rows = rows_of(run(path, "--format", "csv").stdout, "prove.differences")
    assert [row["title"] for row in rows] == [difference["title"] for difference in plain["differences"]]
    marked = run(path, "--format", "md").stdout
    assert all(f"| {difference['title']} |" in marked for difference in plain["differences"])
    changes = (SEEDS / "lspr-v1r12.csv", "--changes")
    means = json.loads(run(*changes, "--format", "json").stdout)["means"]
    rows = rows_of(run(*changes, "--format", "csv").stdout, "prove.means")
    assert [float(row["mean"]) for row in rows] == [mean["mean"]["value"] for mean in means]


def rows_of(text: str, section: str) -> list[dict[str, str]]:
    return [row for row in csv.DictReader(io.StringIO(text)) if row["section"] == section]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]


def test_the_page_is_one_file_without_script_and_draws_every_change() -> None:
    proof = seed("db2-pool-sizes")
    page = report.render(proof, "html", title="Proof", generated_by="test")
    parsed = _Page()
    parsed.feed(page)
    assert "script" not in parsed.tags
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert len(parsed.ids) == len(set(parsed.ids))
    assert parsed.tags.count("circle") == len(proof.differences)
    assert page == report.render(seed("db2-pool-sizes"), "html", title="Proof", generated_by="test")


def test_labels_of_a_table_cannot_become_markup(tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("run,<b>CPU</b> ms\n<script>alert(1)</script>,1\n<img src=x>,2\n")
    page = report.render(prove(bad), "html", title="<i>", generated_by="test")
    assert "<script>" not in page
    assert "<img" not in page
    assert "<b>CPU" not in page


def test_the_command_writes_what_the_name_says(tmp_path: Path) -> None:
    for suffix in ("html", "json", "csv", "md"):
        target = tmp_path / f"proof.{suffix}"
        assert run(SEEDS / "db2-pool-sizes.csv", "-o", target).returncode == 0
        assert target.stat().st_size > 100
    assert run(SEEDS / "db2-pool-sizes.csv", "-o", tmp_path / "proof.pdf").returncode == 2


def test_a_scale_of_servers_is_its_rate_a_server_against_the_first_row(tmp_path: Path) -> None:
    """AN-1 with other figures: 41.0, 77.9 and 104.55 transactions on 2, 4 and 6 servers, 95 and 85 %."""
    path = tmp_path / "scale.csv"
    path.write_text("Servers,transactions per second\n2,41.00\n4,77.90\n6,104.55\n")
    stdout = run(path, "--per", "Servers", "--format", "csv").stdout
    changes = {row["subject"]: float(row["change_percent"]) for row in rows_of(stdout, "prove.differences")}
    assert {name: round(100 + change, 1) for name, change in changes.items()} == {"4": 95.0, "6": 85.0}


def test_two_tables_that_begin_with_the_rate_are_paired_by_it_as_the_deck_prints_them(tmp_path: Path) -> None:
    """CI-6 with other figures and columns: 0.412, 0.418, 0.409 ms against 0.361, 0.366, 0.358 ms."""
    heads = "ETR,CICS CPU %,CPU ms per tran"
    (tmp_path / "a.csv").write_text(f"{heads}\n500.2,20.6,0.412\n1002.5,41.9,0.418\n1498.1,61.3,0.409\n")
    (tmp_path / "b.csv").write_text(f"{heads}\n501.0,18.1,0.361\n1000.8,36.6,0.366\n1503.3,53.8,0.358\n")
    [cpu] = [d for d in prove(tmp_path / "a.csv", tmp_path / "b.csv").differences if "ms per tran" in d.title]
    assert cpu.change_percent is not None
    assert cpu.change_percent.value == pytest.approx(-12.43, abs=0.02)  # mean of three ratios
    assert cpu.verdict is Verdict.BETTER
