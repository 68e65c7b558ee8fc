"""The confidence gate: whether the candidates can answer the question. Pure."""
