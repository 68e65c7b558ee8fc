"""The committed events of one answer in memory, and its readers."""

import asyncio

import pytest

from gateway.answer.events import Finished, Numbered, TextAdded
from gateway.live.feed import KEPT, MOST_EVENTS, Feed, FeedReader
from tests.support.following import followed
from tests.support.waiting import idle


def text(seq):
    return Numbered(seq, 1, seq, TextAdded(str(seq)))


END = Numbered(4, 1, 4, Finished({}))


async def read(feed, after=0):
    return [numbered.seq for numbered in await followed(feed, after)]


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


class Taker:
    """A reader whose sink notes what it takes; its task notes the rest."""

    def __init__(self, feed, after=0):
        self.at_once, self.by_task, self.open = [], [], True
        self.task = asyncio.ensure_future(self._read(FeedReader(feed, after, self._take)))

    def _take(self, batch):
        if self.open:
            self.at_once += [numbered.seq for numbered in batch]
        return self.open

    async def _read(self, reader):
        async with asyncio.timeout(30):
            with reader:
                while batch := await reader.next():
                    self.by_task += [numbered.seq for numbered in batch]
        return reader.after


async def test_a_sink_takes_what_is_published_while_its_reader_waits_and_the_end_is_the_readers():
    feed = Feed()
    feed.publish([text(1)])
    taker = Taker(feed)
    await idle()
    feed.publish([text(2)])
    assert (taker.by_task, taker.at_once) == ([1], [2])
    feed.publish([text(2), text(3)])
    feed.publish([END])
    assert await taker.task == 4
    assert (taker.by_task, taker.at_once) == ([1, 4], [2, 3])


async def test_what_a_sink_cannot_take_is_its_readers_and_nothing_overtakes_it():
    feed = Feed()
    taker = Taker(feed)
    await idle()
    taker.open = False
    feed.publish([text(1)])
    taker.open = True
    feed.publish([text(2)])
    await idle()
    feed.publish([text(3)])
    assert (taker.by_task, taker.at_once) == ([1, 2], [3])
    feed.close()
    assert await taker.task == 3, "whoever follows the answer elsewhere has to know what the sink took"


async def test_a_sink_that_fails_is_its_own_readers_trouble():
    feed = Feed()

    def fail(batch):
        raise ValueError("cannot be encoded")

    with FeedReader(feed, 0, fail) as broken:
        failing, taker, plain = asyncio.ensure_future(broken.next()), Taker(feed), asyncio.ensure_future(read(feed))
        await idle()
        feed.publish([text(1)])
        feed.publish([text(2)])
        with pytest.raises(ValueError, match="encoded"):
            await failing
    feed.publish([text(3), END])
    await taker.task
    assert taker.at_once + taker.by_task == await plain == [1, 2, 3, 4]


async def test_a_reader_that_leaves_leaves_alone():
    feed = Feed()
    leaving, *staying = [Taker(feed) for _ in range(3)]
    plain = [asyncio.ensure_future(read(feed)) for _ in range(2)]
    await idle()
    leaving.task.cancel()
    plain[0].cancel()
    feed.publish([text(1)])
    await idle()
    assert feed.readers == 3 and not leaving.at_once
    feed.publish([text(2), text(3), END])
    assert await plain[1] == [1, 2, 3, 4]
    for taker in staying:
        await taker.task
        assert (taker.at_once, taker.by_task) == ([1], [2, 3, 4])
    assert feed.readers == 0


async def test_a_reader_that_has_more_than_the_feed_gets_nothing_twice():
    """It read the log while the mirror's poll was under way."""
    feed = Feed(base=1)
    taker = Taker(feed, after=3)
    await idle()
    feed.publish([text(2), text(3)])
    feed.publish([Numbered(4, 1, 4, TextAdded("4"))])
    assert taker.at_once == [4]
    feed.close()
    assert await taker.task == 4 and not taker.by_task


async def test_more_than_one_batch_is_not_taken_at_once():
    feed = Feed()
    taker = Taker(feed)
    await idle()
    feed.publish([text(seq) for seq in range(1, MOST_EVENTS + 2)])
    feed.close()
    assert await taker.task == MOST_EVENTS + 1
    assert not taker.at_once and taker.by_task == list(range(1, MOST_EVENTS + 2))
