"""Greetings, thanks, and questions about the collection itself, which no document answers. Without a table of theirs
such phrases of a language are questions like all others."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gateway.words.languages.small_talk.germanic import GERMANIC
from gateway.words.languages.small_talk.others import OTHERS
from gateway.words.languages.small_talk.romance import ROMANCE
from gateway.words.languages.small_talk.table import MannerWords

MANNERS: Mapping[str, MannerWords] = MappingProxyType({**GERMANIC, **ROMANCE, **OTHERS})
"""Tables by code."""
