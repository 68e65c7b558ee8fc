"""The committed events of one answer in memory, and its readers."""

import asyncio

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.errors import Unavailable
from gateway.live.feed import KEPT, Feed
from tests.support.following import followed
from tests.support.waiting import idle


def text(seq):
    return Numbered(seq, 1, seq, TextAdded(str(seq)))


END = Numbered(4, 1, 4, Finished({}))


async def read(feed, after=0):
    return [numbered.seq for numbered in await followed(feed, after)]


async def test_who_waits_for_the_beginning_has_it_or_learns_that_there_is_none():
    feed, lost = Feed(), Feed()
    waiting = [asyncio.ensure_future(each.begun()) for each in (feed, lost)]
    await idle()
    assert not any(each.done() for each in waiting)
    feed.publish([text(1)])
    lost.close()
    assert [type(each) for each in await asyncio.gather(*waiting, return_exceptions=True)] == [type(None), Unavailable]


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


async def test_of_a_long_answer_the_newest_events_are_kept_and_who_is_further_behind_gets_none():
    feed, most = Feed(), 0
    for seq in range(1, 10 * KEPT):
        feed.publish([text(seq)])
        most = max(most, len(feed.events))
        assert feed.last == seq and feed.events[-1] == text(seq)
    assert most == 2 * KEPT and len(feed.events) >= KEPT
    feed.close()
    assert await read(feed, feed.base) == list(range(feed.base + 1, 10 * KEPT))
    assert await read(feed, feed.base - 1) == await read(feed) == []


async def test_who_falls_behind_while_it_waits_gets_none_and_goes_to_the_log():
    feed = Feed()
    reader = asyncio.ensure_future(read(feed))
    await idle()
    for seq in range(1, 4 * KEPT):  # the reader's task has no turn meanwhile
        feed.publish([text(seq)])
    assert await reader == []


async def test_a_closed_feed_gives_what_it_has_and_ends():
    feed = Feed()
    feed.publish([text(1)])
    reader = asyncio.ensure_future(read(feed))
    await idle()
    feed.close()
    assert await reader == [1] and not feed.ended
    assert await read(feed, 1) == []


async def test_a_reader_that_leaves_leaves_alone():
    feed = Feed()
    leaving, *staying = [asyncio.ensure_future(read(feed)) for _ in range(3)]
    await idle()
    leaving.cancel()
    feed.publish([text(1)])
    await idle()
    assert feed.readers == 2
    feed.publish([text(2), text(3), END])
    assert await asyncio.gather(*staying) == [[1, 2, 3, 4]] * 2
    assert feed.readers == 0


async def test_a_reader_that_has_more_than_the_feed_gets_nothing_twice():
    """It read the log while the mirror's poll was under way."""
    feed = Feed(base=1)
    reader = asyncio.ensure_future(read(feed, 3))
    await idle()
    feed.publish([text(2), text(3)])
    await idle()
    feed.publish([Numbered(4, 1, 4, TextAdded("4"))])
    await idle()
    feed.close()
    assert await reader == [4]
