"""The record that a store keeps of forecasts."""
