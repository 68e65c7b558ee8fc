"""Embedding models that run on this machine, in one process for all server processes of a gateway."""
