"""A small server that speaks OpenAI's `/embeddings`, on a random port."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from gateway.settings import Settings


class Server(ThreadingHTTPServer):
    """Speaks `/embeddings`, keeps the requests, answers the statuses it is told to before it works."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.failures: list[int] = []
        self.retry_after = ""
        self.dimensions: list[int] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.requests.append(body)
        self.server.keys.append(self.headers.get("authorization"))
        status = self.server.failures.pop(0) if self.server.failures else 200
        length = self.server.dimensions.pop(0) if self.server.dimensions else 4
        # Longer than a unit and in reverse order, as a careless server may answer.
        data = [
            {"object": "embedding", "index": index, "embedding": [float(len(text))] + [2.0] * (length - 1)}
            for index, text in enumerate(body["input"])
        ]
        answer = {"object": "list", "data": data[::-1], "model": body["model"]} if status == 200 else {"error": "no"}
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        if status != 200 and self.server.retry_after:
            self.send_header("retry-after", self.server.retry_after)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: Any) -> None:
        """Tests print nothing."""


@contextmanager
def serving() -> Iterator[Server]:
    """Runs a server for as long as the block lasts."""
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield running
        finally:
            running.shutdown()
            thread.join(timeout=5)


def settings_for(server: Server, **changes: Any) -> Settings:
    """Returns settings that point at the server."""
    values: dict[str, Any] = {
        "embedding_model": "small",
        "embedding_base_url": server.url,
        "embedding_api_key": None,
        "openai_api_key": None,
        "openai_base_url": None,
    }
    return Settings(_env_file=None, **{**values, **changes})
