"""Answers as rows: turns, events, leases, recordings, and packs of answers that have ended."""
