"""Turns what was found in an utterance into facts: there or not, now or then, the patient's or the family's."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.held import (
    found_then,
    gone_after,
    had_then,
    is_asked,
    is_asked_in_chinese,
    is_feared,
    is_guessed,
    is_over,
    own_after_relative,
    passed_then,
    until_lately,
)
from models.embedded.understanding.history import Told, family_spoken_of
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.medicine_states import NOT_BORNE, State
from models.embedded.understanding.medicines import UNKNOWN, Medicine, is_group, medicines, one_more
from models.embedded.understanding.past_illness import (
    LONG_STANDING,
    READINGS,
    as_illness_beside,
    as_illnesses,
    with_those_unasked,
)
from models.embedded.understanding.whose import (
    is_anothers,
    is_back_to_patient,
    is_of_another_named,
    is_of_kin_behind,
    is_of_no_kin,
    is_of_patients_kin,
    is_own,
    is_told_of_oneself,
)
from models.embedded.understanding.writing import read
from models.facts import Answer, Details, Duration, Fact, Side, Status, Topic
from models.knowledge.load import knowledge

_CUES = cues("statements")

_UNSURE_WHETHER = re.compile(
    r"不知道|不知晓|不清楚|不确定|说不准|不晓得"
    r"|\bnot sure\b|\bdon't know\b|\bno idea\b|\bcan't tell\b|\bcan't remember\b"
)
_WHETHER_BEFORE = re.compile(
    r"(?:不知道|不知晓|不清楚|不确定|说不准|不晓得)(?!怎么回|为什么|为啥|为何|什么|啥|怎么|原因|哪|咋)[^，。！？,.]{0,3}(?:有没有|是不是|是否|有无|算不算|会不会|.?没)?[^，。！？,.]{0,2}$"
)
_AMOUNT = pattern(_CUES["amount"])
_OTHER_HABIT = {"smoking": re.compile("酒|drink|alcohol|wine|beer"), "drinking": re.compile("烟|smok|cig|fag")}
_STAGE = re.compile(
    r"[，,]?\s*(?P<stage>(?:stage|grade|type) (?:\d|i{1,3}v?)\w?|(?:第)?[1-5一二三四五][期级]|晚期|早期)"
)
_PLACE_QUESTION = re.compile(r"where|how much|what time|when do|opening|几点|哪(?:里|儿)|在哪|多少钱|怎么走|几楼")
# 你说我这是不是要做核磁, asked beside an answer: whether it is needed is the doctor's to say.
_WHETHER_NEEDED = re.compile(
    r"(?:是不是|用不用|需不需要|要不要|该不该)[^，。]{0,4}$"
    r"|\b(?:do|will|should|would) i (?:have to|need|need to)\b[^.;!?]{0,12}$"
)
_TOLD_OF = pattern(_CUES["told_of"])


def _is_known_pregnancy(hearing: Hearing, mention: Mention) -> bool:
    """ "When will I get pregnant?" names a pregnancy and states none."""
    if not re.search(r"怀|孕|pregnan", hearing.writing.lower[mention.start : mention.end]):
        return True
    person = hearing.passing.person
    return person is not None and person.pregnant is True


def fact_of(hearing: Hearing, mention: Mention) -> Fact | None:
    """The fact a mention states; None when it is supposed, somebody else's, or only the subject of a question.

    Its details are those its own words hold.
    """
    if is_feared(hearing, mention):
        return Fact(topic=Topic.FINDING, code="cancer_worry", quote=hearing.quote(mention.start, mention.end))
    if any(held(hearing, mention) for held in (is_guessed, is_asked, is_asked_in_chinese)):
        return None
    place = mention.what or (mention.start, mention.end)  # 腰没疼过: the denial stands inside
    under = hearing.under(*place) | hearing.under(mention.start, mention.end)
    if mention.topic is Topic.PREGNANCY and not _is_known_pregnancy(hearing, mention):
        return None
    if mention.topic is Topic.REQUEST:
        return _request(hearing, mention, under)
    if ScopeKind.HYPOTHETICAL in under and not _answers_itself(hearing, mention):
        return None
    topic, status = mention.topic, Status.PRESENT
    of_history = hearing.asked == "past_history" and mention.topic is Topic.FINDING
    asked_of_family = hearing.asked in ("family", "family_history") and bool(hearing.passing.mentioned)
    if (mention.topic is Topic.CONDITION or of_history or asked_of_family) and _is_of_family(hearing, mention):
        topic = Topic.FAMILY
    if topic is Topic.FINDING and not of_history and is_of_patients_kin(hearing, mention.start):
        return _of_patients_kin(hearing, mention, under)
    if topic is Topic.FAMILY and is_of_no_kin(hearing, mention.start):
        return None
    of_others = ScopeKind.OTHER_PERSON in under and not hearing.speaks_for_another
    if topic is mention.topic and of_others and not own_after_relative(hearing, mention.start):
        return None
    if _WHETHER_BEFORE.search(hearing.writing.lower[max(0, mention.start - 14) : place[0]]):
        status = Status.UNKNOWN
    elif ScopeKind.NEGATED in under and until_lately(hearing, *place):
        under -= {ScopeKind.PAST}
    elif topic is Topic.FAMILY and hearing.cue(*place, ScopeKind.NEGATED) in _NOT_OF_THEM:
        pass
    elif ScopeKind.NEGATED in under or _said_to_be_well(hearing, mention, place[1]) or _asked_back(hearing, mention):
        if _ASKED_WHETHER.match(hearing.writing.lower, mention.end):
            return None  # 补了牙就不疼了？
        status = Status.ABSENT
    elif ScopeKind.UNCERTAIN in under and _UNSURE_WHETHER.search(hearing.cue(*place, ScopeKind.UNCERTAIN)):
        status = Status.UNKNOWN
    over = (
        gone_after(hearing, place[1])
        or (ScopeKind.PAST in under and not _of_last_month(hearing, mention, place))
        or passed_then(hearing, mention)
        or (_is_mended(hearing, mention, place) and mention.code not in _HAPPENED)
    )
    since = hearing.asked == "past_history" and found_then(hearing, mention)
    past = topic is Topic.FINDING and status is Status.PRESENT and over and not since
    of_history = topic is Topic.CONDITION or (topic is Topic.FINDING and hearing.asked == "past_history")
    then = had_then(hearing, mention) if of_history and status is Status.PRESENT else None
    quote, stage = _with_stage(hearing, mention)
    if then:
        past, stage = True, hearing.writing.words(*then) or stage
    site = _site(hearing, mention) if status is Status.PRESENT and topic is not Topic.FAMILY else None
    said = Details(value=stage, site=site)
    return Fact(topic=topic, code=mention.code, status=status, past=past, quote=quote, details=said)


def _asked_back(hearing: Hearing, mention: Mention) -> bool:
    """你听我说话像不利索吗, said to whom asks for just that: it is not so."""
    if hearing.asked != f"finding:{mention.code}" or "像" not in hearing.writing.lower:
        return False
    return any(
        mention.start < told.end() and told.start() < mention.end for told in _LIKE_IT.finditer(hearing.writing.lower)
    )


_LIKE_IT = re.compile("我[^，。！？像]{0,6}像[^，。！？]{1,10}吗")


def _answers_itself(hearing: Hearing, mention: Mention) -> bool:
    """Whether an illness is only asked back, and told of: "diabetes? oh, about fifteen years"."""
    return hearing.asked == "past_history" and _ASKED_BACK.match(hearing.writing.lower, mention.end) is not None


def _of_patients_kin(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> Fact | None:
    """Of what the kin of a child have, what comes back each year is an illness; the rest is nothing to the child."""
    words = hearing.writing.words(mention.start, mention.end)
    lasting = LONG_STANDING.search(words.lower()) and ScopeKind.NEGATED not in under
    return Fact(topic=Topic.FAMILY, code=words, quote=words) if lasting else None


def _of_last_month(hearing: Hearing, mention: Mention, place: tuple[int, int]) -> bool:
    """Whether it comes each month, and the last is told of: "super heavy and came twice last month"."""
    return mention.code in _MONTHLY and _LAST_MONTH.match(hearing.cue(*place, ScopeKind.PAST)) is not None


def _is_mended(hearing: Hearing, mention: Mention, place: tuple[int, int]) -> bool:
    """Whether it is said to be over; 尿管不通了 and 红包，过一会儿就消了 are not, whose end is of their name."""
    cue, named = hearing.cue(*place, ScopeKind.RECOVERED), hearing.writing.lower[mention.start : mention.end]
    _, lacks, what = named.partition("不")
    return cue not in _ONLY_BETTER and cue not in named and not (what and cue.startswith(lacks + what))


def _site(hearing: Hearing, mention: Mention) -> str | None:
    """Where it is felt, in their words; 尿的时候 and "pass water" are when."""
    if mention.where is None or _AN_ACT.match(hearing.writing.lower, mention.where[0]):
        return None
    return _POSSESSIVE.sub("", hearing.writing.words(*mention.where))


_AN_ACT = re.compile(r"(?:解|拉|排)?(?:大便|小便|尿(?!道)|屎)|(?:pee|pass\w* water|urinat\w+)\b")


def with_details(fact: Fact, given: Details) -> Fact:
    """The fact with what is told of it beside its name; of a relative's illness that is told of the patient's own."""
    if fact.topic in (Topic.FAMILY, Topic.REQUEST):
        return fact
    if fact.topic is Topic.CONDITION and fact.past:
        given = Details(side=given.side)  # how long ago it was is told with its name
    elif fact.past and given.duration and given.duration.hours >= _A_CHILDHOOD:
        given = given.model_copy(update={"duration": None, "value": given.value or given.duration.words})
    return fact.model_copy(update={"details": given.updated(fact.details)})


_A_CHILDHOOD = 15 * 8766.0  # hours: "as a child" tells no number of years


def _said_to_be_well(hearing: Hearing, mention: Mention, end: int) -> bool:
    """ "My temperature is fine" denies a fever; "my diabetes is under control" denies no diabetes."""
    return mention.topic is not Topic.CONDITION and _NOT_SO.match(hearing.writing.lower, end) is not None


_POSSESSIVE = re.compile(r"['’]s$")
_MONTHLY = frozenset({"heavy_periods", "period_irregular", "period_pain", "missed_period"})
_LAST_MONTH = re.compile(r"last month|上个?月")
_NOT_OF_THEM = ("没的", "没了", "not me")  # 我哥是心梗没的, "my dad has gout, not me"
# 切到手，现在不流血了: what happened stays to be seen to, whatever of it has stopped.
_HAPPENED = frozenset({"cut_wound", "animal_bite", "burn", "fracture", "head_injury", "injury_fall", "sprain"})
# "": under no such word at all.
_ONLY_BETTER = ("", "好多了", "好转了", "好转")


def _request(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> Fact | None:
    lower = hearing.writing.lower
    start = max(lower.rfind(stop, 0, mention.start) for stop in "。！？.!?，,") + 1
    if (mention.code.endswith("_wish") or mention.code in _DONE_ONCE) and _is_done(hearing, mention, start):
        return None
    if hearing.asked not in (None, "open", "new", "wish") and _WHETHER_NEEDED.search(lower, start, mention.start):
        return None
    asked_where = _PLACE_QUESTION.search(lower, start, min(len(lower), mention.end + 12))
    only_where = asked_where is not None and mention.code not in SEEN_TO_THERE
    done_to_another = mention.code in _DONE_TO_ONE and is_anothers(hearing, mention.start)
    if (
        ScopeKind.NEGATED in under
        or only_where
        or done_to_another
        or _TOLD_OF.match(lower[mention.end : mention.end + 24])
    ):
        return None
    return Fact(topic=mention.topic, code=mention.code, quote=hearing.writing.words(mention.start, mention.end))


def _is_done(hearing: Hearing, mention: Mention, clause: int) -> bool:
    """Whether it was had before: since the flu jab, 打完疫苗以后, 做了胃镜, 体检查出来有结节."""
    lower = hearing.writing.lower
    if _DONE.search(lower, max(clause, mention.start - 24), mention.end) or _DONE_INSIDE.search(
        lower, mention.start, mention.end
    ):
        return True
    if _WISHED.search(lower, clause, mention.start):
        return False
    before = _DONE_BEFORE.search(lower, clause, mention.start) or _REPORTED.search(lower, 0, mention.start)
    return before is not None or _DONE_AFTER.match(lower, mention.end) is not None


def _with_stage(hearing: Hearing, mention: Mention) -> tuple[str, str | None]:
    """The quote, and the stage of an illness that stands right behind it."""
    if mention.topic is Topic.CONDITION:
        stage = _STAGE.match(hearing.writing.lower, mention.end)
        if stage:
            return hearing.quote(mention.start, stage.end()), hearing.writing.words(*stage.span("stage"))
    start, end = mention.start, mention.end
    if mention.where and mention.where[1] < start and end - start <= _TOO_SHORT:
        start = mention.where[0]  # 嘴里长溃疡，吃饭都疼: the sensation alone says nothing to who reads it
    return hearing.quote(start, end), None


# 换药在哪里 is asked by who comes for it: the way there is the department.
SEEN_TO_THERE = frozenset({"dressing_change", "injection_due"})
_TOO_SHORT = 2  # characters
_DONE = re.compile(
    r"(?:打|做|查|拍|照|抽)(?:完|过)"
    r"|\b(?:since|after|following)(?: i| he| she)?(?: had| got)?(?: my| the| his| her| a)?(?: \w+){0,2}$"
)
# Beside what is wished by its code.
_DONE_ONCE = frozenset(
    {
        "vaccination",
        "check_up",
        "injection_due",
        "infection_screen",
        "antenatal_check",
        "child_check",
        "cervix_check",
        "abortion_care",
    }
)
_DONE_TO_ONE = frozenset({"vasectomy", "circumcision"})
_DONE_INSIDE = pattern(_CUES["done_inside"])
_DONE_BEFORE = pattern(_CUES["done_before"])
_DONE_AFTER = pattern(_CUES["done_after"])
_REPORTED = pattern(_CUES["reported"])
_WISHED = pattern(_CUES["wished"])
# What a relative had, not what the one who is brought has.
_NOT_SO = pattern(_CUES["not_so_after"])
_ASKED_WHETHER = re.compile(r"了?(?:吗|么|嘛)?[？?]")
_STOP = re.compile(r"[.!?;\n。！？；]")
_HAD_ONCE = pattern(_CUES["had_once"])
_ASKED_BACK = pattern(_CUES["asked_back"])
_FOUND_LATER = re.compile(r"(?:后来|最后|结果|当时|一查)[^，。]{0,6}$|(?:查出来?|确诊|诊断)(?:说|是|为|出|得)*$")


def _is_of_family(hearing: Hearing, mention: Mention) -> bool:
    lower = hearing.writing.lower
    if is_told_of_oneself(hearing, mention.start):
        return False
    if hearing.asked in ("family", "family_history") or is_of_kin_behind(hearing, mention.start, mention.end):
        return True
    clause = max(lower.rfind(stop, 0, mention.start) for stop in "，。；,.;") + 1
    if _HAD_ONCE.search(lower, clause, mention.start):
        return True
    if hearing.speaks_for_another:
        return is_of_another_named(hearing, mention.start)
    spoken = family_spoken_of(lower)
    if spoken and spoken.start() <= mention.start:
        told_apart = _STOP.search(lower, spoken.end(), mention.start)
        own = told_apart and is_own(hearing, mention.start)  # "Grandad had it. I have asthma"
        return not (own or is_back_to_patient(hearing, mention.start, spoken.start()))
    if ScopeKind.OTHER_PERSON in hearing.under(mention.start, mention.end):
        return True
    if _FOUND_LATER.match(lower, clause, mention.start) and is_anothers(hearing, mention.start):
        return True  # 我姐也这样，后来查出来是甲亢
    named = any(clause <= who[0] < mention.start for who in hearing.passing.mentioned)
    return named and not is_own(hearing, mention.start)  # 我跟我爸一样有高血压


def history_fact(hearing: Hearing, one: Told) -> Fact | None:
    under = hearing.under(one.start, one.end) if one.code != "none" else set()
    of_another = ScopeKind.OTHER_PERSON in under and not hearing.speaks_for_another
    if ScopeKind.HYPOTHETICAL in under or of_another or (one.code != "none" and is_anothers(hearing, one.start)):
        return None
    if one.topic is Topic.ALLERGY and hearing.speaks_for_another and is_of_another_named(hearing, one.start):
        return None  # 爸爸头晕，我妈对磺胺过敏
    code, status, said = one.code, one.status, Details()
    if one.about:
        code = _substance(hearing, one.about) if one.topic is Topic.ALLERGY else hearing.writing.words(*one.about)
        if ScopeKind.NEGATED in hearing.under(*one.about):
            status = Status.ABSENT
    if one.topic is Topic.HABIT and status is Status.PRESENT:
        lower = hearing.writing.lower
        other = _OTHER_HABIT[one.code].search(lower, one.end)
        amounts = _AMOUNT.finditer(lower, max(0, one.start - 12), other.start() if other else len(lower))
        told = [hearing.writing.words(*amount.span()) for amount in amounts]
        gap = "，" if hearing.chinese else ", "
        said = Details(frequency=gap.join(told)) if told else said
    words = hearing.writing.words(one.start, one.end)
    return Fact(topic=one.topic, code=code, status=status, past=one.past, quote=words, details=said)


def _substance(hearing: Hearing, about: tuple[int, int]) -> str:
    """The standard name of what somebody is allergic to where it is a known medicine, else their words."""
    words = hearing.writing.words(*about)
    inside = medicines(read(words), chinese=hearing.chinese, english=hearing.english)
    return inside[0].code if inside and not inside[0].code.startswith(UNKNOWN) else words


def medicine_fact(hearing: Hearing, one: Medicine, how: Details) -> Fact | None:
    """What is told of a medicine, with how it is taken."""
    under = hearing.under(one.start, one.end)
    own = is_own(hearing, one.start)  # "I took my husband's codeine", though he is named
    of_another = ScopeKind.OTHER_PERSON in under and not own and not hearing.speaks_for_another
    supposed = ScopeKind.HYPOTHETICAL in under and not _ADVISED_AGAINST.fullmatch(
        hearing.cue(one.start, one.end, ScopeKind.HYPOTHETICAL)
    )
    if one.state is State.BORNE or supposed or of_another or is_anothers(hearing, one.start):
        return None
    if one.reaction:
        return Fact(topic=Topic.ALLERGY, code=one.code, quote=hearing.writing.words(*one.reaction))
    start, end = (min(one.start, one.dose[0]), max(one.end, one.dose[1])) if one.dose else (one.start, one.end)
    lead = one_more(hearing.writing.lower, one.start) if is_group(one.code) else one.start
    return Fact(
        topic=Topic.MEDICINE,
        code=one.code if lead == one.start else UNKNOWN + hearing.writing.words(lead, one.end),
        status=Status.ABSENT if ScopeKind.NEGATED in under else _STATUSES[one.state],
        past=(ScopeKind.PAST in under and not _is_still_had(hearing, one)) or one.state is State.PAST,
        quote=hearing.quote(min(lead, start), end),
        details=how,
    )


def _is_still_had(hearing: Hearing, one: Medicine) -> bool:
    """ "Asthma as a kid, still got a puffer": what was long ago is the illness."""
    return _STILL_HAD.search(hearing.writing.lower, max(0, one.start - 24), one.start) is not None


_STILL_HAD = re.compile(r"\bstill (?:\w+ ){1,3}$|(?:还|仍)(?:在|有|用|吃|喷|备)[^，。]{0,6}$")
_ADVISED_AGAINST = re.compile(r"avoid|避免")

# UNKNOWN: asked about, and whether it will be taken is open.
_STATUSES = {
    State.CURRENT: Status.PRESENT,
    State.PAST: Status.PRESENT,
    State.NOT_TAKEN: Status.ABSENT,
    State.NOT_BORNE: Status.PRESENT,
    State.ASKED: Status.UNKNOWN,
}


def pregnancy_facts(hearing: Hearing) -> list[Fact]:
    passing, writing = hearing.passing, hearing.writing
    found = []
    if passing.pregnancy and passing.person and passing.person.pregnant is not None:
        words = writing.words(*passing.pregnancy)
        hours = passing.pregnancy_hours
        which = _WHICH_CHILD.search(writing.lower)
        said = Details(
            duration=Duration(hours=hours, words=words) if hours else None,
            value=writing.words(*which.span()) if which else None,
        )
        status = Status.PRESENT if passing.person.pregnant else Status.ABSENT
        found.append(Fact(topic=Topic.PREGNANCY, code="pregnancy_known", status=status, quote=words, details=said))
    for code, span in (("postpartum", passing.postpartum), ("breastfeeding", passing.breastfeeding)):
        if span and not {ScopeKind.NEGATED, ScopeKind.HYPOTHETICAL} & hearing.under(*span):
            found.append(Fact(topic=Topic.PREGNANCY, code=code, quote=writing.words(*span)))
    return found


_WHICH_CHILD = re.compile(r"(?:第[一二三四]|[头二三四])胎|\b(?:first|second|third|fourth) (?:baby|pregnancy|child)\b")


def merged(facts: list[tuple[Fact, int]], hearing: Hearing) -> list[Fact]:
    """One fact of each name, out of facts with their places: details laid together, a correction kept."""
    kept: dict[tuple[Topic, str], tuple[Fact, int]] = {}
    for fact, place in facts:
        earlier, before = kept.get(fact.name, (None, 0))
        if earlier is None:
            kept[fact.name] = fact, place
        elif earlier.status is fact.status:
            quote = max(earlier.quote, fact.quote, key=len)
            update = {
                "quote": quote,
                "past": earlier.past and (fact.past or is_over(hearing, earlier, before)),
                "details": fact.details.updated(earlier.details),
            }
            kept[fact.name] = earlier.model_copy(update=update), place
        elif hearing.taken_back_between(before, place) or earlier.status is not Status.PRESENT:
            over = fact.past or is_over(hearing, earlier, before)
            kept[fact.name] = fact.model_copy(update={"past": over}), place
    return [fact for fact, _ in kept.values()]


def as_asked(facts: list[Fact], hearing: Hearing, answer: Answer | None) -> list[Fact]:
    """Asked for past illness or for allergies, what is named is that: 小时候得过湿疹, 打青霉素不行.

    And asked what a pain is like, "aching" is no new complaint.
    """
    asked = hearing.asked
    if asked in _WEAKNESSES:
        weak = [_as_weakness(fact, asked.removeprefix("finding:")) for fact in facts]
        return [*weak, *_weak_on_both(hearing, weak)]
    if asked == "character":
        whole = hearing.writing.original.strip(" .,!。，！")
        return [fact for fact in facts if fact.quote != whole]
    if asked == "past_history":
        return as_illnesses(facts, hearing)
    facts = with_those_unasked(facts, hearing)
    if asked not in (None, "open", "new"):
        facts = as_illness_beside(facts, hearing)
    if asked == "pregnancy":
        wished = _CONTRACEPTION_WISHED.search(hearing.writing.lower)
        aside = _OF_THE_MONTH if wished else _OF_THE_MONTH | _CONTRACEPTION
        return [fact for fact in facts if fact.code not in aside]
    if asked == "allergies":
        denied = answer is Answer.NO and not _NO_OTHER.search(hearing.writing.lower)
        named = not denied and _names_what_is_not_borne(facts, hearing)
        allergy = {"topic": Topic.ALLERGY, "past": False}  # however long ago it was found out
        return [
            fact.model_copy(update=allergy) if _is_taken(fact) and (named or _upsets(fact, hearing)) else fact
            for fact in facts
        ]
    return facts


def _upsets(fact: Fact, hearing: Hearing) -> bool:
    """Whether it is told of the medicine what it does: 不过敏，就是吃头孢拉肚子."""
    lower = hearing.writing.lower
    return _UPSETS.match(lower, lower.find(fact.quote.lower()) + len(fact.quote)) is not None


_UPSETS = re.compile(
    r"(?:就|会|老|都|总|也|容易|了)*(?:拉肚子|拉稀|吐|恶心|反胃|胃[疼痛难不]|起疹|起包|[发身]?痒|[脸嘴眼]?肿|头晕|心慌|便秘|犯困)"
    r"| (?:always |really |just )?(?:makes?|gives?|upsets?|brings?|bungs?)\b"
)
# Behind a name: "penicillin, nothing else", 青霉素，别的没有.
_NO_OTHER = re.compile(
    r"^(?!\W*(?:no|none|not|没|无)).+"
    r"(?:\b(?:nothing|none|no|not any\w*) (?:else|others?)\b|(?:别的|其他|其它|另外)[^，。]{0,4}[没不])"
)


def _names_what_is_not_borne(facts: list[Fact], hearing: Hearing) -> bool:
    """Not where it is only said what is taken: 血脂高，吃他汀, "warfarin for my heart"."""
    if any(fact.topic is Topic.ALLERGY for fact in facts):
        return False
    lower = hearing.writing.lower
    ill = (fact for fact in facts if fact.topic is Topic.FINDING and fact.code not in READINGS)
    suffers = any(fact.status is Status.PRESENT for fact in ill)
    return suffers or not _TAKES.search(lower) or NOT_BORNE.search(lower) is not None


_TAKES = re.compile(
    r"(?<![不能敢])(?:在|天天|每天|一直|平时|现在|就)*(?:吃|服|用|打)着?(?!了|完|过|上|就|会|不)[^，。]{0,2}[\u4e00-\u9fff]{2}"
    r"|\b(?:i'?m|i am|s?he'?s|s?he is|been) on\b|\b(?:i|s?he|we) takes?\b|\btaking\b|\bfor (?:my|his|her|the)\b"
)


# 我上环了, "I've got the coil", asked for a pregnancy.
_CONTRACEPTION = frozenset({"iud", "contraception", "vasectomy"})
_CONTRACEPTION_WISHED = pattern(_CUES["contraception_wished"])
# 刚来完例假, 早绝经了: why they cannot be pregnant, and no complaint.
_OF_THE_MONTH = frozenset({"period_irregular", "period_concern", "menopause", "hot_flush", "missed_period"})


def without_reactions(facts: list[Fact], asked: str | None) -> list[Fact]:
    """Asked for allergies, what one did is not there today, and what it is called is no medicine: 磺胺过敏，起皮疹."""
    allergens = {fact.code for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT}
    if asked != "allergies" or not allergens:
        return facts
    return [
        fact
        for fact in facts
        if fact.topic is not Topic.FINDING and not (fact.topic is Topic.MEDICINE and fact.code in allergens)
    ]


def held_by_pain(facts: list[Fact]) -> list[Fact]:
    """ "Can't lift my left arm, shoulder's agony": what hurts too much to be lifted is not weak."""
    if not any(fact.code in _HOLD_AN_ARM and fact.status is Status.PRESENT for fact in facts):
        return facts
    return [fact for fact in facts if not (fact.code == "weak_one_side" and _LIFTS.search(fact.quote.lower()))]


_HOLD_AN_ARM = frozenset({"shoulder_pain", "arm_pain", "elbow_pain", "neck_pain"})
_LIFTS = re.compile(r"\b(?:lift|raise|reach|move)\b[^,.;]*\barm|(?:胳膊|手臂|手)[^，。]{0,3}抬不")


def sleep_last(facts: list[Fact], lower: str) -> list[Fact]:
    """昨晚一晚没睡，就是牙疼: what kept somebody from a night's sleep is the trouble, ahead of the sleep."""
    troubles = [fact for fact in facts if fact.topic is Topic.FINDING and fact.status is Status.PRESENT]
    if not troubles or troubles[0].code != "poor_sleep" or not any(map(_is_bodily, troubles)):
        return facts
    if not _A_NIGHT.search(lower) or _MANY_NIGHTS.search(lower):
        return facts
    return sorted(facts, key=lambda fact: fact.code == "poor_sleep")


