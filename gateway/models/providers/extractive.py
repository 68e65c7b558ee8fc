"""No model and no key: the answer is made of sentences that stand in the passages, word for word.

It writes what a model would write, piece by piece, so that everything behind it is the same.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from gateway import words
from gateway.answer.answer import Candidates
from gateway.answer.events import ParagraphFinished
from gateway.answer.outline import MOST_SECTIONS
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.models.ports import NO_EVIDENCE, ModelPiece, Receive, hand_over
from gateway.models.prompt import Prompt
from gateway.models.quoting.composing import composed, showing
from gateway.models.quoting.quotes import Quoted
from gateway.models.quoting.refusing import refusal
from gateway.settings import Settings
from gateway.slots import resource
from gateway.words.languages import sentences_in

PIECE = 24
"""Characters of one piece: about what a model writes at a time."""


def create(settings: Settings) -> ExtractiveProvider:
    labels = json.loads((resource("prompts") / "labels.json").read_text(encoding="utf-8"))
    return ExtractiveProvider(labels)


class ExtractiveProvider:
    """`labels`: the fixed sentences of each language, by their names in `prompts/labels.json`."""

    name, cites = "extractive", False
    model = "quoted-sentences"
    location = "this process"

    def __init__(self, labels: Mapping[str, Mapping[str, str]]) -> None:
        self._labels = labels

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        """Quotes sentences that answer; see `ports.LLMProvider`. It needs no schema or history, and ends with
        `no_evidence` if no sentence answers and no paragraph stands already. If the gate was confident, it quotes an
        excerpt instead. In doubt it quotes what comes closest, however little of the question that covers, under a
        sentence that says so.

        A deliverable, and a section asked for again, get more than the one answer; a deliverable also gets sections
        from the headings of what it quotes.
        """
        # Twenty passages take some ten milliseconds: too long for the event loop.
        spoken = words.guess_language(prompt.question) or prompt.language
        labels = self._labels[sentences_in(prompt.language)]
        quoted = await asyncio.to_thread(
            showing,
            lambda among: composed(
                prompt.question,
                spoken,
                among,
                extent="document" if prompt.deliverable else "topic" if prompt.detailed else "answer",
                level="doubtful" if prompt.doubtful else "confident" if prompt.confident else None,
                own=prompt.own,
                more=labels["left_out"],
            ),
            prompt.candidates,
            prompt.disagreements,
        )
        quoted = [_answered(each, labels) for each in quoted]
        found = _missing(quoted, prompt)
        written: dict[str, Any] = {
            "paragraphs": [{"citationIds": list(quotation.citation_ids), "text": quotation.text} for quotation in found]
        }
        refused = not quoted and not prompt.accepted
        if refused:
            sentences = refusal(prompt.question, spoken, prompt.candidates, labels.__getitem__)
            written["paragraphs"] = list(map(_alone, sentences))
        elif prompt.doubtful:
            written["paragraphs"].insert(0, _alone(labels["doubtful"]))
        if prompt.deliverable and not refused:
            titles = _headings([*prompt.accepted, *found], prompt.candidates)
            written["outline"] = [{"id": f"S{number}", "title": title} for number, title in enumerate(titles, start=1)]
        answer = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
        for start in range(0, len(answer), PIECE):
            await hand_over(receive, ModelPiece(text=answer[start : start + PIECE]))
            await asyncio.sleep(0)
        asked = words.tokens_estimate(prompt.system) + words.tokens_estimate(prompt.user)
        usage = Usage(asked, words.tokens_estimate(answer))
        await hand_over(receive, ModelPiece(finish_reason=NO_EVIDENCE if refused else "stop", usage=usage))

    async def prepare(self) -> None:
        """There is nothing to settle."""

    async def aclose(self) -> None:
        """There is nothing to close."""


def _answered(quoted: Quoted, labels: Mapping[str, str]) -> Quoted:
    """Returns a quote as it is, of a part that nothing answers the sentence for that."""
    return quoted if quoted.citation_ids else Quoted((), labels["part_missing"].format(question=quoted.text))


def _alone(sentence: str) -> dict[str, Any]:
    """Returns the paragraph of a sentence that needs no source."""
    return {"citationIds": [], "text": sentence}


def _missing(quoted: Sequence[Quoted], prompt: Prompt) -> Sequence[Quoted]:
    """Returns the quotes that the answer lacks; only the first of them where one paragraph is wanted."""
    standing = {paragraph.text.strip() for paragraph in prompt.accepted}
    missing = [quotation for quotation in quoted if quotation.text.strip() not in standing]
    return missing[:1] if prompt.only_next else missing


def _headings(paragraphs: Sequence[Quoted | ParagraphFinished], candidates: Candidates) -> list[str]:
    """Returns the headings that the quoted passages stand under, each once, in the order of the answer; else their
    titles.
    """
    first = (candidates.get(paragraph.citation_ids[0]) for paragraph in paragraphs if paragraph.citation_ids)
    named = (candidate.heading.rsplit(" › ", 1)[-1] or candidate.title for candidate in first if candidate)
    return list(dict.fromkeys(title for title in named if title))[:MOST_SECTIONS]
