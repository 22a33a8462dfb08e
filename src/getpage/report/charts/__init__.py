"""Charts as inline SVG: pure functions from data to a string.

The strings carry class names and no colours: the page's style sheet gives colours for light, dark and print,
and the shapes (dashes, outlines, keys) tell the parts apart without colour. They hold no script, no reference
to anything outside of them and no `xmlns`, which inline SVG does not need.
"""

from getpage.report.charts.bar import Segment, stacked_bar
from getpage.report.charts.coverage import Strip, coverage_strip
from getpage.report.charts.line import key, letter, line_chart
from getpage.report.charts.size import size_chart

__all__ = [
    "Segment",
    "Strip",
    "coverage_strip",
    "key",
    "letter",
    "line_chart",
    "size_chart",
    "stacked_bar",
]
