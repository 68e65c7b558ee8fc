"""What is not taken from folders into a knowledge base: databases of ours, keys, credentials, files for one owner only.

A reason is a few words that a report counts and a refusal repeats; an empty one means that there is none.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path, PurePath

from gateway.knowledge.splitting.prose import language_of

DATA = "data directory of Citestream"
CLUSTER = "data directory of PostgreSQL"
GIT = "git repository"
KEY = "private key"
CREDENTIALS = "credentials"
OWN = "readable by its owner only"
HIDDEN = "hidden file"
LINK = "link out of the folder"

PRIVATE_FOLDERS = frozenset({".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".password-store"})
"""Where programs keep keys and credentials."""
_KEY_SUFFIXES = (".pem", ".key", ".p8", ".p12", ".pfx", ".pkcs12", ".jks", ".keystore", ".ppk", ".kdbx", ".kdb", ".gpg")
_KEY_NAMES = re.compile(r"id_(rsa|dsa|ecdsa|ed25519)(_sk)?", re.ASCII)
_CREDENTIALS = frozenset(
    [
        ".netrc",
        "_netrc",
        ".pgpass",
        "pgpass.conf",
        ".my.cnf",
        ".npmrc",
        ".pypirc",
        ".git-credentials",
        ".htpasswd",
        "htpasswd",
        ".dockercfg",
        ".vault-token",
        "accesskeys.csv",
        "rootkey.csv",
        "kubeconfig",
        "shadow",
        "gshadow",
        "terraform.tfstate",
        "terraform.tfvars",
    ]
)
"""Names of files that hold passwords or tokens, in small letters."""
_SECRETS = re.compile(
    r"(.*[._ -])?(credentials?|secrets?|passwords?|client_secret.*|service[._-]account.*)"
    r"(\.(json|csv|tsv|ya?ml|toml|ini|xml|conf|cfg|properties))?",
    re.DOTALL,
)
"""The same, by how a name is made. A page about secrets (`secrets.md`) is meant to be read."""
_PERHAPS = re.compile(r"(credentials?|secrets?|passwords?)\.(txt|text)")
"""A list of passwords or a page about them: what stands in it tells."""
_SENTENCE_END = re.compile(r"[^\W\d_]{2}[)\"”]?(?:[.!?](?=\s|$)|[。！？])")
_SPOKEN_LINE = 5
"""Words of a line of prose; the lines of a list of passwords have fewer."""
_BEGIN = re.compile(
    rb"^[ \t]{0,64}-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|^PuTTY-User-Key-File-\d", re.MULTILINE
)
_WIDE, _LARGEST_WIDE = (b"\xff\xfe", b"\xfe\xff"), 100_000
"""How UTF-16 begins, as PowerShell writes it, and how much of such a file is looked through, in bytes."""
_LARGEST_SERVER = 10_000
"""Bytes of a `server.json` that could be ours."""
_LOCKS = ("supervisor.lock", "start.lock", "postgres.log", "server.json")


def folder(path: Path, has: Callable[[str], bool]) -> str:
    """Returns the reason to leave a folder out with all that lies below it. `has` says whether it holds an entry of a
    name.

    A data directory is known by what `gateway.store.bundled.embedded` and its supervisor write there, and the home of a
    cluster (root's lies apart) by what `gateway.store.bundled.cluster` writes, whatever they are called.
    """
    if has("PG_VERSION"):
        return CLUSTER
    if has("users.lock") and any(map(has, _LOCKS)):
        return DATA
    if has("access.json") and (has("cluster") or has("data-directory")):
        return DATA
    if has("server.json") and _is_record(path / "server.json"):
        return DATA
    if has("HEAD") and has("objects") and has("refs"):
        return GIT
    return folder_name(path.name)


def folder_name(name: str) -> str:
    """Returns the reason that lies in a folder's name."""
    name = name.lower()
    return GIT if name == ".git" else CREDENTIALS if name in PRIVATE_FOLDERS else ""


def around(real: Path) -> tuple[str, Path]:
    """Returns the reason that lies in the folders above a file or folder, and the uppermost of them; `real` has no
    links.
    """
    for above in reversed(real.parents):
        if reason := folder(above, lambda name, above=above: os.path.lexists(above / name)):  # type: ignore[misc]
            return reason, above
    return "", real


def file(name: str) -> str:
    """Returns the reason that lies in a file's name."""
    name = name.lower()
    if _KEY_NAMES.fullmatch(name) or name.endswith(_KEY_SUFFIXES):
        return KEY
    if name.startswith(".env") or name.endswith(".env") or name in _CREDENTIALS or _SECRETS.fullmatch(name):
        return CREDENTIALS
    return HIDDEN if name.startswith(".") else ""


def mode(bits: int) -> str:
    """Returns the reason that lies in a file's permissions. Windows keeps its own elsewhere."""
    return OWN if sys.platform != "win32" and not stat.S_IMODE(bits) & 0o077 else ""


def content(data: bytes, name: str = "") -> str:
    """Returns the reason that lies in a file's bytes: a line that begins a private key, in whatever file; or, where its
    name is that of a list of passwords, that it is no prose.
    """
    if data.startswith(_WIDE):
        data = data[2:_LARGEST_WIDE].translate(None, b"\0")
    if (b"PRIVATE KEY" in data or b"PuTTY-User" in data) and _BEGIN.search(data):
        return KEY
    may_be_list = _PERHAPS.fullmatch(PurePath(name).name.lower())
    return CREDENTIALS if may_be_list and not _is_prose(data) else ""


def _is_prose(data: bytes) -> bool:
    """Whether most of what stands in a file stands in lines of several words, in a language, and in sentences: the
    words that open a wallet make none."""
    lines = data.split(b"\n")
    spoken = sum(len(line) for line in lines if len(line.split()) >= _SPOKEN_LINE)
    if 2 * spoken <= sum(map(len, lines)):
        return False
    text = data.decode(errors="replace")
    return len(_SENTENCE_END.findall(text)) > 1 and language_of(text) is not None


def refusal(reason: str, at: Path | None = None) -> str:
    """Returns the sentence for something that was named; `at` is the folder above it that is the reason."""
    if reason == OWN:
        return "It is readable by its owner only, so it is taken for private; let others read it, or say --force."
    why = f"It lies in {at} ({reason})" if at else f"For safety, this kind is left out ({reason})"
    return f"{why}; --force reads it all the same."


def named(path: Path) -> str:
    """Returns the sentence that refuses a file that somebody names, by its folders, its name and its permissions;
    empty for none. A file that is not there, or cannot be looked at, is not refused.
    """
    real = Path(os.path.realpath(path))
    reason, at = around(real)
    if reason:
        return refusal(reason, at)
    own = file(path.name) or file(real.name) or (mode(os.stat(real).st_mode) if os.path.exists(real) else "")
    return refusal(own) if own else ""


def _is_record(path: Path) -> bool:
    """Tells whether a file is the record of an embedded server, which says how to reach it and with which password."""
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or not 0 < status.st_size <= _LARGEST_SERVER:
            return False
        record = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return (
        isinstance(record, dict) and "password" in record and bool({"supervisor_pid", "postgres_pid"} & record.keys())
    )
