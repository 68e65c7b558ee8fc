"""What a group of RTF inherits from the group around it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter

from gateway.ingestion.readers.shared.rich_text.stories import ParagraphLook, Story
from gateway.ingestion.readers.shared.styled_runs import StyledRun


@dataclass(slots=True)
class State:
    """`capture` collects text that belongs to no story, such as the name of an author."""

    story: Story
    encoding: str
    capture: list[str] | None = None
    skips: bool = False
    paragraph: ParagraphLook = field(default_factory=ParagraphLook)
    shift: int = 0
    struck: bool = False
    hidden: bool = False
    deleted: bool = False
    white: bool = False
    shaded: bool = False
    fallback: int = 1
    """Bytes after a Unicode character that older programs show instead of it."""
    in_formula: bool = False
    in_object: bool = False
    in_fonts: bool = False
    in_instruction: bool = False
    in_hidden_shape: bool = False

    def child(self) -> State:
        return State(*_VALUES(self))

    def plain(self, encoding: str) -> None:
        """Resets the look of the text."""
        self.encoding, self.shift = encoding, 0
        self.struck = self.hidden = self.deleted = self.white = self.shaded = False

    def run(self, text: str, *, shaded: bool) -> StyledRun:
        is_white = self.white and not (shaded or self.shaded or self.paragraph.shaded)
        concealed = "hidden_text" if self.hidden else "white_text" if is_white else ""
        return StyledRun(text, self.shift, self.struck, concealed)


_VALUES = attrgetter(*(known.name for known in fields(State)))
