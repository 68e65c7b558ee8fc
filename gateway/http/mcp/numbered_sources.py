"""The text of an answer for programs that read only text: numbers behind the paragraphs, and a list of the sources."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gateway.answer.graph_text import statements
from gateway.wire.shared.addresses import of_cited, place

BLOCK_END = re.compile(r"(?:(?<!`)`{3,}+|(?<!~)~{3,}+|\||\$\$)[ \t]*\Z")
"""The end of code, of a table or of a formula: a number on its last line would belong to it."""


def with_sources(
    paragraphs: Sequence[Mapping[str, Any]],
    refs: Sequence[Mapping[str, Any]],
    base: str,
    remarks: Sequence[tuple[str, str]] = (),
) -> str:
    """Returns the paragraphs with `[1][2]` behind them, below each number its title, place and address, and last the
    remarks on doubtful citations.

    paragraphs: {"text", "citation_ids"} each. refs: {"citation_id", "type", "payload"} each, in the order that they
    are numbered in. What is cited nowhere is not listed. remarks: citation ids with a sentence.
    """
    cited = {name for paragraph in paragraphs for name in paragraph["citation_ids"]}
    listed = [ref for ref in refs if ref["citation_id"] in cited]
    numbers = {ref["citation_id"]: number for number, ref in enumerate(listed, start=1)}
    parts = [_marked(paragraph, numbers) for paragraph in paragraphs]
    lines = [f"[{number}] {_line(ref, base)}" for number, ref in enumerate(listed, start=1)]
    doubts = [f"[{numbers[name]}] {remark}" for name, remark in remarks if name in numbers]
    return "\n\n".join([*parts, *("\n".join(block) for block in (lines, doubts) if block)])


def _marked(paragraph: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    marks = "".join(f"[{numbers[name]}]" for name in paragraph["citation_ids"] if name in numbers)
    between = "\n\n" if BLOCK_END.search(paragraph["text"]) else " "
    return f"{paragraph['text']}{between}{marks}" if marks else str(paragraph["text"])


def _line(ref: Mapping[str, Any], base: str) -> str:
    payload = ref["payload"]
    if ref["type"] == "graph":
        return "; ".join(statement.about for statement in statements(payload)) or str(ref["citation_id"])
    named = place(payload.get("title"), payload.get("position") or {}) or str(ref["citation_id"])
    source = payload.get("source")
    address = of_cited(payload.get("documentId"), payload.get("embeddingId"), source, base) or source
    return f"{named} <{address}>" if address else named
