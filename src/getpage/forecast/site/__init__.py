"""Forecasts for a site from its own evidence: knobs, their curves, and the work that was done."""

from getpage.forecast.site.forecast import forecast_site
from getpage.forecast.site.settings import Settings

__all__ = ["Settings", "forecast_site"]
