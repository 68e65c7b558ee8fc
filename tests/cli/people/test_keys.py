"""`citestream keys` as a person runs it."""

import asyncio
import re

import pytest
from typer.testing import CliRunner

from gateway.cli.main import cli
from gateway.errors import WrongUse

OPTIONS = ("--tenant", "acme", "--role", "user")


@pytest.fixture
def citestream(database_url, tmp_path, monkeypatch):
    """Run a command in a thread of its own, against a fresh database: exit code, output, the sentence of a wrong
    use."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)

    async def run(*arguments):
        done = await asyncio.to_thread(CliRunner().invoke, cli, ["keys", *arguments])
        if isinstance(done.exception, WrongUse):  # `main` prints it and exits with 2
            return 2, done.stdout, done.exception.detail
        return done.exit_code, done.stdout, done.stderr

    return run


async def test_a_key_is_made_listed_and_revoked(citestream):
    code, out, _ = await citestream("list")
    assert (code, out) == (0, "There are no keys.\n")
    code, out, _ = await citestream(
        "create", *OPTIONS, "--workspace", "red", "--workspace", "blue", "--label", "desk", "--expires-days", "30"
    )
    key = out.splitlines()[-1]
    assert code == 0 and re.fullmatch("cs_[A-Za-z0-9]{43}", key)
    _, out, _ = await citestream("create", "--tenant", "default", "--role", "admin")
    admin = out.splitlines()[-1]
    code, out, _ = await citestream("list")
    head, first, second = out.splitlines()
    assert code == 0 and head.split() == ["prefix", "tenant", "role", "workspaces", "expires", "label"]
    assert re.fullmatch(rf"{key[:8]} +acme +user +red, blue +\d{{4}}-\d\d-\d\d +desk", first)
    assert re.fullmatch(rf"{admin[:8]} +default +admin +all +never", second)
    assert key not in out and admin not in out
    code, out, _ = await citestream("revoke", key[:8])
    assert (code, out) == (0, f"Revoked {key[:8]} (tenant acme, role user).\n")
    assert "revoked 20" in (await citestream("list"))[1].splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("create", "--tenant", "A b", "--role", "user"), "--tenant 'A b'"),
        (("create", *OPTIONS, "--workspace", " "), "--workspace"),
        (("create", *OPTIONS, "--workspace", "a\nb"), "--workspace"),
        (("create", *OPTIONS, "--label", "x" * 201), "--label"),
        (("create", "--tenant", "acme", "--role", "king"), "--role"),
        (("create", *OPTIONS, "--expires-days", "0"), "--expires-days"),
        (("create", "--role", "user"), "--tenant"),
        (("revoke", "cs_nobod"), "cs_nobod"),
        (("revoke", ""), "keys list"),
    ],
)
async def test_wrong_use_names_what_is_wrong(citestream, arguments, named):
    code, out, wrong = await citestream(*arguments)
    assert code == 2 and out == "" and named in wrong and "Traceback" not in wrong


async def test_a_tenant_is_given_limits(citestream):
    await citestream("create", *OPTIONS)
    code, out, _ = await citestream("limit", "--tenant", "acme", "requests_per_minute=600", "viewers=0")
    assert (code, out) == (0, "Set for acme: requests_per_minute=600, viewers=0.\n")
    code, out, _ = await citestream("limit", "--tenant", "acme")
    assert (code, out) == (0, "Set for acme: what GATEWAY_TENANT_LIMITS says.\n")
    code, out, wrong = await citestream("limit", "--tenant", "acme", "requests=600")
    assert (code, out) == (2, "") and "'requests=600' is no limit" in wrong
