"""`citestream evaluate keep ANSWER`: a recorded answer becomes a case of a set, which a person confirms."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gateway.cli.options import DataDir, Tenant, configured, in_gateway, say, text_of
from gateway.errors import NotFound, WrongUse
from gateway.evaluation.gold import wording_of

if TYPE_CHECKING:
    from gateway.answer.events import Answer
    from gateway.app import Gateway
    from gateway.conversation.question import Question

EARLIER = 20
"""Turns of the conversation before the question that the case has."""


def keep(
    answer: Annotated[str, typer.Argument(help="The uuid of the answer.", show_default=False)],
    file: Annotated[Path | None, typer.Option("--set", metavar="FILE", help="Append the case to this set.")] = None,
    tenant: Tenant = "default",
    data_dir: DataDir = None,
) -> None:
    """Make a case of a recorded answer: a draft, until a person sets "confirmed" to true."""
    try:
        named = uuid.UUID(answer).hex
    except ValueError:
        raise WrongUse(f"{answer!r} is no uuid of an answer.") from None
    before = text_of(file) if file is not None and file.exists() else ""
    if named in before:
        raise WrongUse(f"{file} has a case of the answer {named} already.")
    case = in_gateway(configured(data_dir=data_dir), lambda gateway: _case(gateway, tenant, named))
    line = json.dumps(case, ensure_ascii=False)
    if file is None:
        say(line)
        return
    try:
        with file.open("a", encoding="utf-8") as out:
            out.write(f"{'' if before.endswith(chr(10)) or not before else chr(10)}{line}\n")
    except OSError as error:
        raise WrongUse(f"--set {file} cannot be written: {error.strerror}.") from None


async def _case(gateway: Gateway, tenant: str, answer_uuid: str) -> dict[str, Any]:
    from gateway.answer.events import fold
    from gateway.store.answers.turn_rows import Answers
    from gateway.store.evaluation.evaluation_runs import EvaluationRuns

    answers = Answers(gateway.database, "evaluation")
    stored, question = await answers.answer(tenant, answer_uuid), await answers.question(tenant, answer_uuid)
    if stored is None or question is None:
        raise NotFound(f"There is no answer {answer_uuid}: it was deleted, or it is of another tenant.")
    if stored.running:
        raise WrongUse(f"The answer {answer_uuid} is still being written; keep it when it has ended.")
    events, after = [], 0
    while page := await answers.events(tenant, answer_uuid, after):
        events += [numbered.event for numbered in page]
        after = page[-1].seq
    history = [{"role": message.role, "content": message.content} for message in question.history]
    if not history:
        history = await EvaluationRuns(gateway.database).earlier(tenant, answer_uuid, EARLIER)
    return {"id": answer_uuid, **_stated(question), **_filled(history=history, gold_passages=_cited(fold(events)))} | {
        "confirmed": False
    }


def _stated(question: Question) -> Mapping[str, Any]:
    scope = question.scope
    return {"question": question.text} | _filled(
        workspace=scope.workspace,
        document_ids=list(scope.document_ids),
        languages=list(scope.languages),
        language=question.language if question.language_known else None,
    )


def _filled(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _cited(answer: Answer) -> Sequence[str]:
    """Returns the wordings that `ok` citations found in their passages; the passage's id if no wording is long
    enough."""
    shown = (each for each in answer.references if each.type == "embedding")
    payloads: dict[str, Mapping[str, Any]] = {each.citation_id: each.reference for each in shown}
    found = dict[str, None]()
    for paragraph in answer.paragraphs:
        for citation in paragraph.citations:
            if citation.status != "ok" or citation.citation_id not in payloads:
                continue
            payload = payloads[citation.citation_id]
            evidence = ((part.start, part.end) for part in citation.evidence)
            found[wording_of(payload["text"], evidence, payload["embeddingId"])] = None
    return list(found)
