"""Curves: what every size of a buffer pool would have read, from a trace of page references.

The work on references is done in the native kernel (`crates/curve`); this package reads what the kernel does
not, chooses sizes, marks current, knee and saturation, and says it all as rows, messages and pictures.

| module | what |
|---|---|
| `settings` | what is asked of a curve, checked |
| `sizes` | sizes as people write them |
| `files` | the files of a trace and their formats |
| `trace` | files or frames into a run of the kernel |
| `grid` | which pools are simulated, for each pool of the trace |
| `run` | passes over a trace, and what they give |
| `marks` | knee and saturation |
| `simulated` | what Db2 would have put into DSNB431I and DSNB432I |
| `parts` | parts of a trace computed apart, and merged |
| `picture` | the curve as what is to be drawn |
| `saved`, `stored` | curves that were saved, and those of a store's own trace |

What a curve says is in `getpage.result.curve`, and how it is written in `getpage.report.curve`.
"""
