"""The review of a summary: what is left out, wrong or invented is found, and put right in the patient's words alone."""

import json

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.review import DECIDER, RESEARCHER, Draft, Fault, Line, Part, Quote, Reviewed, Sentence, review
from frontdesk.models.review.decider import Put
from frontdesk.models.review.draft import Remark
from frontdesk.models.review.grounds import not_borne_out
from frontdesk.models.review.researcher import Research

LINES = (
    Line(turn=None, text="Hello. What brings you in today?"),
    Line(turn=1, text="My left knee hurts, for two weeks now. I take metformin 500 mg."),
    Line(turn=None, text="Any fever or swelling?"),
    Line(turn=2, text="no"),
)
KNEE = Sentence(
    sentence_id="s1",
    part=Part.POSITIVES,
    text="knee pain, left, two weeks",
    quotes=(Quote(turn=1, words="My left knee hurts, for two weeks now"),),
)
FEVER = Sentence(sentence_id="s2", part=Part.NEGATIVES, text="no fever", quotes=(Quote(turn=2, words="no"),))
METFORMIN = Sentence(
    sentence_id="s3", part=Part.HISTORY, text="metformin, 500 mg", quotes=(Quote(turn=1, words="metformin 500 mg"),)
)
TRUE = (KNEE, FEVER, METFORMIN)


def draft(*sentences: Sentence) -> Draft:
    return Draft(language=Language.EN, sentences=sentences, known=TRUE, lines=LINES)


def reviewed(*sentences: Sentence) -> Reviewed:
    return review(draft(*sentences), RESEARCHER.embedded, DECIDER.embedded)


def changed(sentence: Sentence, **update: object) -> Sentence:
    return sentence.model_copy(update=update)


def test_a_true_summary_stays_as_it_is() -> None:
    outcome = reviewed(*TRUE)
    assert outcome.sentences == TRUE
    assert (outcome.satisfied, outcome.scratchpad, len(outcome.exchanges)) == (True, (), 1)


@pytest.mark.parametrize(
    "corrupted",
    [
        (FEVER, METFORMIN),
        (changed(KNEE, text="knee pain, right, two weeks"), FEVER, METFORMIN),
        (changed(KNEE, text="knee pain, left, two months"), FEVER, METFORMIN),
        (changed(KNEE, part=Part.NEGATIVES, text="no knee pain"), FEVER, METFORMIN),
        (KNEE, changed(FEVER, part=Part.POSITIVES, text="fever"), METFORMIN),
        (KNEE, FEVER, changed(METFORMIN, text="metformin, 850 mg")),
        (KNEE, FEVER, changed(METFORMIN, text="warfarin, 500 mg")),
        (*TRUE, Sentence(sentence_id="x1", part=Part.HISTORY, text="stroke")),
        (*TRUE, Sentence(sentence_id="x1", part=Part.POSITIVES, text="cough", quotes=KNEE.quotes)),
        (),
    ],
    ids=["dropped", "side", "duration", "denied", "claimed", "number", "medicine", "invented", "quoted", "empty"],
)
def test_a_corrupted_summary_is_put_right(corrupted: tuple[Sentence, ...]) -> None:
    outcome = reviewed(*corrupted)
    assert {(one.part, one.text) for one in outcome.sentences} == {(one.part, one.text) for one in TRUE}
    assert outcome.satisfied
    assert outcome.scratchpad


def test_an_answer_that_stands_nowhere_is_put_in_as_it_was_said() -> None:
    lines = (*LINES, Line(turn=3, text="and I had a stroke last year"))
    outcome = review(draft(*TRUE).model_copy(update={"lines": lines}), RESEARCHER.embedded, DECIDER.embedded)
    assert "“and I had a stroke last year”" in [one.text for one in outcome.sentences]


def test_the_decider_takes_in_nothing_that_was_not_said() -> None:
    invented = Sentence(
        sentence_id="x", part=Part.HISTORY, text="stroke", quotes=(Quote(turn=1, words="I had a stroke"),)
    )
    remark = Remark(part=Part.HISTORY, fault=Fault.MISSING, sentence_id=None, says="A stroke.", proposal=invented)
    (ruling,) = DECIDER.embedded(Put(draft=draft(*TRUE), remarks=(remark,)))
    assert (ruling.accepted, ruling.proposal) == (False, None)
    beside = invented.model_copy(update={"quotes": KNEE.quotes})
    (ruling,) = DECIDER.embedded(Put(draft=draft(*TRUE), remarks=(remark.model_copy(update={"proposal": beside}),)))
    assert not ruling.accepted, "the words are real, and do not say it"


