"""What a bare reply says of the person, in the light of the question just put."""

import re
from datetime import datetime

from models.embedded.understanding.persons.ages import OLDEST, YOUNGEST
from models.embedded.understanding.replies.age_replies import age_band, age_of, by_now, middle
from models.embedded.understanding.replies.pregnancy_replies import is_pregnant
from models.embedded.understanding.words.numbers import CHINESE, number
from models.embedded.understanding.words.writing import Writing
from models.facts import Answer, Person, Relation, Sex


def person_for(
    asked: str, answer: Answer | None, writing: Writing, *, found: Person | None, now: datetime | None = None
) -> Person | None:
    """What a bare reply to a question about the person says of them. `now` makes an age of a year of birth."""
    lower = writing.lower.strip()
    ageless = found is None or found.age_months is None
    told: dict[str, object] = {}
    if asked == "age" and _OF_ONE_WHO_DIED.search(lower):
        return None
    if asked == "age" and (ageless or _may_be_a_band(lower)):
        told = _age_told(lower, now)
    elif ageless and (bare := _no_answer_but_a_number(asked, lower)):
        told = {"age_months": _months_of(bare[1], asked)}
    elif asked == "sex" or ONLY_A_SEX.fullmatch(lower):
        found = None if ONLY_A_SEX.fullmatch(lower) else found  # "I'm a girl" is no child
        told = {"sex": _sex_told(lower)}
    elif asked == "pregnancy":
        told = {"pregnant": is_pregnant(answer, lower, told=found.pregnant if found else None)}
    elif asked in ("who", "relation") and (found is None or found.relation is None) and _ONESELF.search(lower):
        told = {"relation": Relation.SELF}
    update = {name: value for name, value in told.items() if value is not None}
    person = (found or Person()).model_copy(update=update)
    if asked == "age" and person.age_months is not None and person.age_between is None:
        return person.model_copy(update={"age_months": by_now(person.age_months, lower)})
    return person if update else found


# 我爷爷是心梗走的，不过他八十六了
_OF_ONE_WHO_DIED = re.compile(
    r"(?:走的|去世|过世|没的|没了)[^。！？我]{0,12}[他她][^。！？我]{0,8}[岁十了]"
    r"|\bdied\b[^.!?]{0,24}\b(?:at|aged|he was|she was)\b"
)
_ONESELF = re.compile(r"我|自己|本人|\bme\b|\bmyself\b|\bi am\b")


def _may_be_a_band(lower: str) -> bool:
    return len(lower) < _LONGEST_BAND and _BAND.search(lower) is not None


_LONGEST_BAND = 24  # characters
_BAND = re.compile(r"到|以上|\bto\b|\bunder\b|\bor older")


def _age_told(lower: str, now: datetime | None) -> dict[str, object]:
    between = age_band(lower)
    return {"age_between": between, "age_months": middle(between) if between else age_of(lower, now)}


def _no_answer_but_a_number(asked: str, lower: str) -> re.Match[str] | None:
    """A bare number where none is an answer: it is the age, unless it may be a fever's degrees."""
    of_ten = asked in ("severity", "frequency") and not re.fullmatch(r"\W*(?!10)\d\d\W*", lower)
    return None if asked in _COUNTED or of_ten else YEARS.fullmatch(lower)


_COUNTED = frozenset({"open", "duration", "onset", "value", "new", "result", "anything_else"})
YEARS = re.compile(  # 28, 六十二, 二十六岁女生
    rf"\W*(?:我|今年|i'?m|i am)?\W*({CHINESE}|\d{{2,3}})(?:岁|了)?(?:的?[男女][的性生孩士]?|,? (?:male|female))?\W*"
)


def _months_of(words: str, asked: str) -> int | None:
    """The age in months that a bare number of years tells, unless it may be a fever's degrees."""
    years = number(words)
    if not years or not YOUNGEST <= years <= OLDEST or (asked.startswith("finding:") and 35 <= years <= 42):
        return None
    return int(years) * 12


def _sex_told(lower: str) -> Sex | None:
    if _FIRST_PERSON.search(lower):  # "it's her that is worried, not me" tells of a wife
        lower = _PRONOUNS.sub(" ", lower)
    male, female = _MALE.search(lower), _FEMALE.search(lower)
    return (Sex.MALE if male else Sex.FEMALE) if bool(male) != bool(female) else None


_FIRST_PERSON = re.compile(r"\b(?:me|my|mine|i|i'm|i've)\b")
_PRONOUNS = re.compile(r"\b(?:s?he|him|her)\b")
ONLY_A_SEX = re.compile(
    r"\W*(?:我是|是|i'?m an? |an? )?"
    r"(?:[男女](?:孩[子儿]?|[的性嘞哒咯呢啊])?|先生|女士|(?:fe)?male|(?:wo)?man|boy|girl|lad|lady|lass|gent|guy|bloke|fella|chap|he|she|m|f)\W*"
)
_MALE = re.compile(
    r"男|老头|老汉|大爷|大叔|爷们|先生|小伙|小子|汉子|靓仔|哥们|老爷子"
    r"|(?<!')\b(?:male|man|boy|m|he|him|guy|bloke|fella|feller|fellow|dude|geezer|mister|chap|gent\w*|lad|laddie)\b"
)
_FEMALE = re.compile(
    r"女|老太|大妈|阿姨|姑娘|妇|妹[子儿仔]|闺女|丫头|婆娘|娘们|大[嫂姐]|千金"
    r"|(?<!')\b(?:fem\w*|woman|girl|gal|f|she|her|lady|lass|lassie|madam|ma'am|dame|granny)\b"
)
