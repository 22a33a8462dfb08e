"""Forecasts from knobs and work: from a size to reads, CPU, response, throughput and real storage."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forecast_site import DB1A, START, SYSA, curve, knob, work
from getpage.contract.curve import SizePoint, reads_curve
from getpage.contract.storage import Processors
from getpage.contract.work import Work
from getpage.core.errors import GetpageError, NotEnoughEvidenceError
from getpage.core.names import KnobId, Object, Subsystem
from getpage.forecast.change import size_requests
from getpage.forecast.settings import LoadKind
from getpage.forecast.site import ForecastSettings, forecast_site
from getpage.result.forecast import FigureName
from named import knob_id

BP1 = knob()
SUBSYSTEM = DB1A


def forecast(*changes, knobs=(BP1,), done=None, **settings):
    return forecast_site(
        size_requests(changes or ["db2.DB1A.BP1=x2"], knobs),
        work() if done is None else done,
        settings=ForecastSettings(**settings),
    )


def after(made, name, subject=SUBSYSTEM):
    return made.figure(subject, name).after


@pytest.mark.parametrize(
    ("spelled", "size"),
    [
        ("=200000", 200_000),
        ("=200k", 200_000),
        ("=+50,000", 150_000),
        ("=-10%", 90_000),
        ("=x2", 200_000),
        ("=X1.5", 150_000),
        ("=+1GiB", 362_144),
        ("=2 GiB", 524_288),
        ("=150%", 150_000),
    ],
)
def test_a_size_is_written_as_users_write_it(spelled, size):
    (request,) = size_requests([f"db2.DB1A.BP1{spelled}"], [BP1])
    assert request.size == size
    assert request.storage_bytes == (size - 100_000) * 4096


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("db2.DB1A.BP1", "expected KNOB=SIZE"),
        ("db2.DB1A.BP1=", "is not a size"),
        ("db2.DB1A.BP1=big", "is not a size"),
        ("db2.DB1A.BP1=+x2", "is not a size"),
        ("db2.DB1A.BP1=5", "can have 1,000 to"),
        ("db2.DB1A.BP1=1e99", "is not a size"),
        ("db2.DB1A.BP7=x2", r"no such knob in the evidence\nNext: write SYSA\.DB1A\.BP1"),
    ],
)
def test_what_is_no_change_is_refused_with_how_to_write_one(text, says):
    with pytest.raises(GetpageError, match=says):
        forecast(text)


def test_a_knob_is_found_by_the_end_of_its_name_if_only_one_ends_so():
    (request,) = size_requests(["bp1=x2"], [BP1, knob("BP2")])
    assert request.knob is BP1
    other = replace(BP1, id=knob_id("db2", "SYSA.DB2A.BP1"))
    with pytest.raises(
        GetpageError, match=r"called so: SYSA\.DB1A\.BP1, SYSA\.DB2A\.BP1\nNext: write SYSA\.DB1A\.BP1"
    ):
        size_requests(["bp1=x2"], [BP1, other])


def test_one_knob_cannot_have_two_sizes():
    with pytest.raises(GetpageError, match="twice"):
        forecast("BP1=x2", "db2.DB1A.BP1=x3")


def test_reads_follow_the_curve_and_storage_the_size():
    result = forecast()
    assert after(result, FigureName.READS, BP1.id).value == 800.0
    assert after(result, FigureName.READS_AVOIDED, BP1.id).value == 1_200.0
    storage = result.figure(BP1.id, FigureName.REAL_STORAGE)
    assert storage.after.value - storage.before.value == 100_000 * 4096
    assert result.figure(SYSA, FigureName.REAL_STORAGE).after.value == 100_000 * 4096


def test_cpu_per_unit_falls_by_reads_avoided_times_their_price():
    result = forecast()
    (price,) = result.prices
    assert price.cpu_seconds.basis == "regression"
    each = after(result, FigureName.READS_AVOIDED).value / after(result, FigureName.ETR).value
    figure = result.figure(SUBSYSTEM, FigureName.CPU_PER_UNIT)
    assert figure.before.value - figure.after.value == pytest.approx(each * price.cpu_seconds.value)
    assert figure.change_percent.value < 0


def test_response_falls_by_the_wait_and_the_cpu_of_the_reads_avoided_and_by_what_a_disk_queue_loses():
    result = forecast()
    (price,) = result.prices
    each = after(result, FigureName.READS_AVOIDED).value / after(result, FigureName.ETR).value
    figure = result.figure(SUBSYSTEM, FigureName.RESPONSE)
    expected = each * (price.waited_seconds.value + price.cpu_seconds.value)
    left = figure.before.value - expected
    assert 0.9 * left < figure.after.value < left


def test_throughput_stays_where_work_arrives_at_a_rate():
    result = forecast(load=LoadKind.OPEN)
    figure = result.figure(SUBSYSTEM, FigureName.ETR)
    assert figure.same_hours.low == figure.same_hours.high == figure.after.value == figure.before.value
    assert figure.after.low < figure.after.value < figure.after.high
    assert result.loads[0].kind == "open"


def test_where_nothing_tells_whether_users_wait_throughput_stays_or_rises():
    result = forecast()
    etr, response = (result.figure(SUBSYSTEM, name) for name in (FigureName.ETR, FigureName.RESPONSE))
    assert result.loads[0].kind == "open or closed"
    assert etr.same_hours.low == pytest.approx(etr.before.value)
    most = response.before.value / response.same_hours.low
    assert 1.05 * etr.before.value < etr.same_hours.high <= most * etr.before.value
    assert any("--load closed with --think" in words for words in result.assumptions)


def test_users_who_wait_do_more_once_they_wait_less():
    result = forecast(load=LoadKind.CLOSED, think_seconds=0.1)
    figure = result.figure(SUBSYSTEM, FigureName.ETR)
    response = result.figure(SUBSYSTEM, FigureName.RESPONSE)
    users = result.loads[0].population.value
    assert users == pytest.approx(figure.before.value * (0.06 + 0.1))
    assert figure.after.value == pytest.approx(users / (0.1 + response.after.value), rel=1e-6)
    assert figure.change_percent.value > 5


def test_busy_processors_free_more_response_than_idle_ones():
    def gain(busy):
        figure = forecast(processors=2, busy_percent=busy).figure(SUBSYSTEM, FigureName.RESPONSE)
        return -figure.change_percent.value

    assert gain(97) > gain(60) > 0


def test_a_closed_load_on_busy_processors_gives_the_present_at_no_change():
    result = forecast("BP1=100000", load=LoadKind.CLOSED, think_seconds=0.5, processors=4, busy_percent=90.0)
    for name in (FigureName.ETR, FigureName.RESPONSE):
        assert abs(result.figure(SUBSYSTEM, name).change_percent.value) < 0.5


def test_processors_that_are_less_busy_than_the_subsystem_alone_are_refused():
    with pytest.raises(GetpageError, match="alone keeps them"):
        forecast(processors=2, busy_percent=10.0)


def test_records_of_processors_that_contradict_the_work_are_used_by_no_model_and_named():
    idle = [
        Processors(
            image=SYSA, start=START, seconds=900.0, online_seconds=1_800.0, busy_seconds=180.0, facts=()
        )
    ]
    requests = size_requests(["db2.DB1A.BP1=x2"], [BP1])
    result = forecast_site(requests, work(), processors=idle)
    [word] = [word for word in result.assumptions if "SMF 70.1" in word]
    assert word.startswith("SYSA: 10.0 % busy by SMF 70.1, but SYSA.DB1A alone used ")
    assert result.figures == forecast_site(requests, work()).figures


def test_itr_is_throughput_over_busy_machine():
    result = forecast(processors=12, busy_percent=70.0)
    itr = result.figure(SUBSYSTEM, FigureName.ITR)
    busy = result.figure(SYSA, FigureName.CPU_BUSY)
    etr = result.figure(SUBSYSTEM, FigureName.ETR)
    assert itr.before.value == pytest.approx(etr.before.value / 0.70)
    assert itr.after.value == pytest.approx(etr.after.value / (busy.after.value / 100))
    assert busy.after.value < 70


def test_intervals_of_the_same_users_show_their_think_time():
    users, think = 30.0, 0.2
    done = []
    for item in work(60):
        response = 0.06 * item.units / 90_000
        rate = users / (think + response)
        done += work(
            1,
            units=rate * 900,
            reads=rate * 900 * 20,
            elapsed_seconds=rate * 900 * response,
        )
    (load,) = forecast(done=done).loads
    assert load.kind == "closed"
    assert load.think_seconds.value == pytest.approx(think, rel=0.05)
    assert load.population.value == pytest.approx(users, rel=0.05)


def test_a_closed_load_without_users_is_not_enough_evidence():
    with pytest.raises(NotEnoughEvidenceError, match="--population and --think"):
        forecast(load=LoadKind.CLOSED)


def test_without_work_reads_and_published_prices_stand_and_the_rest_is_missing():
    result = forecast(done=[])
    assert after(result, FigureName.CPU_SAVED).basis == "published range"
    assert result.figure(SUBSYSTEM, FigureName.CPU_PER_UNIT) is None
    (missing,) = result.missing
    assert "SMF 101" in missing.supply


def test_no_curve_is_not_enough_evidence_and_says_what_would_give_one():
    with pytest.raises(NotEnoughEvidenceError, match="SPSIZE"):
        forecast(knobs=(knob(curve=None, supply="-ALTER BUFFERPOOL(BP1) SPSIZE(100000)"),))


def test_a_size_below_the_curve_is_not_guessed():
    with pytest.raises(NotEnoughEvidenceError, match="below the smallest size"):
        forecast("BP1=20000")


def test_beyond_the_curve_no_further_gain_is_counted_on_but_may_be():
    result = forecast("BP1=800000")
    reads = after(result, FigureName.READS, BP1.id)
    assert reads.value == 100.0
    assert reads.low < 30
    assert any("beyond the curve" in words for words in result.assumptions)


def test_bounds_alone_give_a_wide_interval_and_say_that_they_are_bounds():
    bounds = reads_curve(
        basis="counters",
        points=(
            SizePoint(size=100_000, reads=2_000, low=2_000, high=2_000),
            SizePoint(size=200_000, reads=2_000, low=0, high=2_000),
        ),
    )
    result = forecast(knobs=(knob(curve=bounds, supply="a simulated pool"),))
    avoided = after(result, FigureName.READS_AVOIDED)
    assert (avoided.value, avoided.low, avoided.high) == pytest.approx((0, 0, 1_900), abs=120)
    assert any("bounds only" in words and "a simulated pool" in words for words in result.assumptions)


def test_a_smaller_pool_adds_reads_and_cpu_and_gives_storage_back():
    result = forecast("BP1=-50%")
    assert after(result, FigureName.READS_AVOIDED).value == -2_000
    assert result.figure(SUBSYSTEM, FigureName.CPU_PER_UNIT).change_percent.value > 0
    assert result.figure(SYSA, FigureName.REAL_STORAGE).after.value == -50_000 * 4096


def test_two_changes_of_one_subsystem_add_up():
    both = (BP1, knob("BP2", curve=curve((100_000, 900.0), (200_000, 700.0))))
    result = forecast("BP1=x2", "BP2=x2", knobs=both)
    assert after(result, FigureName.READS_AVOIDED).value == 1_400
    assert result.figure(SYSA, FigureName.REAL_STORAGE).after.value == 2 * 100_000 * 4096


def test_no_more_reads_are_avoided_than_there_were():
    dear = knob(curve=curve((100_000, 50_000.0), (200_000, 0.0)))
    result = forecast(knobs=(dear,))
    assert after(result, FigureName.READS_PER_UNIT).value == pytest.approx(0, abs=1e-9)
    assert after(result, FigureName.RESPONSE).low > 0


@given(
    size=st.integers(50_000, 400_000),
    processors=st.none() | st.integers(2, 64),
    busy=st.floats(55, 99.9),
    think=st.none() | st.floats(0, 100),
)
def test_every_interval_holds_its_value_and_more_storage_never_costs(size, processors, busy, think):
    settings = {"processors": processors, "busy_percent": busy} if processors else {}
    result = forecast(
        f"BP1={size}",
        load=LoadKind.OPEN if think is None else LoadKind.CLOSED,
        think_seconds=think,
        **settings,
    )
    for figure in result.figures:
        assert figure.after.low <= figure.after.value <= figure.after.high
    cpu = result.figure(SUBSYSTEM, FigureName.CPU_PER_UNIT).change_percent
    response = result.figure(SUBSYSTEM, FigureName.RESPONSE)
    if size >= 100_000:
        assert cpu.high <= 1e-9
        assert response.after.value <= response.before.value * (1 + 1e-4)


@pytest.mark.parametrize(
    "settings", [{"level": 2}, {"processors": 0}, {"busy_percent": 100}, {"think_seconds": -1}]
)
def test_numbers_that_no_system_has_are_refused(settings):
    with pytest.raises(GetpageError, match="expected a number from"):
        ForecastSettings(**settings)


def test_same_evidence_same_forecast():
    assert forecast() == forecast()


def test_an_mq_pool_that_holds_its_messages_takes_the_page_set_wait_away_and_leaves_the_cpu():
    """REDP-5238, examples 4-1 and 4-2: MQGET 39 us, 29 of them page set wait, CPU 9; then 10 us and CPU 9."""
    gets = 949_070.0
    pages = gets * 29e-6 / 500e-6  # at the paper's 500 us a page
    manager = Subsystem("mq", SYSA, "MQ01")
    pool = knob(
        id=KnobId(manager, "1"),
        object=Object(manager, "pool 1"),
        curve=curve((100_000, pages / 900), (300_000, 0.0), basis="page sets"),
    )
    done = [
        Work(
            subsystem=manager,
            start=START,
            seconds=900.0,
            unit="message",
            units=gets,
            reads=pages,
            read_seconds=gets * 29e-6,
            cpu_seconds=gets * 9e-6,
            elapsed_seconds=gets * 39e-6,
        )
    ]
    result = forecast("MQ01.1=300000", knobs=(pool,), done=done)
    response = result.figure(manager, FigureName.RESPONSE)
    assert response.after.low <= 10e-6 <= response.after.high
    assert response.change_percent.value == pytest.approx(-74, abs=3)
    cpu = result.figure(manager, FigureName.CPU_PER_UNIT).after
    assert cpu.low <= 8.9e-6 <= cpu.high
    gains = [row for table in result.tables for row in table.rows]
    assert {row[2] for row in gains} == {"10 to 20 %", "20 to 120 %"}


def test_waiting_for_processors_does_not_take_the_place_of_waits_for_reads_that_were_measured():
    """Response that is half reads: however busy the processors, the reads avoided are gone from it."""
    for load in (LoadKind.OPEN, LoadKind.CLOSED):
        result = forecast(processors=2, busy_percent=95.0, load=load, think_seconds=0.2)
        (price,) = result.prices
        each = after(result, FigureName.READS_AVOIDED).value / 100
        figure = result.figure(SUBSYSTEM, FigureName.RESPONSE)
        assert figure.before.value - figure.after.value > 0.8 * each * price.waited_seconds.value


def test_what_leaks_has_no_forecast_at_any_size_and_what_does_not_leak_has_one():
    from getpage.forecast.site.room import refuse_ruled_out
    from getpage.result import Cause, Finding, Kind, Severity

    leak = Finding(
        check="growth", object=BP1.object, severity=Severity.CRITICAL, kind=Kind.RISK, claim="It grows.",
        headline="Leaks 96 MiB/h: full in 3 h", cause=Cause.LEAK, rules_out=(BP1.id,),
    )  # fmt: skip
    both = [BP1, knob("BP2")]
    refuse_ruled_out(size_requests(["BP2=x2"], both), [leak])
    with pytest.raises(NotEnoughEvidenceError, match=r"not valid: it leaks, .*96 MiB/h"):
        refuse_ruled_out(size_requests(["BP1=x2"], both), [leak])
    lock = replace(leak, cause=Cause.LOCK, headline="71 % of response is ENQ delay")
    with pytest.raises(NotEnoughEvidenceError, match=r"rules another size out \(growth: 71 % of response"):
        refuse_ruled_out(size_requests(["BP1=x2"], both), [lock])
