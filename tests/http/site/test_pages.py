"""The page, its assets and their headers."""

import re
import struct

from starlette.applications import Starlette
from starlette.testclient import TestClient

from gateway import slots
from gateway.http.door.guard import guarded
from gateway.http.site.pages import assets, endpoints
from gateway.settings import Settings
from tests.support.server import partial_services


def client(folder):
    app = Starlette(routes=[*assets(folder), *guarded(endpoints(folder))])
    app.state.services = partial_services(settings=Settings(_env_file=None))
    return TestClient(app, base_url="http://localhost")


def test_the_built_page_is_served_under_a_strict_policy(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>built</p>")
    (tmp_path / "assets" / "main.js").write_text("1")
    with client(tmp_path) as browser:
        page = browser.get("/")
        assert page.text == "<p>built</p>"
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert "unsafe" not in page.headers["content-security-policy"]
        assert page.headers["x-content-type-options"] == "nosniff"
        for path in (
            "/c/a thread",
            "/answers/5b0d",
            "/sources",
            "/sources/x",
            "/staff",
            "/staff/usage",
            "/qa",
            "/qa/5b0d",
        ):
            assert browser.get(path).text == "<p>built</p>"
        assert page.headers["cache-control"] == "no-cache"
        known = browser.get("/", headers={"If-None-Match": page.headers["etag"]})
        assert known.status_code == 304 and "content-security-policy" not in known.headers
        assert browser.get("/staff/memory").text == "<p>built</p>"
        assert browser.get("/assets/main.js").text == "1"
        assert browser.get("/assets/../secret").status_code == 404


def test_without_a_build_the_plain_page_explains_itself(tmp_path):
    (tmp_path / "fallback.html").write_text("<p>plain</p>")
    with client(tmp_path) as browser:
        assert browser.get("/").text == "<p>plain</p>"


def test_there_is_an_icon_with_a_build_and_without_one(tmp_path):
    with client(tmp_path) as browser:
        icon = browser.get("/favicon.ico")
        assert icon.status_code == 200 and icon.headers["content-type"] == "image/x-icon"
        assert "max-age" in icon.headers["cache-control"] and icon.headers["etag"]
        reserved, kind, images = struct.unpack_from("<HHH", icon.content)
        assert (reserved, kind, images) == (0, 1, 3)
        sizes = [struct.unpack_from("<BB", icon.content, 6 + 16 * place) for place in range(images)]
        assert sorted(sizes) == [(16, 16), (32, 32), (48, 48)]


async def test_every_page_names_an_icon_that_is_there(sample):
    for path in ("/", "/docs", "/staff/memory"):
        page = (await sample.client.get(path)).text
        named = re.search(r'<link rel="icon"[^>]* href="([^"]+)"', page)
        assert named and (await sample.client.get(named[1])).status_code == 200, path
    plain = (slots.resource("web") / "fallback.html").read_text(encoding="utf-8")
    assert 'href="/favicon.ico"' in plain
