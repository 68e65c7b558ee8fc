"""The order in which the encoder computes: short requests first, one text at a time."""

from __future__ import annotations

import contextlib
import socket
import threading

import numpy as np
import orjson

from gateway.models.encoding import encoder
from gateway.models.encoding.encoder_requests import REQUEST, RESPONSE


def test_a_question_overtakes_the_passages_that_are_not_computed_yet(tmp_path):
    computed, question_sent = [], threading.Event()

    def encode(text):
        computed.append(text)
        assert question_sent.wait(20)
        if text == "end":
            raise SystemExit
        return np.ones(4, np.float32)

    listener = socket.create_server(("127.0.0.1", 0))
    served = encoder._Encoder(listener, encode)

    def serve():
        with contextlib.suppress(SystemExit):
            served.serve()

    serving = threading.Thread(target=serve)
    serving.start()
    with socket.create_connection(listener.getsockname(), timeout=20) as client:

        def ask(number, *texts):
            content = orjson.dumps(texts)
            client.sendall(REQUEST.pack(len(content), number) + content)

        ask(1, "passage one", "passage two", "passage three")
        while not computed:
            pass
        ask(2, "question?")
        question_sent.set()
        stream = client.makefile("rb")
        for number, count in [(2, 1), (1, 3)]:
            length, answered, worked = RESPONSE.unpack(stream.read(RESPONSE.size))
            assert (answered, worked, len(stream.read(length))) == (number, 1, count * 16)
        ask(3, "question?")
        length, answered, worked = RESPONSE.unpack(stream.read(RESPONSE.size))
        stream.read(length)
        ask(4, "end")
        serving.join(20)
    for key in list(served._selector.get_map().values()):
        key.fileobj.close()
    served._selector.close()
    assert computed == ["passage one", "question?", "passage two", "passage three", "end"], "the cached one is not new"
