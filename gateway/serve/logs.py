"""Logs on stderr: one line an entry, as text for people or as JSON for collectors.

Questions, answers and documents are not logged at INFO; what a record carries is its message and, for errors, a trace.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

from gateway.settings import Settings

QUIET = {
    "uvicorn": logging.WARNING,
    "aiohttp": logging.WARNING,
    "httpx2": logging.WARNING,
    "openai": logging.WARNING,
    "mcp": logging.WARNING,
    "asyncpg": logging.ERROR,
}
"""Libraries that log what nobody asked for. asyncpg warns, with a trace, of each connection that a restarted server
dropped."""


class JsonLines(logging.Formatter):
    """`{"time","level","logger","message","error"?}`, time in RFC 3339, UTC."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def start_logging(settings: Settings, to: TextIO | None = None) -> None:
    """Sets up the root logger. The command line calls it once."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(
        JsonLines() if settings.log_format == "json" else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(max(level, logging.getLogger().level))
