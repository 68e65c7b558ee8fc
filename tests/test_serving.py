"""The server process: what it prints, a taken port, an orderly end."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import urllib.request

import httpx2
import pytest

from gateway.app import Gateway
from gateway.errors import WrongUse
from gateway.serving import admit
from gateway.settings import Settings
from tests import processes, sse
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, stall_after
from tests.server import running


@contextlib.contextmanager
def serving(folder, *options, **environment):
    """`citestream serve` with the sample, as a process; killed at the latest here."""
    child = subprocess.Popen(
        processes.command("serve", "--port", "0", *options),
        cwd=folder,
        env=processes.environment(**environment, PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with child:
        yield child
        child.kill()


@pytest.fixture
def process(database_url, tmp_path):
    with serving(tmp_path, DATABASE_URL=database_url) as child:
        yield child


def test_serve_says_four_lines_answers_and_ends_on_a_signal(process):
    said = [process.stdout.readline() for _ in range(4)]
    assert [line.split()[0] for line in said] == ["database", "model", "knowledge", "address"]
    assert "quoted sentences" in said[1] and re.search(r"\d+ documents, \d+ passages", said[2])
    address = re.search(r"http://\S+", said[3])[0]
    with urllib.request.urlopen(f"{address}/readyz", timeout=10) as answer:
        assert answer.read() == b"ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


SENTENCE = "A citation is the link between a paragraph and a passage."


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_lets_answers_go_and_the_next_process_goes_on_with_them(database_url, tmp_path, number):
    said = paragraphs_json([(["E1"], SENTENCE), ([], "More.")])
    rest = answer_json([(["E1"], "Every paragraph names its sources.")])
    async with FakeUpstream([stall_after(25, said), rest]) as upstream:
        settings = {"DATABASE_URL": database_url, "OPENAI_BASE_URL": upstream.url, "GATEWAY_EMBEDDER": "hash"}
        with serving(tmp_path, **settings) as process:
            lines = [await asyncio.to_thread(process.stdout.readline) for _ in range(4)]
            address = re.search(r"http://\S+", lines[3])[0]
            seen = b""
            async with (
                httpx2.AsyncClient(base_url=address, timeout=30, verify=False) as client,
                client.stream("POST", "/v1/answers", json={"question": "What is a citation?"}) as answer,
            ):
                async for part in answer.aiter_bytes():
                    if b"link" in part and b"link" not in seen:
                        process.send_signal(number)
                    seen += part
            assert await asyncio.to_thread(process.wait, 10) == 0
        before, farewell = seen.replace(b"\n:\n", b"\n").rsplit(b"retry: ", 1)
        assert re.fullmatch(rb"\d{3,4}\n\n", farewell)
        last = sse.parse(before)[-1].id
        async with running(database_url, provider="openai", openai_base_url=upstream.url) as server:
            where = f"{answer.headers['location']}/events"
            later = (await server.client.get(where, headers={"Last-Event-ID": last})).content
            assert (await server.client.get(where)).content == before + later
    events = sse.parse(before + later)
    assert [event.id.split("-")[1] for event in events] == [str(place) for place in range(1, len(events) + 1)]
    assert [event.id.split("-")[0] for event in sse.parse(later)] == ["2"] * len(sse.parse(later))
    paragraphs = [json.loads(event.data) for event in events if event.name == "[CITATION_PARAGRAPH]"]
    assert paragraphs[0]["degraded"] == "interrupted" and paragraphs[0]["text"].endswith("…")
    assert [paragraph["text"] for paragraph in paragraphs[1:]] == ["Every paragraph names its sources."]
    assert events[-1].name == "[DONE]"


KEY = "a-key-of-ones-own-choice-0123456789"


@pytest.fixture
async def gateway(database_url):
    """An open one for each choice of settings."""
    async with contextlib.AsyncExitStack() as exits:

        async def opened(**settings):
            made = await Gateway(Settings(_env_file=None, database_url=database_url, **settings)).open()
            exits.push_async_callback(made.close)
            return made

        yield opened


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
async def test_others_reach_a_gateway_only_with_keys(gateway, host):
    made = await gateway(host=host)
    with pytest.raises(WrongUse, match=r"GATEWAY_HOST=.*citestream keys create --tenant default --role admin"):
        await admit(made)
    await made.keys.create("default", "user")
    await admit(made)
    with pytest.raises(WrongUse, match="GATEWAY_REQUIRE_KEYS=off"):
        await admit(await gateway(host=host, require_keys="off"))


async def test_the_first_key_comes_from_a_setting_once(gateway):
    made = await gateway(host="0.0.0.0", bootstrap_key=KEY)
    for _ in range(2):
        await admit(made)
    (key,) = await made.keys.all()
    assert (key.tenant, key.role, key.workspaces) == ("default", "admin", ())
    assert await made.keys.find(KEY) == key
    await made.keys.revoke(key)
    with pytest.raises(WrongUse, match="there is none"):
        await admit(made)  # what was revoked does not come back with the next start
    await made.keys.create("default", "user")
    await admit(await gateway(bootstrap_key="another" + KEY))
    assert len(await made.keys.all()) == 2


@pytest.mark.parametrize("key", ["short", "x" * 201, "with a blank in it, and long enough", "é" * 40])
async def test_a_first_key_that_could_be_guessed_or_not_be_sent_is_refused(gateway, key):
    made = await gateway(bootstrap_key=key)
    with pytest.raises(WrongUse, match="GATEWAY_BOOTSTRAP_KEY must have 32") as wrong:
        await admit(made)
    assert key not in str(wrong.value)


async def test_keys_that_are_needed_and_missing_are_a_warning_on_loopback(gateway, caplog):
    await admit(await gateway())
    assert caplog.text == ""
    await admit(await gateway(require_keys="on"))
    assert "citestream keys create" in caplog.text


def test_serve_elsewhere_without_keys_ends_with_one_sentence(database_url, tmp_path):
    with serving(tmp_path, "--host", "0.0.0.0", DATABASE_URL=database_url) as child:
        assert child.wait(40) == 2


@pytest.mark.parametrize(("key", "said"), [(None, "no keys: open to this machine"), (KEY, "keys required")])
def test_serve_says_whether_keys_are_needed(database_url, tmp_path, key, said):
    environment = {"GATEWAY_BOOTSTRAP_KEY": key} if key else {}
    with serving(tmp_path, "--no-sample", DATABASE_URL=database_url, **environment) as child:
        *_, address = [child.stdout.readline() for _ in range(4)]
        assert said in address
