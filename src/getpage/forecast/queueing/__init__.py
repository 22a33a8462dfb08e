"""Queueing: how response and throughput follow from processor time, waits, and how work arrives."""

from getpage.forecast.queueing.closed import settle
from getpage.forecast.queueing.mva import Delay, Solution, Station, solve
from getpage.forecast.queueing.open import erlang_c, residence, stretch

__all__ = ["Delay", "Solution", "Station", "erlang_c", "residence", "settle", "solve", "stretch"]
