"""What is said in a reply or of a place that no list knows: kept in the patient's words."""

import re
from collections.abc import Sequence

from models.embedded.replies import answers
from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import Cue, cues, pattern, scripts
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Lexicon, lexicon
from models.embedded.understanding.medicines.allergens import NO_SUBSTANCE
from models.embedded.understanding.medicines.medicine_names import UNKNOWN
from models.embedded.understanding.medicines.medicine_states import NOT_BORNE, Medicine, State
from models.embedded.understanding.medicines.medicines import medicines, unlisted
from models.embedded.understanding.past.history import speaks_of_operation
from models.embedded.understanding.persons.whose import is_anothers
from models.embedded.understanding.places.anatomy import anatomy
from models.embedded.understanding.replies.asked import FREE_TOPICS
from models.embedded.understanding.replies.person_replies import ONLY_A_SEX, YEARS
from models.embedded.understanding.replies.side_replies import only_a_side
from models.embedded.understanding.replies.since_replies import begins_with_a_time
from models.embedded.understanding.words.corrections import is_correction
from models.embedded.understanding.words.writing import read
from models.facts import Answer, Details, Fact, Intent, Status, Topic
from models.knowledge.load import knowledge


def free_words(
    hearing: Hearing, facts: list[Fact], answer: Answer | None, wanted: frozenset[Intent], loose: Details
) -> list[Fact]:
    """What was said to a question of history that no list knows, kept in the patient's words.

    `loose` are details told of the complaint instead: "the right one", 吃辣的就多.
    """
    topic = FREE_TOPICS.get(hearing.asked or "")
    if any(fact.status is Status.ABSENT and (fact.topic in _NOT_THERE or fact.code == "none") for fact in facts):
        return []  # "no pain no", "haven't taken anything"
    if _NOT_SO.match(hearing.writing.lower):
        return []  # "hasn't grown"
    if topic is Topic.CONDITION and begins_with_a_time(hearing.writing.lower, loose):
        return []
    if _says_who(hearing):
        return []
    if topic is Topic.OPERATION and speaks_of_operation(hearing.writing.lower):
        return []  # advised and left undone, or it would be told
    if only_a_side(hearing.writing.lower) or (topic is not Topic.ALLERGY and loose.worse_with):
        return []
    words = hearing.writing.original.strip()
    if topic is None or topic is Topic.WISH or answer or wanted or not words or len(words) > 120:
        return []
    told = [fact for fact in facts if not (topic is Topic.ALLERGY and fact.code in _ALLERGENS)]
    if any(fact.topic is topic or fact.status is Status.PRESENT for fact in told) or re.search(r"[?？]", words):
        return []
    if not (topic is Topic.ALLERGY and NOT_BORNE.search(words.lower())) and not answers(hearing.asked or "", words):
        return []  # "it's been about 135", 挂号费多少钱
    if topic is Topic.MEDICINE:
        return [Fact(topic=topic, code=f"{UNKNOWN}{name}", quote=words) for name in unlisted(words)]
    code = words
    if topic is Topic.ALLERGY:
        named = medicines(hearing.writing, chinese=hearing.chinese, english=hearing.english)
        if any(one.state is State.BORNE for one in named):
            return []
        code = named[0].code if named else words
    return [Fact(topic=topic, code=code[:80], quote=words)]


_NOT_THERE = frozenset({Topic.FINDING, Topic.PREGNANCY})
_NOT_SO = re.compile(
    r"\W*(?:(?:it|that|she|he) )?(?:hasn't|isn't|doesn't|didn't|wasn't|has not|is not|does not|did not)\b"
    r"|\W*(?:it'?s |it is )?not (?:red|sore|swollen|itchy|painful|hot|tender|bleeding|better|worse|getting)\b"
    r"|\W*(?:s?he|it|i|they)(?:'s|'re|'m| is| are| am|'s been) (?:\w+ing |still |\w+ing and \w+ing )*"
    r"(?:fine|ok|okay|alright|all right|well|normal\w*|good|happy)\b"
    r"|\W*[^，。！？]{1,10}(?:都|全|挺|很)+(?:正常|没问题)\W*$"
    r"|\W*(?:别的|其他|其它)(?:都|也|就)?没(?:啥|什么|有)?了?\W*$"
    r"|\W*no \w+(?: \w+)?\W*$|\W*没有?[\u4e00-\u9fff]{1,4}\W*$"
    r"|\W*没有?(?:变|长|吐|流|肿|出|扩|怎么|再|带|见|摔|碰|发现|感觉|拉|喝|抽)"
)


