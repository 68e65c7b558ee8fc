"""What a language says of greetings, of the collection and of answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class MannerWords(NamedTuple):
    """Alternatives of patterns over folded words between single blanks, without punctuation. Each has to be
    everything that is said, but for others of them beside it."""

    own_name: str
    """What the language calls itself, as it is written."""
    greeting: str
    thanks: str
    noted: str
    """That something is well or understood, and farewells."""
    help: str
    """What the gateway can do."""
    documents: str
    """Which documents there are."""
    number: str
    """How many there are."""
    about: str
    """Which documents there are on a subject, which is a group."""
    filler: str
    """What stands beside the others: "please"."""
    has_spaces: bool = True
    """False: the patterns are over the characters alone, for blanks are set differently or not at all."""


class Said(NamedTuple):
    """One thing that can be wanted. Folded, without punctuation."""

    marks: str
    """A pattern for what has to be there. DOC and THING stand for `documents` and `things`, LANGUAGE for a language."""
    words: str
    """What else may be there beside the language's `common` words: alternatives without groups."""


class TalkWords(NamedTuple):
    """How a language speaks of the collection and of the answers, in words that may stand in any order.

    A sentence is talk when all of its words are known to be, and one of them says of what kind; so a word of any
    subject makes it a question to the documents."""

    common: str
    """Words that stand anywhere: alternatives without groups."""
    documents: str
    """What documents and the collection are called: alternatives without groups."""
    things: str
    """What they may be called beside other things ("information", "books"): alternatives without groups."""
    you: str
    """A pattern for who is asked. Number, age and language are those of the collection where it or a document is named,
    or this is there: "how many?" may go on with any subject."""
    kinds: Mapping[str, Said]
    """What can be wanted, by kind."""
    languages: str
    """Pairs `code:beginning` of the names of languages."""
    subject: Said
    """What stands before the subject of a question for documents on it."""
    relation: str
    """What stands between that and the subject: a pattern. Empty: `MannerWords.about` alone tells the subject."""
    after: str
    """What may stand behind a subject and is no part of it: a pattern."""
    contents: str
    """Patterns of questions for what is in one document, which is a group."""
