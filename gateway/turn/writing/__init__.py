"""Runs the model and shows its answer."""
