"""Stand-ins for the world outside: servers that answer as told, and fail as told."""
