"""The application as a whole: what stands around every endpoint."""

from tests.support.server import running


async def test_cors_is_off_unless_origins_are_named(database_url):
    origin = {"Origin": "https://app.example"}
    async with running(database_url) as server:
        assert "access-control-allow-origin" not in (await server.client.get("/healthz", headers=origin)).headers
    async with running(database_url, cors_origins="https://app.example") as server:
        answer = await server.client.get("/healthz", headers=origin)
        assert answer.headers["access-control-allow-origin"] == "https://app.example"
