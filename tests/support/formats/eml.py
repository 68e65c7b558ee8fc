"""A mail of a sentence."""

from email.message import EmailMessage


def sample(heading: str, sentence: str) -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = heading, "anna@example.org", "ben@example.org"
    mail.set_content(sentence)
    return mail.as_bytes()
