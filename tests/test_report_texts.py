"""The renderings as text: JSON, CSV, Markdown and the terminal."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import test_report_data as data
import test_report_extremes as extremes
from getpage import report
from getpage.core import numbers
from getpage.report.common.grid import Column, Grid
from getpage.report.common.screen import Screen, columns, folded
from getpage.report.common.terminal import table

RESULTS = [data.site, extremes.hostile, extremes.empty, extremes.large]


def on_terminal(result, width=100, **options):
    return report.render(result, "table", screen=Screen(width, **options))


@pytest.mark.parametrize("make", RESULTS)
def test_json_holds_findings_with_the_promised_keys(make):
    model = json.loads(report.render(make(), "json"))
    assert len(model["findings"]) == len(make().findings)
    for finding in model["findings"]:
        assert {"check", "product", "object", "severity", "claim", "evidence", "changes"} <= set(finding)


def test_json_has_no_number_that_json_does_not_know():
    text = report.render(extremes.hostile(), "json")
    assert "NaN" not in text
    assert "Infinity" not in text


def test_json_keeps_the_exact_values_and_the_model_version():
    model = json.loads(report.render(data.site(), "json"))
    assert model["version"] == data.site().version
    assert model["findings"][0]["evidence"][4]["value"] == 0.000185
    assert model["findings"][0]["severity"] == "critical"


@pytest.mark.parametrize("form", ["json", "csv", "md", "table"])
@pytest.mark.parametrize("make", RESULTS)
def test_every_rendering_gives_the_same_text_again_and_can_be_written_as_utf_8(form, make):
    assert report.render(make(), form) == report.render(make(), form)
    report.render(make(), form).encode("utf-8")


def section(text, name):
    """The rows of one section of a CSV file."""
    return [row for row in csv.DictReader(io.StringIO(text)) if row["section"] == name]


def test_csv_has_one_row_per_finding_in_the_order_of_the_report_and_one_per_fact_within_it():
    text = report.render(data.site(), "csv")
    rows = section(text, "findings")
    assert [row["number"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0]["object"] == "MQ1A buffer pool 1"
    assert rows[2]["storage_bytes"] == "1060000000"
    facts = [row for row in section(text, "findings.evidence") if row["within"] == "findings 1"]
    assert [row["label"] for row in facts] == [fact.label for fact in data.site().findings[0].evidence]
    assert (facts[2]["value"], facts[2]["table"], facts[2]["ibm_name"]) == ("37", "mq_buffer_pool", "QPSTSOS")


def test_csv_of_every_result_is_one_table_with_as_many_cells_in_every_row():
    for make in RESULTS:
        head, *rows = csv.reader(io.StringIO(report.render(make(), "csv")))
        assert head[:3] == ["section", "number", "within"]
        assert len(set(head)) == len(head)
        assert {len(row) for row in rows} == {len(head)}


def test_csv_cells_are_never_formulas():
    rows = list(csv.reader(io.StringIO(report.render(extremes.hostile(), "csv"))))
    [finding] = section(report.render(extremes.hostile(), "csv"), "findings")
    assert finding["check"] == "'=HYPERLINK(1)"
    assert finding["claim"].startswith("'-")
    assert not any(cell.startswith(("=", "+", "@")) for row in rows[1:] for cell in row)


def test_csv_of_no_findings_has_the_window_and_no_row_of_a_finding():
    text = report.render(extremes.empty(), "csv")
    assert section(text, "report")
    assert not section(text, "findings")


def test_markdown_holds_answers_evidence_and_commands():
    text = report.render(data.site(), "md")
    result = data.site()
    assert all(sentence in text for sentence in (thing.headline for thing in result.first))
    assert all(f"```\n{change.command}\n```" in text for change in result.changes)
    for finding in result.findings:
        assert all(numbers.value_with_unit(fact.value, fact.unit) in text for fact in finding.evidence)


def test_markdown_escapes_markup_and_keeps_tables_whole():
    text = report.render(extremes.hostile(), "md")
    outside = [line for line in text.split("\n") if not line.startswith("```")]
    in_code = False
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            assert "<script" not in line
            assert "<img" not in line
    rows = [line for line in outside if line.startswith("| ")]
    heads = [line for line in rows if set(line) <= set("|- ")]
    assert heads


@pytest.mark.parametrize("make", RESULTS)
@pytest.mark.parametrize("width", [80, 100, 200])
def test_the_terminal_never_gets_more_than_a_hundred_columns(make, width):
    lines = on_terminal(make(), width).split("\n")
    assert max(columns(line) for line in lines) <= 100


def test_the_terminal_answers_first_and_then_shows_findings_and_commands():
    words = on_terminal(data.site())
    places = [
        words.index(word)
        for word in (
            "1  critical  MQ1A buffer pool 1",
            "9 rules looked at",
            "Findings (5)",
            "Changes (3), one at a time",
        )
    ]
    assert places == sorted(places)
    assert "    ALTER BUFFPOOL(1) BUFFERS(50000)\n" in words.replace(" " * 20, "").replace(" \n", "\n")
    assert "MQ1C: Which queues and which calls wait for page set I/O?" in words


def test_piped_output_has_no_escape_sequences_and_a_terminal_gets_none_from_names():
    assert "\x1b" not in on_terminal(extremes.hostile())
    coloured = on_terminal(extremes.hostile(), styled=True, coloured=True)
    assert "\x1b[1;31mcritical\x1b[0m" in on_terminal(data.site(), styled=True, coloured=True)
    assert "\x1b[1mcritical\x1b[0m" in on_terminal(data.site(), styled=True)
    assert "\x1b[31mred" not in coloured
    assert "\u202e" not in coloured


def test_square_brackets_in_names_are_not_markup_for_the_terminal():
    assert "[31mred" in on_terminal(extremes.hostile())


@given(text=st.text(alphabet=st.sampled_from("ab \t\n漢é\u0301─x"), max_size=60), width=st.integers(2, 20))
def test_folded_lines_hold_every_word_within_their_columns_and_end_in_no_blank(text, width):
    text = text.replace("\n", " ")
    lines = folded(text, width)
    assert all(columns(line) <= width for line in lines)
    assert all(line == line.rstrip() for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_word_is_folded_only_where_it_fits_on_no_line():
    assert folded("one two three", 7) == ["one two", "three"]
    assert folded("to abcdefgh and", 5) == ["to", "abcde", "fgh", "and"]
    assert folded("two  blanks", 20) == ["two  blanks"]


def test_a_table_that_does_not_fit_loses_no_character_and_breaks_no_word_while_others_can_give_way():
    grid = Grid(Column(title="name"), Column(title="meaning"), headed=True)
    meaning = "what it is, in more words than there is room for on one line"
    grid.add("A.LONG.NAME.OF.ONE.WORD", meaning)
    lines = "".join(grid.lines(Screen(50))).splitlines()
    assert max(map(columns, lines)) <= 50
    assert "A.LONG.NAME.OF.ONE.WORD" in lines[3]
    assert " ".join(line[26:].strip() for line in lines[3:]).strip() == meaning


def test_sentences_that_have_no_width_beside_figures_stand_below_their_row_and_lose_no_word():
    heads = ("knob", "from", "to", "storage", "worth s/h", "because")
    why = "it is idle: at most 6.0 getpages per second; 10,800 buffers hold every page asked for in 300 s"
    rows = [
        ("SYSB.DBP2.BP5.WITH.A.LONG.NAME", "600,000", "10,800", "-2.25 GiB", "1,356 (-316 to 3,094)", why)
    ]
    lines = "".join(table("", heads, rows, Screen(100))).splitlines()
    assert "because" not in lines[1]
    assert lines[3].split()[:2] == ["SYSB.DBP2.BP5.WITH.A.LONG.NAME", "600,000"]
    below = " ".join(line.strip() for line in lines[4:]).strip()
    assert below == f"because  {why}"
    assert max(map(columns, lines)) <= 100
    short = [(*rows[0][:-1], "it is idle")]
    assert "because" in "".join(table("", heads, short, Screen(100))).splitlines()[1]
