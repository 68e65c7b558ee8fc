"""Each adapter in an environment of its own, installed from its wheel, with its framework's real library: its tests,
its types, and its example as the pages show it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from tests.integrations import environments
from tests.integrations.environments import INTEGRATIONS, ROOT
from tests.integrations.gateway import FIRST, SECOND, library

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]  # an environment is made, once
FRAMEWORKS = ("langchain", "llama_index", "haystack")
QUESTION = "How long may a borrowed book stay at home?"
RUN_S = 300


@pytest.fixture
async def gateway(database_url):
    async with library(database_url) as server:
        yield server


@pytest.fixture(params=FRAMEWORKS)
def framework(request):
    return request.param


@pytest.fixture
def python(framework, request):
    return environments.python(request.config.cache, framework)


async def told(*words, cwd, **variables):
    """Returns what a program printed; fails when it fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GATEWAY"))}
    process = await asyncio.create_subprocess_exec(
        *map(str, words),
        cwd=cwd,
        env={**environment, **variables},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(RUN_S):
            output, _ = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    assert process.returncode == 0, output.decode()
    return output.decode()


async def test_the_adapter_does_what_its_framework_asks(gateway, framework, python):
    output = await told(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=INTEGRATIONS / framework, CITESTREAM_URL=gateway.url
    )
    assert int(re.search(r"(\d+) passed", output)[1]) > 10


async def test_the_types_are_those_of_the_framework(framework, python):
    name = next((INTEGRATIONS / framework / "src").glob("*_*")).name  # the package
    paths = os.pathsep.join(str(INTEGRATIONS / package / "src") for package in ("client", framework))
    options = ("--strict", "--config-file", os.devnull, "--python-executable", python)
    await told(sys.executable, "-m", "mypy", *options, "-p", name, cwd=ROOT, MYPYPATH=paths)


async def test_the_example_prints_an_answer_with_its_sources(gateway, framework, python):
    output = await told(python, "example.py", QUESTION, cwd=INTEGRATIONS / framework, CITESTREAM_URL=gateway.url)
    assert f"{FIRST}\n\n{SECOND}" in output
    assert re.search(rf"\[E1\] Rules \(ok\) {re.escape(gateway.url)}/sources/\S+#\S+", output)
    assert len(Path(INTEGRATIONS / framework / "example.py").read_text(encoding="utf-8").splitlines()) <= 20
