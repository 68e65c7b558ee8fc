"""`citestream psql`: the right database, and no password on the command line. The embedded one: `test_ingestion.py`."""

import subprocess
import sys

import pytest

from gateway.cli.operating.psql import Target
from gateway.errors import WrongUse
from tests.support import processes


@pytest.mark.parametrize(
    ("url", "address", "password"),
    [
        ("postgresql://u:p%40w@/db?host=%2Ftmp%2Fx&port=5432", "postgresql://u@/db?host=%2Ftmp%2Fx&port=5432", "p@w"),
        ("postgres://u:p@h:5/db?sslmode=require", "postgres://u@h:5/db?sslmode=require", "p"),
        ("postgresql://u@h/db?password=a%2Bb+c&x=1", "postgresql://u@h/db?x=1", "a+b+c"),
        ("postgresql://u@[::1]:5/db", "postgresql://u@[::1]:5/db", None),
        ("postgresql:///db", "postgresql:///db", None),
    ],
)
def test_the_password_leaves_the_address(url, address, password):
    assert Target.of(url) == Target(address, password)


def test_what_is_no_address_is_one_sentence_without_it():
    with pytest.raises(WrongUse, match="DATABASE_URL") as refused:
        Target.of("postgresql://u:secret@[::1/db")
    assert "secret" not in refused.value.detail


def test_variables_of_another_server_are_left_out_for_the_embedded_one_alone():
    given = {"PGHOST": "other", "PGPASSWORD": "old", "PATH": "/bin", "PSQL_PAGER": "less"}
    target = Target("postgresql://u@/db", "new")
    assert target.environment(given, embedded=True) == {"PATH": "/bin", "PSQL_PAGER": "less", "PGPASSWORD": "new"}
    assert target.environment(given, embedded=False) == given | {"PGPASSWORD": "new"}
    assert Target("x", None).environment(given, embedded=False) == given


def test_a_statement_and_its_exit_code_are_passed_on(citestream):
    wrong = citestream("psql", "-v", "ON_ERROR_STOP=1", "-At", "-c", "select 1 + 1", "--command", "select nope")
    assert (wrong.returncode, wrong.stdout) == (1, "2\n"), wrong.stderr
    assert "nope" in wrong.stderr and "Traceback" not in wrong.stderr


def test_where_there_is_no_psql_it_says_how_to_connect(database_url, tmp_path):
    """A Python that finds neither the bundled package's programs nor those of the system."""
    script = (
        "import gateway.store.bundled.cluster as cluster, gateway.cli.main, sys; cluster.PACKAGE = 'no_such_package'; "
        "sys.argv = ['citestream', 'psql']; gateway.cli.main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        env=processes.environment(DATABASE_URL=database_url, PATH=str(tmp_path)),
    )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    assert "no psql" in done.stderr and Target.of(database_url).address in done.stderr
    assert (Target.of(database_url).password or "?") not in done.stderr


def test_whoever_looks_reads_everything_and_changes_nothing(citestream):
    looking = ("psql", "-At", "-c", "select current_user, count(*) from tenant")
    changing = citestream(*looking, "-c", "delete from document")
    assert changing.stdout == "citestream_ops|1\n", changing.stderr
    assert changing.returncode == 1 and "permission denied" in changing.stderr
    done = citestream("psql", "-q", "-c", "set role none", "-c", "delete from document")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
