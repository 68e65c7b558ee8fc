"""What is kept out of figures and logs, and for how long."""

import asyncio
import logging

from gateway.telemetry.unwatched import NewsOnly, is_counted, is_news, uncounted, unwatched


async def test_work_is_unwatched_with_the_tasks_that_it_starts_and_no_longer_than_it_lasts():
    async def begun():
        return is_news()

    assert is_news()
    with unwatched():
        assert not is_news() and not await asyncio.create_task(begun())
    assert is_news() and await asyncio.create_task(begun())


async def test_uncounted_work_is_in_no_figure_and_in_the_log():
    async def begun():
        return is_counted()

    with uncounted():
        assert is_news() and not await asyncio.create_task(begun())
    with unwatched():
        assert not is_counted()
    assert is_counted()


def test_only_what_is_news_is_logged_and_every_exception():
    plain = logging.makeLogRecord({"msg": "the model broke off"})
    broken = logging.makeLogRecord({"msg": "it failed", "exc_info": (ValueError, ValueError("no"), None)})
    news = NewsOnly()
    assert news.filter(plain) and news.filter(broken)
    with unwatched():
        assert not news.filter(plain) and news.filter(broken)
