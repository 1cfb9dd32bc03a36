"""Complaints told in everyday words that no list holds."""

import pytest
import yaml

from models.embedded.everyday import with_everyday
from models.embedded.everyday.learning import TOLD
from models.embedded.everyday.reading import NOTHING, like, shipped
from models.embedded.understanding import understand
from models.facts import Language, Status
from models.knowledge.load import knowledge

TELL = {
    "the heel is like stepping on tacks when I first get up": {"foot_pain"},
    "gran asks me the same thing over and over": {"memory_loss"},
    "when I trampoline with the kids I wet myself": {"urine_leak"},
    "my hubby says I snort and stop breathing in bed": {"snoring"},
    "the world spins when I roll over in bed": {"spinning"},
    "half my hand goes to sleep at night, I shake it out": {"numbness"},
}
TELL_NOTHING = (
    "which floor is Dr Chen on",
    "can my daughter come in with me",
    "I need someone who speaks Polish",
    "do you take travel insurance",
    "my wife is parking the car",
    "sorry, I was looking for my glasses",
    "I came by bus and it was late",
    "is it always this busy on a Monday",
    "I'd like the same doctor I had last time",
    "they told me to wait over there",
)


@pytest.mark.parametrize(("text", "codes"), TELL.items())
def test_what_is_told_in_everyday_words_is_heard(text: str, codes: set[str]) -> None:
    heard = with_everyday(understand(text, language=Language.EN, asked="open"), text)
    assert codes & {fact.code for fact in heard.facts if fact.status is Status.PRESENT}


@pytest.mark.parametrize("text", TELL_NOTHING)
def test_what_is_no_complaint_is_taken_for_none(text: str) -> None:
    assert not with_everyday(understand(text, language=Language.EN, asked="open"), text).facts


def test_what_a_list_holds_stays_as_it_was_heard() -> None:
    text = "I have a cough and no fever"
    heard = understand(text, language=Language.EN, asked="open")
    assert with_everyday(heard, text) == heard


def test_what_raises_an_alarm_by_itself_is_left_to_the_red_flags() -> None:
    for text in ("I've been thinking about ending it", "blood came up when I was sick", "my speech is slurred"):
        found = like(text)
        assert found is None or found.code not in shipped().alarming


def test_the_weights_are_of_the_findings_and_of_nothing_else() -> None:
    classes = shipped().classes
    assert classes[0] == NOTHING and set(classes[1:]) <= set(knowledge().findings)


def test_every_telling_belongs_to_one_finding() -> None:
    told: dict[str, str] = {}
    for path in TOLD.glob("*.en.yaml"):
        if path.name.startswith("nothing"):
            continue
        for code, lines in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            assert code in knowledge().findings, (path.name, code)
            for line in lines.strip().splitlines():
                assert told.setdefault(line.strip(), code) == code, line
