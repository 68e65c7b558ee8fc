"""Dialects: events in, frames out. One pure file each."""
