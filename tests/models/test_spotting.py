"""Words found in one pass over a text."""

from models.embedded.spotting import Spotter


def test_every_word_that_stands_in_the_text_is_spotted_inside_others_too() -> None:
    spotter = Spotter()
    spotter.add(["ache", "headache", "head", "tooth", "头疼", "疼"])
    assert spotter.spotted("a headache") == {"ache", "headache", "head"}
    assert spotter.spotted("昨天头疼") == {"头疼", "疼"}
    assert spotter.spotted("") == frozenset()


def test_words_may_be_added_after_a_text_was_read() -> None:
    spotter = Spotter()
    assert spotter.spotted("a headache") == frozenset()
    spotter.add(["head"])
    assert spotter.spotted("a headache") == {"head"}
    spotter.add(["ache"])
    assert spotter.spotted("a headache") == {"head", "ache"}
