"""Prompts and schemas as they are rendered. The prose lives in `prompts/`; here is only what goes into its places.

Documents are data: passages stand between delimiters, and whatever in them looks like a citation id or a delimiter is
made harmless, so that the only `E1` in the prompt is the one that names a candidate.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import Template
from types import MappingProxyType
from typing import Any, Literal

from gateway import words
from gateway.answer.answer import Candidate, Candidates
from gateway.answer.events import ParagraphFinished
from gateway.answer.evidence.disagreement_remarks import ToldDisagreement
from gateway.answer.evidence.verifier_verdicts import Doubt
from gateway.answer.graph_text import statements
from gateway.answer.reading.markup import without_ids
from gateway.answer.references import dated
from gateway.conversation.intent.deliverable import topic
from gateway.conversation.intent.long_questions import gist
from gateway.conversation.question import Message
from gateway.words.languages import english_name, sentences_in

AnswerFormat = Literal["json", "tag", "inline", "native"]
"""What the model is asked to write: JSON by schema, `<p c="…">` elements, text with bracketed markers, or, of a service
that cites documents by itself, plain text. The answer core reads all of them, whichever was asked for."""

_LATIN = r"0-9A-Za-z\u00c0-\u024f"
_ID_LETTERS = "EGＥＧ"
ID_LIKE = re.compile(rf"([{_ID_LETTERS}])(?<![{_LATIN}].)(?=\d{{1,3}}(?![{_LATIN}]|\d))", re.DOTALL)
"""What a reader of answers takes for a citation id: wide letters too, and beside an underscore or a writing without
spaces, where a word boundary would see none. The letter stands first: a search goes fast to one of a few letters."""
DELIMITER = re.compile(
    r"[<＜](?=[\s\u200b-\u200f\u2060\ufeff]*+/?+[\s\u200b-\u200f\u2060\ufeff]*+"
    r"(?:passages?|question|accepted|paragraph|doubts?|previous_question|previous_answer|gold_answers|given_answer|followup_reference|style_wishes)\b"
    r"|\|\w{1,30}\|>|/?(?:start|end)_of_turn>|</?SYS>>)",
    re.IGNORECASE,
)
"""The tags of our prompts, also with blanks or invisible signs inside, and the turns of chat templates (`<|im_end|>`,
`<end_of_turn>`, `<<SYS>>`), which some model servers read inside a text."""
LONGEST_PREVIOUS = 4_000
"""Characters of a previous answer that a condensing prompt shows; what a follow-up points to stands early."""

DEFAULT = "en"
FOLLOWUP, TONE, DISAGREEMENT = ("followup.md",), "tone.md", "disagreement.md"
GRAPH = "Knowledge graph"
"""What stands in the place of a passage's title."""
_NOT_STATED = {"file": "file of ", "loaded": "loaded "}
"""What precedes a date that no author states."""

_SYSTEMS: dict[AnswerFormat, str] = {
    "json": "answer.md",
    "tag": "answer_tag.md",
    "inline": "answer_inline.md",
    "native": "answer_native.md",
}
SEPARATOR = "\n---\n"


@dataclass(frozen=True, slots=True)
class PointedAt:
    """What a follow-up question points at."""

    subject: str
    """What it is about, without the words that only point."""
    sections: tuple[tuple[str, str], ...] = ()
    """Id and title of each."""
    meant: str = ""
    """Without sections: the question as it can be understood by itself."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One generation in two forms: as text for a model, and as the facts behind it for a provider that has no model."""

    system: str
    user: str
    question: str
    """What to look for: the question, of a long one its gist; the topic where a deliverable is wanted, the subject of a
    follow-up. `user` has the whole question."""
    language: str
    """Of the answer; where nobody knows it, English."""
    candidates: Candidates
    version: str
    """First 12 hex digits of the hash of the templates used; recorded with every answer."""
    schema: Mapping[str, Any] | None = None
    """What structured output must look like; None: plain text is asked for."""
    deliverable: bool = False
    """A document with an outline is wanted."""
    accepted: tuple[ParagraphFinished, ...] = ()
    """Paragraphs that stand already and are not to be written again."""
    only_next: bool = False
    """One paragraph is wanted, not the whole rest."""
    detailed: bool = False
    """A section of an earlier answer is asked for, and nothing special about it: all that is known is wanted."""
    own: str = ""
    """Of a follow-up that leans on the conversation, its own words."""
    doubtful: bool = False
    """The passages may not hold the answer."""
    confident: bool = False
    """The gate found that they do."""
    disagreements: tuple[ToldDisagreement, ...] = ()
    """What the candidates disagree about."""
    native: bool = False
    """The candidates are not in `user`: they go to the service as documents (`models.citable`), and it tells its
    citations beside plain text."""

    @property
    def shown(self) -> str:
        """All that a model reads, as one text."""
        passages = "\n".join(map(_passage, self.candidates)) if self.native else ""
        return self.system + passages + self.user

    def messages(self, history: Sequence[Message]) -> list[dict[str, str]]:
        """Returns the system text, the earlier turns and the question, as chat services take them."""
        earlier = [{"role": message.role, "content": message.content} for message in history]
        return [{"role": "system", "content": self.system}, *earlier, {"role": "user", "content": self.user}]


