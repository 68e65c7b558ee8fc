"""How much a caller may use: keys, limits, admission, thresholds. Pure."""
