"""What a model has sent to one request so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from gateway import words
from gateway.answer.reading.characters import MOST_PIECES
from gateway.conversation.usage import Usage
from gateway.models.ports import ModelPiece


@dataclass(slots=True)
class ModelOutput:
    """What a model has sent to one request so far: how much reasoning and text, and how it ended."""

    keeps: bool = False
    """Its text is kept."""
    asked: int = 0
    """Tokens of the prompt."""
    pieces: int = 0
    characters: int = 0
    spoke: bool = False
    """Any text came."""
    finish_reason: str | None = None
    usage: Usage | None = None
    accepted: int = -1
    """How many paragraphs were accepted when the tokens of the turn were last compared with their bound."""
    _wide: int = 0
    """Of those that were looked at."""
    _unread: list[str] = field(default_factory=list)
    _texts: list[str] = field(default_factory=list)

    def add(self, piece: ModelPiece) -> None:
        text, thinking, finish_reason, usage, _ = piece
        self.pieces += 1
        self.characters += len(text) + len(thinking)
        self._unread.append(text)
        if text:
            self.spoke = True
        if thinking:
            self._wide += words.wide_characters(thinking)
        if finish_reason:
            self.finish_reason = finish_reason
        if usage:
            self.usage = usage
        if len(self._unread) >= MOST_PIECES:
            self._read()

    @property
    def text(self) -> str:
        """All of it, where it is kept."""
        self._read()
        return "".join(self._texts)

    @property
    def tokens(self) -> int:
        """About how many."""
        self._read()
        return words.tokens_of(self.characters, self._wide)

    def _read(self) -> None:
        text = "".join(self._unread)
        self._wide += words.wide_characters(text)
        self._unread.clear()
        if self.keeps and text:
            self._texts.append(text)
