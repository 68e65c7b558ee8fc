from gateway.knowledge.documents.omissions import Omissions, sentence


def test_what_is_left_out_is_counted_and_said() -> None:
    omissions = Omissions()
    assert omissions.hides("hidden_row", count=1200) and omissions.hides("hidden_sheet", "Costs \n 2")
    omissions.lost("picture")
    assert [entry["text"] for entry in omissions.left_out] == [
        "1,200 hidden rows",
        "1 hidden sheet (Costs 2)",
        "1 picture",
    ]
    assert sentence("a.xlsx", "", omissions.left_out) == (
        "Left out of a.xlsx: 1,200 hidden rows, 1 hidden sheet (Costs 2), 1 picture."
    )
    assert sentence("a.xlsx", "has no values.", ()) == "a.xlsx has no values." and sentence("a", "", ()) == ""


def test_hidden_text_is_read_if_somebody_wants_it() -> None:
    omissions = Omissions(read_hidden=True)
    assert not omissions.hides("hidden_row") and omissions.left_out == []


def test_names_are_few() -> None:
    omissions = Omissions()
    for number in range(20):
        omissions.hides("hidden_slide", str(number))
    (entry,) = omissions.left_out
    assert entry["text"].endswith("(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …)")


def test_what_a_part_leaves_out_is_left_out_of_the_whole() -> None:
    whole, part = Omissions(), Omissions()
    whole.lost("picture", "a.png")
    part.lost("picture", "b.png", count=2)
    part.lost("chart")
    whole.take(part)
    assert [entry["text"] for entry in whole.left_out] == ["3 pictures (a.png, b.png)", "1 chart"]