class Prompts:
    """The texts of `prompts/`, read once by the composition root."""

    def __init__(
        self,
        texts: Mapping[str, str],
        answer_format: AnswerFormat = "json",
        by_workspace: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    ) -> None:
        """`texts`: file name to content; every file of `prompts/`. `by_workspace`: the same of those with their own."""
        self._texts = dict(texts)
        self._own = {workspace: Prompts(each, answer_format) for workspace, each in by_workspace.items()}
        self._cut: dict[str, list[str]] = {}
        self._versions: dict[tuple[str, ...], str] = {}
        self.answer_format, self._name = answer_format, _SYSTEMS[answer_format]
        own = "_native" if answer_format == "native" else ""
        self._remaining, self._doubtful = f"remaining{own}.md", f"doubtful{own}.md"
        self._labels: dict[str, dict[str, str]] = json.loads(texts["labels.json"])
        self._schemas: dict[str, Mapping[str, Any]] = {
            name: json.loads(text) for name, text in texts.items() if name.endswith(".schema.json")
        }
        self.schema = self._schemas["answer.schema.json"] if answer_format == "json" else None
        """The schema of an answer without outline; None where the format is not JSON."""
        self.inline = answer_format == "inline"
        """Plain text with markers is asked for."""
        self.version = self.answer_version(deliverable=False)
        """The version of the prompt of a first answer without outline."""

    def within(self, workspaces: Sequence[str]) -> Prompts:
        """Returns the prompts for a search in these workspaces (none: in all): those of the only one, if it has its
        own."""
        return self._own.get(workspaces[0], self) if len(workspaces) == 1 else self

    @cached_property
    def native(self) -> Prompts:
        """The same prompts for services that cite documents by themselves."""
        return Prompts(self._texts, "native")

    def answer_version(
        self,
        deliverable: bool,
        followup: bool = False,
        doubtful: bool = False,
        disagreeing: bool = False,
        toned: bool = False,
    ) -> str:
        """Returns the version that `answer`, where in doubt `doubted`, `disagreeing` and `toned` give their prompt."""
        version = self._version(*self._used(deliverable), *(FOLLOWUP if followup else ()))
        version = self._and(version, self._doubtful) if doubtful else version
        version = self._and(version, DISAGREEMENT) if disagreeing else version
        return self._and(version, TONE) if toned else version

    def label(self, name: str, language: str) -> str:
        """Returns a state's remark or a fixed sentence of the gateway, in the answer's language; in English where there
        are none in that language."""
        return self._labels[sentences_in(language)][name]

    def answer(
        self,
        question: str,
        candidates: Candidates,
        language: str,
        deliverable: bool = False,
        reference: PointedAt | None = None,
    ) -> Prompt:
        """Asks for a whole answer; `deliverable` asks for an outline behind it, `reference` says what is meant.

        `language`: any code, here and below; empty: the question's own, whichever that is.
        """
        user = self._parts(self._name)[1]
        prompt = self._prompt(question, candidates, language, deliverable, user, self._used(deliverable))
        return self._pointed(prompt, reference, self._used(deliverable))

    def doubted(self, prompt: Prompt) -> Prompt:
        """Returns the prompt of an answer with the remark that its passages may not hold one; the system text stays, so
        that a provider's prompt cache holds it."""
        (text,) = self._parts(self._doubtful)
        version = self._and(prompt.version, self._doubtful)
        return replace(prompt, user=f"{prompt.user}\n\n{text}", version=version, doubtful=True)

    def disagreeing(self, prompt: Prompt, told: Sequence[ToldDisagreement]) -> Prompt:
        """Returns the prompt of an answer with what its passages disagree about; the system text stays."""
        if not told:
            return prompt
        shown, decided = self._parts(DISAGREEMENT)
        texts = [
            _filled(decided if each.found.rule else shown, {"sides": _sides(each, prompt.candidates, prompt.native)})
            for each in told
        ]
        version = self._and(prompt.version, DISAGREEMENT)
        return replace(prompt, user="\n\n".join((prompt.user, *texts)), version=version, disagreements=tuple(told))

    def toned(self, prompt: Prompt, tone: str) -> Prompt:
        """Returns the prompt of an answer with what the application wishes of its tone: behind the rules, which it does
        not lift. Without a tone, the prompt is the same. The system text of one tone is always the same, so that a
        provider's prompt cache holds it."""
        if not tone:
            return prompt
        (text,) = self._parts(TONE)
        system = f"{prompt.system}\n\n{_filled(text, {'tone': harmless(tone)})}"
        return replace(prompt, system=system, version=self._and(prompt.version, TONE))

    def remaining(
        self,
        question: str,
        candidates: Candidates,
        language: str,
        accepted: Sequence[ParagraphFinished],
        *,
        only_next: bool = False,
        deliverable: bool = False,
        reference: PointedAt | None = None,
    ) -> Prompt:
        """Asks for what is missing behind `accepted`: all of it, or with `only_next` one paragraph (and no outline).

        The system text is that of `answer`, so that a provider's prompt cache still holds it.
        """
        deliverable = deliverable and not only_next
        user, rest, following = self._parts(self._remaining)
        places = {
            "accepted": "\n".join(_accepted(paragraph, self.answer_format) for paragraph in accepted),
            "wanted": following if only_next else rest,
        }
        used = (*self._used(deliverable), self._remaining)
        prompt = self._prompt(question, candidates, language, deliverable, user, used, places)
        return self._pointed(replace(prompt, accepted=tuple(accepted), only_next=only_next), reference, used)

    def condense(self, question: str, previous_question: str, previous_answer: str, language: str) -> Prompt:
        """Asks for a follow-up question rewritten to stand alone: what a follow-up turn retrieves with."""
        places = {
            "language": english_name(language),
            "previous_question": harmless(previous_question),
            "previous_answer": harmless(_shortened(previous_answer)),
            "question": harmless(question),
        }
        return self._alone("condense.md", None, places, question, language or DEFAULT)

    def graph(self, title: str, heading: str, text: str, language: str) -> Prompt:
        """Asks for the entities and relations of one passage."""
        places = {"passage": "\n".join(harmless(part) for part in (title, heading, text) if part)}
        return self._alone("graph.md", "graph.schema.json", places, text, language)

    def verdicts(
        self, paragraph: str, passages: Sequence[str], language: str, doubts: Sequence[Sequence[Doubt]] = ()
    ) -> Prompt:
        """Asks which of the passages, numbered from 1 on, support a paragraph. `doubts`: for each passage what our own
        check found."""
        listed = [
            f'<passage number="{number}">\n{harmless(text)}\n</passage>' for number, text in enumerate(passages, 1)
        ]
        listed += [_doubt(number, doubt) for number, found in enumerate(doubts, 1) for doubt in found]
        places = {"paragraph": harmless(paragraph), "passages": "\n".join(listed)}
        return self._alone("verify.md", "verify.schema.json", places, paragraph, language or DEFAULT)

    def judgement(self, question: str, gold: Sequence[str], answer: str) -> Prompt:
        """Asks whether an answer says the same as one of the gold answers."""
        gold_answers, given_answer = harmless("\n".join(gold)), harmless(answer)
        places = {"question": harmless(question), "gold_answers": gold_answers, "given_answer": given_answer}
        return self._alone("judge.md", "judge.schema.json", places, question, DEFAULT)

    # Parts ---------------------------------------------------------------------------------------------------------

    def _alone(self, name: str, schema: str | None, places: Mapping[str, str], about: str, language: str) -> Prompt:
        """Returns a prompt that is no answer's: without candidates."""
        system, user = (_filled(part, places) for part in self._parts(name))
        version = self._version(*filter(None, (name, schema)))
        return Prompt(system, user, about, language, Candidates(), version, self._schemas[schema] if schema else None)

    def _prompt(
        self,
        question: str,
        candidates: Candidates,
        language: str,
        deliverable: bool,
        user: str,
        used: Sequence[str],
        more: Mapping[str, str] | None = None,
    ) -> Prompt:
        """Returns the prompt of an answer.

        user: the template of what the user says.
        used: names of the files behind the prompt, by which its version is known.
        more: what goes into the template's own places.
        """
        system, asked = self._parts(self._name)[0], gist(question)
        if deliverable:
            wish, as_field, as_block = self._parts("deliverable.md")
            system = "\n\n".join((system, wish, as_field if self.answer_format == "json" else as_block))
        places = {
            "language": english_name(language),
            "passages": "\n".join(_passage(candidate) for candidate in candidates),
            "question": harmless(question),
            **(more or {}),
        }
        return Prompt(
            _filled(system, places),
            _filled(user, places),
            topic(asked, words.guess_language(asked) or language) if deliverable else asked,
            language or DEFAULT,
            candidates,
            self._version(*used),
            schema=next((self._schemas[name] for name in used if name in self._schemas), None),
            deliverable=deliverable,
            native=self.answer_format == "native",
        )

    def _pointed(self, prompt: Prompt, reference: PointedAt | None, used: Sequence[str]) -> Prompt:
        """Returns the same prompt with what the question points at behind it; the system text stays, so that a
        provider's prompt cache holds it."""
        if reference is None:
            return prompt
        lines = [f"{called(name)} {harmless(title)}" for name, title in reference.sections]
        lines = lines or [harmless(reference.meant)]
        (text,) = self._parts(*FOLLOWUP)
        user = f"{prompt.user}\n\n{_filled(text, {'reference': chr(10).join(lines)})}"
        version = self._version(*used, *FOLLOWUP)
        alone = bool(reference.sections) and reference.subject == "\n".join(title for _, title in reference.sections)
        own = "" if reference.sections else prompt.question
        return replace(prompt, user=user, question=reference.subject, own=own, version=version, detailed=alone)

    def _parts(self, name: str) -> list[str]:
        if name not in self._cut:
            self._cut[name] = [part.strip() for part in self._texts[name].split(SEPARATOR)]
        return self._cut[name]

    def _used(self, deliverable: bool) -> tuple[str, ...]:
        """Returns the files behind the prompt of an answer."""
        names = [self._name]
        if deliverable:
            names.append("deliverable.md")
        if self.answer_format == "json":
            names.append("deliverable.schema.json" if deliverable else "answer.schema.json")
        return tuple(names)

    def _and(self, version: str, name: str) -> str:
        """Returns the version of a prompt that another file was added to."""
        return self._hashed(version, self._texts[name])

    def _version(self, *names: str) -> str:
        if names not in self._versions:
            self._versions[names] = self._hashed(*(self._texts[name] for name in names))
        return self._versions[names]

    @staticmethod
    def _hashed(*texts: str) -> str:
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def _doubt(number: int, doubt: Doubt) -> str:
    instead = f"; the passage has {doubt.source_value}" if doubt.source_value else ""
    return f'<doubt passage="{number}" kind="{doubt.reason}">{harmless(doubt.text + instead)}</doubt>'


