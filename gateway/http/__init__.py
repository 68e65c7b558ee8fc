"""Doors: one file each, request in, response out."""
