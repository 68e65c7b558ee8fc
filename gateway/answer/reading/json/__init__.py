"""Reads the JSON of an answer while it arrives, damaged or not. Pure."""
