"""Number formats of cells, and the dates that they show."""
