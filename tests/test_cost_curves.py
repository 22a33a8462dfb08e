"""A knob is worth what its sizes cost, whatever that is: reads, processor seconds, or seconds of waiting."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import getpage
import heap_product
from examples import examples
from getpage.app.report import with_plan
from getpage.cli.forecast import forecast_command
from getpage.cli.output import Format
from getpage.cli.plan import plan_command
from getpage.contract.curve import COUNTERS, CostMeasure, Rates, SizeCurve, SizePoint, known, reads_curve
from getpage.core.errors import NotEnoughEvidenceError
from getpage.evidence.opened import open_evidence
from getpage.evidence.window import Window
from getpage.forecast.change import SizeRequest
from getpage.forecast.site import ForecastSettings, forecast_site
from getpage.plan import PlanSettings
from getpage.plan.offers import offer
from getpage.plan.worth import HOUR, Prices, Weights
from getpage.products import registry
from getpage.prove.score import scores
from getpage.result.forecast import FigureName
from getpage.result.plan import Reason
from getpage.result.prove import Proof, Side
from getpage.result.saved import read_forecast
from heap_product import CPU, HEAP, JVM, MIB, SY1, WAIT, curve, heap, rates, work
from plan_site import FALLING, GIB, PAGE, knob, plan
from test_plan_evidence import evidence

#: Of real storage for what is planned: a heap of 1,024 MiB takes 131,072 pages more.
MORE = 512 * MIB // PAGE


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The heap is a product as others are: one line of the registry."""
    monkeypatch.setattr(registry, "PRODUCTS", (*registry.PRODUCTS, heap_product.PRODUCT))


def saved(of, size):
    """What a size saves against 512 MiB: best guess, at least, at most."""
    (value, low, high), (now, least, most) = of[size], of[512]
    return now - value, least - high, most - low


def request(size, knob=None):
    return SizeRequest(knob or heap(), size)


def forecast(size, knob=None, done=(), **options):
    return forecast_site([request(size, knob)], done, settings=ForecastSettings(**options))


def test_storage_goes_to_a_heap_where_that_saves_more_than_a_pool_does():
    poor = knob("BP1", 1000, {at: reads / 1000 for at, reads in FALLING.items()})
    result = plan(poor, heap(), free=MORE, asked=PlanSettings(add="SYSA=0,SY1=512M", least=0))
    assert {item.knob: item.size_after for item in result.items if item.knob == HEAP} == {HEAP: 1024}
    [item] = [item for item in result.items if item.knob == HEAP]
    assert item.reads_avoided is None
    known = forecast(1024)
    for of, name, figure in (
        (CPU, FigureName.CPU_SAVED, item.cpu_saved),
        (WAIT, FigureName.WAIT_SAVED, item.wait_saved),
    ):
        value, least, most = (3600 * entry for entry in saved(of, 1024))
        hours = known.figure(HEAP, name).same_hours
        assert figure.value == pytest.approx(value)
        assert [figure.low, figure.high] == pytest.approx([3600 * hours.low, 3600 * hours.high])
        assert least < figure.low < value < figure.high < most
        assert figure.basis == "verbose GC"
    assert item.worth.value == pytest.approx(item.cpu_saved.value + item.wait_saved.value)


def test_commands_and_reasons_say_what_the_curve_knows_and_never_reads():
    result = plan(heap(), free=None, asked=PlanSettings(add="SY1=512M"))
    [step] = result.steps
    assert step.change.effect == (
        "Makes the heap larger. Saves 1,080 CPU seconds per hour (1,031 to 1,129). Saves 360 s of waiting "
        "per hour (335 to 385)."
    )
    [left] = result.not_done
    assert left.reason is Reason.STORAGE
    assert result.reads_avoided is None
    dumps = json.dumps(getpage.result.to_plain(replace(result, reads_avoided=None, items=())))
    assert " read" not in dumps


@pytest.mark.parametrize("form", ["html", "md", "csv", "json"])
def test_a_plan_without_reads_is_shown_without_any(form):
    shown = getpage.report.render(plan(heap(), free=None, asked=PlanSettings(add="SY1=512M")), form)
    assert "1,080" in shown or "1080.0" in shown
    assert "reads per second" not in shown
    assert "reads/s" not in shown


