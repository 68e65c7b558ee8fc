"""What a process tells of itself: figures for Prometheus, the ids of a request, spans. Any layer may use it; it knows
none of them."""
