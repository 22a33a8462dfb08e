"""How the response of transactions changes from day to day, and what of it changed."""
