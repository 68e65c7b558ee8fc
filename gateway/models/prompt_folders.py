"""The texts of `prompts/`, and an operator's own in their place: `GATEWAY_PROMPTS=[WORKSPACE=]FOLDER,…`.

A folder has some files of the same names, such as `answer.md`; what it lacks is ours. Schemas and labels are no prompts
and stay ours: the answer core reads what they ask for.
"""

from __future__ import annotations

from pathlib import Path
from string import Template

from gateway import slots
from gateway.errors import WrongUse
from gateway.models.prompt import SEPARATOR, AnswerFormat, Prompts

SETTING = "GATEWAY_PROMPTS"
NEEDED = ("passages", "question")
"""Places that a text of one's own must have where ours has them: without them, a model would not see what they hold."""


def prompts(given: str = "", answer_format: AnswerFormat = "json") -> Prompts:
    """Returns the prompts of all workspaces. `given`: the setting's value.

    Raises `WrongUse` for a folder that is missing, a file that is no prompt, and a text without the parts and places
    that its own standard text has.
    """
    ours = {file.name: file.read_text(encoding="utf-8") for file in slots.resource("prompts").iterdir()}
    folders: dict[str, str] = {}
    for entry in filter(None, map(str.strip, given.split(","))):
        workspace, _, folder = entry.rpartition("=")
        if workspace.strip() in folders:
            named = f"the workspace {workspace.strip()}" if workspace else "all workspaces"
            raise WrongUse(f"{SETTING} names two folders for {named}; keep one of them.")
        folders[workspace.strip()] = folder.strip()
    usual = {**ours, **_read(folders.pop("", ""), ours)}
    own = {workspace: {**usual, **_read(folder, ours)} for workspace, folder in folders.items()}
    return Prompts(usual, answer_format, own)


def _read(folder: str, ours: dict[str, str]) -> dict[str, str]:
    """Returns the texts of a folder, checked; none for an empty name."""
    if not folder:
        return {}
    if not Path(folder).is_dir():
        raise WrongUse(f"{SETTING} names the folder {folder!r}, which does not exist.")
    texts = {}
    for file in sorted(Path(folder).glob("[!.]*")):
        if file.name not in ours or file.suffix != ".md":
            known = ", ".join(sorted(name for name in ours if name.endswith(".md")))
            raise WrongUse(f"{SETTING}: {file} is no prompt. A folder of prompts has some of {known}.")
        try:
            texts[file.name] = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise WrongUse(f"{SETTING}: {file} cannot be read as UTF-8 text ({error}).") from None
        _check(file, texts[file.name], ours[file.name])
    return texts


def _check(file: Path, text: str, standard: str) -> None:
    parts, wanted = text.split(SEPARATOR), standard.split(SEPARATOR)
    if len(parts) != len(wanted):
        raise WrongUse(
            f"{SETTING}: {file} has {len(parts)} parts, and needs {len(wanted)}; a line of --- stands between two."
        )
    for number, (part, ours) in enumerate(zip(parts, wanted, strict=True), start=1):
        places, known = (set(Template(each).get_identifiers()) for each in (part, ours))
        if unknown := sorted(places - known):
            has = ", ".join(f"${name}" for name in sorted(known)) or "no places"
            raise WrongUse(f"{SETTING}: {file}, part {number}: ${unknown[0]} is unknown there; it knows {has}.")
        if missing := [name for name in NEEDED if name in known - places]:
            raise WrongUse(f"{SETTING}: {file}, part {number} needs ${missing[0]}, for which the gateway has a text.")
