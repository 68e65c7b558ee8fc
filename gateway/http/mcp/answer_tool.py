"""The MCP tool that answers. Imported only where the package `mcp` is installed."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent
from pydantic import BaseModel, Field

from gateway.answer.answer import DoubtReason, Status
from gateway.answer.events import Answer, ParagraphFinished, fold
from gateway.answer.evidence.remarks import remarks
from gateway.answer.gate.confidence_gate import ConfidenceLevel
from gateway.conversation.question import LONGEST_QUESTION
from gateway.errors import Refusal, Unauthorized
from gateway.http.asking.questions import AskRequest, question_of, understood
from gateway.http.asking.turns import begin, failed
from gateway.http.door.bodies import without_null
from gateway.http.door.visit import visit_of
from gateway.http.mcp.numbered_sources import with_sources
from gateway.http.mcp.search_tool import InDocuments, InWorkspace
from gateway.wire.document import document
from gateway.wire.shared.frame import About
from gateway.wire.shared.rest_json import RemarkOnDisagreement

QuestionText = Annotated[
    str, Field(min_length=1, max_length=LONGEST_QUESTION, description="The question, in any language, standing alone.")
]

AnswerLanguage = Annotated[
    str | None, Field(description="Of the answer, such as `en` or `fr`; that of the question where it is absent.")
]


class DoubtedRange(BaseModel):
    """Code points of the paragraph's text."""

    start: int
    end: int


class ParagraphCitation(BaseModel):
    """One citation of a paragraph, after its check."""

    citation_id: str
    status: Status
    reason: DoubtReason | None = Field(None, description="Why the status is `weak`.")
    ranges: list[DoubtedRange] = Field([], description="What in the paragraph is in doubt.")
    source_value: str | None = Field(None, description="What the source has instead.")
    disagreement: RemarkOnDisagreement | None = Field(
        None, description="What other sources have instead.", exclude_if=lambda remark: remark is None
    )


class Paragraph(BaseModel):
    """One paragraph of the answer and the passages it cites."""

    index: int
    text: str
    citation_ids: list[str]
    citations: list[ParagraphCitation]
    own: bool = Field(False, description="The gateway wrote it, not the model.", exclude_if=lambda own: not own)


class CitedReference(BaseModel):
    """A passage (type `embedding`) or graph result (`graph`) that a paragraph cites, or that supports an answer
    without paragraph citations, as it was then."""

    citation_id: str
    type: str
    payload: dict[str, Any]


class OfferedSource(BaseModel):
    """Something that the model was given, without its text."""

    citation_id: str
    type: str
    title: str
    heading: str
    document_id: str | None = None
    passage_id: str | None = None


class KnowledgeAnswer(BaseModel):
    """An answer from the knowledge base, with citations per paragraph."""

    answer: str
    paragraphs: list[Paragraph]
    refs: list[CitedReference]
    offered: list[OfferedSource]
    confidence: float | None = Field(description="How well the passages found fit the question, 0 to 1.")
    confidence_level: ConfidenceLevel | None = Field(
        description="`doubtful`: the passages may not hold the answer. `nothing`: they do not."
    )
    no_context: bool = Field(description="The knowledge base holds nothing about this.")
    answer_uuid: str


async def query_knowledge_base(
    question: QuestionText,
    context: Context,
    workspace: InWorkspace = None,
    document_ids: InDocuments = None,
    language: AnswerLanguage = None,
) -> Annotated[CallToolResult, KnowledgeAnswer]:
    """Answer a question from the documents of this knowledge base alone. Each paragraph names the passages that carry
    it; `no_context` says that nothing was found, `confidence_level` whether the passages may be beside the question."""
    visit = visit_of(context.request_context.request)
    given = {"question": question, "workspace": workspace, "document_ids": document_ids, "language": language}
    try:
        begun = await begin(visit, question_of(visit, understood(without_null(given), AskRequest)))
    except Refusal as refusal:
        raise ToolError(refusal.detail) from None
    numbered = []
    try:
        async with aclosing(begun.events()) as batches:
            async for batch in batches:
                numbered += batch
                for event in (item.event for item in batch):
                    if isinstance(event, ParagraphFinished):
                        await context.report_progress(event.index + 1, message=event.text)
    except Unauthorized as refusal:  # nobody has left: the answer goes on
        raise ToolError(refusal.detail) from None
    except BaseException:
        await asyncio.shield(begun.stop())
        raise
    if (failure := failed(numbered)) is not None:
        raise ToolError(failure.detail)
    stored = await visit.services.answers.answer(begun.tenant, begun.answer_uuid)
    answer = fold(item.event for item in numbered)
    told = _told(answer, begun.about, stored.confidence if stored else None)
    shown = told.model_dump(mode="json")
    written_in, label = answer.started.language if answer.started else "", visit.services.prompts.label
    doubts = [doubt for paragraph in answer.paragraphs for doubt in remarks(paragraph, written_in, label)]
    text = with_sources(shown["paragraphs"], shown["refs"], begun.about.base, doubts) or told.answer
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=shown)


def _told(answer: Answer, about: About, confidence: float | None) -> KnowledgeAnswer:
    """Returns the document of the answer in the shape of this tool."""
    shown = document(answer, about)
    level = shown["confidence"]["level"] if shown["confidence"] else None
    return KnowledgeAnswer.model_validate({**shown, "confidence": confidence, "confidence_level": level})
