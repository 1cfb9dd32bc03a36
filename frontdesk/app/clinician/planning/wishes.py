"""A question with several wishes in it, taken apart: the clauses that ask, each with what is told around it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from frontdesk.app.clinician.planning.comparing import compares_visits
from frontdesk.app.clinician.planning.cues import chances, cued
from frontdesk.app.clinician.planning.slots import FORMULAS, MOVED
from frontdesk.app.clinician.tasks.target import ASKED as OF_TARGET
from frontdesk.app.clinician.topics import TopicKind, topics
from frontdesk.models.facts import Value
from frontdesk.models.intents import Intent

CLAUSE = re.compile(r"[，。；;？?！!]+|,(?=\s)|\.(?=\s|$)|\s[-–—]\s")
SENTENCE = re.compile(r"(?<=[？?])\s*")
JOINT = re.compile(r"\s+(?=and\b|also\b|plus\b)|(?<=\S)(?=以及|还有|另外|顺便|并且|和|，)", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]+”|\"[^\"]+\"|「[^」]+」|『[^』]+』")
HIDDEN = "\ue000"  # in place of words in quotes
SHORTEST = 2  # characters of a clause
TWO = 2  # medicines: one that is ended for the other
SURE = 0.5  # chance of its intent from which half of a clause is a wish by itself
WEAK = 0.3  # below it a clause beside a surer one only tells something
MOST = 4  # wishes of a question; more are asked as one
OF_VALUES = frozenset({Intent.VALUES, Intent.TREND, Intent.COMPARE, Intent.STATISTICS, Intent.DONE, Intent.PRESENCE})
ASKS_OF_IT = frozenset({Intent.WHY, Intent.DONE, Intent.MEDICINE_CHANGES, Intent.PRESENCE, Intent.ADJUST})
BY_ITSELF = frozenset({Intent.RANGE, Intent.PLOT, Intent.STATISTICS, Intent.TREND, Intent.EXPLAIN, Intent.CONVERT})
SURELY = 0.95
# A last clause that asks leave for what the clauses before it tell of: "..., 行吗", "... ok with the sertraline?".
ASKS_LEAVE = re.compile(
    r"[，,。；;？?\s](?:这样|直接|那|就|现在|还|也)*[吃用服打加开给]?(?:行(?:吗|不行|么)|可(?:以(?:吗|么)|不可以)|能行吗|合适(?:吗|不)|有(?:没有)?问题(?:吗)?|安全(?:吗|不)|没问题吧|ok(?:吗|不))[？?。]*$"
    r"|[.,;?!]\s+(?:is (?:it|that) |would (?:it|that) be |any )?(?:ok(?:ay)?|safe|fine"
    r"|all ?right|problems?|issues?|objections?|concerns?|interactions?)\b[^.?]*\?*$",
    re.IGNORECASE,
)
GIVE = r"(?:giv(?:e|ing)|start(?:ing)?|add(?:ing)?|prescrib(?:e|ing)|try(?:ing)?|us(?:e|ing)|put(?:ting)?|let(?:ting)?)"
# Somebody thinks of giving something that is not taken yet: what speaks against it is asked, in whatever words.
MEANS_TO_GIVE = re.compile(
    r"\b(?:thinking (?:of|about)|considering|tempted (?:by|to)|toying with|leaning towards?)\b"
    r"(?! (?:stop|reduc|rais|increas|lower|halv|doubl|taper|wean|withdr|discontinu|cutt?ing|dropp|hold|send|refer"
    r"|repeat|scan))"
    rf"|\b(?:can|could|may|might|shall) (?:i|we|he|she|they|the patient)\b.{{0,16}}"
    rf"\b(?:{GIVE}|have|take|get|go on|be (?:given|put))\b"
    rf"|\b(?:planning|plan|going|want|like|hoping|minded|inclined) to {GIVE}\b"
    rf"|\b(?:what|how) (?:if|about)\b.{{0,12}}\b(?:{GIVE}|started|gave|added|put|used|tried)\b"
    rf"|\bif (?:i|we)\b.{{0,8}}\b(?:{GIVE}|started|gave|added|put|used|tried)\b|\bshould (?:i|we) {GIVE}\b"
    rf"|\bwould (?:it|that) be .{{0,12}}to {GIVE}\b"
    r"|\bi(?:'d| would)? (?:like|want) (?:him|her|them) on\b"
    r"|(?:想|打算|准备|考虑|计划|琢磨)(?:着)?(?:给|再|先|要)?(?:他|她|孩子|病人|患者|宝宝)?(?:再|先|临时)?(?:[加用开上打换试]|吃点|服用)"
    r"(?!什么|哪|多少|几|多久|多长)|(?:再|给[他她]|临时)?加[个点用片粒上][^，。？?]{1,14}(?:行|可以|成|好|合适|要紧|冲突|问题)",
    re.IGNORECASE,
)
# Whether something goes with what is taken.
GOES_WITH = re.compile(
    r"\b(?:troubles?|problems?|issues?|clash\w*|conflicts?|concerns?|worr\w+|snags?|objections?|harm|fine|safe"
    r"|ok(?:ay)?|all ?right|go(?:es)?)\b.{0,20}\bwith\b.{0,8}\b(?:"
    r"(?:what|whatever|everything|anything) (?:else )?(?:s?he|they|the patient)\b.{0,16}\b(?:on|tak\w+|us\w+|gets?)\b"
    r"|(?:her|his|their|the|current|usual|other)(?: \w+)? (?:medicines?|meds|medications?|tablets|drugs|pills|list))\b"
    r"|[跟和与](?:他|她|现在|目前|手上|正在)[^，。？?]{0,8}[吃用服]的?[^，。？?]{0,6}(?:冲突|打架|相互|影响|问题|行|犯)",
    re.IGNORECASE,
)
LOOKS_BACK = re.compile(
    r"^\W*(?:why|when|who|how long|since when|did|was|were|has|had)\b"
    r"|为什么|为何|什么时候|何时|谁|是不是(?:因为|想)|(?:患者|病人|当时|上次|那次|自己)想",
    re.IGNORECASE,
)
ENDS = re.compile(r"\b(?:stop\w*|came off|reduc\w+|wean\w*|taper\w*)\b|停[了用掉]?|减[量到]", re.IGNORECASE)
HOW_MUCH = re.compile(
    r"\bhow (?:much|many|often|long|do|should)\b|\bwhat dose\b|多少|几[片次粒毫]|多大量|怎么[吃用服]", re.IGNORECASE
)
IS_ON = re.compile(
    r"\b(?:is|are|was) (?:he|she|they|the (?:patient|child|boy|girl)|it) (?:\w+ly |still |now )*"
    r"(?:on|taking|having|getting|using|given)\b"
    r"|(?:在|有没有|是不是在|现在)[吃用服打]",
    re.IGNORECASE,
)
TURNS = re.compile(  # asks on of the values named before
    r"\bpeak\w*\b|\bnadir\b|\btop(?:ped)? out\b|\b(?:highest|lowest)\b"
    r"|\bwhere (?:is|are|was|were|did) (?:it|that|they)\b"
    r"|最[高低多少](?:到|时|是|的|多|冲|降|升|几)|(?:顶|峰)[点值]?|(?:现在|如今|目前)(?:是)?(?:多少|几|到哪)|头一?次|最初|最开始",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"\b(?:what|when|which|why|who|how|show|list|give me|latest|last)\b|什么|哪|几|多少|怎么|为何|最近|上次|列|看看",
    re.IGNORECASE,
)
STANDS = re.compile(
    r"^\W*(?:is it |was it |has it been )?(?:ever )?"
    r"(?:done|overdue|due|late|re-?checked|repeated|redone)\b[\w ]{0,16}\?*$"
    r"|^(?:(?:后来|之后|再)?(?:做了吗|[复再]?查[过了]?(?:吗|没有?))|过期了吗|到期了吗)",
    re.IGNORECASE,
)
LIES_BEHIND = re.compile(  # what went on around it: new medicines, food, illness
    r"[吃用服打换停加]过?了?(?:什么|别的|其他|新)|有(?:没有|什么)?(?:什么)?(?:变化|事|情况|诱因)"
    r"|\b(?:anything|something|any) (?:new|else|recent\w*|change\w*)\b"
    r"|\bwhat (?:changed|had changed|was new|happened)\b",
    re.IGNORECASE,
)
EACH = re.compile(
    r"^\W*(?:and |please )?(?:all|every one|each)(?: of (?:them|these|those))?(?: please)?\W*$"
    r"|^全部?都?(?:列|要|看)|^都[列要]",
    re.IGNORECASE,
)
IS_OVER = re.compile(  # a course
    r"^\W*(?:and )?(?:is|are|has|have|should) (?:it|that|this|they)(?: be| been| have)?"
    r" (?:up|over|finished|expired|ended|completed|run out)\b"
    r"|^[^，。？]{0,8}(?:满|到期|结束|停药|吃完|用完)了?[吧吗没]",
    re.IGNORECASE,
)
SINCE_IT = re.compile(r"(?:之后|以后|以来)$|^\W*(?:since|after|following) \w", re.IGNORECASE)  # dates the next
LATER = re.compile(r"^\W*(?:再?后来|此后|之后|(?:and )?(?:since then|later|afterwards)\b)", re.IGNORECASE)
ANY_OTHER = re.compile(
    r"\b(?:anything|something|any(?: of (?:those|these|them))?|others?|else|at all|either|both|like|such as)\b"
    r"|之类的?|什么的|或者?|还是",
    re.IGNORECASE,
)
ALIKE = frozenset(
    {Intent.DONE, Intent.PRESENCE, Intent.MEDICINES_NOW, Intent.MEDICINE_CHANGES, Intent.WHY, Intent.SIGNED}
)
NEVER_COMPARED = frozenset(
    {Intent.WHY, Intent.SEARCH, Intent.SUMMARY, Intent.PLOT, Intent.TRANSLATE, Intent.INTERACTIONS, Intent.POLICY}
)
BY_CLAUSES = frozenset({"psa_under_treatment", "corrected_calcium"})  # a value, and what it is corrected for
COMPARED = frozenset({Intent.VALUES, Intent.TREND, Intent.COMPARE, Intent.SYMPTOMS})
NO_WISH = frozenset({Intent.CONTEXT, Intent.OTHER})


class Wish(Value):
    """`around`: what is told beside it and asks nothing. `intents`: each with its chance, the likeliest first."""

    text: str
    around: str
    intents: tuple[tuple[Intent, float], ...]

    @property
    def whole(self) -> str:
        return f"{self.text} {self.around}".strip()

    @property
    def intent(self) -> Intent:
        return self.intents[0][0]

    @property
    def chance(self) -> float:
        return self.intents[0][1]


def wishes(question: str) -> tuple[Wish, ...]:
    """In the order they are asked; the whole question as one where no clause asks by itself."""
    if _leave_is_asked(question):
        return (_sure(question, Intent.INTERACTIONS),)
    if _compares_visits(question):
        return (_sure(question, Intent.COMPARE),)
    if _is_one_formula(question):
        return (_sure(question, Intent.CALCULATE),)
    sentences = [one for one in SENTENCE.split(question) if len(one.strip()) >= SHORTEST]
    if len(sentences) > 1 and any(_leave_is_asked(one) or _means_to_give(one) for one in sentences):
        return tuple(wish for one in sentences for wish in wishes(one))[:MOST]
    if _means_to_give(question):
        return (_sure(question, Intent.INTERACTIONS),)
    parts = _without_told(_led(_joined([_wish(half) for clause in _clauses(question) for half in _halves(clause)])))
    if _asks_leave(parts):
        return (Wish(text=question, around="", intents=((Intent.INTERACTIONS, SURELY),)),)
    asking = [one for one in parts if one.intent not in NO_WISH and one.chance >= WEAK]
    if any(one.intent is Intent.SUMMARY for one in asking):  # "..., and why they came": the summary tells that
        asking = [one for one in asking if one.intent is Intent.SUMMARY or names_something(one.text)]
    if not 0 < len(asking) <= MOST:
        return (_wish(question),)
    around = " ".join(one.text for one in parts if one not in asking and one.intent is not Intent.OTHER)
    found: list[Wish] = []
    for one in asking:
        if found and _kind(found[-1].intent) == _kind(one.intent):
            found[-1] = _both(found[-1], one)
        else:
            found.append(one.model_copy(update={"around": around}))
    return tuple(found)


def _is_one_formula(question: str) -> bool:
    """Whether only the clauses together name a formula: "Corrected for finasteride, what does the PSA come to?"."""
    clauses = list(_clauses(question))
    named = {name for name, words in FORMULAS if words.search(question)}
    return bool(named & BY_CLAUSES) and not any(words.search(one) for _, words in FORMULAS for one in clauses)


def _compares_visits(question: str) -> bool:
    """Whether all that it asks is how visits differ: what its clauses name is told of each of them."""
    sentences = [one for one in SENTENCE.split(question) if len(one.strip()) >= SHORTEST]
    if not compares_visits(question) or not all(compares_visits(one) or _only_compares_more(one) for one in sentences):
        return False
    cue = cued(question)
    return cue is None or cue.intent not in NEVER_COMPARED


def _only_compares_more(sentence: str) -> bool:
    """Whether a sentence beside one that compares visits only names more that is to be compared: 血压又怎么样."""
    cue = cued(sentence)
    return names_something(sentence) and (cue is None or cue.weak or cue.intent in COMPARED)


def _leave_is_asked(text: str) -> bool:
    return ASKS_LEAVE.search(text) is not None and _names_medicine(text)


def thinks_of_giving(text: str) -> bool:
    """Whether a medicine is thought of, or something held against what is taken; what was done is asked otherwise."""
    if LOOKS_BACK.search(text):
        return False
    return bool(GOES_WITH.search(text) or (MEANS_TO_GIVE.search(text) and _names_medicine(text)))


def _means_to_give(text: str) -> bool:
    """Whether only that is asked: not how much of it, nor whether the one medicine named may be ended."""
    kinds = [one.kind for one in topics(text)]
    ends = ENDS.search(text) and kinds.count(TopicKind.MEDICINE) < TWO
    how_much = HOW_MUCH.search(text) and TopicKind.TEST not in kinds  # "..., and her eGFR, how much is it?"
    return thinks_of_giving(text) and not how_much and not ends


def _names_medicine(text: str) -> bool:
    return any(one.kind is TopicKind.MEDICINE for one in topics(text))


def _asks_leave(parts: Sequence[Wish]) -> bool:
    """Whether one clause asks if something may be taken, and the others with medicines only tell of them.

    All medicines are then checked with each other: "the dentist gave tramadol - ok with his SSRI?".
    """
    if not any(one.intent is Intent.INTERACTIONS and one.chance >= SURE for one in parts) or len(parts) < 2:
        return False
    others = [one for one in parts if one.intent is not Intent.INTERACTIONS]
    with_medicine = [one for one in others if any(t.kind is TopicKind.MEDICINE for t in topics(one.text))]
    if not with_medicine and others:
        return False
    return all(one.intent in NO_WISH or _only_tells(one.text) for one in others)


def _only_tells(text: str) -> bool:
    """Whether a clause asks for nothing in its own words."""
    cue = cued(text)
    return (cue is None or cue.weak) and not ASKS.search(text)


def _kind(intent: Intent) -> str:
    """Chapters of one guideline are looked up together."""
    return Intent.GUIDELINE if intent.startswith(Intent.GUIDELINE) else intent


def _both(first: Wish, second: Wish) -> Wish:
    """One wish in two clauses; each keeps what it is surest of."""
    others = dict(second.intents)
    surest = [(intent, max(chance, others.get(intent, 0.0))) for intent, chance in first.intents]
    surest.sort(key=lambda one: -one[1])
    return first.model_copy(update={"text": f"{first.text}, {second.text}", "intents": tuple(surest)})


def _wish(text: str) -> Wish:
    return Wish(text=text, around="", intents=chances(text))


def _joined(parts: list[Wish]) -> list[Wish]:
    """Clauses that are unsure alone and surer together are one: "he wants tramadol, any problem with that?"."""
    while True:
        pairs = [
            (both.chance - max(first.chance, second.chance), place, both)
            for place, (first, second) in enumerate(pairwise(parts))
            if min(first.chance, second.chance) < SURE
            for both in [_wish(f"{first.text}, {second.text}")]
            if all(one.chance < SURE or one.intent is both.intent for one in (first, second))
        ]
        gain, place, both = max(pairs, key=lambda one: one[0], default=(0.0, 0, None))
        if both is None or gain <= 0:
            return parts
        parts = [*parts[:place], both, *parts[place + 2 :]]


def _led(parts: list[Wish]) -> list[Wish]:
    """A clause that names nothing belongs to the one before: "has she fallen, and when?", 1个月复查血常规，做了吗."""
    kept: list[Wish] = []
    for one in parts:
        if kept and IS_ON.search(kept[-1].text) and _only_medicines(one.text):
            kept[-1] = _sure(f"{kept[-1].text}, {one.text}", Intent.MEDICINES_NOW)
            continue
        if kept and (same := _asked_alike(kept[-1], one)):
            kept.append(same)
            continue
        if kept and _is_thing(kept[-1].text) and cued(one.text) is not None and not _is_bare(one.text):
            kept[-1] = _wish(f"{kept[-1].text}, {one.text}")
            continue
        if kept and EACH.search(one.text):
            kept[-1] = kept[-1].model_copy(update={"text": f"{kept[-1].text}, {one.text}"})
            continue
        if kept and IS_OVER.search(one.text) and _names_medicine(kept[-1].text):
            kept[-1] = kept[-1].model_copy(update={"text": f"{kept[-1].text}, {one.text}"})
            continue
        if kept and _asks_why_of_it(kept[-1], one):
            kept[-1] = _sure(f"{kept[-1].text}, {one.text}", Intent.WHY)
            continue
        if kept and names_something(kept[-1].text) and not names_something(one.text) and STANDS.search(one.text):
            kept[-1] = _sure(f"{kept[-1].text}, {one.text}", Intent.DONE)
            continue
        of_it = kept and names_something(kept[-1].text) and not names_something(one.text)
        goes_on = MOVED.search(one.text) or TURNS.search(one.text)
        if of_it and (OF_TARGET.search(one.text) or (goes_on and _is_of_values(kept[-1]))):
            kept[-1] = kept[-1].model_copy(update={"text": f"{kept[-1].text}，{one.text}"})
            continue
        leads = bool(kept) and names_something(kept[-1].text) and _leans(one)
        both = f"{kept[-1].text}，{one.text}" if leads else ""
        if leads and cued(kept[-1].text) is None and (cue := cued(both)) is not None and cue.intent in ASKS_OF_IT:
            kept[-1] = _wish(both)
        elif leads and one.intent is not Intent.OTHER and one.chance < SURE:
            kept[-1] = kept[-1].model_copy(update={"text": both})
        else:
            kept.append(one)
    return kept


def _without_told(parts: list[Wish]) -> list[Wish]:
    """Without what only tells how it was, or since when, before a clause that asks: 瘦了5公斤，后来涨回来没有."""
    told = [
        place
        for place, (first, second) in enumerate(pairwise(parts))
        if (LATER.search(second.text) and first.intent in OF_VALUES) or SINCE_IT.search(first.text)
        if _only_tells(first.text)
    ]
    return [one for place, one in enumerate(parts) if place not in told]


def _asks_why_of_it(before: Wish, one: Wish) -> bool:
    """Whether a clause asks why of what the one before tells, or goes on asking what lies behind it.

    "The potassium was 5.6 in May. What was behind it?", 钾怎么升到5.6了，最近用过什么吗.
    """
    if not names_something(before.text) or names_something(one.text):
        return False
    own = cued(one.text)
    if own is not None and own.intent is Intent.WHY:
        return _only_tells(before.text)
    asked = cued(before.text)
    why = asked is not None and asked.intent is Intent.WHY
    return why and (own is None or own.weak) and LIES_BEHIND.search(one.text) is not None


def _is_of_values(one: Wish) -> bool:
    return one.intent in OF_VALUES or any(topic.kind is TopicKind.TEST for topic in topics(one.text))


def _only_medicines(text: str) -> bool:
    """Whether a clause goes on with names of medicines alone: "is she on a preventive - propranolol, topiramate?"."""
    kinds = {one.kind for one in topics(text)}
    return kinds == {TopicKind.MEDICINE} and _is_bare(ANY_OTHER.sub("", text))


def _asked_alike(before: Wish, one: Wish) -> Wish | None:
    """What only names another thing is asked as the one before: "coeliac screen done? eye check?"."""
    cue = cued(before.text)
    if cue is None or cue.intent not in ALIKE or ((own := cued(one.text)) is not None and not own.weak):
        return None
    return one.model_copy(update={"intents": before.intents}) if _is_bare(one.text) else None


def _sure(text: str, intent: Intent) -> Wish:
    return Wish(text=text, around="", intents=((intent, SURELY),))


def _is_thing(text: str) -> bool:
    """Whether a clause only names medicines, tests or examinations, so that the next says what is asked of them."""
    kinds = {one.kind for one in topics(text)}
    return kinds <= {TopicKind.MEDICINE, TopicKind.TEST, TopicKind.EXAMINATION} and _is_bare(text)


def _is_bare(text: str) -> bool:
    """Whether a clause holds no more than the names of things."""
    rest = text
    for topic in topics(text):
        if topic.kind is TopicKind.WORDS:
            return False
        rest = rest.replace(topic.words, "")
    return not re.sub(r"\b(?:and|or|also|the|a|his|her|any)\b|[和与及还有呢？?,，\s]", "", rest)


def _leans(one: Wish) -> bool:
    """Whether it names nothing and does not say by itself what it wants."""
    return not names_something(one.text) and cued(one.text) is None and one.intent not in BY_ITSELF


def names_something(text: str) -> bool:
    return any(one.kind is not TopicKind.WORDS for one in topics(text))


def _clauses(question: str) -> Iterator[str]:
    """Words in quotes are somebody's, and stay whole."""
    quotes = QUOTED.findall(question)
    for found in CLAUSE.split(QUOTED.sub(HIDDEN, question)):
        clause = found.strip()
        for _ in range(clause.count(HIDDEN)):
            clause = clause.replace(HIDDEN, quotes.pop(0), 1)
        if len(clause) >= SHORTEST:
            yield clause


def _halves(clause: str) -> Sequence[str]:
    """Cut at a conjunction where both sides want different things, and surely."""
    for joint in JOINT.finditer(clause):
        halves = clause[: joint.start()].strip(), clause[joint.end() :].strip()
        if not all(len(half) >= SHORTEST for half in halves):
            continue
        first, second = map(_wish, halves)
        both = {first.intent, second.intent}
        if both <= OF_VALUES:
            continue
        if len(both) == 2 and not NO_WISH & both and min(first.chance, second.chance) >= SURE:
            return halves
    return (clause,)
