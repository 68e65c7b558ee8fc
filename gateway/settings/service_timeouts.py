"""How long each service of another operator may take: `retriever=3,verifier=5`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields


@dataclass(frozen=True, slots=True)
class ServiceTimeouts:
    """Seconds that one request of the gateway to a service may take, retries included."""

    retriever: float = 3.0
    reranker: float = 2.0
    verifier: float = 2.0
    """For all verdicts on one paragraph."""
    speech: float = 20.0
    """For the sound of one paragraph."""
    transcription: float = 30.0
    """For the text of one question."""

    @classmethod
    def read(cls, given: str | ServiceTimeouts) -> ServiceTimeouts:
        """Returns the timeouts of a text. A service that the text does not name keeps its default. Raises `ValueError`
        that says how to write it."""
        if isinstance(given, ServiceTimeouts):
            return given
        services = [service.name for service in fields(cls)]
        named: dict[str, float] = {}
        for part in filter(None, (part.strip() for part in given.split(","))):
            name, _, value = (side.strip() for side in part.partition("="))
            try:
                named[name] = float(value)
            except ValueError:
                named[name] = 0.0
            if name not in services or not 0 < named[name] < float("inf"):
                raise ValueError(f"{part!r} is no timeout; write retriever=3, with one of {', '.join(services)}")
        return cls(**named)

    def __str__(self) -> str:
        return ",".join(f"{name}={seconds:g}" for name, seconds in asdict(self).items())
