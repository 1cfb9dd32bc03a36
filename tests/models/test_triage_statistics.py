"""The statistical half of triage: what it reads, what it heeds, and whose weights it goes by."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from frontdesk.models.facts import Language, Person
from frontdesk.models.parsers import person_of
from frontdesk.models.triage import triage
from frontdesk.models.triage.hints import hints
from frontdesk.models.triage.letters import FOLDER, doctors, said, terms
from frontdesk.models.triage.persons import specialties
from frontdesk.models.triage.statistics import MOST, WEIGHTS, BadWeights, Weights, load, logits, pieces, shipped, use

LETTER = (
    "Hi doctor, I am a 34 year old woman and I take thyroid tablets. My mother had a heart attack. "
    "Since spring the skin between my toes peels and itches, and now two nails are yellow and crumbling. "
    "All my blood tests are normal. Which cream should I use?"
)


@pytest.fixture(autouse=True)
def laid_aside() -> Iterator[None]:
    yield
    use(None)


def of_one_mind(code: str) -> Weights:
    """Weights that answer `code` whatever is said."""
    empty = Weights(*(np.zeros_like(values) for values in shipped()))
    empty.bias[specialties().index(code)] = 9.0
    return empty


def best(text: str) -> str:
    return specialties()[int(np.argmax(logits(text)))]


def test_a_short_complaint_is_read_in_one_piece() -> None:
    assert pieces("咳嗽三天了，有痰") == ["咳嗽三天了，有痰"]
    assert pieces("my knee hurts on stairs") == ["my knee hurts on stairs"]
    assert pieces("") == [""]


def test_a_letter_is_read_sentence_by_sentence_to_its_end() -> None:
    read = pieces(LETTER * 20)
    assert len(read) == MOST
    assert read[-1] == "Which cream should I use?"
    assert "Which cream should I use?" in pieces(LETTER)


@pytest.mark.parametrize(
    ("text", "specialty"),
    [
        (LETTER, "dermatology"),
        ("以前有高血压，平时吃氨氯地平。最近左边智齿肿了，疼得张不开嘴。血糖正常。怎么办？", "dentistry"),
    ],
)
def test_a_letter_is_about_its_complaint_not_its_history(text: str, specialty: str) -> None:
    assert triage(hints(text), person=person_of(text), text=text).specialty == specialty


@pytest.mark.parametrize("text", ["你好，请问有人吗", "谢谢，知道了", "厕所怎么走", "okay thank you", "where do I pay"])
def test_words_that_tell_nothing_leave_every_specialty_open(text: str) -> None:
    assert triage((), person=Person(), text=text).confidence < 0.35


def test_the_hospital_s_own_weights_are_gone_by_until_they_are_laid_aside() -> None:
    before = best("牙疼")
    use(of_one_mind("burns"))
    assert best("牙疼") == "burns"
    use(None)
    assert best("牙疼") == before


def test_a_file_that_holds_no_fitting_weights_is_refused_by_name(tmp_path: Path) -> None:
    text, empty, other = tmp_path / "text.npz", tmp_path / "empty.npz", tmp_path / "other.npz"
    text.write_text("no weights", encoding="utf-8")
    empty.touch()
    np.savez(other, **{**shipped()._asdict(), "specialties": np.array(["ent", "moon"])})
    for path in (text, empty, other, tmp_path / "missing.npz"):
        with pytest.raises(BadWeights, match=path.name):
            load(path)
    assert load(WEIGHTS).bias.shape == (len(specialties()),)


@pytest.mark.parametrize("language", Language)
def test_training_texts_name_only_specialties_there_are_and_leave_none_out(language: Language) -> None:
    for kind in (said("kiosk", language), terms(language), doctors(language)):
        assert set(kind) == set(specialties())
        assert all(kind.values())
    assert set(said("letters", language)) <= set(specialties())
    assert FOLDER.is_dir()
