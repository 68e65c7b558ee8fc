"""Figures in Prometheus' text format."""

from gateway.http.metrics import exposed


def test_labels_are_escaped():
    said = exposed("a_total", "counter", "What", [({"x": 'one "two"\\\n'}, 3)])
    assert said == '# HELP a_total What.\n# TYPE a_total counter\na_total{x="one \\"two\\"\\\\\\n"} 3\n'


async def test_they_are_there_before_anything_happened(server):
    found = await server.client.get("/metrics")
    assert found.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert 'citestream_memory_checks_total{result="agreed"} 0\n' in found.text
