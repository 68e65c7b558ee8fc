"""Documents, passages and their ranking. Pure."""