def test_of_one_size_alone_the_reason_says_what_could_be_saved_and_what_would_tell():
    now = SizeCurve(
        basis=COUNTERS, sizes=(512, 2048), cpu=rates({512: (0.4, 0.4, 0.4), 2048: (0.4, 0.0, 0.4)})
    )
    result = plan(heap(curve=now), knob("BP1", 1000, FALLING), free=10_000)
    [left] = [item for item in result.not_done if item.knob == HEAP]
    assert left.why == (
        "only its present size was measured: growth saves none to all of 1,440 CPU seconds per hour, at most "
        "1,440 s/h"
    )
    assert (left.supply, left.worth_at_most) == ("-verbose:gc at another -Xmx", pytest.approx(1440))


def test_a_heap_that_costs_nothing_is_left_as_it_is_and_one_without_a_curve_asks_for_one():
    nothing = SizeCurve(basis=COUNTERS, sizes=(512,), cpu=rates({512: (0.0, 0.0, 0.0)}))
    pool = knob("BP1", 1000, FALLING)
    result = plan(heap(curve=nothing), pool, free=10_000)
    assert any(
        "cost neither CPU nor waits: JVM1" in str(caution) or "SY1.JVM1.heap" in caution
        for caution in result.cautions
    )
    assert not any("read into" in caution for caution in result.cautions)
    result = plan(heap(curve=None), pool, free=10_000)
    [left] = [item for item in result.not_done if item.knob == HEAP]
    assert left.why == "the evidence does not show what it costs at any size"


def test_pauses_that_grow_with_the_heap_are_weighed_against_the_cpu_that_it_saves():
    longer = rates({512: (0.1,) * 3, 1024: (0.15,) * 3, 2048: (0.9,) * 3}, never_rises=False)
    first = heap(curve=curve(wait=longer))
    [item] = plan(first, free=None, asked=PlanSettings(add="SY1=4G", least=0)).items
    assert item.size_after == 1024
    assert item.wait_saved.value == pytest.approx(-0.05 * 3600)
    [item] = plan(first, free=None, asked=PlanSettings(add="SY1=4G", least=0, weights={"wait": 0})).items
    assert item.size_after == 2048


def test_what_never_rises_is_bounded_by_that_and_what_may_rise_by_its_bounds_alone():
    wide = {512: (0.2, 0.1, 0.3), 2048: (0.2, 0.1, 0.3)}
    result = offer(heap(curve=curve(sizes=(512, 2048), cpu=rates(wide), wait=rates(wide, never_rises=False))),
                 protected=False)  # fmt: skip
    last = len(result.sizes) - 1
    assert result.costs[CostMeasure.CPU].between(last) == pytest.approx((0.0, 0.2))
    assert result.costs[CostMeasure.WAIT].between(last) == pytest.approx((-0.2, 0.2))
    between = forecast(1024, heap(curve=curve(wait=rates(WAIT, never_rises=False))))
    assert between.figure(HEAP, FigureName.WAIT_SAVED).after.value == pytest.approx(0.1)
    with pytest.raises(
        NotEnoughEvidenceError,
        match="it may cost more there; supply -verbose:gc at another -Xmx\nNext: getpage collect",
    ):
        forecast(4096, heap(curve=curve(wait=rates(WAIT, never_rises=False)), largest=4096))


def test_a_forecast_gives_cpu_and_waits_with_intervals_and_no_figure_of_reads():
    result = forecast(1024)
    for of, spent, less, unit in (
        (CPU, FigureName.CPU, FigureName.CPU_SAVED, "s/s"),
        (WAIT, FigureName.WAIT, FigureName.WAIT_SAVED, "s/s"),
    ):
        cost, gained = result.figure(HEAP, spent), result.figure(HEAP, less)
        assert cost.unit == gained.unit == unit
        assert (cost.before.value, cost.after.value) == (of[512][0], of[1024][0])
        assert of[1024][1] < cost.after.low < of[1024][0] < cost.after.high < of[1024][2]
        assert gained.after.low < gained.after.value == pytest.approx(of[512][0] - of[1024][0])
        assert gained.after.high > gained.after.value
    assert result.figure(SY1, FigureName.CPU_SAVED).after.value == pytest.approx(0.3)
    assert result.figure(JVM, FigureName.WAIT_SAVED).after.basis == "verbose GC"
    assert not [figure.name for figure in result.figures if "read" in figure.name]
    assert not result.prices
    assert not [words for words in result.assumptions if "of a read" in words]


