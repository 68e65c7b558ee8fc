"""The listening socket of a server process; what it serves is tested in `tests/http` and `tests/journeys`."""

import socket

import pytest

from gateway.errors import WrongUse
from gateway.server import SEND_BUFFER, USER_TIMEOUT_MS, bind


def test_a_taken_port_is_a_sentence_that_names_the_option():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(WrongUse, match="--port"):
        bind("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_other_addresses_than_loopback_are_refused_while_callers_are_not_told_apart(host):
    with pytest.raises(WrongUse, match="loopback"):
        bind(host, 0)


def test_loopback_by_name_and_number_works():
    for host in ("127.0.0.1", "localhost", "127.0.0.9"):
        bind(host, 0).close()


def test_connections_inherit_bounded_buffers_and_notice_a_vanished_peer():
    with bind("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == USER_TIMEOUT_MS