def _filled(template: str, places: Mapping[str, str]) -> str:
    return Template(template).safe_substitute(places)


def _passage(candidate: Candidate) -> str:
    """Returns a candidate as the prompt shows it: a graph result as a list of relations, `source —label→ target:
    description`."""
    title, text = titled(candidate), candidate.text
    if candidate.type == "graph":
        title, text = GRAPH, "\n".join(f"- {statement.text}" for statement in statements(candidate.graph))
    return f'<passage id="{candidate.citation_id}">\n{harmless(title)}\n{harmless(text)}\n</passage>'


def _sides(told: ToldDisagreement, candidates: Candidates, native: bool) -> str:
    """Returns the sides of a disagreement for a prompt: each with its passage, date and sentence."""
    lines = []
    for side in told.found.sides:
        if candidate := candidates.get(side.citation_id):
            name = harmless(candidate.title) if native else side.citation_id
            about = f"{name} ({harmless(side.date[:10])})" if side.date else name
            lines.append(f"- {about}: {harmless(candidate.text[side.start : side.end])}")
    return "\n".join(lines)


def titled(candidate: Candidate) -> str:
    """Returns the title of a passage with its headings and, in brackets, how old its source is."""
    age = dated(candidate.reference)
    origin = f"{_NOT_STATED.get(age.date_from, '')}{age.day}"
    return " › ".join(filter(None, (candidate.title, candidate.heading))) + f" ({origin})" * bool(age.day)


