"""What the settings of a start say that was hardly meant: misspelt names, and settings that nothing uses.

A wrong value is refused (`settings.read`). What is here is only told: the same environment serves other programs too.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from gateway import settings
from gateway.settings import Settings
from gateway.settings.other_programs import ELSEWHERE, environment_and_file

OURS = ("GATEWAY_", "CITESTREAM_")
"""A name that begins so is meant for us, however it goes on."""
ALIKE, ROUGHLY = 0.9, 0.75
"""Least likeness (`difflib.SequenceMatcher.ratio`) of a name that may be anybody's, and of what follows `OURS`."""
FOREIGN = frozenset({"OLLAMA_MODELS", "OPENAI_API_KEYS"})
"""Names of other programs that are one letter from ours and mean something else."""


def remarks(config: Settings) -> list[str]:
    """Returns a sentence for each name and each setting that is probably a mistake."""
    return [*map(_remark, unknown()), *idle(config)]


def unknown(environment: Mapping[str, str | None] | None = None) -> list[str]:
    """Returns names in the environment (None: this process's, and `.env`) that mean nothing and were probably meant for
    us.
    """
    seen = environment if environment is not None else environment_and_file()
    given = {name.upper() for name, value in seen.items() if value}
    return sorted(name for name in seen if seen[name] and _is_slip(name, given))


def meant(name: str) -> str | None:
    """Returns the setting that this name most likely stands for; None: it resembles none, or is somebody else's."""
    name = name.upper()
    if name in FOREIGN:
        return None
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    for prefix in OURS:
        if name.startswith(prefix):
            rest = name.removeprefix(prefix)
            return rest if rest in settings.names() else _nearest(rest, ROUGHLY, "GATEWAY_") or _nearest(name, ALIKE)
    return _nearest(name, ALIKE)


def idle(config: Settings) -> list[str]:
    """Returns sentences about settings that nothing uses, because others are missing."""
    set_ = {str(Settings.model_fields[field].alias) for field in config.model_fields_set if getattr(config, field)}
    used = {config.chosen_provider, *config.fallbacks}
    needs: list[tuple[str, Iterable[str], str]] = []
    if not config.provider and "openai" not in used:
        needs.append(("OPENAI_MODEL", ("OPENAI_BASE_URL", "OPENAI_API_KEY"), " or "))
    if not config.provider and "azure" not in used:
        azure = ("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY")
        needs += [(name, azure, " and ") for name in ("AZURE_OPENAI_DEPLOYMENT", *azure)]
    if not config.provider and "gemini" not in used:
        gemini = ("GEMINI_API_KEY", "GEMINI_MODEL")
        names = gemini if used == {"extractive"} else gemini[1:]  # the key may be for other programs
        needs += [(name, gemini, " and ") for name in (*names, "GEMINI_BASE_URL")]
    if config.chosen_embedder != "openai":
        needs.append(("EMBEDDING_MODEL", ("EMBEDDING_BASE_URL", "EMBEDDING_API_KEY"), " or "))
    needs.append(("GATEWAY_RERANKER_MODEL", ("GATEWAY_RERANKER_URL",), ""))
    sentences = []
    for name, needed, joined in needs:
        missing = [setting for setting in needed if setting not in set_]
        # Where one of several would do and is there, something else was chosen on purpose.
        if name in set_ and missing and (joined != " or " or len(missing) == len(tuple(needed))):
            sentences.append(f"{name} is set and nothing uses it: set {joined.join(missing)} too.")
    return sentences


def _nearest(name: str, likeness: float, prefix: str = "") -> str | None:
    """Returns the setting that is most like `prefix` and `name`; how they are cut into words does not matter."""
    bare = {
        known.removeprefix(prefix).replace("_", ""): known for known in settings.names() if known.startswith(prefix)
    }
    near = difflib.get_close_matches(name.replace("_", ""), bare, 1, likeness)
    return bare[near[0]] if near else None


def _is_slip(name: str, given: set[str]) -> bool:
    known = settings.names()
    if name.upper() in known or Settings.is_file_of_secret(name.upper()):
        return False
    if name.upper().startswith(OURS):
        return True
    setting = meant(name)
    return setting is not None and not (name.upper() in ELSEWHERE and setting in given)


def _remark(name: str) -> str:
    setting = meant(name)
    hint = f"; did you mean {setting}?" if setting else " and is ignored."
    return f"{name} is not a setting of this version{hint}"
