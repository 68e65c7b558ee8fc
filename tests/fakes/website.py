"""A web site on a random loopback port, pages by their paths, each an answer of any kind; and a bucket of S3.

    async with Website({"/a": page("Books come back.")}) as site:
        settings.read(fetch_allowed="127.0.0.1")

Plain asyncio streams, so that bytes come as they are written here, or do not come at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.fakes.loopback import LoopbackServer

LONGEST_S = 30.0


@dataclass
class Asked:
    """One request as it came."""

    method: str
    target: str
    headers: dict[str, str]

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(urlsplit(self.target).query).items()}


@dataclass
class Told:
    """One answer. `stream` writes the body instead of `body`, until the client leaves."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    stream: Callable[[asyncio.StreamWriter], Awaitable[None]] | None = None


Answer = Told | Callable[[Asked], Told]


def page(text: str, title: str = "A page", head: str = "", **headers: str) -> Told:
    """An HTML page of one paragraph."""
    body = (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body><main><p>{text}</p></main></body></html>"
    )
    return Told(body.encode(), headers={"content-type": "text/html; charset=utf-8", **_named(headers)})


def plain(text: str | bytes, content_type: str = "text/plain", status: int = 200, **headers: str) -> Told:
    body = text.encode() if isinstance(text, str) else text
    return Told(body, status, {"content-type": content_type, **_named(headers)})


def redirect(to: str, status: int = 302) -> Told:
    return Told(b"", status, {"location": to})


def marked(told: Told, etag: str = "", last_modified: str = "") -> Callable[[Asked], Told]:
    """The same page, or 304 for those who have it."""
    marks = {"etag": etag} if etag else {"last-modified": last_modified}

    def answer(asked: Asked) -> Told:
        has = asked.headers.get("if-none-match") if etag else asked.headers.get("if-modified-since")
        if has == (etag or last_modified):
            return Told(b"", 304, marks)
        return Told(told.body, told.status, {**told.headers, **marks})

    return answer


def urlset(*addresses: str) -> Told:
    inner = "".join(f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    return plain(
        f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{inner}</urlset>', "text/xml"
    )


def sitemapindex(*addresses: str) -> Told:
    inner = "".join(f"<sitemap><loc>{escape(address)}</loc></sitemap>" for address in addresses)
    return plain(
        f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{inner}</sitemapindex>', "text/xml"
    )


def bomb(size: int, status: int = 200) -> Told:
    """A page that is small on the way and `size` zeros when it is unpacked."""
    return Told(gzip.compress(bytes(size)), status, {"content-type": "text/html", "content-encoding": "gzip"})


def endless(piece: bytes = b"x" * 65536, pause_s: float = 0.0) -> Told:
    async def stream(writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause_s)

    return Told(headers={"content-type": "text/html"}, stream=stream)


def silent() -> Told:
    """A head, and then nothing."""

    async def stream(writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(LONGEST_S)

    return Told(headers={"content-type": "text/html"}, stream=stream)


class Website(LoopbackServer):
    """The server. `pages` may be changed while it runs; `asked` are the requests seen, oldest first."""

    def __init__(self, pages: Mapping[str, Answer] | None = None, host: str = "127.0.0.1") -> None:
        super().__init__(host)
        self.pages: dict[str, Answer] = dict(pages or {})
        self.asked: list[Asked] = []

    @property
    def paths(self) -> list[str]:
        """What was asked for, robots.txt left aside."""
        return [asked.target for asked in self.asked if asked.path != "/robots.txt"]

    def answer(self, asked: Asked) -> Told:
        found = self.pages.get(asked.target, self.pages.get(asked.path, plain("Not here.", status=404)))
        return found(asked) if callable(found) else found

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                first, *lines = head.strip().split("\r\n")
                method, target, _ = first.split(" ", 2)
                headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                asked = Asked(method, target, headers)
                self.asked.append(asked)
                told = self.answer(asked)
                fields = {**({} if told.stream else {"content-length": str(len(told.body))}), **told.headers}
                lines = [f"{name}: {value}" for name, value in fields.items()]
                writer.write("\r\n".join([f"HTTP/1.1 {told.status} Told", *lines, "", ""]).encode())
                if told.stream:
                    await told.stream(writer)
                    break
                writer.write(b"" if method == "HEAD" else told.body)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


class Bucket(Website):
    """A service with one bucket: listing (version 2, in pages of `page_size`), objects, heads. Requests without the
    signature of `key_id` are refused."""

    def __init__(
        self, name: str, objects: Mapping[str, bytes] | None = None, key_id: str = "KEY", page_size: int = 2
    ) -> None:
        super().__init__()
        self.name, self.objects, self._key_id, self._page_size = name, dict(objects or {}), key_id, page_size

    @property
    def fetched(self) -> list[str]:
        """The keys of the objects that were asked for."""
        start = f"/{self.name}/"
        return [unquote(asked.path.removeprefix(start)) for asked in self.asked if len(asked.path) > len(start)]

    def answer(self, asked: Asked) -> Told:
        signature = asked.headers.get("authorization", "")
        if not signature.startswith(f"AWS4-HMAC-SHA256 Credential={self._key_id}/") or "Signature=" not in signature:
            return plain("<Error><Code>AccessDenied</Code></Error>", "application/xml", 403)
        bucket, _, name = unquote(asked.path).removeprefix("/").partition("/")
        if bucket != self.name:
            return plain("<Error><Code>NoSuchBucket</Code></Error>", "application/xml", 404)
        if not name:
            return self._listed(asked.query)
        if name not in self.objects:
            return plain("<Error><Code>NoSuchKey</Code></Error>", "application/xml", 404)
        etag, changed = self._etag(name), "Mon, 02 Nov 2026 10:00:00 GMT"
        return Told(self.objects[name], 200, {"etag": etag, "last-modified": changed})

    def _etag(self, name: str) -> str:
        return f'"{hashlib.md5(self.objects[name], usedforsecurity=False).hexdigest()}"'

    def _listed(self, query: Mapping[str, str]) -> Told:
        names = sorted(name for name in self.objects if name.startswith(query.get("prefix", "")))
        start = int(query.get("continuation-token", 0))
        shown, more = names[start : start + self._page_size], len(names) > start + self._page_size
        inner = "".join(
            f"<Contents><Key>{escape(name)}</Key><LastModified>2026-11-02T10:00:00.000Z</LastModified>"
            f"<ETag>{escape(self._etag(name))}</ETag><Size>{len(self.objects[name])}</Size></Contents>"
            for name in shown
        )
        token = f"<NextContinuationToken>{start + self._page_size}</NextContinuationToken>" if more else ""
        return plain(
            f"<ListBucketResult><Name>{self.name}</Name><KeyCount>{len(shown)}</KeyCount>"
            f"<IsTruncated>{str(more).lower()}</IsTruncated>{token}{inner}</ListBucketResult>",
            "application/xml",
        )


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
