"""The audit of the locks against services on loopback: clean, vulnerable, silent, and asked once a day."""

import asyncio
import contextlib
import json

import pytest

from supply import audit
from tests.fakes.upstream import FakeUpstream, body, status

LOCK = "starlette==1.10.0 \\\n    --hash=sha256:" + "0" * 64 + "\n"
PUBLISHED = {
    "vulns": [
        {
            "id": "GHSA-0000-0000-0000",
            "summary": "Reads too much",
            "details": "",
            "aliases": [],
            "published": "2026-01-01T00:00:00Z",
            "affected": [
                {
                    "package": {"ecosystem": "PyPI", "name": "starlette"},
                    "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.10.1"}]}],
                    "versions": ["1.10.0"],
                }
            ],
        }
    ]
}


@pytest.fixture
def locks(tmp_path, monkeypatch):
    """A working copy with one Python package, and an npm that knows of nothing."""
    (tmp_path / "web").mkdir()
    (tmp_path / ".venv").mkdir()
    (tmp_path / "requirements.lock").write_text(LOCK, encoding="utf-8")
    (tmp_path / "web" / "package-lock.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(audit, "ROOT", tmp_path)
    monkeypatch.setattr(audit, "STAMP", tmp_path / ".venv" / ".audited")
    monkeypatch.setattr(audit, "npm_findings", lambda registry: [])
    return tmp_path


@contextlib.asynccontextmanager
async def osv(answer):
    """A vulnerability service that gives this answer, and the audit against it."""
    async with FakeUpstream([answer if callable(answer) else body(json.dumps(answer).encode())]) as service:

        async def asked(*words):
            return await asyncio.to_thread(audit.main, [f"--osv={service.url}/query", *words])

        yield service, asked


async def test_a_clean_answer_stands_for_the_day_and_the_locks(locks, monkeypatch):
    async with osv({}) as (service, asked):
        assert await asked() == audit.CLEAN and await asked() == audit.CLEAN
        assert [request.body["package"]["name"] for request in service.requests] == ["starlette"]
        (locks / "web" / "package-lock.json").write_text('{"packages": {}}', encoding="utf-8")
        assert await asked() == audit.CLEAN and len(service.requests) == 2
        (locks / ".venv" / ".audited").write_text(f"2001-01-01 {audit.digest()}", encoding="utf-8")
        assert await asked() == audit.CLEAN and len(service.requests) == 3


async def test_a_known_vulnerability_fails_and_is_asked_about_again(locks, capsys):
    async with osv(PUBLISHED) as (service, asked):
        assert await asked() == await asked() == audit.VULNERABLE and len(service.requests) == 2
        told = capsys.readouterr().err
        assert "known vulnerability: starlette 1.10.0: GHSA-0000-0000-0000" in told and "1.10.1" in told
        assert await asked("--tell") == audit.CLEAN, "the tests of a stranger go on"
        assert "known vulnerability: starlette" in capsys.readouterr().err


@pytest.mark.parametrize(
    "answer",
    [
        status(503),
        pytest.param(body(b"<html>"), marks=pytest.mark.slow),
        pytest.param(status(404), marks=pytest.mark.slow),
    ],
)
async def test_a_service_that_does_not_answer_is_no_clean_answer(locks, capsys, answer):
    async with osv(answer) as (_, asked):
        assert await asked() == await asked("--tell") == audit.NOT_AUDITED
    assert "not audited: Python packages: " in capsys.readouterr().err and not audit.STAMP.exists()


def test_without_a_network_it_is_said_and_nothing_is_remembered(locks, capsys):
    assert audit.main(["--osv=http://127.0.0.1:9/query"]) == audit.NOT_AUDITED
    assert "not audited: Python packages: http://127.0.0.1:9/query did not answer" in capsys.readouterr().err
    assert not audit.STAMP.exists()


REPORTS = {
    "clean": ({"vulnerabilities": {}, "metadata": {}}, []),
    "vulnerable": (
        {
            "vulnerabilities": {
                "marked": {"range": "<19", "severity": "high", "via": [{"title": "Slow pattern"}, "preact"]}
            }
        },
        ["marked <19: high, Slow pattern, preact"],
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_what_npm_reports_is_told_by_package(name, monkeypatch):
    report, told = REPORTS[name]
    monkeypatch.setattr(audit, "answered", lambda command, folder: (report, ""))
    assert audit.npm_findings("") == told


@pytest.mark.parametrize(
    ("answer", "findings"), [(body(b"{}", content_type="application/json"), []), (status(405), None)]
)
async def test_npm_itself_asks_its_registry(answer, findings):
    async with FakeUpstream([answer]) as registry:
        asking = asyncio.to_thread(audit.npm_findings, registry.url)
        if findings is None:
            with pytest.raises(audit.NotAudited, match="405"):
                await asking
        else:
            assert await asking == findings
        sent = [request.path for request in registry.requests]
    assert sent and all("/-/npm/v1/security/" in path for path in sent)
