"""Endpoints for documents."""
