"""Interprets RTF: its notes, comments, lists, fields, shapes and objects, and everything that is no text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape

from gateway.ingestion.readers.shared.html_blocks import BULLET
from gateway.ingestion.readers.shared.review_comments import ReviewComment
from gateway.ingestion.readers.shared.rich_text.letters import fonts_of
from gateway.ingestion.readers.shared.rich_text.machine import Handler, Machine, SizeLimits
from gateway.ingestion.readers.shared.rich_text.stories import ParagraphLook, Story
from gateway.ingestion.readers.shared.word.fields import result_of
from gateway.knowledge.documents.omissions import Omissions
from gateway.knowledge.formats.inline_marks import box
from gateway.words.languages.tables import listed

_SKIPPED = listed(
    """
    header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn xe tc
    tcn rxe txe template themedata colorschememapping datastore datafield fontemb objdata nonshppict shprslt
    nonesttables mmathPict listtable listoverridetable fonttbl stylesheet colortbl filetbl bkmkstart bkmkend private picprop
    """
)
_STARRED = listed(
    """
    shppict shpinst annotation atnauthor atrfstart atrfend atnref fldinst formfield nesttableprops ud footnote moMath do background ffl objclass listtext pntext
    """
)
_COLOURS = re.compile(rb"\\colortbl\b ?([^{}]{0,100000})")
_DEFAULT_FONT = re.compile(rb"\\deff(\d{1,9})")
_WHITE = re.compile(rb"\\red255\s*\\green255\s*\\blue255\b")
_MOST_RANGES, _MOST_QUOTED = 50, 100
"""Commented texts that are open at the same time, and runs of each."""
_UNDEFINED = 25
"""The result of a field whose default counts."""
_TICK_BOX, _CHOICE = 1, 2


class Interpreter(Machine):
    """Reads a whole file. `notes` and `comments` are gathered while the body is told."""

    def __init__(self, omissions: Omissions, encoding: str, styles: Mapping[int, int], limits: SizeLimits) -> None:
        super().__init__(omissions, encoding, styles, limits)
        self.notes: list[str] = []
        self.comments: list[ReviewComment] = []
        self.stated: dict[str, str] = {}
        """The latest texts of destinations such as `title` and `atnauthor`."""
        self._numbers: dict[str, int] = {}
        """The latest values of control words of fields of forms."""
        self._choices: list[str] = []
        self._ranges: dict[str, list[str]] = {}
        """Commented texts whose end has not come."""
        self._quotations: dict[str, str] = {}
        self._is_answered = False
        """Whether the text of the open field is known, so that its stored result is no text."""
        self.starred |= _STARRED
        self.words |= {word: self._numbered(word) for word in ("fftype", "ffres", "ffdefres")}
        self.words |= self._destinations() | dict.fromkeys(_SKIPPED, self._skip)

    def read(self, data: bytes) -> str:
        """Returns the body of a file as HTML. Raises `Unreadable`."""
        if colours := _COLOURS.search(data):
            entries = enumerate(colours[1].split(b";"))
            self.whites = frozenset(at for at, entry in entries if _WHITE.search(entry))
        if default := _DEFAULT_FONT.search(data):
            self.default_font = int(default[1])
        self.encodings = fonts_of(data, self.fallback_encoding)
        self.run(data)
        return self.state.story.html(self.state.paragraph, self.label())

    def tell(self, text: str) -> None:
        super().tell(text)
        for quoted in self._ranges.values():
            if len(quoted) < _MOST_QUOTED and not self.state.hidden:
                quoted.append(text)

    def label(self) -> str | None:
        story, paragraph = self.state.story, self.state.paragraph
        if not story.has_text():
            return None
        if story.marker is None:
            return BULLET if paragraph.in_list else None
        marker = story.marker.strip()
        return marker if any(map(str.isalnum, marker)) and marker != "o" else BULLET if marker else None

    def _numbered(self, word: str) -> Handler:
        def use(value: int | None) -> None:
            self._numbers[word] = value or 0

        return use

    def _skip(self, _: int | None) -> None:
        self.state.skips = True

    def _told(self, finish: Callable[[str], None]) -> Handler:
        """Returns the handler of a destination that is a story, which is used as HTML when it ends."""

        def begin(_: int | None) -> None:
            if self.state.deleted:
                self._skip(None)
                return
            outer, story = self.state.story, Story(self.omissions)
            self.state.story, self.state.capture = story, None
            self.state.paragraph = ParagraphLook()
            self.state.plain(self.encodings.get(self.default_font, self.fallback_encoding))

            def end() -> None:
                html = story.html(self.state.paragraph, self.label())
                self.state.story = outer
                finish(html)

            self.at_end(end)

        return begin

    def _destinations(self) -> dict[str, Handler]:
        """Returns the destinations with text for the reader, or with a property."""
        return {
            "footnote": self._note,
            "annotation": self._told(self._comment),
            **dict.fromkeys(("shptxt", "dptxbxtext"), self._text_box),
            **dict.fromkeys(("listtext", "pntext"), self.captured(self._mark)),
            "info": self.captured(lambda _: None),
            "fldinst": self.captured(self._instruction),
            **{word: self._stated(word) for word in ("title", "author", "atnauthor", "atnref", "sn", "objclass")},
            "atrfstart": self.captured(self._begin_range),
            "atrfend": self.captured(self._end_range),
            "sv": self.captured(self._shape_property),
            "fldrslt": self._result,
            "formfield": self._form_field,
            "ffl": self.captured(lambda text: self._choices.append(text)),
            "pict": self._picture,
            "object": self._object,
            "background": self._background,
            "moMath": self._formula,
        }

    def _stated(self, word: str) -> Handler:
        def use(text: str) -> None:
            self.stated[word] = text.strip()

        return self.captured(use)

    def _mark(self, text: str) -> None:
        self.state.story.marker = text

    def _text_box(self, _: int | None) -> None:
        if self.state.in_hidden_shape and self.omissions.hides("hidden_shape"):
            self._skip(None)
        else:
            story = self.state.story
            self._told(lambda html: story.boxes.append(html))(None)

    def _note(self, _: int | None) -> None:
        if self.state.deleted or (self.state.hidden and not self.omissions.read_hidden):
            self._skip(None)
            return
        self.notes.append("")
        at = len(self.notes)

        def finish(html: str) -> None:
            self.notes[at - 1] = html

        self.state.shift = 0
        self.tell(f"[{at}]")
        self._told(finish)(None)

    def _comment(self, html: str) -> None:
        quoted = self._quotations.pop(self.stated.pop("atnref", ""), "")
        self.comments.append(ReviewComment(self.stated.pop("atnauthor", ""), html, quoted))

    def _begin_range(self, name: str) -> None:
        if len(self._ranges) < _MOST_RANGES:
            self._ranges[name.strip()] = []

    def _end_range(self, name: str) -> None:
        if (quoted := self._ranges.pop(name.strip(), None)) is not None:
            self._quotations[name.strip()] = "".join(quoted)

    def _shape_property(self, value: str) -> None:
        name, value = self.stated.pop("sn", ""), value.strip()
        if name == "fHidden" and value == "1" and len(self.groups) > 1:
            self.groups[-2].in_hidden_shape = True  # around `sv` is `sp`, and around it the shape
        elif name == "gtextUNICODE" and value:
            self.state.story.boxes.append(f"<p>{escape(value)}</p>")

    def _instruction(self, text: str) -> None:
        if shown := result_of(text):
            self._answer(shown)

    def _answer(self, text: str) -> None:
        self._is_answered = True
        self.tell(text)

    def _result(self, _: int | None) -> None:
        self.state.skips, self._is_answered = self._is_answered, False

    def _form_field(self, _: int | None) -> None:
        self._choices = []
        self.captured(self._end_form_field)(None)

    def _end_form_field(self, _: str) -> None:
        kind, result, default = (self._numbers.pop(word, 0) for word in ("fftype", "ffres", "ffdefres"))
        result = default if result == _UNDEFINED else result
        if kind == _TICK_BOX:
            self._answer(box(result == 1))
        elif kind == _CHOICE and 0 <= result < len(self._choices):
            self._answer(self._choices[result].strip())

    def _picture(self, _: int | None) -> None:
        if not self.state.in_object and self.state.capture is None:
            self.omissions.lost("picture")
        self._skip(None)

    def _object(self, _: int | None) -> None:
        self.state.in_object = True
        self.stated.pop("objclass", None)
        before = self.written

        def end() -> None:
            if self.written == before:  # nothing but a picture of it
                is_formula = self.stated.get("objclass", "").startswith("Equation")
                self.omissions.lost("formula" if is_formula else "object")

        self.at_end(end)

    def _formula(self, _: int | None) -> None:
        self.omissions.lost("formula")
        self._skip(None)

    def _background(self, _: int | None) -> None:
        self.is_coloured = True
        self._skip(None)
