"""The table of roles against the routes of the application, and against a running server."""

import itertools

import pytest
from starlette.routing import Route

from gateway.http import guard
from gateway.http.endpoint import HttpEndpoint, table_of_roles
from tests.support.endpoints import ENDPOINTS, MAY_CALL, filled
from tests.support.keyed import ROLES, keyed

CONTEXT_CALLS = ("create_session", "get_context", "update_context", "switch_workflow", "end_current_workflow")
MAY_ALL = {"user", "app", "staff", "qa", "admin"}


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


async def test_every_route_stands_behind_a_guard_and_is_an_endpoint(sample):
    from gateway.http.application import create_app

    app = create_app(sample.services)
    assert [route.path for route in app.routes if not isinstance(route.app, guard.Guard)] == []
    routed = {(route.path, *(route.methods or ())) for route in app.routes if isinstance(route, Route)}
    assert routed == {(endpoint.route.path, *(endpoint.route.methods or ())) for endpoint in ENDPOINTS}
    assert {type(route).__name__ for route in app.routes} <= {"Route", "Mount"}
    assert {route.path for route in app.routes if not isinstance(route, Route)} <= {"/assets"}


def test_no_endpoint_is_told_twice_or_without_roles():
    assert len(table_of_roles(ENDPOINTS)) == len(ENDPOINTS)
    with pytest.raises(TypeError, match="roles"):
        HttpEndpoint("POST", "/v1/new", lambda request: None, operation=None)


def test_who_may_what():
    """As the design has it: documents are written by staff, recordings read by QA, the memory is looked after by staff
    and used by applications, sessions are for business systems and users, and the rest is everybody's."""
    limited = {call: set(found) for call, found in MAY_CALL.items() if found is not None and set(found) != MAY_ALL}
    assert limited == {
        ("POST", "/v1/documents"): {"staff", "admin"},
        ("DELETE", "/v1/documents"): {"staff", "admin"},
        ("DELETE", "/v1/documents/{id}"): {"staff", "admin"},
        ("GET", "/v1/answers/{uuid}/recording"): {"qa", "admin"},
        ("POST", "/memory/lookup"): {"app", "staff", "admin"},
        ("POST", "/memory/messages"): {"app", "staff", "admin"},
        ("GET", "/metrics"): {"admin"},
        **{call: {"staff", "admin"} for call in limited if call[1].startswith("/staff/memory/")},
        **{("POST", f"/context/{call}"): {"app", "user", "admin"} for call in CONTEXT_CALLS},
        ("GET", "/context/{session_id}"): {"app", "user", "admin"},
        ("GET", "/context/policies"): {"admin"},
        ("PUT", "/context/policies"): {"admin"},
    }
    assert {path for (_, path), found in MAY_CALL.items() if found is None} == {
        "/", "/sign-in", "/sign-out", "/healthz", "/readyz", "/openapi.json", "/docs", "/docs/style.css", "/staff/memory",
        "/favicon.ico", "/sys/config/public/info",
    }  # fmt: skip


async def test_each_role_at_each_route(at):
    """403 exactly where the table says so; with a key nobody meets a 401, and without one everybody does."""
    seen = 0
    for ((method, template), needed), role in itertools.product(MAY_CALL.items(), (None, *ROLES)):
        if template.startswith("/api/") or (template.endswith("{rest}") and "/draw/" not in template):
            continue
        path = filled(template)
        client = at.clients[role] if role else at.server.client
        # A body that is none: what may come in is then refused for that.
        async with client.stream(method, path, content=b"[" if method == "POST" else None) as answer:
            status = answer.status_code
        if needed is None:
            assert status not in (401, 403), (method, path, role)
        elif role is None:
            assert status == 401, (method, path)
        else:
            assert (status == 403) is (role not in needed) and status != 401, (method, path, role)
        seen += 1
    assert seen > 200
