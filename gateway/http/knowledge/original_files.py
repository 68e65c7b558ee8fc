"""What was sent for a document: to be saved, or shown where it is a PDF, as a whole or in the part one asks for."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import quote

from pydantic import BaseModel
from starlette.responses import Response

from gateway.answer.json_types import Id
from gateway.errors import DocumentReplaced
from gateway.http.door.bodies import queried
from gateway.http.door.visit import Visit
from gateway.http.knowledge.downloads import Download
from gateway.http.openapi.operation import Operation, header, parameter, response
from gateway.knowledge.format_table import PDF

VIEWER = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The policy under which a PDF is shown. Browsers do not show a PDF in a sandbox, so it allows their viewer and no
script."""
FILE_HEADERS = {
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Accept-Ranges": "bytes",
}
"""Of a file that is sent whole or in part, to be read and never to be run."""
BYTES = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII)


class Opening(BaseModel):
    """The query of an original. `inline` opens a PDF in the browser's viewer; everything else is saved in any case."""

    disposition: Literal["attachment", "inline"] = "attachment"


async def content(visit: Visit) -> Response:
    """Returns what was sent, byte for byte, to be saved and never to be run. A PDF can be shown."""
    disposition = queried(visit, Opening).disposition
    within, library = visit.caller.within, visit.services.library
    original = await library.parts.describe(visit.caller.tenant, visit.path_id, within)
    name = original.file_name or f"{original.title}.md"
    charset = "" if not (original.is_text and original.media_type.startswith("text/")) else "; charset=utf-8"
    shown = disposition == "inline" and original.media_type == PDF
    tag = f'"{original.content_hash}"'
    headers = {
        "Content-Type": original.media_type + charset,
        "Content-Disposition": f"{'inline' if shown else 'attachment'}; filename*=UTF-8''{quote(name, safe='')}",
        **FILE_HEADERS,
        "ETag": tag,
    }
    if shown:
        headers["Content-Security-Policy"] = VIEWER
    if "if-match" in visit.headers and not _names(visit, "if-match", tag):
        raise DocumentReplaced("This is no longer the file that you began to read.")
    if _names(visit, "if-none-match", tag):
        return Response(status_code=304, headers=headers)
    part = asked_part(visit, tag, original.size)
    start, end = part or (0, original.size)
    headers["Content-Length"] = str(end - start)
    if part is not None:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{original.size}"
    status = 200 if part is None else 206
    if visit.method == "HEAD":
        return Response(status_code=status, headers=headers)
    data = library.parts.original(visit.caller.tenant, original, start, end)
    return Download(data, visit.services.downloads, status, headers)


def _names(visit: Visit, condition: str, tag: str) -> bool:
    """Tells whether a condition names this entity tag, or any."""
    return bool({part.strip().removeprefix("W/") for part in visit.headers.get(condition, "").split(",")} & {tag, "*"})


def asked_part(visit: Visit, tag: str, size: int) -> tuple[int, int] | None:
    """Returns where the part that `Range` asks for begins and ends; None for the whole file, which is also the answer
    to several parts, to none that exists, and to a part of another file (RFC 9110, sections 13.1.5 and 14.2)."""
    asked = BYTES.fullmatch(visit.headers.get("range", "").strip())
    if visit.method != "GET" or asked is None or visit.headers.get("if-range", tag) != tag:
        return None
    first, last = asked.groups()
    if not first:
        start, end = size - int(last or 0), size
    else:
        start, end = int(first), min(int(last) + 1, size) if last else size
    return (max(0, start), end) if start < end else None


CONTENT = Operation(
    "readContent: Download what was sent. Byte for byte, to be saved and never to be run; a PDF can be shown.",
    {
        "200": response("The original file.", {"*/*": {}}, {"ETag": header(str, "Hash of the content.")}),
        "206": response(
            "The part of it that was asked for.", {"*/*": {}}, {"Content-Range": header(str, "Which part it is.")}
        ),
        "304": response("One has it already."),
    },
    parameters=(
        parameter("id", Id, "The document's id."),
        parameter("disposition", Literal["attachment", "inline"], "`inline`: a PDF opens in the browser's viewer."),
        parameter("If-None-Match", str, "The `ETag` of the file that the caller has."),
        parameter("If-Match", str, "The `ETag` of the file of which the caller has a part."),
        parameter("Range", str, "One part, such as `bytes=0-65535`. Anything else gives the whole file."),
    ),
    refusals=(DocumentReplaced,),
)
