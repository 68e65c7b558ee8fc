"""A page of a heading and a paragraph."""


def sample(heading: str, sentence: str) -> bytes:
    return f"<!doctype html><html><body><h1>{heading}</h1><p>{sentence}</p></body></html>".encode()
