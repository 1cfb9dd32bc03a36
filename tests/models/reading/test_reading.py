"""What replies mean on a page: tiles, statements with their assertion, who is ill, acts."""

from pathlib import Path

import pytest

from frontdesk.models.facts import Relation
from frontdesk.models.reading import Assertion, DialogueAct, Kind, Page, Reading, Tile, read
from frontdesk.models.reading.examples import Malformed, plain
from frontdesk.models.reading.examples import read as examples

DANGER = ("Is any of this so now?", ("Chest tight or heavy", "Short of breath", "Cold sweat", "None of these"))
BESIDE = ("还有没有下面这些不舒服？", ("发烧", "咳嗽", "嗓子疼", "都没有"))
HISTORY = ("您以前有下面这些病吗？", ("高血压", "糖尿病", "哮喘", "都没有"))


def on(page: tuple[str, tuple[str, ...]], reply: str) -> Reading:
    asked, labels = page
    return read(Page(asked=asked, tiles=tuple(Tile(key=one, label=one) for one in labels), several=True), reply)


def may_be(reading: Reading, *, yes: bool) -> set[str]:
    return {key for told in (reading.answers, reading.guesses) for key, answer in told.items() if answer is yes}


@pytest.mark.parametrize(
    ("page", "reply", "yes", "no"),
    [
        (DANGER, "no, none of that", set(), set(DANGER[1][:3])),
        (DANGER, "I do get short of breath, the rest no", {"Short of breath"}, set()),
        (BESIDE, "就是咳嗽，不发烧", {"咳嗽"}, {"发烧"}),
        (HISTORY, "血压高，吃着药呢，糖尿病没有", {"高血压"}, {"糖尿病"}),
    ],
)
def test_words_answer_the_tiles_they_speak_of(
    page: tuple[str, tuple[str, ...]], reply: str, yes: set[str], no: set[str]
) -> None:
    reading = on(page, reply)
    assert yes <= may_be(reading, yes=True)
    assert no <= may_be(reading, yes=False)
    assert not yes & may_be(reading, yes=False) and not no & may_be(reading, yes=True)


def test_what_a_relative_has_is_not_the_patients() -> None:
    reading = on(HISTORY, "我爸有糖尿病，我没有")
    assert "糖尿病" not in may_be(reading, yes=True)


@pytest.mark.parametrize(
    ("asked", "reply", "kind", "words", "status"),
    [
        ("What brings you in?", "I've had a cough for two weeks", Kind.SYMPTOM, "cough", Assertion.PRESENT),
        ("What brings you in?", "my knee hurts, no fever though", Kind.SYMPTOM, "fever", Assertion.ABSENT),
        ("您好，哪里不舒服？", "嗓子疼，没有发烧", Kind.SYMPTOM, "发烧", Assertion.ABSENT),
        ("Do you take any medicines?", "metformin twice a day", Kind.MEDICINE, "metformin", Assertion.PRESENT),
        ("您在吃什么药吗？", "在吃二甲双胍", Kind.MEDICINE, "二甲双胍", Assertion.PRESENT),
        ("Any allergies?", "penicillin, it brought me out in hives", Kind.ALLERGY, "penicillin", Assertion.PRESENT),
    ],
)
def test_a_statement_has_its_kind_and_its_assertion(
    asked: str, reply: str, kind: Kind, words: str, status: Assertion
) -> None:
    found = read(Page(asked=asked), reply).statements
    assert any(one.kind is kind and words in one.quote and one.status is status for one in found)


def test_quotes_are_the_patients_own_words() -> None:
    reply = "Well, since  TUESDAY my throat's been on fire — ３８.５ last night"
    for one in read(Page(asked="What is the matter?"), reply).statements:
        assert reply[one.start : one.end] == one.quote


def test_a_bare_reply_says_what_was_asked_about() -> None:
    found = read(Page(asked="有没有发烧？"), "没有").statements
    assert [(one.quote, one.status) for one in found if one.in_question] == [("发烧", Assertion.ABSENT)]


def test_who_is_ill_is_told_by_whoever_speaks_for_them() -> None:
    person = read(Page(asked="What brings you in?"), "It's for my daughter, she's four, she keeps being sick").person
    assert person is not None and person.relation is Relation.CHILD and person.age_months == 48


def test_a_question_back_is_an_act() -> None:
    acts = read(Page(asked="How old are you?"), "which floor do I have to go to?").acts
    assert [one.act for one in acts if one.sure] == [DialogueAct.ASKS]


@pytest.mark.parametrize("reply", ["", " ", "…", "?" * 2000, "咳" * 3000, "\ud83d\ude37"])
def test_odd_words_are_read_without_a_fault(reply: str) -> None:
    read(Page(asked="Is any of this so?", tiles=(Tile(key="a", label="Cough"),)), reply)


def test_the_shipped_examples_follow_their_markup() -> None:
    folder = Path(__file__).parents[3] / "frontdesk" / "models" / "reading" / "labelled"
    assert sum(1 for _ in examples(sorted(folder.glob("*.txt")))) > 7000


def test_a_line_that_breaks_the_markup_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("# Cough?\n> one: a Yes | b No\n- yes [cough|Z+]\n  = a+\n", encoding="utf-8")
    with pytest.raises(Malformed, match=r"bad\.txt:5: "):
        list(examples([path]))
    path.write_text("# Cough?\n> one: a Yes | b No\n- yes\n  = z+\n", encoding="utf-8")
    with pytest.raises(Malformed, match="no such tile: z"):
        list(examples([path]))


def test_marks_are_taken_out_of_the_words() -> None:
    text, spans = plain("no [cough|S-], {how long|asks}?")
    assert text == "no cough, how long?"
    assert [(text[one.start : one.end], one.kind, one.status) for one in spans] == [
        ("cough", "symptom", "absent"),
        ("how long", "asks", ""),
    ]
