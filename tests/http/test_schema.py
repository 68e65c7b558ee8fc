"""schemathesis over `/openapi.json` against a real server: what is described is what happens, event streams
included."""

import asyncio
import json
import os
import sys
from pathlib import Path

import pytest

from tests.support.server import running

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_S = 900


async def contract(database_url, examples, *phases):
    """What `tests.support.openapi_contract` found."""
    async with running(database_url, sample=True) as server:
        command = (sys.executable, "-m", "tests.support.openapi_contract", server.url, str(examples), *phases)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe)
        try:
            async with asyncio.timeout(PATIENCE_S):
                said, wrong = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        assert process.returncode == 0, wrong.decode()[-4000:]
        return json.loads(said.decode().splitlines()[-1])


def report(found):
    return "\n\n".join("{operation} [{check}] {message}\n{request}".format(**one) for one in found[:40])


@pytest.mark.timeout(300)
async def test_every_door_keeps_its_description(database_url):
    done = await contract(database_url, 2, "examples")
    assert not done["found"], report(done["found"])
    assert done["streams"] >= 10 and sum(done["cases"].values()) > 100, done["cases"]


@pytest.mark.slow
@pytest.mark.timeout(PATIENCE_S)
async def test_every_door_keeps_its_description_at_every_boundary_and_for_many_requests(database_url):
    done = await contract(database_url, 25, "examples", "coverage", "fuzzing")
    assert not done["found"], report(done["found"])
    assert done["streams"] > 100, done["cases"]
