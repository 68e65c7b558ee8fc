"""Commands that are imported when they are called."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner
from typer.main import get_command

from gateway.cli import lazy_commands
from gateway.cli.lazy_commands import HELP, load
from gateway.cli.main import cli


def test_what_the_help_says_of_a_command_is_what_the_command_says_of_itself():
    found = {name: load(name) for name in HELP}
    assert {name: " ".join(command.help.split("\n\n")[0].split()) for name, command in found.items()} == HELP
    assert [command.name for command in found.values()] == list(found)


def test_every_file_with_a_command_is_listed():
    listed = {file.stem for file in Path(lazy_commands.__file__).parent.glob("*/*.py")} & set(HELP)
    assert listed == set(HELP)
    assert "no-such" not in get_command(cli).commands


def test_without_a_command_the_help_is_shown_and_a_misspelt_one_is_guessed(citestream):
    bare, asked, misspelt = citestream(), citestream("--help"), citestream("serv")
    assert bare.returncode == 2 and asked.returncode == 0 and bare.stdout == asked.stdout
    assert misspelt.returncode == 2 and "'serve'" in misspelt.stderr


def commands(found, path=()):
    """Yields every command with its path, those of groups too."""
    for name, command in found.items():
        yield (*path, name), command
        yield from commands(getattr(command, "commands", {}), (*path, name))


def test_the_help_shows_every_word_of_a_command_and_its_options():
    for path, command in commands({name: load(name) for name in HELP}):
        shown = CliRunner().invoke(command, ["--help"], prog_name=" ".join(path), terminal_width=200)
        words = " ".join(shown.output.split())
        assert shown.exit_code == 0
        for told in (command.help, *(getattr(parameter, "help", None) for parameter in command.params)):
            assert " ".join((told or "").split()) in words, path


def test_the_help_imports_no_command_and_nothing_heavy():
    """What is loaded decides how long a person waits."""
    told = (
        "import sys; from gateway.cli.main import cli\n"
        "try: cli(['--help'])\n"
        "finally: print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stderr.split())
    assert "serve" in done.stdout and "memory" in done.stdout
    assert {name for name in loaded if name.startswith("gateway")} == {
        "gateway",
        "gateway.cli",
        "gateway.cli.lazy_commands",
        "gateway.cli.main",
        "gateway.errors",
    }
    assert not loaded & {"pydantic", "asyncio", "asyncpg", "aiohttp", "starlette", "markdown_it", "numpy", "rich"}


def test_every_command_takes_a_file_of_settings():
    for path, command in commands({name: load(name) for name in HELP}):
        if not hasattr(command, "commands"):
            assert any("--env-file" in parameter.opts for parameter in command.params), path


def test_a_named_file_replaces_dot_env_and_takes_precedence_over_the_environment(citestream, tmp_path):
    (tmp_path / "unit.env").write_text("# the unit's\nGATEWAY_PORT=many\nGATEWAY_HOST=\n")
    (tmp_path / ".env").write_text("GATEWAY_LEASE_S=never\n")
    for words in (("doctor", "--env-file", "unit.env"), ("--env-file", "unit.env", "doctor")):
        told = citestream(*words, GATEWAY_PORT="8099")
        assert told.returncode == 1 and told.stdout.startswith("fail  settings    GATEWAY_PORT"), told
    assert citestream("doctor").stdout.startswith("fail  settings    GATEWAY_LEASE_S")
    missing = citestream("documents", "list", "--env-file", "no.env")
    assert missing.returncode == 2 and "no.env cannot be read" in missing.stderr
