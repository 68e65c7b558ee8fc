"""Questions and the talk around them. Pure."""
