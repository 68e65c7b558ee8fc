"""Secrets that lie in files, beside options, environment and `.env`.

Containers and systemd hand secrets over as files, which neither a list of processes nor a dump of the environment
shows. Every setting that is a secret may come so: `OPENAI_API_KEY_FILE=/run/secrets/openai` in the place of
`OPENAI_API_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
)

from gateway.errors import WrongUse
from gateway.settings.other_programs import NAMED_FILE

PASSWORDS = ("DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL")
"""Addresses that may have a password in them."""
KEYED = tuple(f"GATEWAY_{name}_URL" for name in ("RERANKER", "RETRIEVER", "SPEECH", "TRANSCRIPTION", "VERIFIER"))
"""Addresses that may have a key in them."""
BEHIND = "_FILE"
"""What follows the name of the setting."""
LARGEST = 64 * 1024
"""Bytes of a secret: a larger file is another one than was meant."""


def from_files(names: Mapping[str, str], given: Mapping[str, str | None]) -> dict[str, str]:
    """Returns the secrets that files hold, by the names of their settings.

    names: of the settings, by what they are in lower case. given: the environment, in lower case. Raises
    `WrongUse` for a file that is missing, unreadable or empty, and for a secret that is given both ways.
    """
    found = {}
    for spelt, name in names.items():
        if path := given.get(f"{spelt}{BEHIND}".lower()):
            if given.get(spelt):
                raise WrongUse(f"{name} and {name}{BEHIND} are both set; keep one of them.")
            found[name] = read(f"{name}{BEHIND}", Path(path))
    return found


def read(name: str, path: Path) -> str:
    """Returns the secret in a file, without the line end behind it. Raises `WrongUse`, which never tells any of it."""
    try:
        with path.open("rb") as file:
            secret = file.read(LARGEST + 1).decode("utf-8")
    except FileNotFoundError:
        raise WrongUse(f"{name}: there is no file {path}.") from None
    except OSError as error:
        raise WrongUse(f"{name}: {path} cannot be read ({error.strerror or type(error).__name__}).") from None
    except UnicodeDecodeError:
        raise WrongUse(f"{name}: {path} is not text in UTF-8.") from None
    if len(secret) > LARGEST:
        raise WrongUse(f"{name}: {path} has more than {LARGEST // 1024} KB; that is no secret.")
    secret = secret.removeprefix("\ufeff").rstrip("\r\n")
    if not secret.strip():
        raise WrongUse(f"{name}: {path} is empty.")
    if "\n" in secret or "\0" in secret:
        raise WrongUse(f"{name}: {path} has more than one line.")
    return secret


class SettingSources(BaseSettings):
    """Settings whose secrets may lie in files."""

    @classmethod
    def fields(cls) -> dict[str, str]:
        """Returns the names of the fields by those of the settings."""
        return {str(field.alias): name for name, field in cls.model_fields.items()}

    @classmethod
    def secrets(cls) -> frozenset[str]:
        """Returns the names of the settings that are secrets."""
        return frozenset(name for name in cls.fields() if name.endswith("_KEY") or name in PASSWORDS + KEYED)

    @classmethod
    def is_file_of_secret(cls, name: str) -> bool:
        """Tells whether a name says in which file a secret lies."""
        return name.endswith(BEHIND) and name.removesuffix(BEHIND) in cls.secrets()

    def told(self) -> dict[str, str]:
        """Returns what every setting has that is not its default, by name; of a secret, only that it is set."""
        found = {}
        for name, field in self.fields().items():
            value = getattr(self, field)
            if value != type(self).model_fields[field].default:
                found[name] = "set" if name in self.secrets() or "@" in str(value) else str(value)
        return found

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Adds the files that secrets lie in. An option is for whoever gives it, whatever lies in a file."""
        assert isinstance(init_settings, InitSettingsSource)
        assert isinstance(env_settings, EnvSettingsSource) and isinstance(dotenv_settings, DotEnvSettingsSource)
        options = init_settings.init_kwargs

        fields = cls.fields()
        names = {name.lower(): name for name in cls.secrets() if not {name, fields[name]} & options.keys()}
        # A file that the command line names takes precedence, as an option does.
        first, second = (env_settings, dotenv_settings)[:: -1 if NAMED_FILE.get() else 1]
        given = {**second.env_vars, **first.env_vars}
        secrets = InitSettingsSource(settings_cls, dict(from_files(names, given)))
        return init_settings, first, second, secrets
