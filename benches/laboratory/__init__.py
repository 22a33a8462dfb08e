"""A laboratory of sites: a simulation whose evidence goes the ordinary way, and how often forecasts held."""
