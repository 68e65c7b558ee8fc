"""OpenAI's paths that the gateway does not have, through OpenAI's own SDK and without it."""

import openai
import pytest

from tests.support.openai_library import client, library, served, upstream

__all__ = ["client", "library", "served", "upstream"]


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.embeddings.create(model="citestream", input="x"),
        lambda client: client.completions.create(model="citestream", prompt="x"),
        lambda client: client.moderations.create(input="x"),
        lambda client: client.files.retrieve("file-1"),
        lambda client: client.images.generate(prompt="x"),
        lambda client: client.audio.speech.create(model="tts", voice="alloy", input="x"),
        lambda client: client.responses.input_items.list("resp_1"),
        lambda client: client.models.retrieve("unknown"),
    ],
)
async def test_openais_library_says_that_there_is_no_such_path(client, call):
    with pytest.raises(openai.NotFoundError) as told:
        await call(client)
    assert told.value.type == "invalid_request_error" and told.value.body["message"]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
async def test_every_method_is_told_which_paths_there_are(library, method):
    answer = await library.client.request(method, "/v1/files")
    said = answer.json()["error"]
    assert (answer.status_code, said["code"], said["param"]) == (404, "unknown_url", None)
    assert f"no {method} /v1/files." in said["message"] and "/v1/chat/completions" in said["message"]
