"""One search through all knowledge sources."""
