"""Commands in this process: they see what they were given, and leave nothing behind."""

import logging
import os
import sys

from tests.support import commands, processes


def state():
    root = logging.getLogger()
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return (os.getcwd(), dict(os.environ), list(sys.argv), streams, list(root.handlers), root.level)


def test_a_command_in_this_process_ends_like_one_in_its_own_and_leaves_nothing(database_url, tmp_path, monkeypatch):
    monkeypatch.setenv("GATEWAY_TOP_K", "many")  # of whoever runs the tests
    (tmp_path / ".env").write_text("GATEWAY_TYPO=1\n")
    before = state()
    for words in (("migrate", "--check"), ("ask", "a\udcff", "--workspace", "a\udcff"), ("no-such",), ("documents",)):
        here = commands.finished(tmp_path, *words, DATABASE_URL=database_url)
        there = processes.finished(tmp_path, *words, DATABASE_URL=database_url)
        complaint = there.stderr.replace("python -m gateway", "citestream")
        assert (here.returncode, here.stdout, here.stderr) == (there.returncode, there.stdout, complaint), words
    assert state() == before