def test_the_dialogue_ends_after_fifteen_turns() -> None:
    remark = Remark(part=Part.HISTORY, fault=Fault.UNGROUNDED, sentence_id="s3", says="Never satisfied.")
    outcome = review(draft(*TRUE), lambda _: Research(remarks=(remark,), says="Again."), DECIDER.embedded)
    assert (len(outcome.exchanges), outcome.satisfied) == (15, False)


def test_a_models_remark_needs_a_sentence_that_is_there_and_words_that_were_said() -> None:
    said = {"says": "?", "text": "knee swollen", "turn": 1}
    reply = {
        "remarks": [
            {"section": "pertinent_positives", "fault": "wrong", "sentence": "s9", "quote": "My left knee", **said},
            {"section": "pertinent_positives", "fault": "missing", "quote": "my knee is swollen", **said},
            {"section": "nowhere", "fault": "missing", "quote": "My left knee", **said},
            {"section": "history", "fault": "ungrounded", "sentence": "s3", "says": "Nobody said so."},
        ]
    }
    research = RESEARCHER.read(draft(*TRUE), json.dumps(reply))
    assert [(one.fault, one.sentence_id) for one in research.remarks] == [(Fault.UNGROUNDED, "s3")]


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("left knee hurts for two weeks", True),
        ("right knee hurts for two weeks", False),
        ("left knee hurts, 3 weeks", False),
        ("left knee hurts, 2 weeks", True),
    ],
)
def test_a_models_sentence_is_held_against_the_words_it_quotes(text: str, accepted: bool) -> None:
    remark = Remark(part=Part.POSITIVES, fault=Fault.WRONG, sentence_id="s1", says="Reword.", proposal=KNEE)
    given = {"remark": 1, "accepted": True, "reason": "So it is.", "quote": "My left knee", "text": text}
    reply = {"rulings": [given]}
    (ruling,) = DECIDER.read(Put(draft=draft(*TRUE), remarks=(remark,)), json.dumps(reply))
    assert ruling.accepted is accepted


@pytest.mark.parametrize("quote", ["", "my right knee"])
def test_a_decider_that_accepts_without_the_patients_words_decides_nothing(quote: str) -> None:
    remark = Remark(part=Part.POSITIVES, fault=Fault.WRONG, sentence_id="s1", says="Reword.", proposal=KNEE)
    given = {"remark": 1, "accepted": True, "reason": "So it is.", "quote": quote, "text": ""}
    (ruling,) = DECIDER.read(Put(draft=draft(*TRUE), remarks=(remark,)), json.dumps({"rulings": [given]}))
    assert not ruling.accepted


def test_what_the_patient_said_is_not_taken_out_by_a_decider() -> None:
    remark = Remark(part=Part.POSITIVES, fault=Fault.UNGROUNDED, sentence_id="s1", says="No ground.")
    given = {"remark": 1, "accepted": True, "reason": "So it is."}
    (ruling,) = DECIDER.read(Put(draft=draft(*TRUE), remarks=(remark,)), json.dumps({"rulings": [given]}))
    assert not ruling.accepted


def test_a_remark_without_a_ruling_is_not_taken_in() -> None:
    remark = Remark(part=Part.POSITIVES, fault=Fault.UNGROUNDED, sentence_id="s1", says="No ground.")
    (ruling,) = DECIDER.read(Put(draft=draft(*TRUE), remarks=(remark,)), '{"rulings": []}')
    assert not ruling.accepted


@pytest.mark.parametrize("language", list(Language))
def test_the_prompts_have_their_blanks(language: Language) -> None:
    asked = draft(*TRUE).model_copy(update={"language": language})
    for prompt in (RESEARCHER.prompt(asked), DECIDER.prompt(Put(draft=asked, remarks=()))):
        assert "My left knee hurts" in prompt.messages[-1].content
        assert "$" not in prompt.messages[-1].content


@pytest.mark.parametrize(
    ("said", "text", "told"),
    [
        ("汗没出。躺平没问题。", "没有出汗", True),
        ("出汗，夜里出得多。", "没有出汗", False),
        ("左胳膊酸过一次，右边没有。", "左胳膊酸过1次", True),
        ("左胳膊酸过一次。", "右胳膊酸过1次", False),
        ("The left, no, sorry, the right arm.", "the left arm aches", False),
    ],
)
def test_a_denial_and_a_side_are_borne_out_by_the_words_people_use(said: str, text: str, told: bool) -> None:
    assert (not_borne_out(text, [said], []) is None) is told
