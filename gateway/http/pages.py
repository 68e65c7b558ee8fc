"""The built web page and its assets, under a strict content security policy, and the icon of all pages."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

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
"""`web/src/icon.svg` in 16, 32 and 48 pixels. Browsers ask for it without being told, so it is there without a build too."""
ICON_HEADERS = {"Cache-Control": "public, max-age=86400", "X-Content-Type-Options": "nosniff"}
PAGES = ("/", "/staff/memory")
"""Addresses of pages; which one is shown, the one bundle knows by the address (`web/src/main.ts`)."""


def routes(folder: Path) -> list[BaseRoute]:
    """`folder` holds `index.html` and `assets/` of the built page, or only `fallback.html` where it was not built."""
    page = folder / "index.html"

    async def index(request: Request) -> Response:
        return FileResponse(page if page.is_file() else folder / "fallback.html", headers=HEADERS)

    async def icon(request: Request) -> Response:
        return FileResponse(ICON, media_type="image/x-icon", headers=ICON_HEADERS)

    found: list[BaseRoute] = [Route(path, index, methods=["GET"]) for path in PAGES]
    found.append(Route("/favicon.ico", icon, methods=["GET"]))
    if (folder / "assets").is_dir():
        found.append(Mount("/assets", StaticFiles(directory=folder / "assets")))
    return found
