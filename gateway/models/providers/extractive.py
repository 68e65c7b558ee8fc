"""No model and no key: the answer is made of sentences that stand in the passages, word for word.

It writes what a model would write, piece by piece, so that everything behind it is the same.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Any

from gateway import words
from gateway.answer.answer import Candidates
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.disagreement_remarks import without_others
from gateway.answer.outline import MOST_SECTIONS
from gateway.conversation.question import Message
from gateway.conversation.usage import Usage
from gateway.models.ports import NO_EVIDENCE, ModelPiece, Receive, hand_over
from gateway.models.prompt import Prompt
from gateway.models.quoting.composing import Extent, Level, by_words, composed, showing, with_own
from gateway.models.quoting.quotes import Quoted, comparable, nearest
from gateway.models.quoting.rating import Rating
from gateway.models.quoting.refusing import refusal
from gateway.models.services.nearness import Nearness
from gateway.settings import Settings
from gateway.slots import resource
from gateway.words.languages import english_name, sentences_in

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

    nearness: Nearness | None = None
    """Compares by meaning what has other words, or another language, than the question."""

    def __init__(self, labels: Mapping[str, Mapping[str, str]]) -> None:
        self._labels = labels

    async def generate(self, prompt: Prompt, messages: Sequence[Message] | None = None, *, receive: Receive) -> None:
        """Quotes sentences that answer; see `ports.LLMProvider`. It needs no schema or history, and ends with
        `no_evidence` if no sentence answers and no paragraph stands already. In doubt it quotes what comes closest,
        however little of the question that covers, under a sentence that says so.

        A deliverable, and a section asked for again, get more than the one answer; a deliverable also gets sections
        from the headings of what it quotes.
        """
        spoken = words.guess_language(prompt.question) or prompt.language
        labels = self._labels[sentences_in(prompt.language)]
        quoted = [_answered(each, labels) for each in await self._quotes(prompt, spoken, labels["left_out"])]
        found = _missing(quoted, prompt)
        if not prompt.only_next:
            own = {spoken, prompt.language, words.without_tables(prompt.question)}
            found = list(_introduced(found, prompt.candidates, own, labels))
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

    async def _quotes(self, prompt: Prompt, spoken: str, more: str) -> list[Quoted]:
        """Returns sentences that have the question's words; else the nearest ones in meaning; else an excerpt around
        the best words, if the gate lets it. If the best passage is in another language, its meaning comes first."""
        extent: Extent = "document" if prompt.deliverable else "topic" if prompt.detailed else "answer"
        level: Level | None = "doubtful" if prompt.doubtful else "confident" if prompt.confident else None
        own, found = prompt.own, prompt.disagreements

        async def quoted(quoting: Callable[..., list[Quoted]], **how: Any) -> list[Quoted]:
            # Twenty passages take some ten milliseconds: too long for the event loop.
            compose = partial(quoting, prompt.question, spoken, extent=extent, own=own, more=more, **how)
            return await asyncio.to_thread(showing, compose, prompt.candidates, found)

        first = next(iter(prompt.candidates.passages), None)
        is_far = extent == "answer" and first is not None and is_other(first.language, spoken)
        answer = [] if is_far else await quoted(by_words, doubtful=prompt.doubtful)
        if not answer:
            rated = await self._rated(prompt.question, spoken, without_others(prompt.candidates, found))
            least = 0.0 if prompt.confident or self.nearness is None else self.nearness.least or 0.0
            broad = extent != "answer"
            near = nearest(prompt.question, spoken, rated, prompt.candidates, broad=broad, least=least, more=more)
            answer = with_own(near, prompt.candidates, found)
        return answer or await quoted(composed, level=level)

    async def _rated(self, question: str, spoken: str, candidates: Candidates) -> list[Rating]:
        """Returns what can be quoted of the first passages, with its nearness to the question; empty if nobody
        compares, or if the encoder does not know the languages."""
        if self.nearness is None or self.nearness.least is None:
            return []
        known = [each for each in candidates.passages if self.nearness.knows(spoken, each.language)]
        rated = comparable(known, spoken)
        cosines = await self.nearness.to_question(question, [each.unit.text for each in rated]) if rated else None
        for rating, cosine in zip(rated, cosines or (), strict=False):
            rating.worth = cosine
        return rated if cosines else []

    async def prepare(self) -> None:
        """There is nothing to settle."""

    async def aclose(self) -> None:
        """There is nothing to close."""


def _answered(quoted: Quoted, labels: Mapping[str, str]) -> Quoted:
    """Returns a quote as it is, of a part that nothing answers the sentence for that."""
    return quoted if quoted.citation_ids else Quoted((), labels["part_missing"].format(question=quoted.text))


def is_other(language: str | None, *spoken: str | None) -> bool:
    """Tells whether a passage is in none of these languages, as far as it is known."""
    return language is not None and language.partition("-")[0] not in spoken


def _introduced(
    quoted: Iterable[Quoted], candidates: Candidates, spoken: Set[str | None], labels: Mapping[str, str]
) -> Iterator[Quoted]:
    """Yields the quotes. One in another language follows a line that names it, unless the quote before it is in the
    same."""
    names = dict(name.split(" ", 1) for name in labels["language_names"].split("; "))
    before: str | None = None
    for each in quoted:
        source = candidates.get(each.citation_ids[0]) if each.citation_ids else None
        language = (source.language or _named(each.text, names)).partition("-")[0] if source else before
        if language and language != before and is_other(language, *spoken):
            yield Quoted((), labels["quoted_from"].format(language=names.get(language) or english_name(language)))
        before = language
        yield each


def _named(text: str, names: Mapping[str, str]) -> str:
    """Returns the language of a quote whose document has none that the tables know, if it has a name here."""
    language = words.without_tables(text)
    return language if language and language in names else ""


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
