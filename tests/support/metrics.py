"""Reading what `/metrics` says."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples(text: str) -> Samples:
    """Every sample of a scrape, by its name and its sorted labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def total(found: Samples, name: str, **labels: str) -> float:
    """The sum of all samples of a name that have these labels."""
    return sum(value for (each, its), value in found.items() if each == name and labels.items() <= dict(its).items())


async def scraped(server) -> Samples:
    answer = await server.client.get("/metrics")
    assert answer.status_code == 200, answer.text
    return samples(answer.text)