def rash_before_itch(facts: list[Fact], lower: str) -> list[Fact]:
    """ "An itchy rash": what is seen is the trouble, ahead of what it feels like."""
    if not {"rash", "itchy_skin"} <= {fact.code for fact in facts} or not _ITCHY_RASH.search(lower):
        return facts
    return sorted(facts, key=lambda fact: fact.code == "itchy_skin")


_ITCHY_RASH = re.compile(
    r"\bitchy (?:\w+ ){0,2}(?:rash|spots|bumps|lumps|patches|blotches)|痒的?[^，。]{0,2}(?:疹|红点|疙瘩|包)"
)


def without_endoscopy_had(facts: list[Fact], lower: str) -> list[Fact]:
    """A gastroscopy that was done is wished for no more; what it showed is to be explained, if it was lately."""
    if not _ENDOSCOPY_DONE.search(lower):
        return facts
    named = next((fact for fact in facts if fact.code in ("endoscopy_report", "endoscopy_wish")), None)
    kept = [fact for fact in facts if fact.code != "endoscopy_wish"]
    if named is None or not _RESULT_TOLD_OF.search(lower):
        return kept
    shown = named.model_copy(update={"code": "endoscopy_report"})
    return [shown, *(fact for fact in kept if fact.code not in ("endoscopy_report", "read_report"))]


