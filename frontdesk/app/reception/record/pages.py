"""Puts a page of the interview into words, with its tiles, in both languages."""

from collections.abc import Collection, Iterable, Iterator

from frontdesk.app.reception.record.agreed import agreed
from frontdesk.app.reception.record.doubts import in_doubt
from frontdesk.app.reception.record.interview import Known, also, childbearing, rows_of
from frontdesk.app.reception.record.lines_meant import nearness
from frontdesk.app.reception.record.persons import of_person, who
from frontdesk.app.reception.record.purposes import REPEAT, VISITS
from frontdesk.app.reception.record.screening import is_pregnant, sex_of
from frontdesk.app.reception.record.statements import complaints_of, foremost, place_told
from frontdesk.app.reception.record.tiles import (
    AGES,
    AGES_OF_CHILDREN,
    FERTILE,
    MEDICINES,
    NOT_OF,
    PREGNANT,
    TABLES,
    TABLES_OF_CHILDREN,
    WHO,
    WHO_ALONE,
    Table,
)
from frontdesk.app.reception.record.wording import NONE as NONE_LABEL
from frontdesk.app.reception.record.wording import line_of, name_of
from frontdesk.app.reception.session.events import ROW, Option, Question, Row
from frontdesk.app.reception.session.questions import (
    BACKGROUND,
    DANGER_ONE,
    DOCTOR_READS,
    HISTORY,
    QUESTIONS,
    ROWS,
    STORY,
    Ways,
    asked,
    keys,
)
from frontdesk.his_adapter.records import Text
from frontdesk.models.ages import WORN_UNDER, is_child
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition, Finding
from frontdesk.models.reading import Page, Reading, read
from frontdesk.models.reading.histories import NAMED_IN, named
from frontdesk.models.red_flags import RULES
from frontdesk.models.speaking import knows, say

MOST_TILES = 6  # beside the ways out
COMMON = ("fever", "cough", "headache", "abdominal_pain", "back_pain", "rash")
COMMON_OF_CHILDREN = ("fever", "cough", "diarrhea", "vomiting", "abdominal_pain", "rash")
FURTHER = ("dizziness", "sore_throat")  # as common, and on the first page beside those
ERRANDS = ("antenatal_check", "check_up", "repeat_prescription", "read_report")  # of who comes for no complaint
PLACES = ("head", "throat", "chest", "abdomen", "lower_back", "leg")
DEFAULT_HOW = ("worse", "better", "comes_and_goes", "constant", "sudden")

UNSURE = Option(key="unsure", label={Language.ZH: "不清楚", Language.EN: "Not sure"})
NONE = Option(key="none", label=NONE_LABEL)
NONE_AT_ALL = {  # of a page that asks whether there is any
    "medicines": Option(key="none", label={Language.ZH: "没在吃药", Language.EN: "No medicines"}),
    "allergies": Option(key="none", label={Language.ZH: "没有过敏", Language.EN: "No allergies"}),
}
SOMETHING_ELSE = Option(key="none", label={Language.ZH: "别的问题", Language.EN: "Something else"})
NOTHING_ELSE = Option(key="none", label={Language.ZH: "没有别的了", Language.EN: "Nothing else"})
NO = Option(key="no", label={Language.ZH: "没有", Language.EN: "No"})
NOTHING_NEW = Option(key="no", label={Language.ZH: "没有新的", Language.EN: "Nothing new"})
PERSON = Option(key="person", label={Language.ZH: "找真人护士", Language.EN: "A person, please"})
WANTED_AGAIN = Option(
    key="forgot", label={Language.ZH: "别的药，或忘了名字", Language.EN: "Another one, or I forgot its name"}
)
SKIP = Option(key="skip", label={Language.ZH: "不答了，直接去", Language.EN: "Go now"})
ANOTHER = Option(key="another", label={Language.ZH: "别的科室", Language.EN: "Another department"})
FINISH = Option(key="finish", label={Language.ZH: "没有了，就这些", Language.EN: "That is all"})
UNWELL = Option(key="unwell", label={Language.ZH: "身体不舒服，帮我找科室", Language.EN: "I feel unwell"})
MORE = Option(key="more", label={Language.ZH: "还想问一个", Language.EN: "One more question"})
EARLIER: Text = {Language.ZH: "更早的几条", Language.EN: "Earlier lines"}
CONFIRMED = Option(key="yes", label={Language.ZH: "都对，就这样", Language.EN: "That is right"})
RIGHT = Option(key="none", label={Language.ZH: "都对", Language.EN: "All of it is right"})


