"""The tree of errors."""

from gateway import errors


def test_the_docstring_is_the_title_and_the_message_the_detail():
    assert errors.NotFound().title == "There is nothing here"
    assert (
        errors.NotFound("No answer x.").detail == "No answer x." and errors.NotFound().detail == "There is nothing here"
    )


def test_every_refusal_has_a_code_and_a_status_that_fit():
    def below(kind):
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in below(child))]

    for kind in below(errors.Refusal):
        assert kind.code and 400 <= kind.status <= 504 and kind.__doc__


def test_a_wrong_field_is_named_in_the_sentence_and_by_itself():
    wrong = errors.InvalidField.named("limit", "must be a number")
    assert wrong.detail == "limit: must be a number"
    assert wrong.members == {"errors": [{"field": "limit", "message": "must be a number"}]}
