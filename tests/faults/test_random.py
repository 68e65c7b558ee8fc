"""Random faults from a seed: several processes, many turns, and the history of every reader checked at the end (F67).

`FAULT_SEED` repeats a run and `FAULT_SECONDS` sets how long the long run takes (30 minutes is a soak).
"""

import asyncio
import os
import random
import signal
import sys
import time

import pytest

from tests.fakes.upstream import FakeUpstream, answer_json
from tests.faults import history
from tests.faults.conftest import client
from tests.faults.gateways import Scripts, add_rules, asked, execute, gateways, paragraphs
from tests.faults.history import Reading, check, read
from tests.faults.modes import MODES
from tests.faults.toxics import Proxy

SEED = int(os.environ.get("FAULT_SEED", 0)) or random.SystemRandom().randrange(1, 10**6)
SECONDS = float(os.environ.get("FAULT_SECONDS", 120))
BROKEN = ("reset in a paragraph", "reset behind a paragraph", "no finish reason", "500", "malformed frame", "empty")


def resident(process) -> int:
    with open(f"/proc/{process.process.pid}/statm") as said:
        return int(said.read().split()[1]) * 4096


def descriptors(process) -> int:
    """Sockets and files that it has open."""
    return len(os.listdir(f"/proc/{process.process.pid}/fd"))


class Storm:
    """Turns and faults for a while; everything that happens follows from the seed."""

    def __init__(self, seed, house, scripts, made, url):
        self.chance, self.house, self.scripts, self.made, self.url = random.Random(seed), house, scripts, made, url
        scripts.otherwise = self.behaviour

    def behaviour(self, mark):
        if self.chance.random() < 0.15:
            return MODES[self.chance.choice(BROKEN)]
        return answer_json(paragraphs(mark, self.chance.randint(1, 5)), 12, pause_s=self.chance.choice([0, 0.01, 0.05]))

    async def turn(self, number, proxies):
        """One turn with two readers, both of which lose their connections now and then and go on elsewhere."""
        where = [proxy.url for proxy in proxies]
        first = self.chance.randrange(len(where))
        question = asked(number, rollback=self.chance.random() < 0.5)
        key = {"Idempotency-Key": f"turn-{number}"}
        one = await read(
            self.made,
            lambda n: where[(first + n) % len(where)],
            question,
            headers=key,
            within_s=90,
            until=lambda reading: len(reading.events) > 1,
        )
        other = Reading(one.where)
        await asyncio.gather(
            read(self.made, lambda n: where[(first + n) % len(where)], reading=one, within_s=90),
            read(self.made, lambda n: where[(first + 1 + n) % len(where)], reading=other, within_s=90),
        )
        if self.chance.random() < 0.1:
            await self.made.post(f"{self.house.up[0].url}{one.where}/stop")
        await check(self.url, [one, other], mark=f"mark-{number}-")

    async def fault(self, proxies):
        process = self.chance.choice(self.house.all[1:])
        match self.chance.choice(["kill", "pause", "sessions", "reset", "cut", "slow"]):
            case "kill":
                process.kill()
                await process.start()
                proxies[self.house.all.index(process)].retarget(int(process.url.rsplit(":", 1)[1]))
            case "pause":
                process.signal(signal.SIGSTOP)
                await asyncio.sleep(self.chance.choice([0.5, 2.5]))  # shorter and longer than a lease
                process.signal(signal.SIGCONT)
            case "sessions":
                await execute(
                    self.url,
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity "
                    "where datname = current_database() and application_name <> 'oracle' and random() < 0.3",
                )
            case "reset":
                self.chance.choice(proxies).reset()
            case "cut":
                proxy = self.chance.choice(proxies)
                proxy.down.cut_after, proxy.down.cut = self.chance.randint(3000, 6000), "reset"
                await asyncio.sleep(0.5)
                proxy.heal()
            case "slow":
                proxy = self.chance.choice(proxies)
                proxy.down.slice = 7
                await asyncio.sleep(0.3)
                proxy.heal()


async def storm(url, seconds, at_once, seed):
    """How many turns there were, and of the process that nobody kills: bytes now and then, open files more."""
    scripts = Scripts()
    async with (
        FakeUpstream(scripts) as upstream,
        gateways(3, url, upstream.url) as house,
        client() as made,
        Proxy("127.0.0.1", int(house.all[0].url.rsplit(":", 1)[1])) as a,
        Proxy("127.0.0.1", int(house.all[1].url.rsplit(":", 1)[1])) as b,
        Proxy("127.0.0.1", int(house.all[2].url.rsplit(":", 1)[1])) as c,
    ):
        await add_rules(house.all[0].url)
        proxies, raging = [a, b, c], Storm(seed, house, scripts, made, url)
        deadline, number = time.monotonic() + seconds, 0
        opened, sizes = descriptors(house.all[0]), [resident(house.all[0])]
        turns: set[asyncio.Task] = set()
        try:
            while time.monotonic() < deadline:
                while len(turns) < at_once:
                    number += 1
                    turns.add(asyncio.create_task(raging.turn(number, proxies), name=f"turn {number}"))
                await raging.fault(proxies)
                sizes.append(resident(house.all[0]))
                done, turns = await asyncio.wait(turns, timeout=raging.chance.uniform(0.05, 0.3))
                for turn in done:
                    turn.result()
            await asyncio.gather(*turns)
        finally:  # the first failure is the one to read
            for turn in turns:
                turn.cancel()
            await asyncio.gather(*turns, return_exceptions=True)
        async with asyncio.timeout(20):  # an answer whose readers have gone may still be ending
            while await history.running(url):
                await asyncio.sleep(0.1)
        return number, sizes, descriptors(house.all[0]) - opened


@pytest.mark.fault("F67")
@pytest.mark.timeout(300)
async def test_random_faults_for_a_while(database_url):
    try:
        number, *_ = await storm(database_url, 4, 10, SEED)
    except BaseException as error:
        error.add_note(f"repeat with FAULT_SEED={SEED}")
        raise
    assert number >= 10


@pytest.mark.slow
@pytest.mark.fault("F67")
@pytest.mark.timeout(SECONDS + 300)
async def test_random_faults_for_long(database_url):
    """`FAULT_SECONDS=1800` for the soak. The process that nobody kills must not grow with the answers it has served."""
    try:
        number, sizes, opened = await storm(database_url, SECONDS, 16, SEED)
    except BaseException as error:
        error.add_note(f"repeat with FAULT_SEED={SEED} FAULT_SECONDS={SECONDS:.0f}")
        raise
    first, half, last = (sizes[place] / 1e6 for place in (0, len(sizes) // 2, -1))
    grew = (
        f"{number} turns in {SECONDS:.0f} s (seed {SEED}): {first:.0f} MB at first, {half:.0f} in the middle, "
        f"{last:.0f} at the end, {opened} open files more"
    )
    sys.stdout.write(f"{grew}\n")
    assert last - first < 200 and opened < 100, grew
