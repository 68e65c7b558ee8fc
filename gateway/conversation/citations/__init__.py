"""Questions about the sources of an answer."""