def _accepted(paragraph: ParagraphFinished, answer_format: AnswerFormat) -> str:
    ids = "" if answer_format == "native" else f' ids="{",".join(paragraph.citation_ids)}"'
    return f"<paragraph{ids}>\n{harmless(paragraph.text)}\n</paragraph>"


def _shortened(text: str) -> str:
    """Returns at most `LONGEST_PREVIOUS` characters, cut at a blank where there is one."""
    if len(text) <= LONGEST_PREVIOUS:
        return text
    start = text[:LONGEST_PREVIOUS]
    return (start.rsplit(None, 1)[0] if len(start.split(None, 1)) > 1 else start) + " …"


def called(name: str) -> str:
    """Returns how a section, or an item of a list, is named to a model: `[S2]`, `#2`."""
    return f"[{name}]" if name.startswith("S") else f"#{name}"


def as_shown(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Returns a conversation as a model is shown it: it is no source, so no citation id is left in it."""
    shown = (replace(message, content=harmless(without_ids(message.content)).strip()) for message in messages)
    return tuple(message for message in shown if message.content)


def harmless(text: str) -> str:
    """Returns text as data: `E7` becomes `E 7`, a delimiter's `<` becomes `‹`."""
    if any(letter in text for letter in _ID_LETTERS):
        text = ID_LIKE.sub(r"\1 ", text)
    return DELIMITER.sub("‹", text) if "<" in text or "＜" in text else text