def test_response_and_throughput_follow_from_what_the_curve_saves():
    result = forecast(1024, done=work())
    cpu, wait = 0.3 / 100, 0.1 / 100  # of 100 requests a second
    figures = {figure.name: figure for figure in result.figures if figure.subject == JVM}
    assert figures["CPU per unit"].after.value == pytest.approx(0.01 - cpu, rel=1e-3)
    assert figures["wait saved per unit"].after.value == pytest.approx(wait, rel=1e-3)
    assert figures["response"].after.value == pytest.approx(0.03 - cpu - wait, rel=1e-3)
    assert figures["ITR"].after.value == pytest.approx(1 / (0.01 - cpu), rel=1e-3)
    users = forecast(1024, done=work(), processors=2, busy_percent=60, load="closed", think_seconds=1.0)
    assert users.figure(JVM, FigureName.ETR).after.value > 100
    assert users.figure(SY1, FigureName.CPU_BUSY).after.value < 60


def test_waits_alone_give_no_figure_of_cpu_and_cpu_alone_none_of_waits():
    waits = forecast(1024, heap(curve=curve(cpu=None)), done=work())
    assert not [
        figure.name for figure in waits.figures if figure.name in {"CPU", "CPU saved", "CPU per unit"}
    ]
    assert waits.figure(JVM, FigureName.RESPONSE).after.value == pytest.approx(0.029, rel=1e-3)
    busy = forecast(1024, heap(curve=curve(wait=None)), done=work())
    assert not [figure.name for figure in busy.figures if "wait" in figure.name]
    assert busy.figure(JVM, FigureName.RESPONSE).after.value == pytest.approx(0.027, rel=1e-3)


def test_a_curve_that_knows_its_own_cpu_prices_only_the_waits_of_its_reads():
    pool = knob("BP1", 1000, {1000: 500.0, 2000: 200.0})
    own = replace(pool, curve=replace(pool.curve, cpu=Rates((0.5, 0.4), (0.5, 0.4), (0.5, 0.4))))
    [item] = plan(own, free=1000, asked=PlanSettings(least=0)).items
    [priced] = plan(pool, free=1000, asked=PlanSettings(least=0)).items
    assert item.cpu_saved.value == pytest.approx(0.1 * HOUR)
    assert item.wait_saved == priced.wait_saved
    assert item.reads_avoided == priced.reads_avoided
    result = forecast(2000, own)
    assert result.figure(own.subsystem, FigureName.CPU_SAVED).after.value == pytest.approx(0.1)
    assert result.figure(own.id, FigureName.READS_AVOIDED).after.value == 300


def test_a_forecast_of_a_heap_is_scored_by_what_it_costs_at_its_new_size(tmp_path):
    path = tmp_path / "forecast.json"
    path.write_text(getpage.report.render(forecast(1024), "json"))
    read = read_forecast(path)
    assert read.asked[0].costs == forecast(1024).asked[0].costs
    proof = Proof(source="store", level=0.95, before=Side(label="b"), after=(Side(label="a"),))

    def outcomes(after):
        names = {"CPU", "CPU saved", "wait", "wait saved"}
        actual = scores(read, proof, [heap()], [after])
        return {
            item.name: item.outcome
            for item in actual
            if item.name in names and str(item.subject) == str(HEAP)
        }

    assert outcomes(heap(1024)) == dict.fromkeys(("CPU", "CPU saved", "wait", "wait saved"), "inside")
    worse = curve(cpu=rates(CPU | {1024: (0.3, 0.29, 0.31)}))
    assert outcomes(heap(1024, curve=worse)) == {
        "CPU": "outside", "CPU saved": "outside", "wait": "inside", "wait saved": "inside",
    }  # fmt: skip
    assert set(outcomes(heap(2048)).values()) == {"not made"}


