"""An outage of a consumer, rendered."""
