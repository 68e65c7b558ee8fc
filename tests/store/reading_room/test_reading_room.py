"""All parts stand over one database."""

from gateway.store.reading_room.feedback_rows import FeedbackSearch
from gateway.store.reading_room.owned_threads import ThreadSearch
from gateway.store.reading_room.reading_room import ReadingRoom


async def test_every_part_reads_an_empty_database(database):
    room = ReadingRoom.over(database)
    assert await room.threads.threads("default", "local", ThreadSearch()) == []
    assert await room.feedback.listed("default", FeedbackSearch()) == []
    assert await room.asked.figures("default", 30, "app") == []
    assert await room.uses.times_cited("default", "0f1e2d3c-4b5a-4f6e-8d7c-6b5a49382716") == 0
