"""The measure of patterns: it reports those that have stopped the gateway, and passes those that took their place."""

import re

import pytest

from supply.growth import RUNS, attacks, judged

ALSO, ASKS = "(?:and(?: also)?|but(?: also)?)", "what|which|who|where|why|how"
STOPPED = {
    "cuts of several questions": (rf"\s*[,;]?\s+{ALSO}\s+(?=(?:{ASKS})\b)|\s*;\s+(?=(?:{ASKS})\b)", re.IGNORECASE),
    "name of a file": (r"[\w-]+(?:[ _.-]\w+)*\.[a-z]\w{0,4}\b", re.IGNORECASE),
    "name of a function": (
        r"^\s*(?!(?:if|for|while)\b)[^=;(){}\"']*?(?<![\w:$])(?P<called>~?[A-Za-z_$][\w:$]*)\s*\([^;{}]{0,400}\)\{",
        re.MULTILINE,
    ),
    "name of a variable": (r"^\s*(?:export\s+)?(?:const|let|var)\s+([\w$]+)\s*(?::[^=]*)?=\s*\(", re.MULTILINE),
    "name of a shell function": (r"^\s*(?:function\s+)?([\w:.-]+)\s*\(\)|^\s*function\s+([\w:.-]+)", re.MULTILINE),
    "key": (r"^\s*(?:-\s+)?[\"']?(?P<key>[\w./ -]+?)[\"']?\s*[:=]", re.MULTILINE),
    "section": (r"^\s*\[+\s*(?P<section>[^\]\n]+?)\s*\]", re.MULTILINE),
    "selector": (r"^\s*(?P<selector>[^{};/]{1,80}?)\s*\{", re.MULTILINE),
    "link": (r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", 0),
    "image": (r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])", 0),
    "anchor": (r"\s*\{#[^}]*\}\s*$", 0),
    "tag of a prompt": (r"[<＜](?=[\s\u200b]*/?[\s\u200b]*(?:passages?|question)\b)", re.IGNORECASE),
    "going on in a list": (r"(?:(?:y|ok|que tal)(?:[\s,，]|\b|(?=\W))*)*(?:la siguiente)", 0),
    "order number": (r"\b(?:order|invoice)s?\s*(?:no\.?|id|#)?\s*:?\s*#?[a-z]{0,4}-?\d{4,}\b", 0),
    "bytes": (rb"<meta[^>]+charset\s*=", re.IGNORECASE),
}
"""Patterns of the package as they were, shortened at most by some of their words."""
USUAL = ("name of a file", "section", "link", "image", "anchor", "tag of a prompt", "going on in a list", "bytes")
"""To measure one of the others takes one to four seconds."""


@pytest.mark.parametrize(
    "name", [name if name in USUAL else pytest.param(name, marks=pytest.mark.slow) for name in STOPPED]
)
def test_a_pattern_that_stopped_the_gateway_is_reported(name):
    finding = judged(re.compile(*STOPPED[name]), "search")
    assert finding is not None and (finding.factor > 2.9 or not finding.factor)


@pytest.mark.parametrize(
    ("pattern", "mode"),
    [
        (r"(?<!\s)\s++x", "search"),
        (r"\[[^\]]{0,200}\]", "search"),
        (r"^\s{0,2}\[{1,2}([^\]\n]{1,200}?)\s{0,2}\]", "search"),
        (r"\s*x", "match"),
        (r"(?:a|b)++c", "fullmatch"),
        (r"(?:and|but|what|which|who|where|why|how)\b", "search"),
        (rb"<meta[^<>]{1,500}?charset=", "search"),
    ],
)
def test_a_linear_pattern_passes(pattern, mode):
    assert judged(re.compile(pattern), mode) is None


def test_how_a_pattern_is_used_decides():
    """A search begins again at every place of a run; a match does not."""
    assert judged(re.compile(r"\s*x"), "search") and not judged(re.compile(r"\s*x"), "match")


def test_a_bound_of_the_input_counts_until_it_is_too_long_for_the_pattern():
    cubic = re.compile(r"\s*,?\s+and\s+what")
    assert judged(cubic, "search", 100) is None
    assert judged(cubic, "search", 2000)


def test_attacks_repeat_what_the_loops_of_a_pattern_take():
    found = attacks(re.compile(r"<!--(?:x|\d)*(?P<q>['\"])[^'\"]+(?P=q)"))
    assert {("<!--", "1"), ("<!--'", "a"), ("", "<!--")} <= set(found) and len(found) > len(RUNS)
