"""The built web page and its assets, under a strict content security policy, and the icon of all pages."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from gateway.errors import Refusal, Unavailable, UnknownHost
from gateway.http.endpoint import OPEN, HttpEndpoint
from gateway.http.openapi.operation import Operation, Responses, plain, response
from gateway.http.openapi.tags import HEALTH
from gateway.http.replies import NO_STORE

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    **NO_STORE,
}


ICON = Path(__file__).parent / "favicon.ico"
"""`web/src/icon.svg` in 16, 32 and 48 pixels. Browsers ask for it without being told to, so it also exists without a
build."""
ICON_HEADERS = {"Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff"}


def page_operation(text: str, responses: Responses) -> Operation:
    """Describes what a browser loads. Everybody may load it who calls the gateway by its name."""
    return Operation(HEALTH, text, responses, refusals=(Refusal, Unavailable, UnknownHost), is_usual=False)


def html(text: str) -> Operation:
    return page_operation(text, plain("text/html; charset=utf-8", "A web page."))


def endpoints(folder: Path) -> list[HttpEndpoint]:
    """Returns the pages and their icon. `folder` holds `index.html` and `assets/` of the built page, or only
    `fallback.html` where it was not built."""
    page = folder / "index.html"

    async def index(request: Request) -> Response:
        """Returns the page. The one bundle knows by the address which page it is (`web/src/main.ts`)."""
        return FileResponse(page if page.is_file() else folder / "fallback.html", headers=HEADERS)

    async def icon(request: Request) -> Response:
        return FileResponse(ICON, media_type="image/x-icon", headers=ICON_HEADERS)

    staff = html("memoryPage: The staff page of the answer memory.")
    picture = page_operation("icon: The icon of all pages.", {"200": response("It.", {"image/x-icon": {}})})
    return [
        HttpEndpoint("GET", "/", index, roles=OPEN, operation=html("page: The page to ask on.")),
        HttpEndpoint("GET", "/staff/memory", index, roles=OPEN, operation=staff),
        HttpEndpoint("GET", "/favicon.ico", icon, roles=OPEN, operation=picture),
    ]


def assets(folder: Path) -> list[Mount]:
    """Returns the folder of the page's assets, where it was built."""
    built = folder / "assets"
    return [Mount("/assets", StaticFiles(directory=built))] if built.is_dir() else []