def put(key: str, known: Known, offers: tuple[tuple[str, str | None], ...] = (), *, variant: int = 0) -> Question:
    """The page `key`; `offers` are findings the words may mean, with the words where they plainly name one."""
    rows = tuple(rows_of(key, known)) if key in ROWS else ()
    options = tuple(one for row in rows for one in _in_row(row, known)) or _options(key, known, offers)
    heard = any(option.quote for option in options)
    return Question(
        key=key,
        text={language: _words(key, known, language, variant, heard=heard) for language in Language},
        options=options,
        several=QUESTIONS[key].several and bool(options),
        pad=_pad(key, known),
        body_map=QUESTIONS[key].body_map,
        optional=known.named,
        ages=tuple(key for key, *_ in _ages(known)) if key == "who" else (),
        rows=tuple(Row(key=row, text=_of_row(row, known), several=QUESTIONS[row].several) for row in rows),
    )


def _in_row(row: str, known: Known) -> Iterator[Option]:
    """The tiles of a question that stands beside others, with its own that there is none."""
    tiles = _options(row, known, ())
    if row == "since":
        tiles = (*tiles, UNSURE)
    if row in HISTORY:
        heard = any(one.quote for one in tiles)
        tiles = (*tiles, NOTHING_ELSE if heard else NONE_AT_ALL.get(row, NONE))
    yield from (one.model_copy(update={"key": f"{row}{ROW}{one.key}"}) for one in tiles)


def _of_row(row: str, known: Known) -> Text:
    return {language: _of_one(row, known, say(f"row_{row}", language), language) for language in Language}


def _pad(key: str, known: Known) -> str | None:
    pad = asked(key).pad
    return "years_or_months" if pad == "years" and is_child(known.person) else pad


def ways_out(question: Question) -> tuple[Option, ...]:
    """The answers every question has beside its own."""
    match asked(question.key).ways:
        case Ways.ELSE:
            return (SOMETHING_ELSE, UNSURE, PERSON)
        case Ways.PERSON:
            return (PERSON,)
        case Ways.ALL_RIGHT:
            return (RIGHT, PERSON)
        case Ways.THAT_IS_ALL:
            return (FINISH, SKIP, PERSON) if question.optional else (FINISH, PERSON)
        case Ways.NOTHING_NEW:
            return (NOTHING_NEW, PERSON)
    if question.key == "medicines" and not question.optional:  # one of them is wanted again
        return (UNSURE, PERSON)
    if question.rows:
        return (UNSURE, SKIP, PERSON)
    heard = question.key in HISTORY and any(option.quote for option in question.options)
    none = (NOTHING_ELSE if heard else NONE_AT_ALL.get(question.key, NONE),) if question.several else ()
    if question.optional:
        return (*none, UNSURE, SKIP, PERSON)
    return (UNSURE, *none, PERSON)


def simple(key: str, phrase: str, options: tuple[Option, ...], values: dict[str, Text] | None = None) -> Question:
    """A question outside the interview: an offer, a choice, anything else."""
    text = {
        language: say(phrase, language, variant=0, **{name: words[language] for name, words in (values or {}).items()})
        for language in Language
    }
    return Question(key=key, text=text, options=options)


def signs_page(rules: Collection[str]) -> Question:
    """The danger signs of these rules, for the words that speak of them; it is shown to nobody."""
    signs = tuple(_sign(sign) for rule in rules if rule in RULES for sign in RULES[rule].signs)
    return Question(key="danger", text=dict.fromkeys(Language, ""), options=signs, several=True)


def read_back(record: Record, objection: str = "", *, shown: Collection[str] = ()) -> Question:
    """What is understood so far, a tile each: those tapped are taken out.

    First the lines that the objection comes near to, nearest first, those in the patient's words behind the others;
    then the newest. `shown`: keys of the tiles that stood on the pages before this one.
    """
    ranked = sorted(reversed(record), key=lambda fact: _rank(fact, objection))
    left = [fact for fact in ranked if f"line:{fact.key}" not in shown]
    lines = left[: MOST_TILES - 1]
    options = [
        Option(key=f"line:{fact.key}", label={one: _in_a_tile(line_of(fact, one)[1], one) for one in Language})
        for fact in lines
    ]
    if len(left) > len(lines):
        options.append(Option(key=f"earlier:{len(shown) + len(lines)}", label=EARLIER))
    text = {language: say("read_back", language) for language in Language}
    return Question(key="read_back", text=text, options=tuple(options), several=True)


