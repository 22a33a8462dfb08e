"""What is published of SVC dumps (IBM REDP-5238, table 1-1; SHARE 10887), asked of evidence, and changed."""

from __future__ import annotations

from statistics import geometric_mean

import pytest

import getpage
from dump_evidence import FRAME, GIB, aux, dump, site
from getpage.products.common import capture
from getpage.result import Kind
from test_dump_cases import PLENTY, column, finding, table

#: Capture seconds and frames before it: 20 GB dumped of 40 GB.
TABLE_1_1 = ((18.150629, 4_082_779), (17.564853, 4_083_614), (27.837104, 133_349), (30.375583, 32_817))


@pytest.mark.parametrize(("seconds", "frames"), TABLE_1_1)
def test_zs_2_a_capture_is_timed_and_split_into_copying_and_paging_others_out(tmp_path, seconds, frames):
    result = getpage.check(site(tmp_path / "site", frames, dump(seconds, used=20_480), **PLENTY))
    first = table(result, "SVC dumps")
    assert column(first, "capture s") == [pytest.approx(seconds, abs=0.011)]  # the log has hundredths
    [copied], [paged] = column(first, "copied s"), column(first, "paging others out s")
    assert copied == pytest.approx(17.56, abs=0.02)
    assert copied + paged == pytest.approx(seconds, abs=0.02)
    text = finding(result, "dumps-slow-capture")
    assert text.kind is (Kind.SHORTAGE if frames < 1_000_000 else Kind.NOTE)
    assert text.delay_seconds == pytest.approx(seconds, abs=0.011)


def test_zs_2_the_fast_dump_would_take_58_and_73_percent_longer_with_less_free(tmp_path):
    """From the one dump alone that had 15.58 GB free."""
    result = getpage.check(site(tmp_path / "site", 4_083_614, dump(17.564853, used=20_480), **PLENTY))
    first = table(result, "What the capture")
    assert column(first, "longer %")[-1] == 0
    for seconds, frames in TABLE_1_1[2:]:
        took = 17.564853 * (1 + capture.stretched(frames * FRAME, 20 * GIB)[0])
        assert took == pytest.approx(seconds, abs=0.01)
    assert [round(100 * capture.stretch(item)) for item in capture.MEASURED[2:]] == [58, 73]


def test_zs_2_with_other_figures_the_answer_is_another(tmp_path):
    """Half the dump, half of that free: between what was measured, and said with bounds."""
    result = getpage.check(site(tmp_path / "site", 5 * GIB // FRAME, dump(10.0, used=10_240), **PLENTY))
    [paged] = column(table(result, "SVC dumps"), "paging others out s")
    assert 1.5 < paged < 2.5
    low, high = capture.stretched(5 * GIB, 10 * GIB)[1:]
    assert (round(low, 2), round(high, 2)) == (0.03, 0.58)


def on_auxiliary(path, size: int, share: float, seconds: float, frames: int = 20_000_000):
    """A dump of so many GB, a share of it on auxiliary storage."""
    whole = size * GIB // FRAME
    held = aux("DB1AMSTR", round(whole * (1 - share)), round(whole * share))
    log = dump(seconds, used=size * 1024, asids=(271,))
    return getpage.check(site(path, frames, log, held, online=22_000_000, **PLENTY))


def test_zs_3_40_gb_with_60_percent_on_auxiliary_storage_took_55_minutes_and_takes_4(tmp_path):
    result = on_auxiliary(tmp_path / "site", 40, 0.6, 240)
    first = table(result, "What the capture")
    assert column(first, "by IBM's rates s")[-1] / 60 == pytest.approx(4, abs=0.02)
    assert column(first, "by them before V1R12 s")[-1] / 60 == pytest.approx(55, abs=0.02)
    dumps = table(result, "SVC dumps")
    assert column(dumps, "on auxiliary GiB") == [pytest.approx(24, abs=0.01)]
    assert column(dumps, "read s")[0] > 15 * column(dumps, "copied s")[0]
    assert "reading 24 GiB from auxiliary storage" in finding(result, "dumps-slow-capture").claim


@pytest.mark.parametrize(
    ("size", "share", "published"),
    [(10, 0.6, 91), (20, 0.6, 92), (40, 0.6, 93), (10, 0.05, 78), (20, 0.05, 79), (40, 0.05, 82)],
)
def test_zs_3_the_improvements_without_constraint_come_out_of_the_one_dump_of_40_gb(
    tmp_path, size, share, published
):
    """Six figures of a table of which one gave the rates; no rate of five percent was ever looked at."""
    first = table(on_auxiliary(tmp_path / "site", size, share, 60), "What the capture")
    now, before = column(first, "by IBM's rates s")[-1], column(first, "by them before V1R12 s")[-1]
    assert 100 * (1 - now / before) == pytest.approx(published, abs=5.5)


@pytest.mark.parametrize(
    ("size", "share", "published"), [(10, 0.6, 86), (20, 0.6, 76), (40, 0.6, 65), (40, 0.05, 50)]
)
def test_zs_3_with_storage_constrained_the_bounds_hold_what_was_measured(size, share, published):
    whole = size * GIB
    now = capture.seconds(whole, 0, round(share * whole))
    before = capture.seconds(whole, 0, round(share * whole), direct=False)
    assert now.low / before.all <= 1 - published / 100 <= now.high / before.all


@pytest.mark.parametrize("place", range(6))
def test_zs_3_with_storage_constrained_the_best_guess_holds_a_figure_that_the_five_others_tell(place):
    """Each by the contention of the others; the smallest with 60 % is what none of them tells."""
    size, share, less = capture.CONSTRAINED[place]
    others = [item for n, item in enumerate(capture.contention()) if n != place]
    aux = round(share * size * GIB)
    seconds = capture.seconds(size * GIB, 0, aux)
    shown = seconds.all + (geometric_mean(others) / geometric_mean(capture.contention()) - 1) * seconds.read
    before = capture.seconds(size * GIB, 20 * size * GIB, aux, direct=False).all
    took = (1 - less) * before
    assert seconds.low <= took <= seconds.high
    assert shown == pytest.approx(took, rel=1.3 if (size, share) == (10, 0.60) else 0.25)


def test_zs_3_what_is_free_takes_the_contention_away_and_a_site_s_own_capture_scales_it(tmp_path):
    result = on_auxiliary(tmp_path / "site", 40, 0.6, 1155, frames=1000)
    first = table(result, "What the capture")
    longest, shortest = (float(column(first, "capture s (bounds)")[n].split()[0]) for n in (0, -1))
    assert longest == pytest.approx(1155, rel=0.01)
    assert shortest == pytest.approx(1155 * 240 / capture.seconds(40 * GIB, 0, 24 * GIB).all, rel=0.02)
    assert column(table(result, "SVC dumps"), "read s")[0] > 0.9 * 1155
