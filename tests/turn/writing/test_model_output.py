"""What a model has sent so far: counted as it comes."""

from gateway.answer.reading.characters import MOST_PIECES
from gateway.models.ports import ModelPiece
from gateway.turn.writing.model_output import ModelOutput
from gateway.words import tokens_estimate
from tests.support.every import every
from tests.support.reading import LOANS


@every("text", [LOANS, "数据库有两百本书。Und zwölf Hefte, ☃ 😀 \ud83d \ude00." * 3, ""])
@every("length", [1, 7, 1000])
def test_what_a_model_says_piece_by_piece_has_the_tokens_of_the_whole(text, length):
    output = ModelOutput()
    for start in range(0, len(text), length):
        output.add(ModelPiece(text[start : start + length]))
        assert output.tokens == tokens_estimate(text[: start + length])
    assert output.characters == len(text)
    assert sum(map(len, output._unread)) == 0, "it is not kept"


def test_output_is_counted_and_not_kept():
    output = ModelOutput()
    for number in range(1000):
        output.add(ModelPiece(f"{number} "))
        assert len(output._unread) <= MOST_PIECES
    assert output.pieces == 1000 and output.characters == 3890
