"""The corruption test: that its cases agree with themselves, and that reviewers get the scores they deserve."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from frontdesk.app.reception.record.reviewing import in_code
from frontdesk.evaluation import corruption
from frontdesk.evaluation.corruption.cases import (
    Fact,
    Polarity,
    Said,
    Section,
    Side,
    Spoilt,
    Talk,
    Written,
    gone_wrong,
    talks,
)
from frontdesk.evaluation.corruption.matching import Matcher, durations, numbers
from frontdesk.evaluation.corruption.measuring import Measured, level_of, measured
from frontdesk.evaluation.corruption.report import summaries, table, told
from frontdesk.evaluation.corruption.reviewers import draft_of, embedded
from frontdesk.evaluation.corruption.spoiling import LEVELS, spoilt, true_summary
from frontdesk.models.facts import Language

TALKS = talks()
FOLDER = Path(corruption.__file__).parent


def unchanged(lines: Sequence[Said], summary: Sequence[Written], language: Language) -> Sequence[Written]:
    return summary


def nothing(lines: Sequence[Said], summary: Sequence[Written], language: Language) -> Sequence[Written]:
    return ()


def oracle(lines: Sequence[Said], summary: Sequence[Written], language: Language) -> Sequence[Written]:
    """Knows the facts, as no reviewer is told them."""
    return true_summary(next(talk for talk in TALKS if talk.lines == tuple(lines)))


def test_there_are_talks_of_both_languages_and_half_of_them_are_kept_back() -> None:
    for language in Language:
        those = [talk for talk in TALKS if talk.language is language]
        assert len(those) >= 12
        assert 2 * sum(talk.kept for talk in those) == len(those)
        assert all(8 <= len(talk.lines) <= 18 for talk in those)


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.id)
def test_each_fact_is_told_by_its_own_sentence_and_by_no_other(talk: Talk) -> None:
    matcher = Matcher(talk)
    for fact in talk.counted:
        assert fact.section is not None
        written = Written(section=fact.section, text=fact.text)
        assert matcher.tells(written) == [fact], fact.text
        assert not matcher.told([written]).untrue, fact.text


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_spoilt_is_true_no_more(level: str) -> None:
    for talk in TALKS:
        matcher, made = Matcher(talk), spoilt(talk, level, TALKS)
        standing = matcher.told(made.summary)
        assert {error.written for error in made.errors if error.written} == set(standing.untrue), talk.id
        assert not {error.fact for error in made.errors} & set(standing.facts)


def test_a_summary_that_went_wrong_is_wrong_where_its_errors_are_and_nowhere_else() -> None:
    wrong = list(gone_wrong(TALKS))
    assert len(wrong) == 8
    for one in wrong:
        standing = Matcher(one.talk).told(one.summary)
        assert {error.written for error in one.errors if error.written} == set(standing.untrue), one.talk.id
        missing = {error.fact for error in one.errors if error.fact}
        assert set(one.talk.counted) - set(standing.facts) == missing, one.talk.id


def test_a_reviewer_that_changes_nothing_scores_as_before_and_one_that_returns_nothing_zero() -> None:
    those = summaries(TALKS)
    same = level_of([measured(one, unchanged) for one in those])
    assert same.after == same.before
    assert same.damaged == 0
    assert all(right == 0 for right, _ in same.put_right.values())
    none = level_of([measured(one, nothing) for one in those])
    assert none.after == 0
    assert none.damaged == none.true_before > 0


def test_one_that_knows_the_facts_scores_a_hundred() -> None:
    level = level_of([measured(one, oracle) for one in summaries(TALKS)])
    assert level.after == 1
    assert level.damaged == level.untrue == level.left_out == 0
    assert all(right == of for right, of in level.put_right.values())


def test_a_reviewer_is_given_the_words_of_talk_and_summary_and_nothing_else() -> None:
    one = spoilt(TALKS[0], "mid", TALKS)
    seen: list[object] = []

    def curious(*given: object) -> Sequence[Written]:
        seen.extend(given)
        return ()

    measured(one, curious)
    assert seen == [one.talk.lines, one.summary, one.talk.language]
    draft = draft_of(one.talk.lines, one.summary, one.talk.language)
    assert draft.known is None
    assert draft.kept == ()
    assert [line.text for line in draft.lines] == [line.words for line in one.talk.lines]
    assert not any(sentence.quotes for sentence in draft.sentences)


def test_the_reviewer_in_code_is_measured_with_the_code_of_the_hand_over() -> None:
    one = spoilt(TALKS[0], "mid", TALKS)
    reviewed = in_code(draft_of(one.talk.lines, one.summary, one.talk.language)).sentences
    assert [written.text for written in embedded()(one.talk.lines, one.summary, one.talk.language)] == [
        sentence.text for sentence in reviewed if sentence.part.value.removeprefix("pertinent_") in set(Section)
    ]


def test_the_reviewer_in_code_does_as_well_as_is_told_of_it_and_no_better() -> None:
    """The figures of docs/handover.md on talks kept back, at the mid level."""
    kept = tuple(talk for talk in TALKS if talk.kept)
    level = level_of([measured(spoilt(talk, "mid", TALKS), embedded()) for talk in kept])
    assert 0.49 < level.before < 0.51
    assert 0.80 < level.after < 0.90, "told otherwise in docs/handover.md"
    assert level.damaged <= 5
    assert level.put_right["allergy"] == (7, 7)


@pytest.mark.parametrize("module", ["cases", "matching", "spoiling", "measuring"])
def test_whoever_writes_spoils_and_matches_knows_no_reviewer(module: str) -> None:
    tree = ast.parse((FOLDER / f"{module}.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    ours = {name for name in imported if name and name.partition(".")[0] == "frontdesk"}
    assert ours <= {
        "frontdesk.models.facts",
        "frontdesk.evaluation.corruption.cases",
        "frontdesk.evaluation.corruption.matching",
    }


def a_talk(*facts: Fact, words: str = "左边头疼三天，我妈有糖尿病", language: Language = Language.ZH) -> Matcher:
    said = (Said(by_patient=True, words=words),)
    return Matcher(Talk(id="t", language=language, kept=False, from_kiosk=False, lines=said, facts=facts))


HEADACHE = Fact(
    section=Section.POSITIVES,
    text="左侧头痛3天",
    what=("头痛", "头疼"),
    polarity=Polarity.PRESENT,
    side=Side.LEFT,
    duration="3 days",
)
DIABETES = Fact(section=Section.HISTORY, text="没有糖尿病", what=("糖尿病",), polarity=Polarity.ABSENT)
MOTHER = Fact(section=Section.HISTORY, text="母亲有糖尿病", what=("母亲…糖尿病",), polarity=Polarity.PRESENT)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("左侧头痛3天", True),
        ("头疼三天，左边", True),
        ("右侧头痛3天", False),
        ("头痛3天", False),
        ("左侧头痛3周", False),
        ("没有左侧头痛3天", False),
        ("左侧头痛3天，体温39度", False),
    ],
)
def test_a_sentence_tells_a_fact_with_its_polarity_side_and_duration_and_no_numbers_of_its_own(
    text: str, right: bool
) -> None:
    standing = a_talk(HEADACHE).told([Written(section=Section.POSITIVES, text=text)])
    assert (bool(standing.facts), bool(standing.untrue)) == (right, not right)


def test_another_persons_illness_is_not_the_patients() -> None:
    matcher = a_talk(DIABETES, MOTHER)
    assert matcher.tells(Written(section=Section.HISTORY, text="母亲有糖尿病")) == [MOTHER]
    assert matcher.tells(Written(section=Section.HISTORY, text="糖尿病")) == []
    assert matcher.tells(Written(section=Section.HISTORY, text="糖尿病：无")) == [DIABETES]


@pytest.mark.parametrize(
    ("text", "right"),
    [("有糖尿病吗？没有。", True), ("有糖尿病吗？有。", False), ("糖尿病没有", True), ("糖尿病让人睁不开眼", False)],
)
def test_a_question_answered_no_denies(text: str, right: bool) -> None:
    assert bool(a_talk(DIABETES).tells(Written(section=Section.HISTORY, text=text))) is right


def test_a_sentence_in_the_wrong_section_tells_nothing() -> None:
    assert a_talk(HEADACHE).told([Written(section=Section.HISTORY, text="左侧头痛3天")]).facts == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("三十八度二", [38.2]),
        ("twenty-two", [22]),
        ("one point eight", [1.8]),
        ("维生素B12", []),
        ("十来分钟", [10]),
        ("nineteen seventy-eight", [1978]),
    ],
)
def test_numbers_are_read_in_digits_and_in_words(text: str, said: list[float]) -> None:
    assert numbers(text) == said


@pytest.mark.parametrize(
    ("text", "hours"), [("半个月", 360), ("两周", 336), ("a fortnight", 336), ("for three weeks", 504)]
)
def test_durations_are_read_in_hours(text: str, hours: float) -> None:
    assert durations(text) == [hours]


def test_the_table_says_what_was_damaged_and_put_right() -> None:
    done = [measured(one, unchanged) for one in summaries(TALKS[:2], ["mid"])]
    assert "damaged 0 of" in table(done)
    assert "DERA" in table(done)
    cases = told(done)["cases"]
    assert {case["level"] for case in cases} == {"mid", "gone wrong"}
    assert all(not error["put_right"] for case in cases for error in case["errors"])


def test_a_true_sentence_that_a_review_takes_out_is_damaged() -> None:
    one = Spoilt(talk=TALKS[0], level="mid", summary=true_summary(TALKS[0]), errors=())
    assert [fact.text for fact in Measured(spoilt=one, reviewed=one.summary[1:]).damaged] == [one.summary[0].text]