def _rank(fact: Fact, objection: str) -> tuple[float, float]:
    near = nearness(fact, objection)
    return (0 if near and fact.topic is not Topic.SAID else 1 if near else 2), -near


def _in_a_tile(words: str, language: Language) -> str:
    longest = 24 if language is Language.ZH else 60
    return words if len(words) <= longest else f"{words[: longest - 1]}…"


def option(key: str, phrase: str) -> Option:
    return Option(key=key, label={language: say(phrase, language) for language in Language})


def options_of(question: Question | None, keys: Collection[str]) -> tuple[Option, ...]:
    """The tiles of `question` with these keys, ways out included; a way out stands alone.

    Once a department is named, another one may be wanted whatever is asked.
    """
    if question is None or (question.optional and ANOTHER.key in keys):
        return (ANOTHER,) if ANOTHER.key in keys else ()
    beside = (*further(question), *_on_the_body_map(question))
    tiles = {o.key: o for o in (*question.options, *ways_out(question), *beside)}
    found = tuple(tiles[key] for key in dict.fromkeys(keys) if key in tiles)
    out = tuple(o for o in found if o in ways_out(question))
    return out[:1] or found


def further(question: Question, person: Person | None = None) -> tuple[Option, ...]:
    """What more can be tapped on the first page: complaints and errands. Words are not read by these tiles."""
    if question.key != "open":
        return ()
    return _findings((*FURTHER, *ERRANDS), person or Person(), most=len(FURTHER) + len(ERRANDS))


def _on_the_body_map(question: Question) -> tuple[Option, ...]:
    return tuple(map(_site, knowledge().sites)) if question.body_map else ()


def _words(key: str, known: Known, language: Language, variant: int, *, heard: bool = False) -> str:
    """`heard`: some of the tiles are filled in from the patient's words."""
    person = known.person
    for_children = f"{key}_child"
    phrase = for_children if is_child(person) and knows(for_children, language) else key
    phrase = "past_history_or_pregnant" if key == "past_history" and _pregnancy_beside(known) else phrase
    phrase = f"{key}_heard" if heard and key not in ROWS else phrase
    phrase = "doctor_reads_again" if key == DOCTOR_READS and DOCTOR_READS in known.asked else phrase
    repeat = key == "medicines" and not known.named and any(f.code == REPEAT for f in complaints_of(known.record))
    phrase = "medicines_repeat" if repeat and not heard else phrase
    ordered = key == "appointment" and any(fact.code not in VISITS for fact in complaints_of(known.record))
    phrase = "appointment_ordered" if ordered else phrase
    phrase = "danger_more" if key == "danger" and "danger" in known.asked else phrase
    if key == DANGER_ONE and (sign := in_doubt(known.record)):
        return say(DANGER_ONE, language, ask=knowledge().signs[sign].ask[language])
    if key == "place":
        site = knowledge().sites[place_told(known.record) or "whole_body"]
        return say("place", language, place=site.zh if language is Language.ZH else site.en)
    name = who(person, language)
    second = name == say("who_self", language)
    words = _of_one(
        key,
        known,
        say(phrase, language, variant=variant, who=name, asks=_asks(key, known, language), **_verbs(second)),
        language,
    )
    return words if phrase in ABOUT_ANYBODY else of_person(words, person, language)


def _of_one(key: str, known: Known, words: str, language: Language) -> str:
    """The question with the name of the complaint it is of, where several are told."""
    complaints = [fact for fact in complaints_of(known.record) if fact.topic is Topic.FINDING]
    sided = (fact for fact in complaints if "side" in knowledge().findings[fact.code].details)
    one = next(sided, None) if key == "side" else foremost(known.record)
    if one is None or len(complaints) < 2 or key not in OF_ONE:
        return words
    finding = knowledge().findings[one.code]
    if language is Language.ZH:
        return f"{finding.zh}：{words}"
    return f"{_capital(finding.en)}: {words[:1].lower()}{words[1:]}"


OF_ONE = ("since", "side", "progress", "severity", "how", STORY)  # pages of one complaint
HEARD_OF_HISTORY = frozenset({*(f"{key}_heard" for key in HISTORY), "past_history_child", "past_history_or_pregnant"})
ABOUT_ANYBODY = HEARD_OF_HISTORY | keys(lambda one: one.about_anybody)


def _asks(key: str, known: Known, language: Language) -> str:
    """What the rows of a page ask, one after the other."""
    asks = [say(f"asks_{row}", language) for row in (rows_of(key, known) if key in ROWS else ())]
    if language is Language.ZH:
        return "、".join(asks)
    words = ", ".join(asks[:-1]) + (" or " if key == BACKGROUND else ", ") * (len(asks) > 1) + "".join(asks[-1:])
    return words if key == BACKGROUND else _capital(words)


