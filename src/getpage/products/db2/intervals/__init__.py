"""Counters since some moment become those of intervals: restarts, gaps, several ways of measuring.

`counters` says which columns count; `survey` who has records only, which `by_time` takes stretch by stretch;
`readings` puts them in order and finds restarts; `differences` subtracts; `pieces` gives what comes of it
piece by piece, `joined` from days that are kept; `counter_pass` measures it.
"""
