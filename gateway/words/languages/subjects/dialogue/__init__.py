"""How people refer to what was said before, and ask several things in one message."""
