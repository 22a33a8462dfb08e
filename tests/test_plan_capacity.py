"""What saved CPU takes off the highest rolling four-hour average, in MSU and money."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from getpage.contract.storage import Processors, SitePrice
from getpage.contract.work import Work
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.plan.capacity import capacity_peaks
from getpage.report.plan.capacity import capacity_notes, capacity_rows, capacity_sentences
from getpage.result import Estimate
from getpage.result.plan import Action, CapacityPeak, Item, Plan
from in_process import run
from sample_site import copy_store
from test_plan_reallocation import SITE, plan

MIDNIGHT = datetime(2026, 3, 2)
SYSD = Image("SYSD")
DB7 = Subsystem("db2", SYSD, "DB7")
QUARTER = timedelta(minutes=15)
#: CPU seconds of a quarter of an hour: 1,000 an hour at night, 3,000 from 08:00.
BUSY = [250.0] * 32 + [750.0] * 64
#: The rolling average at the end of each quarter, where a CPU second of an hour is a tenth of an MSU.
MSU = [0.1 * sum((BUSY * 2)[n + 81 : n + 97]) / 4 for n in range(96)]


def processors(quarters: range = range(96), **columns) -> list[Processors]:
    return [
        Processors(
            image=SYSD,
            start=MIDNIGHT + n * QUARTER,
            seconds=900.0,
            busy_seconds=BUSY[n],
            online_seconds=3600.0,
            msu=MSU[n],
            **columns,
        )
        for n in quarters
    ]


def work(reads: list[float]) -> list[Work]:
    """The reads of each quarter of an hour."""
    return [
        Work(
            subsystem=DB7,
            start=MIDNIGHT + n * QUARTER,
            seconds=900.0,
            unit="commit",
            units=1.0,
            reads=count,
        )
        for n, count in enumerate(reads)
    ]


def item(saved: Estimate | None) -> Item:
    of = KnobId(DB7, "BP4")
    return Item(
        knob=of,
        image=SYSD,
        object=Object(DB7, "BP4"),
        action=Action.GROW,
        unit="buffers",
        unit_bytes=4096,
        size_before=1,
        size_after=2,
        storage_bytes=4096,
        counted_bytes=4096,
        storage="",
        because="",
        cpu_saved=saved,
    )


def saves(value: float, low: float, high: float) -> list[Item]:
    return [item(Estimate(label="CPU saved", unit="s/h", value=value, low=low, high=high))]


EVEN = work([900.0] * 96)


def peak(
    recorded: list[Processors], done: list[Work], items: list[Item], price: SitePrice | None = None
) -> CapacityPeak:
    [only] = capacity_peaks(recorded, done, items, price)
    return only


def with_peaks(*peaks: CapacityPeak) -> Plan:
    return replace(plan(SITE), capacity=peaks)


def test_the_share_of_cpu_that_is_saved_is_the_share_of_the_average():
    actual = peak(processors(), EVEN, saves(60.0, 30.0, 90.0))
    assert (actual.msu, actual.end) == (300.0, MIDNIGHT + timedelta(hours=12))  # the first of several
    assert actual.cpu_seconds == pytest.approx(3000.0)
    assert actual.cpu_saved.value == pytest.approx(60.0)
    msu = actual.msu_saved
    assert (msu.value, msu.low, msu.high) == pytest.approx((6.0, 3.0, 9.0))


def test_what_is_read_at_other_hours_takes_nothing_off():
    at_night = work([900.0] * 20 + [0.0] * 76)
    assert peak(processors(), at_night, saves(60.0, 30.0, 90.0)).msu_saved.high == 0.0


def test_one_peak_of_several_that_falls_leaves_the_others():
    """All averages from 12:00 on are 300 MSU, and until 12:00 alone something is read."""
    morning = work([0.0] * 32 + [900.0] * 16 + [0.0] * 48)
    actual = peak(processors(), morning, saves(60.0, 30.0, 90.0))
    assert actual.cpu_saved.value == pytest.approx(360.0)
    assert actual.msu_saved.high == 0.0


def test_the_peak_falls_to_the_next_highest_average():
    """After 12:00 nothing is busy but a tenth: an average of 300 MSU, then less and less."""
    quiet = [entry if n < 48 else replace(entry, busy_seconds=75.0) for n, entry in enumerate(processors())]
    busy = [entry.busy_seconds for entry in quiet]
    rolling = [0.1 * sum((busy * 2)[n + 81 : n + 97]) / 4 for n in range(96)]
    falling = [replace(entry, msu=msu) for entry, msu in zip(quiet, rolling, strict=True)]
    least = work([0.0] * 32 + [900.0] * 1 + [0.0] * 63)  # in the first quarter of the four hours alone
    actual = peak(falling, least, saves(100.0, 50.0, 150.0))
    assert actual.cpu_saved.value == pytest.approx(600.0)  # 60 MSU there
    assert rolling[48] == pytest.approx(283.125)  # the four hours from 08:15 on read nothing
    assert actual.msu_saved.value == pytest.approx(300.0 - rolling[48])


def test_zones_beside_local_times_change_nothing():
    zoned = [replace(entry, start=entry.start.replace(tzinfo=UTC)) for entry in EVEN]
    without = peak(processors(), EVEN, saves(60.0, 30.0, 90.0))
    assert peak(processors(), zoned, saves(60.0, 30.0, 90.0)) == without


def test_work_that_shows_no_hours_may_be_at_none_of_the_four():
    actual = peak(processors(), [], saves(60.0, 30.0, 90.0)).msu_saved
    always = 4 * sum(BUSY) / 96
    assert actual.low == 0.0
    assert actual.value == pytest.approx(6.0)
    assert actual.high == pytest.approx(9.0 * 3000.0 / always)
    cost = peak(processors(), [], saves(-60.0, -90.0, -30.0)).msu_saved
    assert (cost.low, cost.high) == pytest.approx((-9.0 * 3000.0 / always, 0.0))


def test_the_four_hours_have_to_be_in_the_evidence():
    few = processors(range(36, 48))
    actual = peak(few, EVEN, saves(60.0, 30.0, 90.0))
    assert actual.msu_saved is None
    assert actual.lacks == "SMF 70 subtype 1 covers 3 h of the four hours"
    shown = with_peaks(actual)
    assert list(capacity_notes(shown)) == [
        "Peak rolling four-hour average of SYSD, 300 MSU at 2026-03-02 12:00: what the plan changes is "
        "not known. SMF 70 subtype 1 covers 3 h of the four hours."
    ]
    assert not list(capacity_sentences(shown))


def test_clocks_that_are_set_forward_leave_four_hours():
    forward = [
        entry if n < 40 else replace(entry, start=entry.start + timedelta(hours=1))
        for n, entry in enumerate(processors())
    ]
    actual = peak(forward, EVEN, saves(60.0, 30.0, 90.0))
    assert actual.end == MIDNIGHT + timedelta(hours=13)
    assert actual.msu_saved is not None


def test_nothing_is_said_without_an_average_or_where_no_cpu_changes():
    unrecorded = [replace(entry, msu=None) for entry in processors()]
    assert not list(capacity_peaks(unrecorded, EVEN, saves(60.0, 30.0, 90.0), None))
    for items in ([item(None)], saves(0.0, 0.0, 0.0), []):
        assert not list(capacity_peaks(processors(), EVEN, items, None))


LPAR1, LPAR2 = Image("LPAR1"), Image("LPAR2")


def lpar(image: Image, msu: list[float], **columns) -> list[Processors]:
    """Eight quiet hours before, so that all four hours are there, then so much MSU in each hour, in UTC."""
    hours = [30.0] * 8 + msu
    return [
        replace(
            entry,
            image=image,
            seconds=3600.0,
            busy_seconds=1000.0,
            msu=value,
            start=MIDNIGHT + n * timedelta(hours=1),
            end_utc=(MIDNIGHT + (n + 1) * timedelta(hours=1)).replace(tzinfo=UTC),
            **columns,
        )
        for n, (entry, value) in enumerate(zip(processors(), hours, strict=False))
    ]


def of_machine(
    recorded: list[Processors], image: Image, saved: float
) -> dict[tuple[Image, ...], CapacityPeak]:
    items = [replace(each, image=image) for each in saves(saved, saved, saved)]
    machines = {LPAR1: frozenset({"LPAR1", "LPAR2"})}
    price = SitePrice(currency="EUR", per_msu=10.0)
    return {peak.images: peak for peak in capacity_peaks(recorded, [], items, price, machines)}


def test_systems_of_a_machine_are_charged_by_the_hour_in_which_their_sum_is_highest():
    """z/OS Planning for Sub-Capacity Pricing, table 1: LPAR 1 has its peak of 60 MSU in hour 1, LPAR 2 its of
    80 in hour 2, and z/OS runs in both: 135 MSU, in hour 2. (LPAR 2 has less than 75 in hour 1.)
    """
    recorded = [*lpar(LPAR1, [60.0, 55.0]), *lpar(LPAR2, [70.0, 80.0])]
    every = of_machine(recorded, LPAR1, 100.0)  # a tenth of its CPU
    assert {images: peak.msu for images, peak in every.items()} == {(LPAR1,): 60.0, (LPAR1, LPAR2): 135.0}
    both = every[LPAR1, LPAR2]
    assert both.end == MIDNIGHT + timedelta(hours=10)
    assert both.msu_saved.value == pytest.approx(5.5)  # a tenth of 55, and hour 1 has 54 + 70
    assert both.price_saved.value == pytest.approx(55.0)
    assert every[(LPAR1,)].price_saved is None
    assert [(point.msu, pytest.approx(point.msu_after)) for point in both.averages][-2:] == [
        (130.0, 124.0),
        (135.0, 129.5),
    ]


def test_hours_of_a_machine_are_those_of_utc():
    """LPAR 2 has its clocks an hour ahead, so that its peak is in the hour of the other's."""
    ahead = [replace(entry, start=entry.start + timedelta(hours=1)) for entry in lpar(LPAR2, [70.0, 80.0])]
    every = of_machine([*lpar(LPAR1, [60.0, 55.0]), *ahead], LPAR1, 100.0)
    assert every[LPAR1, LPAR2].msu == 135.0


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        ({"defined_msu": 60.0}, "LPAR1 reached its defined capacity of 60 MSU"),
        ({"group": "PROD", "group_msu": 130.0}, "capacity group PROD reached its 130 MSU"),
    ],
)
def test_what_wlm_held_back_may_use_what_is_saved(limit, why):
    recorded = [*lpar(LPAR1, [60.0, 55.0], **limit), *lpar(LPAR2, [70.0, 80.0], **limit)]
    peak = of_machine(recorded, LPAR1, 100.0)[(LPAR1,)]
    assert peak.capped == why
    assert (peak.msu_saved.value, peak.msu_saved.low) == (0.0, 0.0)
    assert why in next(capacity_notes(with_peaks(peak)))
    below = {name: value * 1000 if isinstance(value, float) else value for name, value in limit.items()}
    free = of_machine([replace(entry, **below) for entry in recorded], LPAR1, 100.0)[(LPAR1,)]
    assert (free.capped, free.msu_saved.value) == ("", pytest.approx(6.0))


