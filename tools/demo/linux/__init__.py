"""The Linux guest of the sample site, in which cubes are loaded in the morning: its memory."""

from .day import FILES
from .truth import TRUTHS

__all__ = ["FILES", "TRUTHS"]