@pytest.mark.parametrize("form", list(Format))
def test_every_form_of_a_plan_says_what_a_heap_saves_beside_a_pool(tmp_path, capsys, form):
    assert plan_command(evidence(tmp_path), add="2G", format=form, everything=form is Format.TABLE) == 0
    out = capsys.readouterr().out
    if form is Format.JSON:
        [item] = [item for item in json.loads(out)["items"] if item["knob"] == str(HEAP)]
        assert item["reads_avoided"] is None
        at = np.interp(item["size_after"], list(CPU), [value for value, _, _ in CPU.values()])
        assert item["cpu_saved"]["value"] == pytest.approx(3600 * (CPU[512][0] - at))
    elif form is Format.CSV:
        rows = csv.DictReader(io.StringIO(out))
        [row] = [row for row in rows if row["section"] == "plan.items" and str(HEAP) in row.values()]
        assert row["reads_avoided"] == row["reads_avoided_low"] == ""
        assert float(row["cpu_saved"]) > 1000
    else:
        assert "CPU s/h" in " ".join(out.split())
        assert not [line for line in out.splitlines() if "knob" in line and "reads/s" in line]


@pytest.mark.parametrize("form", list(Format))
def test_every_form_of_a_forecast_has_the_figures_of_a_heap(tmp_path, capsys, form):
    forecast_command(evidence(tmp_path), changes=("JVM1.heap=1024",), format=form)
    out = capsys.readouterr().out
    assert "CPU saved" in out
    assert ("s/s" if form in {Format.JSON, Format.CSV} else " s/h") in out
    assert "reads avoided" not in out


def test_the_report_draws_what_a_heap_costs_and_lists_it_in_its_unit(tmp_path):
    with open_evidence(evidence(tmp_path), window=Window(None, None), layouts=()) as (seen, _):
        result = with_plan(seen)
    [of] = [entry for entry in result.cost_by_size if entry.knob == HEAP]
    assert of.costs.reads is None
    assert of.costs.cpu_seconds[0] == (512, *CPU[512])
    page = getpage.report.render(result, "html")
    for words in (
        "Cost by size",
        "CPU seconds per hour by size, SY1.JVM1.heap",
        "now: 512 MiB",
        "1,440 CPU s/h",
    ):
        assert words in page
    assert "512 buffers" not in page
    shown = getpage.report.render(result, "md")
    assert "## Cost by size" in shown
    assert "1,440 CPU s/h" in shown
    document = json.loads(getpage.report.render(result, "json"))
    assert [entry["knob"] for entry in document["cost_by_size"] if entry["costs"]["reads"] is None] == [
        str(HEAP)
    ]
    # No finding asks for a larger heap, so that the plan of the report leaves it as it is.
    assert str(HEAP) not in {item["knob"] for item in document["plan"]["items"]}


def test_a_page_of_a_forecast_draws_the_curve_of_a_heap(tmp_path):
    forecast_command(evidence(tmp_path), changes=("JVM1.heap=1024",), output=tmp_path / "page.html")
    assert "CPU seconds per hour by size" in (tmp_path / "page.html").read_text()


def test_a_curve_has_every_measure_at_every_size_and_one_at_least():
    with pytest.raises(ValueError, match="of 3 sizes"):
        SizeCurve(basis="trace", sizes=(1, 2, 3), reads=Rates((1.0,), (1.0,), (1.0,)))
    with pytest.raises(ValueError, match="of 1 sizes"):
        SizeCurve(basis="trace", sizes=(1,))
    assert known(curve())
    assert not known(curve(basis=COUNTERS))


@st.composite
def falling(draw):
    """Sizes, and reads that fall along them."""
    sizes = sorted(draw(st.sets(st.integers(1, 400), min_size=2, max_size=6)))
    reads = sorted(draw(st.lists(st.floats(0, 1e4), min_size=len(sizes), max_size=len(sizes))), reverse=True)
    return tuple(sizes), tuple(reads)


@given(falling())
def test_reads_alone_are_worth_their_price_as_if_nothing_else_were_known(shape):
    """Bit for bit: no plan of buffer pools differs from one that knows reads only."""
    sizes, reads = shape
    first = knob("BP1", sizes[0], dict(zip(sizes, reads, strict=True)), largest=sizes[-1])
    prices, weights = Prices((), None), Weights()
    price = prices.of(first)
    result = offer(first, protected=False)
    each = HOUR * (price.cpu_seconds.value + price.waited_seconds.value)
    expected = (np.interp(sizes[0], sizes, reads) - np.interp(result.sizes, sizes, reads)) * each
    assert result.worth(prices.each(first, weights)).tolist() == expected.tolist()


