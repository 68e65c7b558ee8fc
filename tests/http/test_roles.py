"""The table of roles against the routes of the application, and against a running server."""

import itertools
import re

import pytest
from starlette.routing import Route

from gateway.http import guard, roles
from tests.support.keyed import ROLES, keyed

SOME = "0f1e2d3c4b5a4f6e8d7c6b5a49382716"
MAY_ALL = {"user", "app", "staff", "qa", "admin"}


@pytest.fixture(scope="module")
async def at():
    async with keyed() as made:
        yield made


def routed(app):
    return [route for route in app.routes if isinstance(route, Route)]


def calls(app):
    """Method and path of everything that can be called."""
    for route in routed(app):
        for method in route.methods or roles.of(route.path):
            if method != "HEAD":
                yield method, roles.CONVERTER.sub("", route.path)


async def test_every_route_stands_behind_a_guard_and_has_an_entry(sample):
    from gateway.http.application import create_app

    app = create_app(sample.services)
    assert [route.path for route in app.routes if not isinstance(route.app, guard.Guard)] == []
    assert [call for call in calls(app) if call[0] not in roles.of(call[1])] == []
    there = {(method, path) for method, path in calls(app)}
    assert set(roles.ROLES) - there == set(), "an entry without a route"
    assert {type(route).__name__ for route in app.routes} <= {"Route", "Mount"}
    assert {route.path for route in app.routes if not isinstance(route, Route)} <= {"/assets"}


def test_a_route_without_an_entry_is_the_admins():
    (behind,) = guard.guarded([Route("/v1/new", lambda request: None, methods=["POST"])])
    assert behind.app._otherwise == ("admin",) and roles.of("/v1/new") == {}


def test_who_may_what():
    """As the design has it: documents are written by staff, recordings read by QA, the memory is looked after by staff and
    used by applications, sessions are for business systems and users, and the rest is everybody's."""
    limited = {call: set(found) for call, found in roles.ROLES.items() if found is not None and set(found) != MAY_ALL}
    assert limited == {
        ("POST", "/v1/documents"): {"staff", "admin"},
        ("DELETE", "/v1/documents"): {"staff", "admin"},
        ("DELETE", "/v1/documents/{id}"): {"staff", "admin"},
        ("GET", "/v1/answers/{uuid}/recording"): {"qa", "admin"},
        ("POST", "/memory/lookup"): {"app", "staff", "admin"},
        ("POST", "/memory/messages"): {"app", "staff", "admin"},
        ("GET", "/metrics"): {"admin"},
        **{call: {"staff", "admin"} for call in limited if call[1].startswith("/staff/memory/")},
        **{("POST", f"/context/{call}"): {"app", "user", "admin"} for call in roles.CONTEXT_CALLS},
        ("GET", "/context/{session_id}"): {"app", "user", "admin"},
        ("GET", "/context/policies"): {"admin"},
        ("PUT", "/context/policies"): {"admin"},
    }
    assert {path for (_, path), found in roles.ROLES.items() if found is None} == {
        "/", "/sign-in", "/sign-out", "/healthz", "/readyz", "/openapi.json", "/docs", "/docs/style.css", "/staff/memory",
        "/favicon.ico", "/sys/config/public/info",
    }  # fmt: skip


async def test_each_role_at_each_route(at):
    """403 exactly where the table says so; with a key nobody meets a 401, and without one everybody does."""
    from gateway.http.application import create_app

    seen = 0
    for (method, template), role in itertools.product(calls(create_app(at.server.services)), (None, *ROLES)):
        if template.startswith("/api/") or (template.endswith("{rest}") and "/draw/" not in template):
            continue
        needed = roles.of(template)[method]
        path = re.sub(r"\{\w+\}", SOME, template)
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
