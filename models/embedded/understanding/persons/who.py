"""The people an utterance names, and which of them is ill."""

from models.embedded.understanding.cues import scripts
from models.embedded.understanding.persons.relatives import Who
from models.embedded.understanding.persons.speakers import OWN_COMPLAINT, speakers
from models.embedded.understanding.persons.who_en import HAS_KIN_EN, named_in_english
from models.embedded.understanding.persons.who_zh import named_in_chinese
from models.facts import Relation


def named(lower: str) -> list[Who]:
    """Everyone named in a text in small letters, in its order."""
    chinese, english = scripts(lower)
    speaking = list(speakers(lower))
    found = [*(named_in_chinese(lower) if chinese else ()), *(named_in_english(lower) if english else ())]
    others = [who for who in found if not any(who.overlaps(one) for one in speaking)]
    return _own_first(lower, sorted([*others, *speaking]))


def _own_first(lower: str, found: list[Who]) -> list[Who]:
    """Someone named after the speaker's own complaint is family, not the one who is ill."""
    first = next((who for who in found if who.ill), None)
    if first is None or any(who.speaks for who in found):
        return found
    own = OWN_COMPLAINT.search(HAS_KIN_EN.sub("", lower[: first.start]))
    if not own and first.relation is not Relation.CHILD:
        own = OWN_COMPLAINT.search(lower, first.end)  # 我媳妇没怀孕，我前列腺不好
    return [who._replace(ill=False) for who in found] if own else found


def anothers(lower: str, place: int, named: list[Who], ill: Who | None) -> bool:
    """Whether the words at `place` are of a relative named in the same clause who is not the one who is ill."""
    clause = max(lower.rfind(stop, 0, place) for stop in "，。；,.;!！?？") + 1
    subject = next((who for who in reversed(named) if clause <= who.start < place), None)
    return subject is not None and (ill is None or (subject.relation, subject.sex) != (ill.relation, ill.sex))
