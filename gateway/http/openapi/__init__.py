"""The description of every endpoint: OpenAPI at `/openapi.json`, and the same as a page at `/docs`."""
