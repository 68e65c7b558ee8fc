"""Evaluation commands in this process, with keys as input."""

import pytest
from typer.testing import CliRunner

from gateway.cli import options
from gateway.cli.evaluating.evaluate import commands
from gateway.errors import NotFound, WrongUse


@pytest.fixture
def evaluate(database_url, tmp_path, monkeypatch):
    """Runs `citestream evaluate …` with keys as input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", database_url)
    monkeypatch.setattr(options, "start_logging", lambda config: None)

    def run(*arguments, keys=""):
        done = CliRunner().invoke(commands, arguments, input=keys)
        assert done.exception is None or isinstance(done.exception, SystemExit | WrongUse | NotFound), done.output
        return done

    return run
