"""The server process: what it prints, a taken port, an orderly end."""

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
import urllib.request

import httpx2
import pytest

from gateway.app import Gateway
from gateway.errors import UpstreamRefused, WrongUse
from gateway.models.prompt_folders import prompts
from gateway.models.services import guarded_provider
from gateway.serve.startup import admit, described, model_line
from gateway.settings import Settings
from tests.fakes.upstream import FakeUpstream, answer_json, paragraphs_json, stall_after, status
from tests.support import forked, processes, sse
from tests.support.postgres import eventually
from tests.support.processes import SENTENCE, serving
from tests.support.server import running


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
        assert answer.read().startswith(b"ready\n")  # the sample may be getting its vectors
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
async def test_a_signal_lets_answers_go_and_the_next_process_goes_on_with_them(database_url, tmp_path, number):
    said = paragraphs_json([(["E1"], SENTENCE), ([], "More.")])
    rest = answer_json([(["E1"], "Every paragraph names its sources.")])
    async with FakeUpstream([stall_after(25, said), rest]) as upstream:
        settings = {"DATABASE_URL": database_url, "OPENAI_BASE_URL": upstream.url, "GATEWAY_EMBEDDER": "none"}
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
        assert re.fullmatch(rb"\d{2,3}\n\n", farewell)
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
    environment = processes.environment(DATABASE_URL=database_url)
    with forked.serving(tmp_path, "--host", "0.0.0.0", environment=environment) as child:
        assert child.wait(40) == 2


@pytest.mark.parametrize(("key", "said"), [(None, "no keys: open to this machine"), (KEY, "keys required")])
def test_serve_says_whether_keys_are_needed(database_url, tmp_path, key, said):
    settings = {"GATEWAY_BOOTSTRAP_KEY": key} if key else {}
    environment = processes.environment(DATABASE_URL=database_url, **settings)
    with forked.serving(tmp_path, "--no-sample", environment=environment) as child:
        *_, address = [child.stdout.readline() for _ in range(4)]
        assert said in address


# What answers, and where
# -------------------------------------------------------------------------------------------------

SECRETS = "me:secret@"


async def line(gateway, **settings):
    made = await gateway(embedder="none", **settings)
    await made.open_ask()
    return model_line(made)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {},
            "none: answers are quoted sentences. OPENAI_API_KEY or OPENAI_BASE_URL connects a model.",
        ),
        (
            {"provider": "extractive", "openai_api_key": "secret"},
            "none: answers are quoted sentences, as GATEWAY_PROVIDER=extractive or --provider says",
        ),
        (
            {"openai_api_key": "secret", "openai_model": "m"},
            "openai m at the official address (https://api.openai.com/v1), chosen because OPENAI_API_KEY is set; "
            "--provider extractive asks no model",
        ),
        (
            {"openai_base_url": f"http://{SECRETS}box:1/v1?key=secret", "openai_model": "m"},
            "openai m at http://***@box:1/v1?***, chosen because OPENAI_BASE_URL is set; "
            "--provider extractive asks no model",
        ),
        (
            {"openai_base_url": "http://box:1/v1", "openai_api_key": "secret", "openai_model": "m"},
            "openai m at http://box:1/v1, chosen because OPENAI_API_KEY and OPENAI_BASE_URL are set; "
            "--provider extractive asks no model",
        ),
        (
            {"azure_endpoint": f"https://{SECRETS}ours.example", "azure_api_key": "secret", "azure_deployment": "d"},
            "azure d at https://***@ours.example, chosen because AZURE_OPENAI_ENDPOINT and AZURE_OPENAI_API_KEY are "
            "set; --provider extractive asks no model",
        ),
        (
            {"ollama_host": f"http://{SECRETS}box:2", "ollama_model": "m"},
            "ollama m at http://box:2, chosen because OLLAMA_HOST and OLLAMA_MODEL are set; "
            "--provider extractive asks no model",
        ),
        (
            {"provider": "ollama", "ollama_model": "m"},
            "ollama m at http://127.0.0.1:11434, as GATEWAY_PROVIDER=ollama or --provider says",
        ),
        (
            {"provider": "ollama", "ollama_model": "m", "fallback_providers": "extractive"},
            "ollama m at http://127.0.0.1:11434, as GATEWAY_PROVIDER=ollama or --provider says; "
            "when it fails, none: answers are quoted sentences",
        ),
    ],
)
async def test_each_provider_says_its_own_line_without_secrets(gateway, settings, said):
    assert await line(gateway, **settings) == said


NOWHERE = "http://127.0.0.1:9"
"""The port of `discard`, where nobody listens."""


@pytest.mark.parametrize(
    "settings",
    [
        {"openai_base_url": f"{NOWHERE}/v1"},
        {"ollama_host": NOWHERE},
        {"azure_endpoint": NOWHERE, "azure_api_key": "k", "azure_deployment": "d"},
        {"provider": "extractive", "fallback_providers": "ollama,openai", "openai_base_url": f"{NOWHERE}/v1"},
        {"embedder": "openai", "embedding_base_url": f"{NOWHERE}/v1"},
        {"retriever_url": NOWHERE},
        {"reranker_url": NOWHERE, "verifier_url": NOWHERE},
        {"verifier_model": "same", "openai_base_url": f"{NOWHERE}/v1"},
    ],
    ids=lambda settings: next(iter(settings)),
)
async def test_no_service_has_to_be_there_for_a_start(database_url, settings):
    async with running(database_url, sample=True, **{"provider": None, "retries": 0} | settings) as server:
        ready = await server.client.get("/readyz")
        assert ready.status_code == 200 and ready.text.startswith("ready\n")
        assert (await server.client.get("/v1/status")).json()["documents"] > 0
        answer = await server.client.post(
            "/v1/answers", json={"question": "What is a citation?"}, headers={"Accept": "application/json"}
        )
        assert answer.status_code in (200, 502)
        if answer.status_code == 502:
            assert answer.json()["code"] == "upstream_error" and "127.0.0.1" not in answer.text