def _says_who(hearing: Hearing) -> bool:
    """女，47: who they are, whatever was asked."""
    person, lower = hearing.passing.person, hearing.writing.lower
    told_age = person is not None and person.age_months is not None and len(lower) <= _ONLY_WHO
    return told_age or bool(ONLY_A_SEX.fullmatch(lower) or YEARS.fullmatch(lower))


_ONLY_WHO = 12  # characters that hold an age and hardly anything else


_ALLERGENS = frozenset({"insect_bite"})  # findings by what does it: "latex, and bee stings"


def with_exception(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """ "Not that I know of. Oh, apart from latex": what is excepted is told, and "none" is not."""
    topic = FREE_TOPICS.get(hearing.asked or "")
    excepted = _EXCEPT.search(hearing.writing.lower) if topic in (Topic.ALLERGY, Topic.OPERATION) else None
    if topic is None or excepted is None:
        return facts
    kept = [fact for fact in facts if fact.name != (topic, "none")]
    if any(fact.topic is topic for fact in kept):
        return kept
    words = hearing.writing.words(*excepted.span(excepted.lastgroup or 0))
    if NO_SUBSTANCE.search(words.lower()):  # "my sister had just the same"
        return facts
    if any(fact.topic in _ELSE and fact.quote in words for fact in facts):
        return facts  # "nothing else, only blood pressure for ten years"
    named = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
    code = named[0].code if named and topic is Topic.ALLERGY else words
    return [*(fact for fact in kept if fact.topic is not Topic.MEDICINE), Fact(topic=topic, code=code, quote=words)]


_ELSE = frozenset({Topic.CONDITION, Topic.FINDING, Topic.HABIT})
_EXCEPT = re.compile(
    r"\b(?:apart from|except(?: for)?|other than|only(?: to)?|just(?: to)?)(?: my| the| a| some)?"
    r" (?P<en>(?!(?:go|get|turn|feel)\b)[a-z][a-z -]{2,30})"
    r"|(?:除了|就是对?|就对|只对)(?P<zh>[^，。；！？]{1,10}?)(?:过敏|不行|手术|以外|之外)"
)


def bare_place(hearing: Hearing, words: Lexicon) -> list[Fact]:
    """肚子, or "my knee", as a whole answer to what or where the trouble is: trouble there; "hurts": pain somewhere."""
    if hearing.asked not in ("site", "open", None):
        return []
    if _BARE_PAIN.fullmatch(hearing.writing.lower):
        return [Fact(topic=Topic.FINDING, code="pain_somewhere", quote=hearing.writing.original.strip())]
    lower = hearing.writing.lower
    chief = _CHIEFLY.search(lower)
    begins = chief.end() if chief else 0
    named = words.trouble_at(lower[begins:], chinese=hearing.chinese, english=hearing.english)
    if not named:
        return []
    where = hearing.writing.words(begins + named.start, begins + named.end)
    quote = hearing.writing.original.strip()
    return [Fact(topic=named.topic, code=named.code, quote=quote, details=Details(site=where))]


def places_beside(hearing: Hearing, words: Lexicon, facts: list[Fact]) -> list[Fact]:
    """ "Two things: my shoulder, and I've been low": a place that is a clause of its own beside another complaint."""
    if hearing.asked != "open" or not any(fact.topic is Topic.FINDING for fact in facts):
        return []
    told = {fact.code for fact in facts}
    sites = {knowledge().findings[code].site for code in told if code in knowledge().findings}
    found = []
    for clause in _MY_PLACE.finditer(hearing.writing.lower):
        if any(clause["place"] in fact.quote.lower() for fact in facts):
            continue  # "my hands and feet itch"
        named = words.trouble_at(clause["place"], chinese=False, english=True)
        if named and named.code not in told and knowledge().findings[named.code].site not in sites:
            where = hearing.writing.words(*clause.span("place"))
            found.append(Fact(topic=named.topic, code=named.code, quote=where, details=Details(site=where)))
    return found


_MY_PLACE = re.compile(
    r"(?:^|[,.;:!?] ?)(?:and |also |then |plus |it's |there's |first |one is |both )*(?:my|me|these|both) "
    r"(?P<place>[a-z]+(?: [a-z]+)?)"
    r"(?= ?(?:$|[,.;:!?]| and\b))"
)
_CHIEFLY = re.compile(r"(?:主要|尤其|最难受的?|最厉害的?)(?:就)?是")  # 浑身都是毛病，今天主要是腰
_BARE_PAIN = pattern(cues("lexicon")["bare_pain"])


def place_of_theirs(text: str) -> str | None:
    """The place of the body somebody speaks of as their own, or the one they correct it to: "my wrist went crunch"."""
    writing = read(text)
    chinese, english = scripts(writing.lower)
    found = lexicon().places_of_theirs(writing.lower, chinese=chinese, english=english)
    if not found:
        return None
    meant = found[-1] if is_correction(writing.lower) else found[0]
    return re.sub(r"['’]s$", "", writing.words(*meant))


def names_the_body(text: str) -> bool:
    """Whether a Chinese text names a place of the body, or something felt."""
    return any(anatomy().parts_zh(read(text).lower))


def treated(hearing: Hearing, words: Lexicon, facts: list[Fact]) -> list[Fact]:
    """ "I take advil for my back": trouble there, where a medicine is all that is told of it."""
    if hearing.asked == "medicines" or not facts or any(fact.topic is not Topic.MEDICINE for fact in facts):
        return []
    match = _TAKEN_FOR.search(hearing.writing.lower)
    if match is None or ScopeKind.NEGATED in hearing.under(*match.span("place")):
        return []
    named = words.trouble_at(match["place"], chinese=False, english=True)
    if named is None:
        return []
    where = hearing.writing.words(*match.span("place"))
    return [Fact(topic=named.topic, code=named.code, quote=where, details=Details(site=where))]


def by_form(hearing: Hearing, taken: Sequence[Medicine], facts: list[Fact]) -> list[Fact]:
    """ "Levothyroxine, and the drops from the chemist": what is told by its form alone, beside what has a name."""
    if hearing.asked != "medicines":
        return []
    quotes = [fact.quote.lower() for fact in facts if fact.topic is Topic.MEDICINE]
    found = []
    for form in _FORM.finditer(hearing.writing.lower):
        named = any(_is_form_of(hearing.writing.lower, form, one) for one in taken)
        if named or any(form[0] in quote for quote in quotes) or is_anothers(hearing, form.start()):
            continue
        if ScopeKind.NEGATED not in hearing.under(*form.span()):
            words = hearing.writing.words(*form.span())
            found.append(Fact(topic=Topic.MEDICINE, code=f"{UNKNOWN}{words}", quote=words))
    return found


def _is_form_of(lower: str, form: re.Match[str], one: Medicine) -> bool:
    """ "Ibuprofen gel", "a cream called fucidin"."""
    beside = one.start < form.end() and form.start() - one.end <= 1
    return beside or _CALLED.fullmatch(lower, form.end(), max(form.end(), one.start)) is not None


_FORM = Cue(cues("medicines")["form"])
_CALLED = re.compile(r",? (?:(?:it's|that's|which is|is) )?(?:called )|，?(?:名字)?叫")


def fetched(hearing: Hearing, taken: Sequence[Medicine], facts: list[Fact]) -> list[Fact]:
    """我来开高血压的药, "I need my metformin": a repeat prescription of what is named."""
    complains = any(fact.topic is Topic.FINDING for fact in facts)
    if any(fact.topic is Topic.REQUEST for fact in facts):
        return []
    for one in taken:
        match = _FETCHES.search(hearing.writing.lower[: one.start])
        wished = match and not (complains and match[0][0] in "开配拿取续")  # 开降压药以后头晕
        if (
            match
            and wished
            and one.state is State.CURRENT
            and ScopeKind.NEGATED not in hearing.under(match.start(), one.end)
        ):
            words = hearing.writing.words(match.start(), one.end)
            return [Fact(topic=Topic.REQUEST, code="repeat_prescription", quote=words)]
    return []


_FETCHES = re.compile(
    r"(?:^|[来想要再]|帮我|给我|麻烦|需要|能不能)(?:再|给我|帮我)*(?:开|配|拿|取|续)"
    r"(?:点儿?|些|上?[一两几]?[盒瓶支板]|[一两三半]个月的?)?$"
    r"|\b(?:need|want|would like|'d like|(?:came|come|here) for|get|can i have|collect|pick up|order)"
    r"(?: to get| to have| some| more| another| an?| new| repeat| refill| box| pack| of| supply)* my $"
)
_TAKEN_FOR = re.compile(
    r"\bfor (?P<place>(?:my|his|her) (?:bad |sore |poor |old )?"
    r"(?!heart|thyroid|kidney|liver|cholesterol|blood|nerves|mood|prostate|bladder|hormone|pressure|sugar)"
    r"\w+(?: \w+)?)(?=$|[,.;!?]| and\b| but\b| because\b)"
)