def _verbs(second: bool) -> dict[str, str]:
    are, have, do = ("are", "have", "do") if second else ("is", "has", "does")
    return {"are": are, "Are": are.capitalize(), "Have": have.capitalize(), "Do": do.capitalize()}


def _options(key: str, known: Known, offers: tuple[tuple[str, str | None], ...]) -> tuple[Option, ...]:
    match key:
        case "open":
            return _findings(COMMON_OF_CHILDREN if is_child(known.person) else COMMON, known.person)
        case "offered":
            return tuple(_finding(code, quote) for code, quote in offers)
        case "site":
            return tuple(_site(code) for code in PLACES)
        case "place":
            return _findings(_at_place(known), known.person)
        case "danger":
            open_ones = [one.sign for one in known.screening if not one.met]
            return tuple(map(_sign, open_ones or [one.sign for one in known.signs if not one.met]))
        case "danger_one":
            return _yes_or_no(in_doubt(known.record))
        case "doctor_reads":
            return (CONFIRMED,)
        case "who":
            return _labelled(_who(known))
        case "age":
            return _labelled(_ages(known))
        case "how":
            return tuple(_how(code) for code in _how_codes(known))
        case "new":
            return _new(known) if known.earlier else ()
        case "differential" | "differential_again":
            return _findings(known.differential, known.person)
        case "also":
            return _findings(also(known), known.person)
        case "past_history":
            return _told_before(key, known, _history(known))
    table = TABLES_OF_CHILDREN.get(key) if is_child(known.person) else None
    if key == "medicines" and not known.named:
        return (*_told_before(key, known, _labelled(table or MEDICINES)[:-1]), WANTED_AGAIN)[-MOST_TILES:]
    tiles = _labelled(table or TABLES.get(key, ()))
    return _told_before(key, known, tiles) if HISTORY.get(key) in NAMED_IN else tiles


def _new(known: Known) -> tuple[Option, ...]:
    """What may be new beside the illness that is followed up: complaints, no errand."""
    codes = (*known.earlier, *_beside(known.earlier), *COMMON)
    complaints = (code for code in codes if knowledge().findings[code].topic is Topic.FINDING)
    return _findings(complaints, known.person)


def _told_before(key: str, known: Known, tiles: tuple[Option, ...]) -> tuple[Option, ...]:
    """The page's tiles after those that the patient has named already, filled in from their words."""
    said = [fact for fact in known.record if fact.topic is Topic.SAID]
    coded = [fact for fact in known.record if fact.topic is HISTORY[key] and fact.code not in ("none", "any")]
    not_borne = {fact.code for fact in known.record if fact.topic in (Topic.ALLERGY, Topic.INTOLERANCE)}
    settled = {fact.code for fact in coded} | (not_borne if key == "medicines" else set())
    now = {fact.code: fact for fact in coded if fact.status is Status.PRESENT and not fact.past}
    heard = (one for fact in said for one in _held_in(key, fact, known.person) if one.code not in settled)
    told = tuple(map(_named, (now | {one.code: one for one in heard}).values()))
    keys = {option.key for option in told}
    return (*told, *(tile for tile in tiles if tile.key not in keys))[:MOST_TILES]


def _held_in(key: str, said: Fact, person: Person) -> Iterator[Fact]:
    """What of this history the words tell that is so now."""
    told = named(HISTORY[key], said.quote, asked=said.asked == key)
    facts = [Fact(topic=HISTORY[key], code=one.code, quote=one.words) for one in told]
    reading = read(Page(), said.quote) if facts else Reading()
    yield from (one for one in agreed(facts, reading, person) if one.status is Status.PRESENT and not one.past)


def _named(fact: Fact) -> Option:
    label = {language: _capital(name_of(fact, language)) for language in Language}
    return Option(key=f"fact:{fact.topic}:{fact.code}", label=label, quote=fact.quote)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _who(known: Known) -> Table:
    """Without the sex where it is told, or is the only one that can have the complaint; no child is pregnant."""
    sex = sex_of(known.person, known.record)
    table = WHO_ALONE if known.person.sex else WHO
    fitting = (
        row for row in table if row[0].partition("_")[0] != "child" or not is_pregnant(known.person, known.record)
    )
    if known.person.sex is not None or sex is None:
        return tuple(fitting)
    return tuple(row for row in fitting if row[0].endswith(f"_{sex}"))


