"""Pages, health, metrics, the description of the API."""
