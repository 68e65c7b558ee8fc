"""The table of roles against the routes of the application, and against a running server."""

import itertools
import os
import re
from pathlib import Path

import pytest
from starlette.routing import Route

from gateway.http.door import guard
from gateway.http.door.endpoint import HttpEndpoint
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
    assert len({(endpoint.method, endpoint.path) for endpoint in ENDPOINTS}) == len(ENDPOINTS)
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
        ("POST", "/v1/documents/{id}/retry"): {"staff", "admin"},
        ("GET", "/v1/feedback"): {"staff", "admin"},
        ("GET", "/v1/usage"): {"staff", "admin"},
        ("GET", "/v1/unanswered"): {"staff", "admin"},
        ("PATCH", "/v1/feedback/{id}"): {"staff", "admin"},
        ("GET", "/v1/answers"): {"qa", "admin"},
        ("GET", "/v1/quality"): {"staff", "qa", "admin"},
        **{("GET", f"/v1/evaluations{path}"): {"qa", "admin"} for path in ("", "/{run}", "/{run}/comparison")},
        **{(method, "/v1/labels"): {"qa", "admin"} for method in ("GET", "POST", "DELETE")},
        ("GET", "/v1/answers/{uuid}/recording"): {"qa", "admin"},
        ("POST", "/v1/answers/{uuid}/recording/again"): {"qa", "admin"},
        ("POST", "/memory/lookup"): {"app", "staff", "admin"},
        ("POST", "/memory/messages"): {"app", "staff", "admin"},
        ("GET", "/metrics"): {"metrics", "admin"},
        **{call: {"admin"} for call in limited if call[1].startswith("/admin/")},
        **{call: {"staff", "admin"} for call in limited if call[1].startswith("/staff/memory/")},
        **{("POST", f"/context/{call}"): {"app", "user", "admin"} for call in CONTEXT_CALLS},
        ("GET", "/context/{session_id}"): {"app", "user", "admin"},
        ("GET", "/context/policies"): {"admin"},
        ("PUT", "/context/policies"): {"admin"},
    }
    assert {path for (_, path), found in MAY_CALL.items() if found is None} == {
        "/",
        "/sign-in",
        "/sign-out",
        "/healthz",
        "/readyz",
        "/v1/stream-probe",
        "/openapi.json",
        "/docs",
        "/docs/style.css",
        "/c/{thread}",
        "/answers/{uuid}",
        "/sources",
        "/sources/{id}",
        "/staff",
        "/staff/{part}",
        "/qa",
        "/qa/{uuid}",
        "/favicon.ico",
        "/sys/config/public/info",
    }


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
        elif (template, role) == ("/metrics", "admin"):
            assert status == 403  # one of `acme`: figures are of all tenants
        else:
            assert (status == 403) is (role not in needed) and status != 401, (method, path, role)
        seen += 1
    assert seen > 200


def test_the_page_of_access_shows_who_may_call_what():
    """`CITESTREAM_EXAMPLES=write python -m pytest tests/http/door/test_endpoint.py` writes it anew."""
    file = Path(__file__).parents[3] / "docs" / "access.md"
    page = file.read_text(encoding="utf-8")
    head = f"| | path | none | {' | '.join(ROLES)} |\n|{'---|' * (len(ROLES) + 3)}\n"
    lines = [
        f"| {method} | `{path}` | {mark(needed is None)} | "
        + " | ".join(mark(needed is None or role in needed) for role in ROLES)
        + " |\n"
        for (method, path), needed in sorted(MAY_CALL.items(), key=lambda call: (call[0][1], call[0][0]))
    ]
    written = re.sub(r"<!-- roles -->\n\n(?:\|.*\n)*\n?", f"<!-- roles -->\n\n{head}{''.join(lines)}\n", page)
    writes = os.environ.get("CITESTREAM_EXAMPLES") == "write"
    if writes:
        file.write_text(written, encoding="utf-8")
    assert page == written or writes


def mark(may: bool) -> str:
    return "yes" if may else ""
