"""Forecasts for a site from its own evidence: knobs, their curves, and the work that was done."""

from getpage.forecast.settings import ForecastSettings
from getpage.forecast.site.forecast import forecast_site

__all__ = ["ForecastSettings", "forecast_site"]
