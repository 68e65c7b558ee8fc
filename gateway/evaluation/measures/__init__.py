"""What the figures of an evaluation are made of. Pure."""
