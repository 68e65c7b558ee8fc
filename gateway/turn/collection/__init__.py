"""Answers questions about the gateway and its documents."""
