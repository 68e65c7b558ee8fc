"""Timeouts of services, in one setting."""

import pytest

from gateway import settings
from gateway.errors import WrongUse
from gateway.settings import Settings
from gateway.settings.service_timeouts import ServiceTimeouts


def test_services_that_are_not_named_keep_their_defaults(monkeypatch):
    assert ServiceTimeouts.read(" verifier = 5, retriever=0.5,") == ServiceTimeouts(retriever=0.5, verifier=5.0)
    assert ServiceTimeouts.read("") == ServiceTimeouts(3, 2, 2, 20, 30)
    monkeypatch.setenv("GATEWAY_SERVICE_TIMEOUTS", "speech=1")
    assert settings.read().service_timeouts == ServiceTimeouts(speech=1)


def test_they_are_read_as_they_are_written():
    given = ServiceTimeouts(1, 2, 3, 4.5, 6)
    assert ServiceTimeouts.read(str(given)) == given
    travelled = Settings(_env_file=None, service_timeouts=given).model_dump_json()
    assert Settings.model_validate_json(travelled, by_name=True).service_timeouts == given


@pytest.mark.parametrize(
    "wrong", ["3", "retriever", "search=3", "retriever=0", "retriever=-1", "speech=x", "speech=inf"]
)
def test_what_is_no_timeout_is_one_sentence(monkeypatch, wrong):
    monkeypatch.setenv("GATEWAY_SERVICE_TIMEOUTS", f"verifier=2,{wrong}")
    with pytest.raises(
        WrongUse, match=r"^GATEWAY_SERVICE_TIMEOUTS: '.*' is no timeout; write retriever=3, with one of"
    ):
        settings.read()
