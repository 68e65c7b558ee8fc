"""Splits documents into passages. Pure."""