@settings(max_examples=examples(60))
@given(st.lists(falling(), min_size=1, max_size=3), st.integers(0, 600))
def test_arrays_give_the_plan_that_points_give(shapes, free):
    points, arrays = [], []
    for number, (sizes, reads) in enumerate(shapes):
        name = f"BP{number}"
        first = knob(name, sizes[0], dict(zip(sizes, reads, strict=True)), largest=sizes[-1])
        points.append(first)
        line = np.array(reads)
        columns = SizeCurve(basis="trace", sizes=np.array(sizes), reads=Rates(line, line, line))
        arrays.append(replace(first, curve=columns))
    assert plan(*points, free=free).items == plan(*arrays, free=free).items


@settings(max_examples=examples(60))
@given(st.lists(falling(), min_size=1, max_size=3), st.integers(0, 600))
def test_cpu_and_waits_that_are_those_of_reads_give_a_plan_worth_the_same(shapes, free):
    """Whether a curve knows its CPU and waits itself or has them priced makes no difference to where storage
    goes.
    """
    prices = Prices((), None)
    priced, known_itself = [], []
    for number, (sizes, reads) in enumerate(shapes):
        result = knob(f"BP{number}", sizes[0], dict(zip(sizes, reads, strict=True)), largest=sizes[-1])
        price = prices.of(result)
        cpu = tuple(price.cpu_seconds.value * each for each in reads)
        wait = tuple(price.waited_seconds.value * each for each in reads)
        both = SizeCurve(basis="trace", sizes=sizes, cpu=Rates(cpu, cpu, cpu), wait=Rates(wait, wait, wait))
        priced.append(result)
        known_itself.append(replace(result, curve=both))
    first, second = plan(*priced, free=free), plan(*known_itself, free=free)
    # Whether it is proven to be the best may hang on the last digit of a worth.
    assert second.worth.value == pytest.approx(first.worth.value, rel=1e-6, abs=1e-6)


costs = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=5)


@settings(max_examples=examples(80))
@given(costs, st.floats(0, 2000))
def test_where_storage_abounds_a_heap_has_the_size_that_brings_most_whether_costs_fall_or_rise(drawn, least):
    sizes = tuple(512 * (1 + at) for at in range(len(drawn)))
    cpu, wait = (np.array([item[at] for item in drawn]) for at in (0, 1))
    of = SizeCurve(
        basis="verbose GC",
        sizes=sizes,
        cpu=Rates(cpu, cpu, cpu, never_rises=False),
        wait=Rates(wait, wait, wait, never_rises=False),
    )
    first = heap(curve=of, largest=sizes[-1], smallest=512)
    result = plan(first, free=None, asked=PlanSettings(add="SY1=64G", least=least))
    size = result.items[0].size_after if result.items else 512
    offered = offer(first, protected=False)
    worth = 3600 * (
        np.interp(offered.sizes, sizes, -cpu) - np.interp(offered.sizes, sizes, wait) + cpu[0] + wait[0]
    )
    net = worth - (offered.sizes != 512) - least * (offered.sizes - 512) * MIB / GIB
    assert net[list(offered.sizes).index(size)] == pytest.approx(net.max(), rel=1e-6, abs=1e-6)


@given(st.floats(0, 1), st.integers(512, 2048))
def test_a_forecast_between_sizes_lies_within_what_the_sizes_on_both_sides_allow(part, size):
    result = forecast(size, level=0.5 + 0.49 * part)
    for of, name in ((CPU, FigureName.CPU), (WAIT, FigureName.WAIT)):
        after = result.figure(HEAP, name).after
        assert min(low for _, low, _ in of.values()) <= after.low <= after.value <= after.high
        assert after.high <= of[512][2]
    assert result.figure(HEAP, FigureName.CPU_SAVED).after.low >= 0  # a larger heap never costs more CPU


def test_points_of_reads_come_back_as_they_were_given():
    points = (SizePoint(1, 5.0, 4.0, 6.0), SizePoint(9, 2.0, 1.0, 3.0))
    result = reads_curve(basis="trace", points=points)
    assert result.read_points == points
    assert curve().read_points == ()
