"""What a document is called: the title that it has, else the name of its file; with the folder where that says little.

A folder of several programs holds a README, a changelog and a page called API of each.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from gateway.words.languages.tables import listed

_COMMON = listed(
    """
    acknowledgements api appendix authors change changelog changes code_of_conduct contents contributing
    contributors copying copyright default docs documentation faq getting-started glossary help history index
    install installation intro introduction license licence license-and-credits news overview readme reference
    release releasenotes release-notes roadmap table-of-contents thanks todo tutorial upgrading usage
    """
)
"""Names that many files have, in small letters, with hyphens for blanks."""
_FOLDERS = listed("doc docs documentation src source sources text texts txt files html man en static content")
"""Folders that say nothing of what lies in them."""


def file_title(title: str | None, name: str) -> str:
    """Returns the title of a document, `name` being the path of its file: `README (flask)` where the title, or the
    name that stands for it, is one that many files have.
    """
    path = PurePath(name)
    shown = (title or "").strip() or path.stem
    if re.sub(r"[\s_]+", "-", shown.lower().strip(" :.")) not in _COMMON:
        return shown
    folder = next(
        (part for part in reversed(path.parts[:-1]) if part.lower() not in _FOLDERS and re.search(r"\w", part)), ""
    )
    return f"{shown} ({folder})" if folder and folder.lower() != shown.lower() else shown
