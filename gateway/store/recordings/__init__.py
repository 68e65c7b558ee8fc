"""Rows of recordings, and what is deleted when."""
