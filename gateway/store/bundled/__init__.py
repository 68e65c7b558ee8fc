"""The bundled PostgreSQL server."""
