"""Whether a stream passes whatever stands before a gateway: the probe's frames have to come one by one."""

from __future__ import annotations

import http.client
import time
import zlib
from urllib.parse import urlsplit

from gateway.http.site.stream_probe import FRAMES, PATH, PAUSE_S
from gateway.serve.diagnosis import Diagnosis

PATIENCE_S = 20.0
WITHIN = 0.5
"""Of the time between the first frame and the last: less than that, and they came in one go."""
ADVICE = "switch buffering and compression off for text/event-stream: deploy/nginx.conf and deploy/haproxy.cfg show how"


def stream(url: str) -> Diagnosis:
    """Reads the probe through an address as callers use it. Blocks for a second or two."""
    try:
        status, arrivals, headers = _read(url)
    except (OSError, http.client.HTTPException, ValueError, zlib.error) as error:
        why = f"{url} cannot be reached ({type(error).__name__})"
        return Diagnosis("stream", "fail", why, "check the address, the proxy and its certificate")
    if status == 421:
        name = urlsplit(url).hostname
        return Diagnosis(
            "stream", "fail", f"the gateway refuses the name {name}", f"add it to GATEWAY_ALLOWED_HOSTS: {name}"
        )
    if status == 503:
        return Diagnosis("stream", "warn", f"{url} answered 503: it is starting or busy", "try again in a moment")
    if status != 200 or len(arrivals) < FRAMES:
        found = f"{url} answered {status} with {len(arrivals)} of {FRAMES} frames"
        return Diagnosis("stream", "fail", found, "check that the proxy leads to a running gateway of this version")
    took_s = arrivals[-1] - arrivals[0]
    if took_s < WITHIN * PAUSE_S * (FRAMES - 1):
        return Diagnosis("stream", "fail", "all frames came at once: something on the way holds streams back", ADVICE)
    if headers.get("content-encoding", "identity") != "identity":
        return Diagnosis("stream", "warn", "the stream comes compressed, which holds text back", ADVICE)
    return Diagnosis("stream", "ok", f"frames come one by one through {url}")


def connected(url: str) -> tuple[http.client.HTTPConnection, str]:
    """Returns a connection to an address as callers use it, and the beginning of its paths. Raises `ValueError`."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("no address")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname, parts.port, timeout=PATIENCE_S), parts.path.rstrip("/")


def _read(url: str) -> tuple[int, list[float], dict[str, str]]:
    """Returns the status, when each frame came, and the headers with names in lower case."""
    connection, path = connected(url)
    try:
        connection.request("GET", path + PATH, headers={"Accept": "text/event-stream", "Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        unzip = zlib.decompressobj(zlib.MAX_WBITS | 16) if headers.get("content-encoding") == "gzip" else None
        arrivals: list[float] = []
        while piece := answer.read1():
            text = unzip.decompress(piece) if unzip else piece
            arrivals += [time.monotonic()] * text.count(b"data:")
        return answer.status, arrivals, headers
    finally:
        connection.close()
