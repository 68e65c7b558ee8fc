"""What all model services share: retries, circuit breaker, JSON requests."""
