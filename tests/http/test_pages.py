"""The page, its assets and their headers."""

from starlette.applications import Starlette
from starlette.testclient import TestClient

from gateway.http.pages import routes


def client(folder):
    return TestClient(Starlette(routes=routes(folder)))


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
        assert browser.get("/staff/memory").text == "<p>built</p>"
        assert browser.get("/assets/main.js").text == "1"
        assert browser.get("/assets/../secret").status_code == 404


def test_without_a_build_the_plain_page_explains_itself(tmp_path):
    (tmp_path / "fallback.html").write_text("<p>plain</p>")
    with client(tmp_path) as browser:
        assert browser.get("/").text == "<p>plain</p>"
