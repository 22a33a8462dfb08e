"""Forecasts from tables of measured points."""

from getpage.forecast.points.forecast import Settings, forecast_points

__all__ = ["Settings", "forecast_points"]
