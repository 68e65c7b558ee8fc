"""Reading a feed to its end in tests."""

import asyncio

from gateway.live.feed import FeedReader


async def followed(feed, after=0):
    """Returns all events past `after`, as a reader gets them."""
    found = []
    async with asyncio.timeout(30):
        with FeedReader(feed, after) as reader:
            while batch := await reader.next():
                found += batch
    return found
