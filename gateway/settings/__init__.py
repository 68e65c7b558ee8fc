"""Every knob of the product: read once at start, from options, the environment, `.env` and files of secrets."""

from gateway.settings.settings import FIELDS, SECRETS, Settings, names, read

__all__ = ["FIELDS", "SECRETS", "Settings", "names", "read"]
