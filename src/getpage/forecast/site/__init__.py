"""Forecasts for a site from its own evidence: knobs, their curves, and the work that was done."""

from getpage.forecast.settings import Settings
from getpage.forecast.site.forecast import forecast_site

__all__ = ["Settings", "forecast_site"]
