"""What English speakers write beside their trouble, and what must not be read into it."""

import pytest

from models.embedded.understanding import understand
from models.facts import Status, Topic


def _present(text: str) -> set[str]:
    return {fact.code for fact in understand(text).facts if fact.status is Status.PRESENT}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("the problems I am facing began in spring", "face_pain"),
        ("I have some discharge from my vagina. Is this a problem?", "vagina_pain"),
        ("we are heading home and it is a problem", "headache"),
        ("she keeps pulling her hair at the back of her head", "headache"),
        ("I have had throat trouble all week", "trouble_swallowing"),
        ("they found a heart problem in my cousin's family", "chest_pain"),
        ("my front tooth has a black spot", "rash"),
        ("my toe and both feet are burning", "big_toe_pain"),
    ],
)
def test_a_place_and_a_feeling_are_put_together_only_where_they_belong(text: str, code: str) -> None:
    assert code not in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("my throat is a problem again", "sore_throat"),
        ("trouble with my left foot", "foot_pain"),
        ("my big toe is burning", "big_toe_pain"),
        ("it hurts when I swallow", "sore_throat"),
        ("I've pulled a muscle in my back", "sprain"),
        ("my spine hurts", "back_pain"),
        ("there are lice in her hair", "head_lice"),
        ("the mole on my arm has changed", "mole_change"),
    ],
)
def test_where_they_belong_together_they_are_found(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("they x-rayed my spine", "spinning"),
        ("half a mol of it in the beaker", "mole_change"),
        ("I am craving salt", "scabies_like"),
        ("I need your medical advice", "check_up"),
        ("cold water makes it sting", "common_cold"),
        ("a faint red line on my arm", "fainting"),
        ("I keep burning the toast", "burn"),
        ("I am cutting down on sugar", "cut_wound"),
        ("I ran out of energy", "repeat_prescription"),
        ("I have attached my prescription", "repeat_prescription"),
        ("the flood took our house", "heavy_periods"),
        ("the ladder fell over and gave me a fright", "falls"),
        ("so many opinions, it is confusing", "confusion"),
        ("what are the side effects of metformin?", "new_medicine"),
        ("the abscess was drained in May", "fatigue"),
        ("I came about a yellow fever jab", "fever"),
        ("I am trying to drink a lot of water", "thirst"),
        ("the skin behind her upper lip, the lip frenulum, is torn", "foreskin"),
        ("a monkey scratched me", "itchy_skin"),
        ("I had a baby two months back", "pregnancy_known"),
    ],
)
def test_words_of_another_meaning_tell_of_no_trouble(text: str, code: str) -> None:
    assert code not in _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I'm having awful side effects", "new_medicine"),
        ("I think it's a side effect", "new_medicine"),
        ("I need a prescription", "repeat_prescription"),
        ("my periods are flooding", "heavy_periods"),
        ("he is confused and shouting", "confusion"),
        ("I fell over in the bath", "falls"),
        ("a cold with a sore throat", "common_cold"),
        ("she scratches till it bleeds", "itchy_skin"),
        ("I'm having a baby in June", "pregnancy_known"),
    ],
)
def test_the_same_words_said_of_a_trouble_are_heard(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    "text",
    [
        "Is it gout?",
        "Could this be eczema from my soap?",
        "Do I have diabetes?",
        "Am I depressed?",
        "Is my heart weak?",
        "Is she suffering from constipation?",
        "Is this scabies or something else?",
    ],
)
def test_what_is_only_asked_is_not_so(text: str) -> None:
    assert not _present(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Is my chest pain serious?", "chest_pain"),
        ("Is this itching normal?", "itchy_skin"),
        ("Why do I have headaches?", "headache"),
        ("Is it normal to be constipated after an operation?", "constipation"),
        ("Can it be a migraine when I vomit?", "vomiting"),
        ("Is my son having a fit?", "seizure"),
        ("Is it cancer?", "cancer_worry"),
    ],
)
def test_what_a_question_takes_for_granted_is_so(text: str, code: str) -> None:
    assert code in _present(text)


@pytest.mark.parametrize(
    "text", ["I drink plenty of water every day", "I drink two coffees in the morning", "I take a pack of iron pills"]
)
def test_water_and_packs_of_pills_are_no_habit(text: str) -> None:
    assert not [fact for fact in understand(text).facts if fact.topic is Topic.HABIT]


def test_an_illness_of_their_own_after_one_in_the_family_is_theirs() -> None:
    facts = understand("My grandfather had the same shaking. I can't take that tablet as I have asthma").facts
    assert (Topic.CONDITION, "asthma") in {fact.name for fact in facts}


def test_a_pregnancy_that_ended_in_a_birth_is_over() -> None:
    heard = understand("I had a baby nine months ago. Since I was 18 weeks pregnant my heart has been racing")
    assert heard.person is None or not heard.person.pregnant
    assert "pregnancy_known" not in {fact.code for fact in heard.facts}
