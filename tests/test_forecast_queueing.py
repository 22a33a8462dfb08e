"""The queueing solver against exact results, and the laws that every queueing network obeys."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.forecast.queueing import Delay, Station, erlang_c, residence, settle, settle_many, solve, stretch

DEMANDS = st.floats(1e-4, 10)


def repairmen(users: int, servers: int, think: Fraction, service: Fraction) -> Fraction:
    """Throughput of M/M/c//N from its birth and death equations, in exact fractions."""
    weights = [Fraction(1)]
    for n in range(1, users + 1):
        weights.append(weights[-1] * (users - n + 1) / think * service / min(n, servers))
    thinking = sum(w * (users - n) for n, w in enumerate(weights)) / sum(weights)
    return thinking / think


def product_form(demands: list[float], servers: list[int], users: int) -> float:
    """Throughput as a ratio of normalising constants, every state counted (Gordon and Newell 1967)."""

    def constant(n: int) -> float:
        total = 0.0
        for state in product(range(n + 1), repeat=len(demands)):
            if sum(state) == n:
                weight = 1.0
                for d, c, k in zip(demands, servers, state, strict=True):
                    rates = factorial(k) if c == 0 else np.prod([min(j, c) for j in range(1, k + 1)])
                    weight *= d**k / rates
                total += weight
        return total

    return constant(users - 1) / constant(users)


@pytest.mark.parametrize("users", [1, 2, 7, 60])
@pytest.mark.parametrize("servers", [1, 2, 3, 12])
def test_a_think_time_and_one_station_agree_with_the_birth_and_death_equations(users, servers):
    think, service = Fraction(13, 10), Fraction(7, 20)
    solved = solve([Delay(float(think)), Station(float(service), servers)], float(users))
    assert float(solved.throughput) == pytest.approx(
        float(repairmen(users, servers, think, service)), rel=1e-12
    )


def test_a_saturated_station_keeps_its_digits_where_subtraction_would_lose_them():
    solved = solve([Delay(0.001), Station(1.0, 16)], 400.0)
    assert float(solved.throughput) == pytest.approx(16.0, rel=1e-12)
    assert float(sum(solved.queue)) == pytest.approx(400.0, rel=1e-9)


@pytest.mark.parametrize(("stations", "users"), [(1, 1), (3, 5), (4, 20)])
def test_a_balanced_network_has_its_textbook_throughput(stations, users):
    solved = solve([Station(0.2)] * stations, float(users))
    assert float(solved.throughput) == pytest.approx(users / (0.2 * (users + stations - 1)), rel=1e-12)


@given(
    demands=st.lists(DEMANDS, min_size=2, max_size=4),
    servers=st.lists(st.integers(0, 3), min_size=4, max_size=4),
    users=st.integers(1, 5),
)
def test_any_network_agrees_with_its_product_form(demands, servers, users):
    places = [Station(d, c) if c else Delay(d) for d, c in zip(demands, servers, strict=False)]
    expected = product_form(demands, servers[: len(demands)], users)
    assert float(solve(places, float(users)).throughput) == pytest.approx(expected, rel=1e-9)


@given(
    think=st.floats(0, 20),
    waits=DEMANDS,
    demand=DEMANDS,
    servers=st.integers(1, 16),
    users=st.integers(1, 60),
)
def test_little_and_utilisation_hold_and_bounds_are_kept(think, waits, demand, servers, users):
    solved = solve([Delay(think), Delay(waits), Station(demand, servers)], float(users))
    rate = float(solved.throughput)
    for there, time in zip(solved.queue, solved.residence, strict=True):
        assert float(there) == pytest.approx(rate * float(time), rel=1e-9, abs=1e-12)  # Little
    assert sum(map(float, solved.queue)) == pytest.approx(users, rel=1e-9)
    assert rate * demand / servers <= 1 + 1e-9  # utilisation law: busy servers are not more than all
    assert rate <= min(users / (think + waits + demand), servers / demand) * (1 + 1e-9)  # asymptotic bounds
    assert float(solved.residence[2]) >= demand * (1 - 1e-12)


@given(demand=DEMANDS, servers=st.integers(1, 8), users=st.integers(1, 40))
def test_one_more_user_never_lowers_throughput(demand, servers, users):
    places = [Delay(1.0), Station(demand, servers)]
    fewer, more = (float(solve(places, float(n)).throughput) for n in (users, users + 1))
    assert more >= fewer * (1 - 1e-12)


def test_every_draw_is_a_network_of_its_own():
    demand, users = np.array([0.1, 0.5, 2.0]), np.array([3.0, 40.0, 7.0])
    together = solve([Delay(1.0), Station(demand, 4)], users)
    for i in range(3):
        alone = solve([Delay(1.0), Station(float(demand[i]), 4)], float(users[i]))
        assert together.throughput[i] == pytest.approx(float(alone.throughput), rel=1e-12)


def test_a_population_between_two_whole_numbers_lies_between_their_throughputs():
    places = [Delay(1.0), Station(0.3, 2)]
    two, part, three = (float(solve(places, n).throughput) for n in (2.0, 2.25, 3.0))
    assert part == pytest.approx(0.75 * two + 0.25 * three)


@pytest.mark.parametrize("places", [[], [Delay(0.0)], [Station(-1.0)], [Station(float("nan"))]])
def test_a_network_that_makes_no_sense_is_refused(places):
    with pytest.raises(ValueError, match="demand"):
        solve(places, 2.0)


def test_erlang_c_is_what_the_textbooks_print():
    assert float(erlang_c(1, 0.7)) == pytest.approx(0.7)
    assert float(erlang_c(2, 1.6)) == pytest.approx(2 * 0.8**2 / (1 + 0.8), rel=1e-12)
    exact = Fraction(10) ** 14 / factorial(14) * Fraction(14, 4)
    exact /= sum(Fraction(10) ** k / factorial(k) for k in range(14)) + exact
    assert float(erlang_c(14, 10.0)) == pytest.approx(float(exact), rel=1e-12)
    assert float(erlang_c(3, 3.0)) == 1.0


def test_open_stations_have_their_closed_forms():
    assert float(residence(0.5, 1.0, 1)) == pytest.approx(2.0)  # S / (1 - rho)
    assert float(residence(1.6, 1.0, 2)) == pytest.approx(1 / (1 - 0.8**2))  # S / (1 - rho^2)
    assert float(stretch(12, 0.0)) == 1.0
    assert float(residence(2.0, 1.0, 2)) == float("inf")


@pytest.mark.parametrize(("demand", "within"), [(0.0117, 1e-4), (0.0135, 4e-3), (0.0200, 1e-3)])
def test_so_many_users_that_they_are_an_open_stream_agree_with_the_exact_recursion(demand, within):
    network = (np.array([3900.0]), np.array([4.0]), np.array([0.4]), np.array([demand]), 12)
    exact, many = settle(*network)[0], settle_many(*network)[0]
    assert many == pytest.approx(exact, rel=within)


def test_comb_of_states_is_right():
    """The product form above counts each state once: as many as there are ways to place the users."""
    states = [s for s in product(range(6), repeat=3) if sum(s) == 5]
    assert len(states) == comb(7, 2)
