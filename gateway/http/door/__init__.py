"""Every request passes here first: host, origin, key, limits, body."""
