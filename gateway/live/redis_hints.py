"""The optional Redis (`REDIS_URL`): hints between processes, and values that may be lost. Nothing here is ever needed.

A hint names answers that have news; a process with readers of one of them looks at the log at once instead of at its
next poll. Hints are sent after the commit, gathered while the previous message was under way, and nobody waits for
them. What Redis loses, delays or forgets costs no more than the poll's pause, or one look into the database.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from contextlib import aclosing
from typing import Any

from gateway.errors import WrongUse
from gateway.models.breaker import Breaker
from gateway.models.outage import Outage
from gateway.telemetry import upstream

log = logging.getLogger(__name__)

CHANNEL = "citestream:news"
KEYS = "citestream:"
"""What every key begins with, as a Redis may serve others too."""
ANSWER_S = 0.25
"""Longest wait for one command; whoever asks goes on without the answer."""
CONNECT_S = 5.0
"""Longest wait for a subscription, for which nobody waits."""
QUIET_S = 10.0
"""Silence after which the server is asked whether it is still there; after as long again it is not."""
RETURN_S = (0.5, 5.0)
"""Between two tries to subscribe: the first pause, doubled up to the longest."""
PACE_S = 0.01
"""Between two messages of one process."""
CANCELLED_AGAIN_S = 0.1
CONNECTIONS = 10


class Redis:
    """A Redis that may be away: every call comes back within `ANSWER_S`, with None or False when it brought nothing.

    After three failures within ten seconds it is left alone for two, so that a slow one slows nobody down.
    """

    def __init__(self, url: str) -> None:
        """Raises `WrongUse` for an address that cannot work, and where the package is not installed."""
        try:
            from redis import RedisError
            from redis import asyncio as redis_asyncio
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
        except ImportError:
            why = "REDIS_URL needs the package redis: pip install 'citestream[redis]', or leave REDIS_URL unset."
            raise WrongUse(why) from None
        try:
            pool = redis_asyncio.BlockingConnectionPool.from_url(
                url,
                max_connections=CONNECTIONS,
                timeout=ANSWER_S,
                socket_timeout=CONNECT_S,
                socket_connect_timeout=CONNECT_S,
                retry=Retry(NoBackoff(), 0),  # its own default tries a refused connection for seconds
                protocol=2,
            )
        except ValueError:  # its words may hold a part of the password
            why = "REDIS_URL has to be an address such as redis://127.0.0.1:6379/0, rediss://… or unix://…"
            raise WrongUse(f"{why}; in a password, write / as %2F, @ as %40 and : as %3A.") from None
        self._client = redis_asyncio.Redis.from_pool(pool)
        self._failures = (RedisError, OSError, TimeoutError)
        self._breaker = Breaker(failures=3, window_s=10.0, pause_s=2.0)
        # Its breaker waits two seconds between two calls that may work: no more quiet is needed.
        self._outage = Outage(log, "Redis", meanwhile="everything goes on without it", settled_s=0.0)

    async def get(self, key: str) -> bytes | None:
        """Returns None where the key is not there or Redis is away."""
        found: bytes | None = await self._ask("GET", KEYS + key)
        return found

    async def set(self, key: str, value: bytes, ttl_s: float) -> bool:
        return await self._ask("SET", KEYS + key, value, "PX", max(1, int(ttl_s * 1000))) is not None

    async def delete(self, *keys: str) -> bool:
        """Deletes keys and tells whether they are gone. If not, an old value may come back, so a value should tell its
        age.
        """
        return await self._ask("DEL", *(KEYS + key for key in keys)) is not None

    async def publish(self, message: str) -> bool:
        return await self._ask("PUBLISH", CHANNEL, message) is not None

    async def messages(self) -> AsyncGenerator[str]:
        """Yields what is published from now on; ends when the connection is lost."""
        pubsub = self._client.pubsub()
        try:
            async with asyncio.timeout(CONNECT_S):
                await pubsub.subscribe(CHANNEL)
            probed = False
            while True:
                message = await pubsub.get_message(timeout=QUIET_S)
                if message is None:
                    if probed:
                        raise TimeoutError("it fell silent")
                    await pubsub.ping()
                elif message["type"] == "subscribe":
                    self._outage.works()
                elif message["type"] == "message":
                    yield message["data"].decode(errors="replace")
                probed = message is None
        except self._failures as error:
            self._lost(error)
        finally:
            await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _ask(self, *command: Any) -> Any:
        loop = asyncio.get_running_loop()
        if not self._breaker.admits(loop.time()):
            return None
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self._client.execute_command(*command)  # type: ignore[no-untyped-call]
        except self._failures as error:
            self._breaker.failed(loop.time())
            if self._breaker.wait_s(loop.time()):
                upstream.breaker("redis", is_open=True)
                self._lost(error)
            return None
        self._breaker.succeeded(loop.time())
        upstream.breaker("redis", is_open=False)
        self._outage.works()
        return answer

    def _lost(self, error: Exception) -> None:
        self._outage.fails(str(error) or f"no answer within {ANSWER_S:g} s")


class Hints:
    """Tells other processes which answers have news, and hears it from them."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._news: set[str] = set()
        self._work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, heard: Callable[[Collection[str]], None]) -> None:
        """Begins to tell and to listen.

        heard: takes the uuids of answers that have news; some may be this process's own, or unknown here.
        """
        self._tasks = [
            asyncio.create_task(self._tell_forever(), name="hints told"),
            asyncio.create_task(self._listen_forever(heard), name="hints heard"),
        ]

    async def close(self) -> None:
        """Ends both tasks. Where a cancellation meets an answer of Redis, its client loses it: they are cancelled until
        they have ended."""
        going_on = set(self._tasks)
        while going_on:
            for task in going_on:
                task.cancel()
            _, going_on = await asyncio.wait(going_on, timeout=CANCELLED_AGAIN_S)

    def tell(self, answers: Iterable[str]) -> None:
        """Tells the others that news of these answers is committed. Returns at once."""
        self._news.update(answers)
        self._work.set()

    async def _tell_forever(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            news, self._news = self._news, set()
            await self._redis.publish(" ".join(news))
            await asyncio.sleep(PACE_S)

    async def _listen_forever(self, heard: Callable[[Collection[str]], None]) -> None:
        shortest_s, longest_s = RETURN_S
        pause_s = shortest_s
        while True:
            async with aclosing(self._redis.messages()) as messages:
                async for message in messages:
                    heard(set(message.split()))
                    pause_s = shortest_s
            await asyncio.sleep(pause_s * random.uniform(0.5, 1.0))
            pause_s = min(pause_s * 2, longest_s)
