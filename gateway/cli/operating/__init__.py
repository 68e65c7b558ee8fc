"""Commands that run and maintain a gateway."""
