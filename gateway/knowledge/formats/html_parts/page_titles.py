"""The title of a page: what its author called it, without the name of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from gateway.knowledge.formats.titles import telling

_BLANKS = re.compile(r"\s+")
_BETWEEN = re.compile(r" (?:[|·•»:–—-]|::) | ?[|»] ?")
_BETWEEN_ONLY = re.compile(r" ?(?:[|·•»]|::) ?")
"""Signs that stand only between a title and the name of a site."""
_SITES = (
    "meta[property='og:site_name'], meta[name='application-name'], meta[name='apple-mobile-web-app-title'],"
    " meta[name='og:site_name']"
)
_ADDRESSES = "meta[property='og:url'], link[rel=canonical], base[href]"
_WEB_SITE = re.compile(r'"@type"\s*:\s*"(?:WebSite|Organization|Corporation)"[^{}]{0,500}?"name"\s*:\s*"([^"]{1,100})"')
_HOST = re.compile(r"https?://(?:www\.)?([\w-]{2,63})\.[\w.:-]{1,200}/\w")
"""Of a page that is not the first of its site."""
_LONGEST = 1000


def page_title(tree: LexborHTMLParser, text: str, heading: str) -> str | None:
    """Returns the first that says something: `<title>`, `og:title`, the first `<h1>`, the first heading of the text.
    The name of the site is a title only if there is no other."""
    chapter = next(_texts(tree, "h1"), "")
    if tree.head is None or tree.head.child is None:
        return chapter or heading or next(_texts(tree, "h2"), None)
    sites = set(filter(None, map(_folded, _sites(tree))))
    stated = [*_texts(tree, "head > title"), *_contents(tree, "meta[property='og:title']")]
    for title in stated:
        own = _without_site(title, sites, [chapter, *stated[1:]])
        if _folded(own) not in sites and telling(own, text):
            return own
    named = [title for title in (chapter, heading, next(_texts(tree, "h2"), "")) if title]
    return next((title for title in named if _folded(title) not in sites), None) or next(
        (title for title in [*named, *stated] if title in named or telling(title, text)), None
    )


def _without_site(title: str, sites: set[str], others: list[str]) -> str:
    """Returns a title without the name of the site before or after it. `others`: titles of the page elsewhere."""
    whole = {_folded(other) for other in others if other}
    parts = [part.strip() for part in _BETWEEN_ONLY.split(title) if part.strip()]
    if _folded(title) not in whole and (found := next((part for part in parts if _folded(part) in whole - sites), "")):
        return found
    cuts = [match.span() for match in _BETWEEN.finditer(title)]
    if cuts and _folded(title[cuts[-1][1] :]) in sites:
        return title[: cuts[-1][0]].strip()
    if cuts and _folded(title[: cuts[0][0]]) in sites:
        return title[cuts[0][1] :].strip()
    return title


def _sites(tree: LexborHTMLParser) -> Iterator[str]:
    """Yields what a page calls its site."""
    yield from _contents(tree, _SITES)
    data = [node for node in tree.css("script") if node.attributes.get("type") == "application/ld+json"]
    for node in data[:5]:
        yield from _WEB_SITE.findall(node.text()[:20_000])
    for node in tree.head.css(_ADDRESSES)[:3] if tree.head is not None else ():
        yield from _HOST.findall(node.attributes.get("content") or node.attributes.get("href") or "")


def _texts(tree: LexborHTMLParser, selector: str) -> Iterator[str]:
    node = tree.css_first(selector)
    title = "" if node is None else _BLANKS.sub(" ", node.text()[:_LONGEST]).strip(" ¶#\n")
    if title:
        yield title


def _contents(tree: LexborHTMLParser, selector: str) -> Iterator[str]:
    for node in tree.head.css(selector)[:5] if tree.head is not None else ():
        if title := _BLANKS.sub(" ", (node.attributes.get("content") or "")[:_LONGEST]).strip():
            yield title


def _folded(title: str) -> str:
    return "".join(letter for letter in title.casefold() if letter.isalnum())
