"""Tables of measured or published points as evidence: runs in a CSV file, each figure as exact as it was
printed.
"""

from getpage.runs.model import Cell, FigureCheck, Point, Points, RunColumn
from getpage.runs.read import read_points
from getpage.runs.span import Span

__all__ = ["Cell", "FigureCheck", "Point", "Points", "RunColumn", "Span", "read_points"]
