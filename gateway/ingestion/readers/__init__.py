"""Formats that need a library: one file each, `read(data) -> Content`, run in a process of their own (`apart.py`)."""
