"""One turn, from a question to its terminal event."""
