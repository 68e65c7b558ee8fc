"""A server that is forked: it is a process with what it was given, and how it ends is seen."""

import re
import signal
import subprocess

import httpx2
import pytest

from tests.support import forked, processes


def test_it_serves_on_the_database_that_it_was_given_and_ends_on_a_signal(database_url, tmp_path):
    environment = processes.environment(DATABASE_URL=database_url)
    with forked.serving(tmp_path, "--no-sample", environment=environment) as child:
        address = re.search(r"http://\S+", [child.stdout.readline() for _ in range(4)][3])[0]
        assert httpx2.get(f"{address}/healthz", timeout=30, verify=False).status_code == 200
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(0.01)
        assert child.poll() is None
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == child.poll() == 0


def test_a_signal_that_kills_and_an_exit_code_are_seen(database_url, tmp_path):
    environment = processes.environment(DATABASE_URL=database_url)
    with forked.serving(tmp_path, "--no-sample", environment=environment) as child:
        assert child.stdout.readline().startswith("database")
        child.kill()
        assert child.wait(10) == -signal.SIGKILL
    (tmp_path / ".env").write_text("GATEWAY_TOP_K=many\n")  # of its working directory
    with forked.serving(tmp_path, environment=environment) as child:
        assert (child.wait(20), child.stdout.read()) == (2, "")
