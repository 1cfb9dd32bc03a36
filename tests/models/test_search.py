"""What texts name, and which of them answers."""

from pathlib import Path

import numpy as np
import pytest

from frontdesk.app.settings import VECTORS
from frontdesk.models.facts import Language
from frontdesk.models.retrieval.asked import known
from frontdesk.models.retrieval.aspects import Aspect, asked, held
from frontdesk.models.retrieval.clauses import asking
from frontdesk.models.retrieval.likelihood import fitted
from frontdesk.models.retrieval.search import Index
from frontdesk.models.retrieval.subjects import asks_the_hospital, shipped
from frontdesk.models.retrieval.terms import Kind, lexicon, slots, terms
from frontdesk.models.retrieval.texts import Passage
from frontdesk.models.sentences import FILES, embed, kept_in


def passage(name: str, zh: tuple[str, ...], en: tuple[str, ...]) -> Passage:
    return Passage(
        passage_id=name,
        title={Language.ZH: zh[0], Language.EN: en[0]},
        sentences={Language.ZH: zh[1:], Language.EN: en[1:]},
    )


@pytest.fixture(scope="module")
def index() -> Index:
    texts = [
        passage("parking", ("停车", "地下车库每小时四元。"), ("Parking", "The garage costs 4 yuan an hour.")),
        passage("toilets", ("卫生间", "每层都有卫生间。"), ("Toilets", "There are toilets on every floor.")),
        passage(
            "meals",
            ("住院用餐", "三餐送到床边。", "餐费每天三十元。"),
            ("Meals on the ward", "Meals come to the bed.", "They cost 30 yuan a day."),
        ),
        passage("records", ("复印病历", "病案室在一楼。"), ("Copies of records", "The records office is on floor 1.")),
    ]
    return Index(texts, fitted=fitted(), embedded=kept_in(VECTORS))


@pytest.mark.parametrize(
    ("one", "other"),
    [("洗手间在哪", "Where is the loo?"), ("怎么缴费", "Where do I pay?"), ("能刷卡吗", "Do you take credit cards?")],
)
def test_both_languages_name_the_same_subjects(one: str, other: str) -> None:
    assert set(terms(one)) & set(terms(other))


def test_the_longest_word_wins() -> None:
    assert "#inpatient" not in terms("儿童乐园")
    assert terms("健身房") == ("#gym",)


def test_latin_letters_inside_a_longer_word_name_nothing() -> None:
    assert "#ct" in terms("做ct要多久")
    assert "#ct" not in terms("请找doctor")


def test_filler_words_name_nothing() -> None:
    assert slots("请问你们这里有没有") == ()
    assert slots("could you please tell me") == ()


def test_what_no_list_knows_stays_a_word() -> None:
    assert [slot.kind for slot in slots("Where is the sousaphone?")] == [Kind.WORD]


@pytest.mark.parametrize(
    ("question", "text", "aspect"),
    [
        ("停车多少钱", "每小时四元。", Aspect.PRICE),
        ("What time do you close?", "Open 08:00 to 17:00.", Aspect.TIME),
        ("药房在几楼", "药房在2楼。", Aspect.PLACE),
    ],
)
def test_the_kind_of_fact_asked_for_is_seen_in_the_text_that_holds_it(question: str, text: str, aspect: Aspect) -> None:
    assert aspect in asked(question)
    assert aspect in held(text)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("我的车停哪儿", "parking"),
        ("I need the bathroom", "toilets"),
        ("病人吃什么", "meals"),
        ("How do I get a photocopy of my file?", "records"),
    ],
)
def test_the_passage_that_answers_comes_first(index: Index, question: str, name: str) -> None:
    found = index.search(question)
    assert found.hits[0].passage.passage_id == name
    assert found.likelihood >= fitted().offered_from


@pytest.mark.parametrize("question", ["Tell me a joke", "法国的首都是哪里", "Is there a swimming pool?"])
def test_no_passage_is_likely_to_answer_what_none_is_about(index: Index, question: str) -> None:
    assert index.search(question).likelihood < fitted().told_from


def test_the_sentence_with_the_price_fits_a_question_of_price_best(index: Index) -> None:
    assert index.search("住院吃饭多少钱").hits[0].best(Language.ZH) == 1
    assert index.search("How much are meals on the ward?").hits[0].best(Language.EN) == 1


def test_the_shipped_subjects_are_those_of_the_known_questions_and_know_every_listed_term() -> None:
    assert shipped().names == known().subjects
    listed = {term for slot in (*lexicon().zh.values(), *lexicon().en.values()) for term in slot.terms}
    assert set(shipped().terms) == listed


