"""`citestream ask`: one question through the whole pipeline, answered on the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TextIO, assert_never

import orjson

from gateway.answer import events
from gateway.answer.events import Answer, Event, fold
from gateway.answer.evidence.remarks import Label, remarks
from gateway.answer.graph_text import statements
from gateway.cli.options import opened
from gateway.conversation.question import LONGEST_QUESTION, Asker, Question, Scope
from gateway.conversation.turn import Turn
from gateway.errors import Unavailable, WrongUse
from gateway.services import Services
from gateway.settings import Settings
from gateway.wire.document import document
from gateway.wire.shared.frame import About

ENDING_S = 3.0
"""How long Ctrl-C waits until the text that was shown is stored."""
DIM, PLAIN = "\x1b[2m", "\x1b[0m"


async def ask(settings: Settings, asked: Question, *, as_json: bool) -> int:
    """Asks and prints; returns the exit code (`exit_code`)."""
    async with opened(settings) as gateway:
        services = await gateway.open_services(claims=False)
        if not (await gateway.library.counts(asked.asker.tenant)).documents:
            sys.stderr.write(f"The knowledge base is empty ({gateway.location}); `citestream ingest PATH` fills it.\n")
        turn = Turn(asked)
        stored = await services.answers.open_turn(turn)
        printer = Printer(sys.stdout, sys.stderr, services.prompts.label)
        answer = fold(await _followed(services, turn, None if as_json else printer))
        if answer.end is None:
            raise Unavailable("The database was unreachable for too long; the answer is incomplete.")
        if as_json:
            about = About(turn.answer_uuid, asked.text, stored.created_at)
            sys.stdout.buffer.write(orjson.dumps(document(answer, about), option=orjson.OPT_INDENT_2) + b"\n")
        return exit_code(answer)


def exit_code(answer: Answer) -> int:
    """Returns 0 for a complete answer that cites passages or speaks of the collection itself, such as the list of
    documents. Returns 1 if nothing was found, the gateway asks back, or the answer cites nothing, failed or is
    incomplete."""
    if not isinstance(answer.end, events.Finished):
        return 1
    about = answer.end.meta["answer"]
    return 0 if about["complete"] and (answer.references or about["source"] == "about") else 1


def question_of(
    settings: Settings, text: str, *, tenant: str, workspace: str | None, strict: bool | None, deliverable: bool | None
) -> Question:
    """Returns the question as the HTTP endpoints would take it.

    strict: None means as the setting says.
    deliverable: None means as the words of the question tell.
    """
    return Question.asked(
        Asker(tenant),
        typed(text),
        usually_strict=settings.strict == "on",
        strict=strict,
        deliverable=deliverable,
        scope=Scope(workspace),
    )


async def _followed(services: Services, turn: Turn, printer: Printer | None) -> list[Event]:
    """Returns the events of the turn, shown as they come. Ctrl-C keeps the text that was shown; nobody waits for the
    rest.
    """
    events: list[Event] = []
    tenant = turn.question.asker.tenant
    services.live.start(turn, services.ask.run)
    try:
        async for batch in services.following.events(tenant, turn.answer_uuid):
            for numbered in batch:
                events.append(numbered.event)
                if printer is not None:
                    printer.show(numbered.event)
    except asyncio.CancelledError:
        services.live.stop(tenant, turn.answer_uuid)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDING_S):
                async for _ in services.following.events(tenant, turn.answer_uuid):
                    pass
        raise
    return events


def typed(question: str) -> str:
    """Returns the question as it can be stored. Bytes of the command line that are no UTF-8 come as lone surrogates."""
    question = question.encode(errors="replace").decode().strip()
    if not 0 < len(question) <= LONGEST_QUESTION:
        raise WrongUse(f"A question has 1 to {LONGEST_QUESTION} characters (this one has {len(question)}).")
    return question


class Printer:
    """Prints text as it comes, behind each paragraph its ids and what is doubtful about it, and the sources at the
    end."""

    def __init__(self, out: TextIO, notes: TextIO, label: Label) -> None:
        self._out, self._notes, self._label = out, notes, label
        self._faint = (DIM, PLAIN) if out.isatty() else ("", "")
        self._newlines = ""
        self._sources: list[str] = []
        self._language = ""
        self._open = False
        """The text that was printed last is no finished paragraph."""

    def show(self, event: Event) -> None:
        match event:
            case events.StateChanged() if self._notes.isatty():
                print(f"… {event.remark}", file=self._notes, flush=True)
            case events.TextAdded():
                # The blank line between paragraphs comes with the earlier one's last piece: the ids go before it.
                text = self._newlines + event.text
                shown = text.rstrip("\n")
                self._newlines = text[len(shown) :]
                self._open = True
                self._write(shown)
            case events.ReferenceShown():
                self._sources.append(f"{event.citation_id}  {_source(event)}")
            case events.ParagraphFinished():
                self._newlines, self._open = "", False
                self._faintly(f" [{', '.join(event.citation_ids)}]" if event.citations else "")
                for citation_id, doubt in remarks(event, self._language, self._label):
                    self._faintly(f"\n  {citation_id}  {doubt}")
                self._write("\n\n")
            case events.OutlineFound():
                self._write("".join(f"{section.id}  {section.title}\n" for section in event.sections) + "\n")
            case events.Finished():
                self._write("\n\n" if self._sources and self._open else "")
                self._faintly("\n".join(self._sources) if self._sources else "")
                self._write("\n" if self._sources or self._newlines else "")
            case events.Failed():
                print(event.message, file=self._notes)
            case events.Started():
                self._language = event.language
            case events.StateChanged() | events.Thinking() | events.TextRolledBack():
                pass
            case events.CitationsFinished() | events.AudioAdded():
                pass
            case _:
                assert_never(event)

    def _faintly(self, text: str) -> None:
        self._write(f"{self._faint[0]}{text}{self._faint[1]}" if text else "")

    def _write(self, text: str) -> None:
        print(text, end="", file=self._out, flush=True)


def _source(event: events.ReferenceShown) -> str:
    """Returns a passage's title, heading and source; of a graph result its relations, else its entities."""
    if event.type == "graph":
        return "; ".join(statement.about for statement in statements(event.graph))
    title = " › ".join(filter(None, (event.title, event.heading)))
    return f"{title}  ({event.source or 'no source'})"
