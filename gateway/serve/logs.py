"""Logs on stderr: one line an entry, as text for people or as JSON for collectors.

Questions, answers and documents are not logged at any level; what a record carries is its message, for errors a trace,
and fields where it is about a request or a turn. Records of one request have its id.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

from gateway.settings import Settings
from gateway.telemetry.tracing import request_context, traces

QUIET = {
    **dict.fromkeys(("uvicorn", "aiohttp", "httpx2", "openai", "mcp", "sse_starlette"), logging.WARNING),
    **dict.fromkeys(("httpcore", "urllib3", "markdown_it", "asyncio"), logging.WARNING),
    "asyncpg": logging.ERROR,
}
"""Libraries that log what nobody asked for, some of them bodies of requests. asyncpg warns, with a trace, of each
connection that a restarted server dropped."""


PLAIN = re.compile(r"[\w.:@/+*{}-]+", re.ASCII)


class JsonLines(logging.Formatter):
    """`{"time","level","logger","message","request_id"?,"trace_id"?, fields …,"error"?}`, time in RFC 3339, UTC."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        ids = {"request_id": request_context.request_id(), "trace_id": traces.trace_id()}
        entry |= {name: value for name, value in ids.items() if value is not None}
        entry |= _fields(record)
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Level, origin and message, and behind them the fields as `name=value`."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        fields = _fields(record)
        if fields and (request_id := request_context.request_id()):
            fields = {"request_id": request_id, **fields}
        parts = (f"{name}={_plain(value)}" for name, value in fields.items() if value is not None)
        return " ".join((super().formatMessage(record), *parts))


def _fields(record: logging.LogRecord) -> Mapping[str, Any]:
    """Returns the fields that a record was given: `extra={"fields": …}`."""
    fields: Mapping[str, Any] = getattr(record, "fields", {})
    return fields


def _plain(value: object) -> str:
    """Returns a value that stays in its place, whatever it holds."""
    text = str(value) if isinstance(value, (str, int, float)) else json.dumps(value, separators=(",", ":"))
    return text if PLAIN.fullmatch(text) or not isinstance(value, str) else json.dumps(text)


def start_logging(settings: Settings, to: TextIO | None = None) -> None:
    """Sets up the root logger. The command line calls it once."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_format == "json" else TextLines())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(max(level, logging.getLogger().level))


def start_lines(settings: Settings, say: Callable[[str], None]) -> Callable[[str], None]:
    """Returns how the lines of a start are told: as they are for people; with JSON logs as records, so that what
    collects them meets nothing else. `say`: prints a line."""
    if settings.log_format != "json":
        return say
    log = logging.getLogger("gateway.serve.startup")

    def told(line: str) -> None:
        subject, _, rest = line.partition(" ")
        log.log(max(logging.INFO, log.getEffectiveLevel()), "%s", subject, extra={"fields": {"is": rest.strip()}})

    return told
