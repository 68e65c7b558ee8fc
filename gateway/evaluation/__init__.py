"""How good the answers are, on sets that people judged: reading the sets, metrics, intervals, reports. Pure."""
