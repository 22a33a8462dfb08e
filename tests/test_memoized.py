"""What is worked out of something is kept with it, and goes with it: prices, draws, quantiles of them."""

from __future__ import annotations

import numpy as np
import pytest

from getpage.contract.work import AllWork
from getpage.core.memoized import memoized
from getpage.core.names import Image, Subsystem
from getpage.forecast.draws import Draws, quantiles
from getpage.plan import worth


class Evidence:
    """Something that lives and does not change."""

    size = 10


def test_an_answer_is_worked_out_once_as_long_as_what_it_is_about_lives():
    calls = []

    @memoized()
    def answer(of: Evidence, number: int) -> int:
        calls.append(number)
        return of.size + number

    first, second = Evidence(), Evidence()
    assert [answer(first, 1), answer(first, 1), answer(first, 2), answer(second, 1)] == [11, 11, 12, 11]
    assert calls == [1, 2, 1]


def test_no_more_answers_are_kept_than_are_to_be():
    calls = []

    @memoized(2)
    def answer(of: Evidence, number: int) -> int:
        calls.append(number)
        return of.size + number

    here = Evidence()
    for number in (1, 2, 1, 3, 1, 2):  # 2 was asked longest ago when 3 came
        answer(here, number)
    assert calls == [1, 2, 3, 2]


def test_a_price_is_fitted_once_for_all_plans_of_the_same_work(monkeypatch):
    fitted = []
    monkeypatch.setattr(worth, "price_of", lambda work, **_: fitted.append(work))
    work, db1a = AllWork([]), Subsystem("DB1A", Image("SYSA"), "db2")
    for _ in range(3):
        worth._price(AllWork.together([work]), db1a, None)
    assert len(fitted) == 1


@pytest.mark.parametrize("count", [1, 2, 3, 96, 2000])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.999])
def test_quantiles_have_the_digits_of_numpy(count, level):
    draws = Draws(count).normal(f"{level}")[1:]
    shares = ((1 - level) / 2, (1 + level) / 2)
    assert quantiles(draws, *shares) == tuple(np.quantile(draws, shares).tolist())


def test_the_quantile_of_what_is_not_known_is_not_known():
    assert np.isnan(quantiles(np.array([1.0, np.nan, 2.0]), 0.5)).all()
