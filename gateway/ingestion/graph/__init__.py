"""Reads graph files and extracts a graph from documents."""
