"""Entities and relations, and which of them answer a question. Pure."""
