"""Counters since some moment become those of intervals: restarts, gaps, several ways of measuring.

`counters` says which columns count; `pieces` reads whole objects; `readings` puts them in order and finds
restarts; `differences` subtracts; `lost` says what was left out; `counter_pass` measures what comes of it.
"""
