"""The answer core: pieces of model output in, events out. Pure."""
