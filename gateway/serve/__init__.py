"""`citestream serve`: server processes, their sockets, their logs."""
