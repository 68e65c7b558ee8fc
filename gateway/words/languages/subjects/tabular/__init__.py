"""Words about tables."""
