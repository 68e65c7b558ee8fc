"""Files of the built page: in the smallest encoding that the browser reads and the build has made, and only once.

`web/compress.mjs` leaves `FILE.br` and `FILE.gz` beside a file. The name of a file below `assets/` holds a hash of its
content, so that it never changes and its name is its entity tag; every other file is asked for again with its tag.
"""

from __future__ import annotations

import mimetypes
import os
import re
from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""Encodings, the best first, and how their files end."""
HASHED = re.compile(r"-(?=[^.]{0,7}[A-Z0-9_])[\w-]{8}\.[a-z0-9]+$", re.ASCII)
"""The end of a name that holds a hash. One of small letters alone looks like a word, so it is not trusted."""
SCRIPT_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""What a script may do that is a worker: it has the policy that it came with, not that of its page."""
ALWAYS = "public, max-age=31536000, immutable"
AGAIN = "no-cache"


def accepted(header: str) -> list[str]:
    """Returns the encodings of ours that an `Accept-Encoding` takes, the best first."""
    weights: dict[str, float] = {}
    for part in header.lower().split(","):
        name, _, rest = part.partition(";")
        value = rest.strip().removeprefix("q=")
        weights[name.strip()] = float(value) if re.fullmatch(r"[01](\.[0-9]{0,3})?", value) else 1.0
    return [name for name in SUFFIXES if weights.get(name, weights.get("*", 0.0)) > 0]


def file_reply(path: str | PathLike[str], scope: Scope, headers: Mapping[str, str]) -> Response:
    """Returns a file, or that the browser has it already. Raises `FileNotFoundError`."""
    asked, path = Headers(scope=scope), Path(path)
    encoding, found = "", path
    for name in accepted(asked.get("accept-encoding", "")):
        packed = path.with_name(path.name + SUFFIXES[name])
        if packed.is_file():
            encoding, found = name, packed
            break
    sent = {**headers, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    if encoding:
        sent["Content-Encoding"] = encoding
    if headers.get("Cache-Control") == ALWAYS:
        sent["ETag"] = f'"{path.name}{"-" * bool(encoding)}{encoding}"'
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    reply = FileResponse(found, headers=sent, media_type=kind, stat_result=os.stat(found))
    known = {tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")}
    return NotModifiedResponse(reply.headers) if known & {reply.headers["etag"], "*"} else reply


class Assets(StaticFiles):
    """The folder of the files that a built page loads."""

    def file_response(
        self, full_path: PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        name = Path(full_path).name
        if name.endswith(tuple(SUFFIXES.values())):  # only a spelling of another file
            raise HTTPException(404)
        headers = {"Cache-Control": ALWAYS if HASHED.search(name) else AGAIN}
        if name.endswith((".js", ".mjs")):
            headers["Content-Security-Policy"] = SCRIPT_POLICY
        return file_reply(full_path, scope, headers)
