"""A slot is a folder of interchangeable files; the value of a setting is the name of a file, with "-" for "_".

Slots: `models.providers`, `models.embedders`, `models.rerankers`, `models.verifiers`, `retrieval.retrievers`, `wire`.
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from gateway.errors import WrongUse

HERE = Path(__file__).parent


@cache
def names(slot: str) -> tuple[str, ...]:
    """Returns the choices of a slot, as a setting spells them: of `models.embedders`, `none` and `openai` among
    others. They are read once: each request names its dialect, and no file is added while a process runs."""
    return tuple(sorted(file.stem.replace("_", "-") for file in (HERE / slot.replace(".", "/")).glob("[!_]*.py")))


def load(slot: str, name: str, setting: str) -> ModuleType:
    """Returns the module behind a setting's value. A wrong value is a sentence that names the setting and the
    choices."""
    if name not in names(slot):
        raise WrongUse(f"{setting}={name!r} is not one of {', '.join(names(slot))}.")
    return importlib.import_module(f"gateway.{slot}.{name.replace('-', '_')}")


def resource(name: str) -> Path:
    """Returns a folder that ships beside the code (`prompts`, `migrations`, `examples`, `web`), in a checkout or in the
    wheel."""
    for folder in (HERE / "resources" / name, HERE.parent / name):
        if folder.is_dir():
            return folder
    raise WrongUse(f"The folder {name!r} is missing from this installation; install citestream again.")
