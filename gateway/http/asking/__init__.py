"""Endpoints that ask questions and read answers."""
