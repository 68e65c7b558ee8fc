"""Request ids and spans."""
