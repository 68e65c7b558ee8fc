"""Which spelling of a file is sent, and how long a browser may keep it."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from gateway.http.site.compressed_files import ALWAYS, SCRIPT_POLICY, Assets, accepted

HASHED, PLAIN = "console-DuWcVX1l.js", "main.js"
SCRIPT = b"let answer = 42;" * 40


@pytest.fixture
def browser(tmp_path):
    for name in (HASHED, PLAIN, "lone-DuWcVX1l.css"):
        (tmp_path / name).write_bytes(SCRIPT)
    (tmp_path / f"{HASHED}.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / f"{HASHED}.br").write_bytes(b"stands for brotli")
    with TestClient(Starlette(routes=[Mount("/assets", Assets(directory=tmp_path))])) as client:
        yield client


def get(browser, name, encodings, **headers):
    with browser.stream("GET", f"/assets/{name}", headers={"Accept-Encoding": encodings, **headers}) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("gzip, deflate, br, zstd", ["br", "gzip"]),
        ("gzip", ["gzip"]),
        ("br;q=0, gzip;q=0.5", ["gzip"]),
        ("*", ["br", "gzip"]),
        ("*;q=0", []),
        ("identity", []),
        ("", []),
        ("GZIP;q=2", ["gzip"]),
    ],
)
def test_what_a_browser_reads(header, names):
    assert accepted(header) == names


def test_the_smallest_spelling_that_the_browser_reads_is_sent(browser):
    answer, body = get(browser, HASHED, "gzip, br")
    assert answer.headers["content-encoding"] == "br" and body == b"stands for brotli"
    answer, body = get(browser, HASHED, "gzip")
    assert answer.headers["content-encoding"] == "gzip" and gzip.decompress(body) == SCRIPT
    plain, body = get(browser, HASHED, "identity")
    assert "content-encoding" not in plain.headers and body == SCRIPT
    assert plain.headers["content-type"] == answer.headers["content-type"]
    assert "javascript" in plain.headers["content-type"] and plain.headers["x-content-type-options"] == "nosniff"
    alone, body = get(browser, "lone-DuWcVX1l.css", "br")
    assert "content-encoding" not in alone.headers and body == SCRIPT
    assert all(one.headers["vary"] == "Accept-Encoding" for one in (answer, plain, alone))


def test_a_name_with_a_hash_is_loaded_once_and_each_spelling_has_its_tag(browser):
    tags = set()
    for encodings in ("br", "gzip", "identity"):
        answer, _ = get(browser, HASHED, encodings)
        assert answer.headers["cache-control"] == ALWAYS
        again, body = get(browser, HASHED, encodings, **{"If-None-Match": answer.headers["etag"]})
        assert again.status_code == 304 and body == b"" and again.headers["vary"] == "Accept-Encoding"
        tags.add(answer.headers["etag"])
    assert len(tags) == 3
    other, _ = get(browser, HASHED, "br", **{"If-None-Match": '"console-DuWcVX1l.js-gzip"'})
    assert other.status_code == 200


@pytest.mark.parametrize("name", [PLAIN, "staff-settings.js"])
def test_a_name_without_a_hash_is_asked_for_again(browser, tmp_path, name):
    (tmp_path / name).write_bytes(SCRIPT)
    answer, _ = get(browser, name, "br")
    assert answer.headers["cache-control"] == "no-cache"
    again, _ = get(browser, name, "br", **{"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("name", ["none-DuWcVX1l.js", f"{HASHED}.br", f"{HASHED}.gz", "../secret"])
def test_what_is_no_file_of_the_page_is_not_there(browser, name):
    answer, _ = get(browser, name, "br")
    assert answer.status_code == 404


def test_a_script_that_is_a_worker_may_load_nothing_from_elsewhere(browser, tmp_path):
    (tmp_path / "pdf.worker-DuWcVX1l.mjs").write_bytes(SCRIPT)
    for name in (HASHED, "pdf.worker-DuWcVX1l.mjs"):
        answer, _ = get(browser, name, "identity")
        assert answer.headers["content-security-policy"] == SCRIPT_POLICY
        assert "javascript" in answer.headers["content-type"]
    assert "eval" not in SCRIPT_POLICY and "http" not in SCRIPT_POLICY
    style, _ = get(browser, "lone-DuWcVX1l.css", "br")
    assert "content-security-policy" not in style.headers


def test_a_head_has_the_headers_alone(browser):
    answer = browser.head(f"/assets/{HASHED}", headers={"Accept-Encoding": "br"})
    assert answer.headers["content-length"] == "17" and answer.content == b""
