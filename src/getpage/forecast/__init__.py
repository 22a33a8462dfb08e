"""Forecast: what another size brings in reads, CPU, response and throughput, each with an interval."""

from getpage.forecast.file import forecast_json, read_forecast
from getpage.forecast.price import price_of
from getpage.forecast.published import Machine

__all__ = ["Machine", "forecast_json", "price_of", "read_forecast"]
