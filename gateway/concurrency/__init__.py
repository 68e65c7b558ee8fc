"""Tools for asyncio: time limits, one clock for all streams, blocking work, counted waiters."""
