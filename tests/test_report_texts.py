"""The renderings as text: JSON, CSV, Markdown and the terminal."""

from __future__ import annotations

import csv
import io
import json

import pytest
from rich.cells import cell_len
from rich.console import Console

import test_report_data as data
from getpage import report
from getpage.core import numbers

RESULTS = [data.site, data.hostile, data.empty, data.large]


def on_terminal(result, width=100, **options):
    out = io.StringIO()
    report.terminal(result, Console(file=out, width=width, **options))
    return out.getvalue()


@pytest.mark.parametrize("make", RESULTS)
def test_json_holds_findings_with_the_promised_keys(make):
    model = json.loads(report.json(make()))
    assert len(model["findings"]) == len(make().findings)
    for finding in model["findings"]:
        assert {"check", "product", "object", "severity", "claim", "evidence", "changes"} <= set(finding)


def test_json_has_no_number_that_json_does_not_know():
    text = report.json(data.hostile())
    assert "NaN" not in text
    assert "Infinity" not in text


def test_json_keeps_the_exact_values_and_the_model_version():
    model = json.loads(report.json(data.site()))
    assert model["version"] == data.site().version
    assert model["findings"][0]["evidence"][4]["value"] == 0.000185
    assert model["findings"][0]["severity"] == "critical"


@pytest.mark.parametrize("render", [report.json, report.csv, report.markdown, on_terminal])
@pytest.mark.parametrize("make", RESULTS)
def test_every_rendering_gives_the_same_text_again_and_can_be_written_as_utf_8(render, make):
    assert render(make()) == render(make())
    render(make()).encode("utf-8")


def test_csv_has_one_row_per_finding_in_the_order_of_the_report():
    rows = list(csv.DictReader(io.StringIO(report.csv(data.site()))))
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert rows[0]["object"] == "MQ1A buffer pool 1"
    assert "short on storage = 37 [mq_buffer_pool.short_on_storage QPSTSOS]" in rows[0]["evidence"]
    assert rows[2]["storage_bytes"] == "1060000000"


def test_csv_cells_are_never_formulas():
    rows = list(csv.reader(io.StringIO(report.csv(data.hostile()))))
    assert rows[1][3] == "'=HYPERLINK(1)"
    assert rows[1][6].startswith("'-")
    assert not any(cell.startswith(("=", "+", "@")) for row in rows[1:] for cell in row)


def test_csv_of_no_findings_is_its_header():
    assert report.csv(data.empty()).count("\n") == 1


def test_markdown_holds_answers_evidence_and_commands():
    text = report.markdown(data.site())
    result = data.site()
    assert all(sentence in text for sentence in (*result.short, *result.wasted, *result.do))
    assert all(f"```\n{change.command}\n```" in text for change in result.changes)
    for finding in result.findings:
        assert all(numbers.value_with_unit(fact.value, fact.unit) in text for fact in finding.evidence)


def test_markdown_escapes_markup_and_keeps_tables_whole():
    text = report.markdown(data.hostile())
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
    assert max(cell_len(line) for line in lines) <= 100


def test_the_terminal_answers_first_and_then_shows_findings_and_commands():
    words = on_terminal(data.site())
    places = [
        words.index(word) for word in ("Short", "Wasted", "What to do", "Findings (5)", "Changes of MQ1A")
    ]
    assert places == sorted(places)
    assert "    ALTER BUFFPOOL(1) BUFFERS(50000)\n" in words.replace(" " * 20, "").replace(" \n", "\n")
    assert "MQ1C: Which queues and which calls wait for page set I/O?" in words


def test_piped_output_has_no_escape_sequences_and_a_terminal_gets_none_from_names():
    assert "\x1b" not in on_terminal(data.hostile())
    coloured = on_terminal(data.hostile(), force_terminal=True, color_system="standard")
    assert "\x1b[31mred" not in coloured
    assert "\u202e" not in coloured


def test_square_brackets_in_names_are_not_markup_for_the_terminal():
    assert "[31mred" in on_terminal(data.hostile())