_ENDOSCOPY_DONE, _RESULT_TOLD_OF = Cue(_CUES["endoscopy_done"]), Cue(_CUES["result_told_of"])
_A_NIGHT, _MANY_NIGHTS = Cue(_CUES["a_night"]), Cue(_CUES["many_nights"])


def _is_bodily(fact: Fact) -> bool:
    known = knowledge().findings.get(fact.code)
    return known is not None and known.site not in (None, "mind")


_WEAKNESSES = ("finding:weak_one_side", "finding:limb_weakness")
_WEAK = re.compile(r"\bweak|没劲|没力|无力|没有(?:劲|力)")


def _weak_on_both(hearing: Hearing, facts: list[Fact]) -> list[Fact]:
    """ "Not one side, it's both feet", asked whether one side is weak."""
    both = _BOTH_LIMBS.search(hearing.writing.lower) if hearing.asked == "finding:weak_one_side" else None
    if both is None or any(fact.code == "limb_weakness" for fact in facts):
        return []
    return [Fact(topic=Topic.FINDING, code="limb_weakness", quote=hearing.writing.words(*both.span()))]


_BOTH_LIMBS = re.compile(
    r"\b(?:it'?s|it is|they'?re|more|but) (?:in |more |all |really )*both (?:of )?(?:my |the |his |her )?"
    r"(?:legs|feet|arms|hands)\b"
    r"(?! (?:are|feel|is) (?:fine|ok|okay|strong|the same|normal))"
    r"|\bboth (?:of )?(?:my |his |her )?(?:legs|feet|arms|hands) (?:are |feel |have gone |went |go )(?:\w+ )?weak"
    r"|(?<!不)是?(?:两|双)(?:条|只|边|个)?(?:的)?(?:腿|脚|手|胳膊)(?:都|全)?(?:没劲|没力|无力|发?软|使不上)"
)


def _as_weakness(fact: Fact, asked: str) -> Fact:
    """Asked whether a side or a limb is weak, "no weakness" does not deny being tired."""
    one_sided = fact.code == "limb_weakness" and fact.details.side in (Side.LEFT, Side.RIGHT)
    denied = fact.code == "fatigue" and fact.status is Status.ABSENT and _WEAK.search(fact.quote.lower())
    if one_sided:
        return fact.model_copy(update={"code": "weak_one_side"})
    return fact.model_copy(update={"code": asked}) if denied else fact


def _is_taken(fact: Fact) -> bool:
    return fact.topic is Topic.MEDICINE and fact.status is Status.PRESENT