async def test_names_of_other_programs_are_told_with_ours_where_no_model_is_connected(
    database_url, monkeypatch, tmp_path, gateway
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:11434")
    told = "To connect a model, set OLLAMA_HOST instead of OLLAMA_BASE_URL."
    assert (await line(gateway)).endswith(told)
    async with running(database_url, provider=None) as server:
        assert (await server.client.get("/v1/status")).json()["model_problem"] == told
    assert "OLLAMA_BASE_URL" not in await line(gateway, openai_base_url="http://box:1/v1", openai_model="m")


async def test_a_key_that_the_service_refuses_is_a_problem_until_one_is_accepted(database_url):
    said = answer_json([(["E1"], "A citation is a link.")])
    async with FakeUpstream([status(401), said]) as upstream:
        settings = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "m", "sample": True}
        async with running(database_url, **settings) as server:
            ask = {"json": {"question": "What is a citation?"}, "headers": {"Accept": "application/json"}}
            assert (await server.client.post("/v1/answers", **ask)).json()["code"] == "upstream_refused"
            problem = (await server.client.get("/v1/status")).json()["model_problem"]
            assert problem == "The model service did not accept the key; check OPENAI_API_KEY."
            assert (await server.client.post("/v1/answers", **ask)).status_code == 200
            assert (await server.client.get("/v1/status")).json()["model_problem"] is None


async def test_a_model_that_is_away_at_the_start_is_found_when_it_comes(database_url, monkeypatch, caplog):
    monkeypatch.setattr(guarded_provider, "LOOK_S", (0.05, 0.05))
    said = answer_json([(["E1"], "A citation is a link.")])
    async with FakeUpstream([said], models=["late"]) as upstream:
        there, upstream.listing = upstream.listing, status(503)
        settings = {"provider": "openai", "openai_base_url": upstream.url, "retries": 0, "sample": True}
        async with running(database_url, **settings) as server:
            provider = server.gateway.provider
            assert described(provider) == f"openai at {upstream.url}, unreachable for now"
            problem = (await server.client.get("/v1/status")).json()["model_problem"]
            assert "not known yet" in problem and f"model: {problem}\n" in (await server.client.get("/readyz")).text
            listed = (await server.client.get("/v1/models")).json()["data"]
            assert [one["id"] for one in listed] == ["citestream"]
            asked = {"question": "What is a citation?"}
            refused = await server.client.post("/v1/answers", json=asked, headers={"Accept": "application/json"})
            assert (refused.status_code, refused.json()["code"]) == (502, "upstream_error")
            assert "127.0.0.1" not in refused.text
            upstream.listing = there
            await eventually(lambda: provider.model == "late", 20)
            await eventually(lambda: "answers again" in caplog.text, 20)
            assert (await server.client.get("/readyz")).text == "ready\n"
            assert (await server.client.get("/v1/status")).json()["model_problem"] is None
            document = await server.document("What is a citation?")
            assert document["meta"]["model"] == {
                "provider": "openai",
                "name": "late",
                "promptVersion": prompts().version,
            }
    lines = [
        record.getMessage() for record in caplog.records if record.name == "gateway.models.services.guarded_provider"
    ]
    assert len(lines) == 2 and "openai at http" in lines[0] and "openai late at http" in lines[1]


async def test_a_service_that_comes_with_several_models_says_what_to_set(database_url, monkeypatch, caplog):
    monkeypatch.setattr(guarded_provider, "LOOK_S", (0.05, 0.05))
    async with FakeUpstream(models=["a", "b"]) as upstream:
        there, upstream.listing = upstream.listing, status(503)
        async with running(database_url, provider="openai", openai_base_url=upstream.url, sample=True) as server:
            upstream.listing = there
            await eventually(lambda: "Set OPENAI_MODEL to one of" in caplog.text, 20)
            asked = {"question": "What is a citation?"}
            refused = await server.client.post("/v1/answers", json=asked, headers={"Accept": "application/json"})
            assert (refused.status_code, refused.json()["code"]) == (502, "upstream_refused")
    assert caplog.text.count("Set OPENAI_MODEL to one of") == 1


@pytest.mark.parametrize("listing", [status(401), status(404)])
async def test_what_no_waiting_mends_ends_the_start(gateway, listing):
    async with FakeUpstream() as upstream:
        upstream.listing = listing
        with pytest.raises(UpstreamRefused):
            await (await gateway(openai_base_url=upstream.url)).open_ask()
    async with FakeUpstream(models=["a", "b"]) as upstream:
        with pytest.raises(WrongUse, match="OPENAI_MODEL"):
            await (await gateway(openai_base_url=upstream.url)).open_ask()


def test_a_start_imports_no_library_that_no_first_request_needs():
    """What is loaded decides how long a person waits: clients of services that are not there, models, readers."""
    names = (
        "import sys; import gateway.cli.main, gateway.cli.operating.serve, gateway.serve.startup; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, timeout=60, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    unneeded = {"aiohttp", "httpx2", "jsonschema", "mcp", "numpy", "openai", "py3langid", "requests", "rich"}
    assert not loaded & (unneeded | {"obstore", "opentelemetry", "protego", "pypdfium2"})
    assert {"asyncpg", "pydantic", "starlette", "uvicorn"} <= loaded