def _ages(known: Known) -> Table:
    """Of who speaks for themselves from school on, of a child below forty, of who is pregnant as that may be."""
    bands = (*AGES_OF_CHILDREN, *AGES)
    if is_pregnant(known.person, known.record):
        return tuple(row for row in bands if row[0] in FERTILE)
    away = NOT_OF.get(known.person.relation, ()) if known.person.relation else ()
    return tuple(row for row in bands if row[0] not in away)


def _at_place(known: Known) -> list[str]:
    code, told = place_told(known.record) or "whole_body", {fact.code for fact in known.record}
    there = [finding.code for finding in knowledge().findings.values() if finding.site == code]
    return [one for one in (*knowledge().sites[code].offers, *there) if one not in told]


def _how_codes(known: Known) -> list[str]:
    """What the doctor wants to know of the foremost complaint and fits the patient."""
    qualifiers, one = knowledge().qualifiers, foremost(known.record)
    codes = knowledge().findings[one.code].qualifiers if one else ()
    fitting = [code for code in codes if qualifiers[code].when.may_hold(known.person)]
    return (fitting or [code for code in DEFAULT_HOW if code in qualifiers])[:MOST_TILES]


def _history(known: Known) -> tuple[Option, ...]:
    histories = knowledge().histories
    sites = (knowledge().findings[fact.code].site for fact in complaints_of(known.record))
    site = next((site for site in sites if site in histories.sites), None)
    fertile = childbearing(known.person, known.record)
    plain = histories.women if fertile else histories.default
    young = known.person.is_under(WORN_UNDER)
    by_site = plain if young or site is None else histories.sites[site]
    codes = histories.children if is_child(known.person) else by_site
    pregnant = _labelled(PREGNANT) if _pregnancy_beside(known) else ()
    conditions = (knowledge().conditions[code] for code in codes)
    sex = known.person.sex
    tiles = tuple(_condition(one) for one in conditions if one.only in (None, sex))
    return (*tiles[: MOST_TILES - len(pregnant)], *pregnant)


def _pregnancy_beside(known: Known) -> bool:
    """Whether the page of illnesses asks for a pregnancy too: of a woman of that age who told nothing of one."""
    return childbearing(known.person, known.record) and not _pregnancy_told(known)


def _pregnancy_told(known: Known) -> bool:
    told = any(fact.topic is Topic.PREGNANCY for fact in known.record)
    return told or known.person.pregnant is not None or is_pregnant(known.person, known.record)


def _beside(codes: tuple[str, ...]) -> Iterable[str]:
    """What commonly goes with findings."""
    return (beside for code in codes for beside in knowledge().findings[code].also)


def _findings(codes: Iterable[str], person: Person, *, most: int = MOST_TILES) -> tuple[Option, ...]:
    found = (knowledge().findings[code] for code in dict.fromkeys(codes))
    return tuple(_finding(one.code) for one in found if one.may_be_had_by(person))[:most]


def _finding(code: str, quote: str | None = None) -> Option:
    finding = knowledge().findings[code]
    return Option(key=f"fact:{finding.topic}:{code}", label=_on_tile(finding), quote=quote)


def _condition(condition: Condition) -> Option:
    return Option(key=f"fact:condition:{condition.code}", label=_on_tile(condition))


def _sign(code: str) -> Option:
    sign = knowledge().signs[code]
    return Option(key=f"sign:{code}", label=_label(sign.zh, sign.en))


def _yes_or_no(code: str | None) -> tuple[Option, ...]:
    """The one sign that is asked about; the tile says of what it is a yes."""
    if code is None:
        return ()
    sign = knowledge().signs[code]
    label = _label(f"有：{sign.zh}", f"Yes: {sign.en[:1].lower()}{sign.en[1:]}")
    return (Option(key=f"sign:{code}", label=label), NO)


def _site(code: str) -> Option:
    site = knowledge().sites[code]
    return Option(key=f"site:{code}", label=_label(site.zh, site.en))


def _how(code: str) -> Option:
    how = knowledge().qualifiers[code]
    return Option(key=f"how:{code}", label=_label(how.zh, how.en))


def _on_tile(one: Finding | Condition) -> Text:
    return _label(one.tile.get(Language.ZH, one.zh), one.tile.get(Language.EN, one.en))


def _label(zh: str, en: str) -> Text:
    return {Language.ZH: zh, Language.EN: en[:1].upper() + en[1:]}


def _labelled(table: Table) -> tuple[Option, ...]:
    return tuple(Option(key=key, label={Language.ZH: zh, Language.EN: en}) for key, zh, en in table)
