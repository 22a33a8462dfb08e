"""Forecasts from tables of measured points."""

from getpage.forecast.points.forecast import forecast_points
from getpage.forecast.settings import RunSettings

__all__ = ["RunSettings", "forecast_points"]
