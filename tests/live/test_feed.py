"""The committed events of one answer in memory, and its readers."""

import asyncio

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.live.feed import Feed
from tests.support.waiting import idle


def text(seq):
    return Numbered(seq, 1, seq, TextAdded(str(seq)))


END = Numbered(4, 1, 4, Finished({}))


async def read(feed, after=0):
    async with asyncio.timeout(30):
        return [numbered.seq async for batch in feed.follow(after) for numbered in batch]


async def test_every_reader_sees_every_event_once_from_its_cursor_on():
    feed = Feed()
    readers = [asyncio.ensure_future(read(feed, after)) for after in range(3)]
    for numbered in (text(1), text(2), text(3), END):
        feed.publish([numbered])
        await idle()
    assert await asyncio.gather(*readers) == [[1, 2, 3, 4], [2, 3, 4], [3, 4]]
    assert feed.ended and feed.readers == 0


async def test_events_that_are_there_already_or_leave_a_gap_are_not_shown():
    feed = Feed()
    feed.publish([text(1), text(2)])
    feed.publish([text(2), text(3)])
    feed.publish([Numbered(9, 1, 9, TextAdded("later"))])
    feed.publish([END])
    assert await read(feed) == [1, 2, 3, 4] and feed.last == 4


async def test_a_feed_may_begin_in_the_middle():
    feed = Feed(base=2)
    feed.publish([text(2), text(3), END])
    assert await read(feed, 2) == [3, 4] and await read(feed, 4) == []


async def test_a_closed_feed_gives_what_it_has_and_ends():
    feed = Feed()
    feed.publish([text(1)])
    reader = asyncio.ensure_future(read(feed))
    await idle()
    feed.close()
    assert await reader == [1] and not feed.ended
    assert await read(feed, 1) == []
