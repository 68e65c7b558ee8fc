"""Rates of live answers: over HTTP, in /metrics, and beside the confirmed run."""

from __future__ import annotations

import uuid

from gateway.evaluation.intervals import share
from gateway.evaluation.live_rates import bounds
from gateway.store.evaluation.evaluation_runs import EvaluationRun, EvaluationRuns
from gateway.store.evaluation.quality_rows import QualityRows
from gateway.telemetry.families import REGISTRY
from tests.fakes.upstream import FakeUpstream, answer_json, text
from tests.support.server import running

TEXT = "A loan lasts three weeks. A card costs five euros."
GOOD = answer_json([(["E1"], "A loan lasts three weeks.")])
ILLEGAL = answer_json([(["E1", "E9"], "A card costs five euros.")])
WEAK = answer_json([(["E1"], "A loan lasts seven weeks.")])
PLAIN = text("A loan lasts three weeks [E1].")


async def test_rates_of_live_answers_by_model_and_prompt(database_url, database):
    async with FakeUpstream([GOOD, ILLEGAL, WEAK, PLAIN]) as upstream:
        model = {"provider": "openai", "openai_base_url": upstream.url, "openai_model": "counted", "regenerate": 0}
        async with running(database_url, **model, gate_threshold=0, memory="off") as server:
            await server.client.post("/v1/documents", json={"title": "Rules", "text": TEXT})
            for _ in range(4):
                await server.ask("How long does a loan last?")
            found = (await server.client.get("/v1/quality")).json()
            (writer,) = found["rates"]
            assert writer["model"] == "counted" and len(writer["prompt_version"]) == 12
            assert writer["figures"] == found["pooled"]
            value = {name: figure["value"] for name, figure in found["pooled"].items()}
            assert value["format_compliance"] == 0.75 and found["pooled"]["format_compliance"]["cases"] == 4
            assert value["illegal_id_rate"] == value["weak_rate"] == value["dropped_rate"] == 1 / 5
            assert "hallucination_rate" not in value and found["confirmed"] is None and found["drifting"] == []

            run = EvaluationRun(run_id=uuid.uuid4(), set_name="set.jsonl")
            await EvaluationRuns(database).begin("default", run)
            clean = bounds(share([False] * 200))
            await QualityRows(database).confirm("default", run.run_id, {"weak_rate": clean, "illegal_id_rate": clean})
            found = (await server.client.get("/v1/quality")).json()
            assert found["confirmed"]["run"] == run.run_id.hex
            assert found["drifting"] == ["illegal_id_rate", "weak_rate"]

            metrics = (await server.client.get("/metrics")).text
            labels = {"figure": "weak_rate", "model": "counted", "prompt": writer["prompt_version"]}
            counted = {
                name: REGISTRY.get_sample_value(f"citestream_quality_{name}_total", labels)
                for name in ("hits", "cases")
            }
            assert counted == {"hits": 1, "cases": 5}, "no other test has this model"
            assert 'citestream_quality_cases_total{figure="weak_rate",model="counted",process="0"' in metrics
            assert 'citestream_quality_confirmed{bound="value",figure="weak_rate"} 0.0' in metrics
            assert (await server.client.get("/v1/quality?days=0")).status_code == 422
