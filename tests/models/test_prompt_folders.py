"""Prompts of one's own: each workspace's, checked when the gateway starts."""

from __future__ import annotations

import pytest

from gateway import slots
from gateway.answer.answer import Candidates
from gateway.errors import WrongUse
from gateway.models.prompt_folders import prompts
from tests.fakes.upstream import FakeUpstream, answer_json
from tests.support import sse
from tests.support.server import running

STANDARD = (slots.resource("prompts") / "answer.md").read_text(encoding="utf-8")


def folder(path, text, name="answer.md"):
    path.mkdir(exist_ok=True)
    (path / name).write_text(text, encoding="utf-8")
    return path


def test_a_workspace_has_its_own_and_the_others_the_usual_one(tmp_path):
    general = folder(tmp_path / "general", f"Be brief.\n\n{STANDARD}")
    legal = folder(tmp_path / "legal", f"Be exact.\n\n{STANDARD}")
    ours, found = prompts(), prompts(f"{general}, legal={legal}")

    def asked(of):
        return of.answer("q", Candidates(), "en").system

    assert asked(found.within(["legal"])).startswith("Be exact.")
    assert asked(found) == asked(found.within(["other"])) == asked(found.within(["legal", "other"]))
    assert asked(found).startswith("Be brief.") and asked(found).endswith(asked(ours))
    assert len({ours.version, found.version, found.within(["legal"]).version}) == 3
    assert found.within(["legal"]).condense("q", "a", "b", "en").version == ours.condense("q", "a", "b", "en").version


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("anwser.md", "x", r"anwser\.md is no prompt\. A folder of prompts has some of answer\.md"),
        ("answer.schema.json", "{}", "is no prompt"),
        ("answer.md", "one part", r"has 1 parts, and needs 2; a line of --- stands between two"),
        ("answer.md", STANDARD.replace("$question", "$qestion"), r"part 2: \$qestion is unknown there; it knows .*\$q"),
        ("answer.md", STANDARD.replace("$passages", ""), r"part 2 needs \$passages"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(tmp_path, name, text, told):
    with pytest.raises(WrongUse, match=told):
        prompts(f"legal={folder(tmp_path / 'own', text, name)}")


def test_folders_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(WrongUse, match="'nowhere', which does not exist"):
        prompts("legal=nowhere")
    with pytest.raises(WrongUse, match="two folders for the workspace legal"):
        prompts(f"legal={tmp_path},legal={tmp_path}")
    (folder(tmp_path / "own", "") / "answer.md").write_bytes(b"\xff")
    with pytest.raises(WrongUse, match="cannot be read as UTF-8"):
        prompts(str(tmp_path / "own"))


async def test_an_answer_is_asked_for_with_the_prompt_of_its_workspace(database_url, tmp_path):
    legal = folder(tmp_path / "legal", f"Be exact.\n\n{STANDARD}")
    answers = [answer_json([(["E1"], "A loan lasts three weeks.")])] * 2
    async with (
        FakeUpstream(answers) as upstream,
        running(
            database_url,
            provider="openai",
            openai_base_url=upstream.url,
            openai_model="m",
            gate_threshold=0,
            prompts=f"legal={legal}",
        ) as server,
    ):
        versions = []
        for workspace in ("legal", "library"):
            text = {"title": "Loans", "text": "A loan lasts three weeks.", "workspace": workspace}
            assert (await server.client.post("/v1/documents", json=text)).status_code == 201
            events = sse.parse(await server.ask("How long does a loan last?", workspace=workspace, memory="skip"))
            versions.append(events[-1].json["model"]["promptVersion"])
        first, second = (request.body["messages"][0]["content"] for request in upstream.requests)
        assert first.startswith("Be exact.") and first.endswith(second)
        assert versions[0] != versions[1] == prompts().version
