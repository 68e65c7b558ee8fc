"""Sends the events of an answer to a reader."""
