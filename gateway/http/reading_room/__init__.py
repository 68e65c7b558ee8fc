"""Endpoints for threads, feedback, recordings and asked questions."""
