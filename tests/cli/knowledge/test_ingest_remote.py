"""`citestream ingest https://…`, `--sitemap`, `--urls` and `s3://…` as commands, against servers with real sockets."""

import asyncio
from pathlib import Path

import pytest

from gateway.cli.knowledge.ingest import ingest
from gateway.cli.knowledge.ingest_remote import parted, read_list
from gateway.errors import WrongUse
from tests.fakes.website import Bucket, Website, page, plain, urlset

FETCHING = {"GATEWAY_FETCH_ALLOWED": "127.0.0.1"}


async def run(citestream, *arguments, **environment):
    """Runs a command beside the servers of this test."""
    return await asyncio.to_thread(citestream, *arguments, **environment)


def test_paths_and_addresses_are_told_apart():
    paths, addresses = parted(["docs", "HTTPS://x.example/a//b", "s3://b/c", "C:\\docs", "a:b.md"])
    assert paths == [Path("docs"), Path("C:\\docs"), Path("a:b.md")]
    assert addresses == ["https://x.example/a//b", "s3://b/c"]
    for other in ("file:///etc/passwd", "gopher://x", "FTP://x", "http+unix://x"):
        with pytest.raises(WrongUse, match="only addresses of http, https, s3"):
            parted([other])


def test_a_list_that_cannot_be_read_is_a_sentence(tmp_path):
    (tmp_path / "list").write_text("# ours\nhttps://x.example/\n")
    assert read_list(tmp_path / "list") == ["https://x.example/"]
    for wrong in (tmp_path, tmp_path / "none"):
        with pytest.raises(WrongUse, match="--urls"):
            read_list(wrong)


async def test_pages_sitemaps_lists_and_buckets_beside_files(citestream, notes):
    async with Website() as site, Bucket("b", {"docs/a.md": b"Bucket."}) as bucket:
        site.pages |= {f"/{n}": page(f"Page {n} of the site.") for n in range(3)}
        site.pages |= {"/s.xml": urlset("/1"), "/robots.txt": plain("User-agent: *\nDisallow: /x")}
        (notes.parent / "list").write_text(f"{site.url}/2\n")
        arguments = (
            "ingest",
            "notes",
            f"{site.url}/0",
            "s3://b/docs",
            "--sitemap",
            f"{site.url}/s.xml",
            "--urls",
            "list",
        )
        keys = {"AWS_ENDPOINT_URL": bucket.url, "AWS_ACCESS_KEY_ID": "KEY", "AWS_SECRET_ACCESS_KEY": "s"}
        first = await run(citestream, *arguments, **FETCHING, **keys)
        assert first.returncode == 0, first.stderr
        assert "Documents ingested: 2 (" in first.stdout and "Pages and objects ingested: 4 (" in first.stdout
        listed = (await run(citestream, "documents", "list")).stdout
        assert all(f"{site.url}/{n}" in listed for n in range(3)) and "s3://b/docs/a.md" in listed
        site.pages["/1"] = plain("", status=404)
        again = await run(citestream, *arguments, "--remove-gone", **FETCHING, **keys)
        assert (
            again.returncode == 0
            and "Removed, for they are gone: 1." in again.stdout
            and "unchanged: 3" in again.stdout
        )


async def test_fetching_is_off_until_it_is_switched_on_and_inside_addresses_until_they_are_named(citestream, notes):
    async with Website({"/": page("A")}) as site:
        off = await run(citestream, "ingest", site.url)
        assert (
            off.returncode == 2 and "GATEWAY_FETCH_ALLOWED=public" in off.stderr and len(off.stderr.splitlines()) == 1
        )
        inside = await run(citestream, "ingest", site.url, GATEWAY_FETCH_ALLOWED="public")
        assert inside.returncode == 1 and "GATEWAY_FETCH_ALLOWED" in inside.stderr and site.asked == []


def test_what_cannot_be_followed_says_why(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongUse, match="--watch follows folders"):
        ingest(["https://x.example/"], watch=True)
