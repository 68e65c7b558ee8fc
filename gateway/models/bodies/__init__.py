"""Response bodies of model services: bytes in, pieces out. Pure."""
