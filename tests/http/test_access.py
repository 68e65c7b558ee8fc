"""Who is asking, while callers are not told apart."""

from starlette.requests import Request

from gateway.http.access import subject, tenant


def test_everybody_on_loopback_is_the_default_tenants_local_caller():
    request = Request({"type": "http", "headers": [(b"authorization", b"Bearer anything")]})
    assert (tenant(request), subject(request)) == ("default", "local")