def test_money_is_that_of_an_msu_and_month_and_less_than_one_msu_is_only_in_the_table():
    price = SitePrice(currency="EUR", per_msu=250.0)
    dear = peak(processors(), EVEN, saves(60.0, 30.0, 90.0), price=price)
    assert list(capacity_sentences(with_peaks(dear))) == [
        "Peak rolling four-hour average of SYSD, 300 MSU at 2026-03-02 12:00: 6.0 MSU less (3.0 "
        "to 9.0), 1,500 EUR less (750 to 2,250) per month."
    ]
    costs = peak(processors(), EVEN, saves(-60.0, -90.0, -30.0), price=price)
    [words] = capacity_sentences(with_peaks(costs))
    assert words.endswith(": 6.0 MSU more (3.0 to 9.0), 1,500 EUR more (750 to 2,250) per month.")
    little = with_peaks(peak(processors(), EVEN, saves(6.0, 3.0, 9.0)))
    assert not list(capacity_sentences(little))
    assert [row[5] for row in capacity_rows(little)] == ["0.600 (0.300 to 0.900)"]


def test_the_sample_site_shows_its_average_in_msu_and_money(tmp_path):
    """SYSB has six processors of 128 MSU: from 08:45 to 12:45 it had 218 MSU, together with SYSA 527."""
    store = copy_store(tmp_path / "store")
    (store / "getpage.toml").write_text('[price]\ncurrency = "EUR"\nmsu = 1000\n')
    assert "1,000 EUR per MSU and month" in run("settings", store).stdout
    every = run("plan", store, "--format", "md").stdout.splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in every]
    alone, both = (row for row in rows if row[0] in ("SYSB", "SYSA and SYSB") and "MSU" in row[1])
    assert (alone[:3], both[:3]) == (
        ["SYSB", "218 MSU", "2026-11-18 12:45"],
        ["SYSA and SYSB", "527 MSU", "2026-11-18 12:45"],
    )
    assert alone[5] == both[5]
    assert (alone[6], both[6].endswith(" EUR")) == ("", True)
