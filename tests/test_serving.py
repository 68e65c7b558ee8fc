"""The server process: what it prints, a taken port, an orderly end."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from gateway.errors import WrongUse
from gateway.serving import bind


def test_a_taken_port_is_a_sentence_that_names_the_option():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(WrongUse, match="--port"):
        bind("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_other_addresses_than_loopback_are_refused_while_callers_are_not_told_apart(host):
    with pytest.raises(WrongUse, match="loopback"):
        bind(host, 0)


def test_loopback_by_name_and_number_works():
    for host in ("127.0.0.1", "localhost", "127.0.0.9"):
        bind(host, 0).close()


@pytest.fixture
def process(database_url, tmp_path):
    """`citestream serve` with the sample, as a process; killed at the latest here."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("GATEWAY_", "OPENAI_"))}
    child = subprocess.Popen(
        [sys.executable, "-m", "gateway", "serve", "--port", "0"],
        cwd=tmp_path,
        env={**clean, "DATABASE_URL": database_url, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with child:
        yield child
        child.kill()


def test_serve_says_four_lines_answers_and_ends_on_a_signal(process):
    said = [process.stdout.readline() for _ in range(4)]
    assert [line.split()[0] for line in said] == ["database", "model", "knowledge", "address"]
    assert "quoted sentences" in said[1] and re.search(r"\d+ documents, \d+ passages", said[2])
    address = re.search(r"http://\S+", said[3])[0]
    with urllib.request.urlopen(f"{address}/readyz", timeout=10) as answer:
        assert answer.read() == b"ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) in (0, -signal.SIGTERM)