@pytest.mark.parametrize(
    ("question", "subject"),
    [
        ("我奶奶腿脚不行，借个能推的", "wheelchair"),
        ("Is there anywhere round here to stick the motor for the day?", "parking"),
        ("这药饭前吃还是饭后吃", "drug_advice"),
        ("What would you charge to pull a wisdom tooth?", "treatment_price"),
        ("老伴在楼上吊着水，我啥点儿能上去坐坐", "visiting"),
        ("兜里一张票子都没了，哪有吐钱的机子", "cash"),
        ("手机眼看要断气，哪儿给它喂点电", "charging"),
        ("这身子由我做主，那刀我偏不挨行不", "refusing"),
        ("Where can a fella get a few notes out", "cash"),
        ("That chap bit my head off, who's his boss", "complaint"),
        ("It's my body, what if I won't let them cut me", "refusing"),
    ],
)
def test_a_question_is_of_its_subject_in_words_of_its_own(question: str, subject: str) -> None:
    assert shipped().likeliest(question)[0] == subject


@pytest.mark.parametrize(
    "told",
    ["膝盖疼得下不了楼梯", "夜里咳得睡不着", "I've lost my appetite since Friday", "My legs give way on the stairs"],
)
def test_what_patients_tell_of_themselves_is_not_asked_of_the_hospital(told: str) -> None:
    assert shipped().likeliest(told)[0] == "own_illness"
    assert not asks_the_hospital(told)


@pytest.mark.parametrize("question", ["My solicitor wants my file copied", "律师要我的病历复印一份"])
def test_what_hospitals_have_not_bars_no_text_that_is_asked_for_with_it(index: Index, question: str) -> None:
    assert Kind.ELSEWHERE in {slot.kind for slot in slots(question)}
    found = index.search(question)
    assert found.hits[0].passage.passage_id == "records"
    assert found.likelihood >= fitted().offered_from


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("池子里的锦鲤可以喂吗", "锦鲤让不让人喂"),
        ("May I feed the carp in the pond?", "Is it OK to feed the carp?"),
    ],
)
def test_a_text_is_told_to_a_question_like_one_that_it_is_said_to_answer(question: str, near: str) -> None:
    plain = passage("pond", ("中庭", "请勿投食。"), ("The courtyard", "Please give nothing to the animals."))
    asked_of = plain.model_copy(update={"asked": ("池子里的锦鲤能喂吗", "Can I feed the carp in the pond?")})
    without, with_asked = (Index([one], fitted=fitted(), embedded=kept_in(VECTORS)) for one in (plain, asked_of))
    assert without.search(question).likelihood < fitted().told_from <= with_asked.search(question).likelihood
    assert with_asked.search(near).likelihood >= fitted().offered_from
    assert with_asked.search("Who painted the picture in the pond room?").likelihood < fitted().told_from


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("我是外地来的，第一次到这儿，医保能用吗", ["医保能用吗"]),
        ("My mum is on a ward. When can I see her?", ["When can I see her"]),
        ("我妈住院了", []),
    ],
)
def test_what_asks_is_told_apart_from_what_is_told(question: str, asks: list[str]) -> None:
    assert asking(question) == asks


def test_an_index_of_nothing_finds_nothing() -> None:
    empty = Index((), fitted=fitted())
    empty.warm()
    assert empty.search("Where is the toilet?").hits == ()


def test_vectors_are_read_again_from_where_they_were_kept(tmp_path: Path) -> None:
    first = kept_in(tmp_path)(["hello", "你好"])
    assert np.allclose(first, embed(["hello", "你好"]))
    kept = next(tmp_path.glob("vectors-*.npy"))
    np.save(kept, first * 2)
    assert np.allclose(kept_in(tmp_path)(["hello", "你好"]), first * 2)


def test_a_folder_keeps_the_latest_vectors(tmp_path: Path) -> None:
    for number in range(FILES + 2):
        kept_in(tmp_path)([f"room {number}"])
    assert len(list(tmp_path.iterdir())) == FILES


def test_damaged_vectors_are_made_anew(tmp_path: Path) -> None:
    first = kept_in(tmp_path)(["hello"])
    next(tmp_path.iterdir()).write_bytes(b"none")
    assert np.allclose(kept_in(tmp_path)(["hello"]), first)


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert kept_in(blocked)(["hello"]).shape == (1, 512)
