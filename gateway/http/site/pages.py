"""The built web page and its assets, under a strict content security policy, and the icon of all pages."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.routing import Mount

from gateway.errors import Refusal, Unavailable, UnknownHost
from gateway.http.door.endpoint import OPEN, HttpEndpoint, endpoints_of
from gateway.http.door.visit import Visit
from gateway.http.openapi.client_names import TOLD
from gateway.http.openapi.operation import Operation, Parameters, Responses, ok_in, parameter, plain
from gateway.http.openapi.tags import HEALTH
from gateway.http.site.compressed_files import AGAIN, Assets, file_reply

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; img-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": AGAIN,
}
PAGES = {
    "/": "page: The page to ask on.",
    "/c/{thread}": "conversationPage: The same, with a conversation.",
    "/answers/{uuid}": "answerPage: The same, with one answer.",
    "/sources": "sourcesPage: The documents.",
    "/sources/{id}": "sourcePage: One document.",
    "/staff": "staffPage: What staff look after.",
    "/staff/{part}": "staffPartPage: One part of it, such as `memory`.",
    "/qa": "qaPage: Recorded answers.",
    "/qa/{uuid}": "recordingPage: One recorded answer.",
}
"""The addresses of pages. What they name may not exist: the page asks for it and says so."""


NAME_IN_PATH = re.compile(r"\{(\w+)\}")
ICON = Path(__file__).parent / "favicon.ico"
"""`web/src/icon.svg` in 16, 32 and 48 pixels. Browsers ask for it without being told to, so it also exists without a
build."""
ICON_HEADERS = {"Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff"}


def page_operation(text: str, responses: Responses, named: Parameters = ()) -> Operation:
    """Describes what a browser loads. Everybody may load it who calls the gateway by its name."""
    refusals = (Refusal, Unavailable, UnknownHost)
    return Operation(text, responses, parameters=named, refusals=refusals, is_usual=False, other_names=TOLD)


def html(text: str, path: str = "") -> Operation:
    """Describes a page. `path`: the address with the names in it."""
    named = tuple(parameter(name, str, "Any name.") for name in NAME_IN_PATH.findall(path))
    return page_operation(text, plain("text/html; charset=utf-8", "A web page."), named)


def endpoints(folder: Path) -> list[HttpEndpoint]:
    """Returns the pages and their icon. `folder` holds `index.html` and `assets/` of the built page, or only
    `fallback.html` where it was not built."""
    page = folder / "index.html"

    async def index(visit: Visit) -> Response:
        """Returns the page. The one bundle knows by the address which page it is (`web/src/pages/routes.ts`)."""
        return file_reply(page if page.is_file() else folder / "fallback.html", visit.scope, HEADERS)

    async def icon(visit: Visit) -> Response:
        return FileResponse(ICON, media_type="image/x-icon", headers=ICON_HEADERS)

    picture = page_operation("icon: The icon of all pages.", ok_in({"image/x-icon": {}}, "It."))
    return endpoints_of(
        HEALTH,
        *(("GET", path, OPEN, index, html(text, path)) for path, text in PAGES.items()),
        ("GET", "/favicon.ico", OPEN, icon, picture),
    )


def assets(folder: Path) -> list[Mount]:
    """Returns the folder of the page's assets, where it was built."""
    built = folder / "assets"
    return [Mount("/assets", Assets(directory=built))] if built.is_dir() else []
