from __future__ import annotations

from datetime import UTC, datetime

from gateway.errors import KeyRefused, UpstreamError, UpstreamRefused
from gateway.models.transport.http_errors import read
from tests.support.every import every

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@every("status", [408, 409, 425, 429, 500, 501, 502, 503, 504, 529, 599])
def test_a_passing_trouble_is_worth_another_try(status: int) -> None:
    refused = read(status, {}, "", "m", NOW)
    assert refused.again
    assert type(refused.error) is UpstreamError


@every("status", [301, 307, 400, 401, 402, 403, 404, 405, 413, 418, 422])
def test_a_refusal_is_final(status: int) -> None:
    refused = read(status, {}, "", "m", NOW)
    assert not refused.again
    assert type(refused.error) is (KeyRefused if status in (401, 403) else UpstreamRefused)


def test_an_empty_account_is_not_waited_for() -> None:
    refused = read(429, {}, '{"error": {"code": "insufficient_quota"}}', "m", NOW)
    assert not refused.again
    assert "credit" in str(refused.error)


def test_too_long_a_prompt_is_told_apart_from_a_wrong_request() -> None:
    assert "GATEWAY_TOP_K" in str(read(400, {}, "This model's maximum context length is 4096 tokens", "m", NOW).error)


def test_nothing_of_the_services_words_is_repeated() -> None:
    for status in range(300, 600):
        assert "sk-secret" not in str(read(status, {}, "key sk-secret is wrong", "m", NOW).error)


def test_the_model_is_named_where_it_is_the_trouble() -> None:
    assert "'tiny'" in str(read(404, {}, "", "tiny", NOW).error)


def test_a_long_retry_after_is_told_instead_of_waited_for() -> None:
    refused = read(429, {"retry-after": "60"}, "", "m", NOW)
    assert (refused.again, refused.error.retry_after_s) == (False, 60)
    assert read(429, {"retry-after": "5"}, "", "m", NOW).again


QUOTA = """{"error": {"code": 429, "message": "You exceeded your current quota, please check your plan and billing details.",
  "status": "RESOURCE_EXHAUSTED", "details": [
    {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerMinute"}]},
    {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "2.5s"}]}}"""


def test_a_time_told_in_the_body_is_waited_for_although_billing_is_mentioned() -> None:
    refused = read(429, {}, QUOTA, "m", NOW)
    assert refused.again and refused.wait_s == 2.5 and refused.error.retry_after_s == 3
    far = read(429, {}, QUOTA.replace("2.5s", "34.07s"), "m", NOW)
    assert not far.again and far.error.retry_after_s == 35


def test_a_quota_for_the_day_is_not_waited_for() -> None:
    refused = read(429, {}, QUOTA.replace("PerMinute", "PerDayPerProject"), "m", NOW)
    assert not refused.again and "in a day" in str(refused.error)


def test_a_wrong_key_is_told_although_the_status_is_another() -> None:
    complaint = '{"error": {"code": 400, "status": "INVALID_ARGUMENT", "details": [{"reason": "API_KEY_INVALID"}]}}'
    assert "OPENAI_API_KEY" in str(read(400, {}, complaint, "m", NOW).error)


def test_too_many_tokens_are_told_apart_from_a_wrong_request() -> None:
    complaint = "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
    assert "GATEWAY_TOP_K" in str(read(400, {}, complaint, "m", NOW).error)
