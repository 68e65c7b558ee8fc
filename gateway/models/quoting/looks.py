"""What a text is by its look, in any language: a record of changes, a table of contents, an entry of a manual. Pure.

A record (a changelog, a history of commits) names everything and explains nothing. It is known by references to issues
and commits, versions, dates, addresses, names of changed functions. An entry is a name with what is said about it set
further in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

DENSE = 2.0
"""References in a hundred words. Of 4,026 passages of public sets and 434 of manual pages none has so many of two
kinds, of 97 passages of changelogs 62 % have."""
KINDS = 2
"""A list of appointments has dates, and a list of addresses addresses: a record has several kinds of references."""
FEWEST = 40
"""Words that a passage counts as at least, so that one reference in a short note is not many."""
_REFERENCES = [
    re.compile(pattern)
    for pattern in (
        r"(?<!\w)#\d{2,}",
        r"(?<![\w.+-])[\w.+-]+@[\w-]+\.\w",
        r"\b(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?\b|\b\d\d? [A-Z][a-z]{2} (?:19|20)\d\d\b|\b[A-Z][a-z]{2} +\d\d? \d\d:\d\d",
        r"\b[A-Z]{2,}-\d{4}-?\d*",
        r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b",
        r"\([\w, ./*-]+\):",
        r"\b\d+\.\d+\.\d+\b|\b\d+\.\d+[-~+]\w+",
    )
]
"""Numbers of issues, addresses of people, dates, numbers of security notes, commits, changed functions, versions."""

WRAPPED = 40
"""Characters that a line has at least where prose is cut for its width; lines of a menu are shorter."""
_LEADER = re.compile(r"(?:\.[ \t]?){4}\d*+[ \t]*+$|…{2}[ \t]*+\d*+[ \t]*+$|·{4}[ \t]*+\d*+[ \t]*+$")
_NAME = r"(?:`[^`\n]+`|\*\*[^*\n]+\*\*)"
_TERM = re.compile(rf"{_NAME}(?:,? {_NAME})*(?: ?[:：]|(?<=:)\*\*)\s*\S")
_ONLY_LINK = re.compile(r"[^\w\[]*+\[[^\]]{0,400}\]\([^)]{0,1000}\)\W*+$")
_FIGURE_OR_VALUE, _BEFORE_WORDS = re.compile(r"[\d:：=]"), re.compile(r"^[\W_]+")
_CUE = re.compile(r"^(?:\d+[ \t]*\n)?[ \t]*(?:\d+:)?\d\d:\d\d[.,]\d{3}[ \t]+-->[^\n]*$", re.MULTILINE)

_RIGHTS = re.compile(r"©|\(c\) ?(?:19|20)\d\d|\bcopyright\b[^.\n]{0,40}(?:19|20)\d\d", re.IGNORECASE)
_OPENING, _CLOSING = '"“„«»‘「『', '"”“«»’」』'
_ATTRIBUTION = re.compile(r"(?:—|–|--)[^—–.\n-]{2,40}$")
_BOLD = re.compile(r"([*_])\1[^*_]+\1\1\W*$")
_PAGE, _WORD = re.compile(r"[ \t|.…·](\d{1,4})[ \t|]*$"), re.compile(r"[^\W\d_]+")
LONGEST_MOTTO, LONGEST_TAGLINE = 200, 40
"""Characters of a motto, and of a first sentence that may be a tagline."""


def without_cues(text: str) -> str:
    """Returns subtitles without the numbers and times of their cues."""
    return _CUE.sub("", text) if "-->" in text else text


def is_rights(text: str) -> bool:
    """Says whether a line is about whose a text is: "© 2024 …", "Copyright (c) 2024 …"."""
    return bool(_RIGHTS.search(text))


def is_motto(paragraph: str) -> bool:
    """Says whether a short paragraph is all in quotation marks or italics, with a name after it or not."""
    words_alone = _ATTRIBUTION.sub("", paragraph).strip() if len(paragraph) <= LONGEST_MOTTO else ""
    if len(words_alone) < 3:
        return False
    in_italics = words_alone[0] == words_alone[-1] and words_alone[0] in "*_" and words_alone[1] != words_alone[0]
    return in_italics or (words_alone[0] in _OPENING and words_alone.rstrip(".!?…")[-1:] in tuple(_CLOSING))


def is_tagline(paragraph: str) -> bool:
    """Says whether the first paragraph of a document is all bold, or so short that it says nothing, with no figure."""
    is_short = len(paragraph) <= LONGEST_TAGLINE and not any(map(str.isdigit, paragraph))
    return is_short or (len(paragraph) <= LONGEST_MOTTO and bool(_BOLD.match(paragraph)))


def is_contents(lines: Sequence[str], headings: Set[str]) -> bool:
    """Says whether lines are a table of contents: more than half of them end in the number of a page, which grows, or a
    third of them, two at least, are `headings` (see `bare`)."""
    named = sum(bare(line) in headings for line in lines)
    pages = [int(page.group(1)) for line in lines if _WORD.search(line) and (page := _PAGE.search(line))]
    return (len(pages) * 2 > len(lines) > 1 and pages == sorted(pages)) or named >= max(2, len(lines) / 3)


def without_boilerplate(text: str) -> str:
    """Returns a text without the paragraphs at its beginning that say nothing of it: rights, mottos, contents."""
    left = text.strip()
    while left:
        paragraph, _, rest = left.partition("\n\n")
        lines = paragraph.split("\n")
        if not (is_rights(paragraph) or is_motto(paragraph) or is_contents(lines, frozenset())):
            break
        left = rest.strip()
    return left or text


def bare(line: str) -> str:
    """Returns the words of a heading or item, without its number and marks."""
    return " ".join(_WORD.findall(line)).lower()


def is_record(text: str) -> bool:
    """Says whether a passage looks like a record of changes."""
    counts = [len(reference.findall(text)) for reference in _REFERENCES]
    return sum(count > 0 for count in counts) >= KINDS and sum(counts) * 100 >= DENSE * max(FEWEST, len(text.split()))


def is_entry(text: str) -> bool:
    """Says whether a text is a name with what is said about it: code or bold letters before a colon, or a line that is
    no sentence over lines that stand further in."""
    if _TERM.match(text):
        return True
    first, *further = [line for line in text.split("\n") if line.strip() and not line.startswith("```")] or [""]
    margin = len(first) - len(first.lstrip())
    return bool(further) and all(line.startswith(" " * (margin + 1)) for line in further) and first[-1] not in ".:!?,;"


def entry_name(text: str) -> str:
    """Returns the name that an entry begins with; "" where a text is none."""
    if found := _TERM.match(text):
        return found.group()
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("```")]
    return lines[0] if lines and is_entry(text) else ""


def is_leader(line: str) -> bool:
    """Says whether a line leads to a page by points, as in a table of contents."""
    return bool(_LEADER.search(line))


def is_navigation(lines: Sequence[str]) -> bool:
    """Says whether every item of a list is a link and nothing else."""
    return all(_ONLY_LINK.match(line) for line in lines if line.strip())


def is_menu(lines: Sequence[str]) -> bool:
    """Says whether lines are titles one below the other: each begins with a capital and has no figure or value."""
    told = [_BEFORE_WORDS.sub("", line) for line in lines]
    return all(line[:1].isupper() and not _FIGURE_OR_VALUE.search(line) for line in told if line)


def is_wrapped(lines: Sequence[str]) -> bool:
    """Says whether lines are a text cut for its width, and not a menu or chapters one below the other."""
    return all(len(line.strip()) >= WRAPPED for line in lines[:-1])
