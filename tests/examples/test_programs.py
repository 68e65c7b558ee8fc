"""The programs of `examples/`, as their readers run them: each asks a real server over a connection that is cut."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import http.server
import re
import sys
import threading
from urllib.parse import urlsplit

import pytest
from playwright.async_api import expect

from tests.fakes.upstream import answer_json, status
from tests.faults.toxics import Proxy
from tests.support import browser as chromium
from tests.support.halves import Halves
from tests.support.node import ROOT, npm, older_clients, printed, run
from tests.support.server import running
from tests.support.waiting import until

pytestmark = pytest.mark.timeout(300)  # npm runs, and the first browser may have to be fetched
EXAMPLES = ROOT / "examples"
QUESTION = 'How long may a "borrowed" book stay at home?'
FIRST = "A borrowed book may stay at home for three weeks 😀."
SECOND = "Nothing else is known.\nNothing at all."
PARAGRAPHS = [(["E1"], FIRST), ([], SECOND)]
CUT_AFTER = 2200
"""Bytes of each connection: some whole events, and a broken one."""


@contextlib.asynccontextmanager
async def a_library(database_url, upstream, **settings):
    fields = {"openai_base_url": upstream.url, "openai_model": "scripted", "gate_threshold": 0, "retries": 0}
    async with running(database_url, provider="openai", **fields, **settings) as server:
        await server.client.post("/v1/documents", json={"title": "Rules", "text": FIRST, "source": "rules.md"})
        yield server


@pytest.fixture
async def library(database_url, upstream):
    upstream.script[:] = [answer_json(PARAGRAPHS)]
    async with a_library(database_url, upstream) as server:
        yield server


@pytest.fixture
async def cutting(library):
    """The address of the library over a connection that breaks again and again."""
    async with Proxy("127.0.0.1", urlsplit(library.url).port) as proxy:
        proxy.down.cut_after = CUT_AFTER
        yield proxy


async def told(*words):
    """What a program printed; fails when it fails."""
    process = await asyncio.create_subprocess_exec(
        *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    async with asyncio.timeout(60):
        output, complaint = await process.communicate()
    return process.returncode, output.decode(), complaint.decode()


async def test_curl_prints_every_event_once(library, cutting):
    code, output, complaint = await told("sh", EXAMPLES / "ask.sh", QUESTION, cutting.url)
    assert code == 0, complaint
    numbers = [int(seq) for seq in re.findall(r"^id: \d+-(\d+)$", output, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1)) and cutting.accepted > 1
    uuid = re.search(r'"answerUuid":"(\w+)"', output)[1]
    assert output.replace(":\n", "") == (await library.client.get(f"/v1/answers/{uuid}/events")).text


async def test_curl_prints_why_a_question_is_refused(library):
    code, output, _ = await told("sh", EXAMPLES / "ask.sh", "", library.url)
    assert code == 1 and '"invalid_field"' in output


async def test_python_prints_each_paragraph_with_its_sources(library, cutting):
    code, output, complaint = await told(sys.executable, EXAMPLES / "ask.py", QUESTION, cutting.url)
    assert (code, output) == (0, f"{FIRST} [Rules]\n{SECOND}\n"), complaint
    assert cutting.accepted > 1


async def test_fetch_event_source_brings_each_paragraph_once(library, cutting, tmp_path):
    (tmp_path / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    program = tmp_path / "fetch_event_source.mjs"
    program.write_text((EXAMPLES / program.name).read_text(encoding="utf-8"), encoding="utf-8")
    said = await run("ask-fetch-event-source.mjs", str(program), cutting.url, QUESTION)
    assert [tuple(paragraph) for paragraph in said] == PARAGRAPHS and cutting.accepted > 1


async def test_openais_library_prints_the_answer_with_the_addresses_of_its_passages(library):
    code, output, complaint = await told(sys.executable, EXAMPLES / "openai_responses.py", QUESTION, library.url)
    assert code == 0, complaint
    text, source, *rest = output.splitlines()
    title, address = source.strip().rsplit(" ", 1)
    assert (text, title) == (FIRST, "[Rules]") and rest[:-1] == ["", *SECOND.splitlines()]
    assert (await library.client.get(address)).status_code == 200
    uuid = rest[-1].partition("=resp_")[2]
    assert (await library.client.get(f"/v1/answers/{uuid}")).json()["question"] == QUESTION


async def test_python_says_why_a_question_is_refused(library):
    code, _, complaint = await told(sys.executable, EXAMPLES / "ask.py", "", library.url)
    assert code == 1 and '"invalid_field"' in complaint


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """What the first lines of `ask.ts` say to do: the packed client, installed."""
    folder = tmp_path_factory.mktemp("typescript")
    npm("pack", ROOT / "web" / "client", "--pack-destination", folder, cwd=folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    npm("install", next(folder.glob("*.tgz")), "--offline", cwd=folder)
    (folder / "ask.ts").write_text((EXAMPLES / "ask.ts").read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.mark.slow  # `tests/clients/test_package.py` compiles the example, and runs the package that it imports
async def test_typescript_prints_each_paragraph_with_what_it_rests_on(project, cutting):
    output = await printed("ask.ts", QUESTION, cutting.url, cwd=project)
    assert output == f"{FIRST}\n  [E1] Rules (ok): {FIRST}\n{SECOND}\n"
    assert cutting.accepted > 1


async def test_an_agent_prints_its_conversation_with_what_opens_each_source(database_url, upstream, tmp_path):
    halves = Halves(PARAGRAPHS, "Nothing")
    upstream.script[:] = [halves]
    (tmp_path / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    (tmp_path / "agent.ts").write_text((EXAMPLES / "agent.ts").read_text(encoding="utf-8"), encoding="utf-8")
    async with (
        a_library(database_url, upstream, public_url="https://ask.example") as library,
        Proxy("127.0.0.1", urlsplit(library.url).port) as proxy,
    ):
        asking = asyncio.create_task(printed("agent.ts", QUESTION, "thread-1", proxy.url, cwd=tmp_path))
        await until(lambda: upstream.requests, within_s=50)
        before = proxy.accepted
        proxy.reset()
        await until(lambda: proxy.accepted > before, within_s=50)
        halves.wanted.set()
        output = await asking
        assert re.fullmatch(rf"> {re.escape(QUESTION)}\n{FIRST} <https://ask.example/sources/\S+>\n{SECOND}\n", output)
        assert await printed("agent.ts", "", "thread-1", library.url, cwd=tmp_path) == output
        assert len(upstream.requests) == 1


@contextlib.contextmanager
def pages(folder):
    """A web server of somebody else's pages; gives its address."""
    handler = functools.partial(QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def written(folder, name, address):
    """Puts an example into a folder, with the address of the gateway that is there."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert "http://127.0.0.1:8000" in text
    (folder / name).write_text(text.replace("http://127.0.0.1:8000", address), encoding="utf-8")


async def test_the_plain_page_shows_the_answer_and_its_sources(database_url, upstream, browser, tmp_path):
    upstream.script[:] = [answer_json(PARAGRAPHS), status(500)]
    with pages(tmp_path) as address:
        async with a_library(database_url, upstream, cors_origins=address) as library:
            written(tmp_path, "legacy_page.html", library.url)
            async with chromium.visit(browser) as guest:
                await guest.page.goto(f"{address}/legacy_page.html")
                await guest.page.get_by_label("Question").fill(QUESTION)
                await guest.page.keyboard.press("Enter")
                await expect(guest.page.locator("#sources li")).to_have_text([FIRST])
                assert await guest.page.locator("#answer").text_content() == f"{FIRST}\n\n{SECOND}"
                await guest.page.keyboard.press("Enter")
                await expect(guest.page.locator("#answer")).not_to_contain_text("borrowed")
                await expect(guest.page.locator("#answer")).not_to_be_empty()


async def link(answer):
    return await answer.get_by_role("link", name="[Rules]").get_attribute("href")


OLDER = [pytest.param(version, marks=pytest.mark.slow) for version in ("5", "6")]


@pytest.mark.parametrize("how", ["reload", "cut"])
@pytest.mark.parametrize("version", [*OLDER, "7"])
async def test_use_chat_goes_on_with_an_answer(database_url, upstream, browser, tmp_path, how, version):
    halves = Halves(PARAGRAPHS, "Nothing")
    upstream.script[:] = [halves]
    with pages(tmp_path) as address:
        async with (
            a_library(database_url, upstream, cors_origins=address) as library,
            Proxy("127.0.0.1", urlsplit(library.url).port) as proxy,
        ):
            written(tmp_path, "chat.tsx", proxy.url)
            if version != "7":
                older_clients()
            await run("bundle.mjs", str(tmp_path / "chat.tsx"), "Chat", str(tmp_path), version)
            html = '<!doctype html><div id="root"></div><script type="module" src="page.js"></script>'
            (tmp_path / "index.html").write_text(html, encoding="utf-8")
            async with chromium.visit(browser) as guest:
                await guest.page.goto(address)
                if how == "cut":  # it is asked while there is no network
                    await expect(guest.page.get_by_label("Question")).to_be_enabled()
                    proxy.refuses = True
                    proxy.reset()
                await guest.page.get_by_label("Question").fill(QUESTION)
                await guest.page.keyboard.press("Enter")
                if how == "cut":
                    await expect(guest.page.get_by_label("Question")).to_be_empty()
                    proxy.refuses = False
                    await expect(guest.page.get_by_label("Question")).to_have_value(QUESTION)
                    await guest.page.get_by_label("Question").press("Enter")
                answer, asked = (guest.page.locator(f".{role}") for role in ("assistant", "user"))
                await expect(answer).to_contain_text(FIRST)
                if how == "reload":
                    await guest.page.reload()
                    await expect(answer).to_contain_text(FIRST)
                else:
                    proxy.refuses = True
                    before = proxy.accepted
                    proxy.reset()
                    await until(lambda: proxy.accepted > before + 1)
                    proxy.refuses = False
                halves.wanted.set()
                await expect(answer).to_have_text(f"{FIRST} [Rules]\n\n{SECOND}", use_inner_text=True)
                await expect(guest.page.get_by_label("Question")).to_be_enabled()
                await expect(answer).to_have_count(1)
                await expect(asked).to_have_text(QUESTION)
                opened = re.fullmatch(
                    rf"{re.escape(proxy.url)}/sources/[0-9a-f-]{{36}}#[0-9a-f-]{{36}}", await link(answer)
                )
                assert opened
