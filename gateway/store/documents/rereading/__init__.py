"""Stored originals read again."""
