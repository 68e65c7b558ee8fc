"""The title of a page is what its author called it, not the name of the site."""

from __future__ import annotations

import pytest

from tests.support.pages import read

SITE = "<meta property='og:site_name' content='Acme Pumps'>"


@pytest.mark.parametrize(
    ("head", "body", "title"),
    [
        (f"<title>Acme Pumps</title>{SITE}", "<h1>Warranty</h1>x", "Warranty"),
        (
            f"<title>ACME PUMPS</title>{SITE}<meta property='og:title' content='Fees of 2031'>",
            "<h1>Acme Pumps</h1>x",
            "Fees of 2031",
        ),
        (f"<title>Warranty – Acme Pumps</title>{SITE}", "<h1>W</h1>x", "Warranty"),
        (f"<title>Acme Pumps | Warranty</title>{SITE}", "x", "Warranty"),
        ("<title>Warranty · Pumps for everybody</title>", "<h1>Warranty</h1>x", "Warranty"),
        ("<title>Warranty - second edition</title>", "<h1>Warranty</h1>x", "Warranty - second edition"),
        (
            "<title>Acme</title><link rel=canonical href='https://www.acme.example/w'>",
            "<h1>Acme</h1><h2>Returns</h2>x",
            "Returns",
        ),
        (
            '<title>Acme</title><script type=\'application/ld+json\'>{"@type":"WebSite","name":"Acme"}</script>',
            "<h1>Fees</h1>x",
            "Fees",
        ),
        ("<title>Acme</title><link rel=canonical href='https://www.acme.example/'>", "<h2>Returns</h2>x", "Acme"),
        (f"<title>Acme Pumps</title>{SITE}", "<p>x", "Acme Pumps"),
        ("<title>Fees | Rules | Fees of 2031</title>", "<p>x", "Fees | Rules | Fees of 2031"),
    ],
)
def test_a_title(head: str, body: str, title: str) -> None:
    assert read(f"<html><head>{head}</head><body>{body}").title == title
