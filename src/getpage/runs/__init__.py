"""Tables of measured or published points as evidence: runs in a CSV file, each figure as exact as it was
printed.
"""

from getpage.runs.model import Agreement, Cell, Column, Point, Points
from getpage.runs.read import read_points
from getpage.runs.span import Span

__all__ = ["Agreement", "Cell", "Column", "Point", "Points", "Span", "read_points"]
