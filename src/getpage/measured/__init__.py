"""Tables of measured or published points as evidence: runs in a CSV file, each figure as exact as it was
printed.
"""

from getpage.measured.model import Agreement, Cell, Column, Point, Points
from getpage.measured.read import read_points
from getpage.measured.span import Span

__all__ = ["Agreement", "Cell", "Column", "Point", "Points", "Span", "read_points"]
