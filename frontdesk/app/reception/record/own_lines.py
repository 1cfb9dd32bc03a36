"""What is told on the page of what the doctor will read and has no code: a line of its own in the patient's words."""

from collections.abc import Iterator

from frontdesk.app.reception.record.clauses import AROUND, CUES, Clause
from frontdesk.app.reception.record.line_assertions import Said
from frontdesk.app.reception.record.lines_meant import TOLD, codes_named
from frontdesk.app.reception.record.purposes import purpose_of
from frontdesk.app.reception.record.said_of_lines import Reading
from frontdesk.app.reception.record.speaks_of import Part, speaks_of
from frontdesk.app.reception.record.wording import name_of
from frontdesk.app.reception.session.questions import DOCTOR_READS
from frontdesk.models import parsers
from frontdesk.models.allergies import not_borne
from frontdesk.models.assertion import denies
from frontdesk.models.facts import Fact, Language, Record, Relation, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.corrections import without_alternative
from frontdesk.models.parsers.writing import read
from frontdesk.models.question_kinds import asked
from frontdesk.models.reading import Kind, Page
from frontdesk.models.reading import read as reading_of

TOPICS = {
    Part.ILLNESSES: Topic.CONDITION,
    Part.MEDICINES: Topic.MEDICINE,
    Part.ALLERGIES: Topic.ALLERGY,
    Part.FAMILY: Topic.FAMILY,
    Part.WISHES: Topic.WISH,
}
TELLING = frozenset(Kind) - {Kind.DURATION, Kind.SEVERITY}
DENYING = frozenset("没有不无我是了的过这那")
LEAST = {Language.ZH: 2, Language.EN: 4}  # characters that tell something


def is_own_line(fact: Fact) -> bool:
    """Whether it stands there in the patient's words, for want of a code."""
    return (
        fact.asked == DOCTOR_READS
        and fact.topic is not Topic.SAID
        and fact.code.removeprefix(f"{TOLD}:") == fact.quote.lower()
    )


def own_lines(
    said: str,
    page: Reading,
    before: Record,
    told: Record,
    relation: Relation | None,
    *,
    besides: tuple[Clause, ...] = (),
) -> Iterator[Fact]:
    """Of the clauses that correct no line, those in which nothing is coded; what follows on each other is one line.

    `before`: the lines that stood there; `told`: the new ones; `besides`: the clauses that tell values put right.
    """
    lines, coded = {fact.code for fact in before}, {fact.code for fact in told}
    doses = [fact.details.value.lower() for fact in told if fact.topic is Topic.MEDICINE and fact.details.value]
    reactions = [one.span for one in not_borne(said)]
    plain = [
        clause
        for clause in page.plain
        if clause not in page.effects
        and not _overlaps(clause, besides)
        and not clause.orders
        and not clause.says("affirms")
        and not _is_within(clause, reactions)
        and not any(dose in clause.words or clause.words.strip(AROUND) in dose for dose in doses)
    ]
    gone = [fact for fact in before if page.said.get(fact.key) in (Said.OUT, Said.ABSENT)]
    plain = [clause for clause in plain if not _is_why(clause, gone)]
    for sentence in page.sentences:
        asks, run = any(clause.says("missing") for clause in sentence), list[Clause]()
        if not asks and any(_is_of_the_page(one) or one.says("question_put") for one in sentence):
            continue
        for clause in (*sentence, None):
            if clause is not None and clause in plain and _may_tell(clause, said, lines, coded, asks=asks):
                run.append(clause)
                continue
            if any(_tells(one, said, lines, asks=asks) for one in run):
                yield from _line(run, said, relation)  # the whole of what stands together, and no scrap of it
            run = []


def _overlaps(clause: Clause, others: tuple[Clause, ...]) -> bool:
    return any(one.start < clause.end and clause.start < one.end for one in others)


def _is_why(clause: Clause, gone: list[Fact]) -> bool:
    """Whether it only says why lines go, in words of their names: "nothing got crushed"."""
    language = Language.EN if clause.words.isascii() else Language.ZH
    if not (gone and denies(clause.words, language)):
        return False
    names = " ".join(name_of(fact, language).lower() for fact in gone)
    told = content(clause.words) if language is Language.EN else set(clause.words) - DENYING
    return bool(told & (content(names) if language is Language.EN else set(names)))


def _is_within(clause: Clause, spans: list[tuple[int, int]]) -> bool:
    """Whether it is told in its line under allergies."""
    return any(start <= clause.start and clause.end <= end for start, end in spans)


def _is_of_the_page(clause: Clause) -> bool:
    """Whether the kiosk is spoken to, or what stands on its page, and nothing is told of the patient."""
    told = any(one.topic is Topic.FINDING for one in mentions(clause.words))
    return (clause.says("addresses") or clause.says("quotes")) and not told


def _may_tell(clause: Clause, said: str, lines: set[str], coded: set[str], *, asks: bool) -> bool:
    """Whether it is of the patient, and not coded already; `asks`: its sentence asks for a line."""
    words = read(said).words(clause.start, clause.end)
    if (clause.asks or clause.rejects) and not asks:
        return False
    if parsers.plain_reply(words) or parsers.courtesy(words) or asked(words):
        return False
    if _says_what_it_is_not(clause):
        return True
    if (codes := codes_named(clause.words)) & (lines | coded):
        return clause.says("missing") and not codes & coded  # of a line that stands there something more is asked for
    return not (parsers.questions(words) or parsers.empty(words) or parsers.objects(words))


def _tells(clause: Clause, said: str, lines: set[str], *, asks: bool) -> bool:
    """Whether something is told of the patient: as the reader reads it, or because a line is asked for."""
    words = read(said).words(clause.start, clause.end)
    if without_alternative(clause.words) != clause.words:
        return _says_what_it_is_not(clause)
    if codes_named(clause.words) & lines:
        return bool(content(_without_names(clause.asked_for)))
    if asks:
        return bool(content(clause.asked_for))
    return any(one.kind in TELLING for one in reading_of(Page(), words).statements) or purpose_of(words) is not None


def _says_what_it_is_not(clause: Clause) -> bool:
    """ "It's for my blood test, not the CT"; a value is put right elsewhere."""
    rest = without_alternative(clause.words)
    return rest != clause.words and bool(content(rest)) and not any(map(clause.says, ("since", "age", "sex")))


def _without_names(words: str) -> str:
    for one in reversed(mentions(words)):
        words = f"{words[: one.start]} {words[one.end :]}"
    return words


def _line(run: list[Clause], said: str, relation: Relation | None) -> Iterator[Fact]:
    """Without the words that ask for it: 虫子没写上, and then what it is."""
    start, stop = _within(run[0])
    if len(run) > 1:
        asked_behind = stop < run[0].end
        start, stop = run[1].start if asked_behind else start, run[-1].end
    words = read(said).words(start, stop).strip(AROUND)
    language = parsers.language_of(words) or Language.ZH
    if len(words) < LEAST[language]:
        return
    part = next(iter(speaks_of(words, relation or Relation.SELF, None)), Part.STORY)
    headed = next((topic for clause in run for topic, _ in clause.headings()), None)
    asks = any(clause.says("missing") for clause in run)
    if part is Part.STORY and not asks and any(one.kind is Kind.WISH for one in reading_of(Page(), words).statements):
        part = Part.WISHES
    if denies(words, language) and part is not Part.WISHES:  # "no other tablets" is no medicine
        part, headed = Part.STORY, None
    topic = TOPICS.get(part, headed if headed in TOPICS.values() else None)
    code = words.lower()
    yield Fact(topic=topic or Topic.DETAIL, code=code if topic else f"{TOLD}:{code}", quote=words, asked=DOCTOR_READS)


def _within(clause: Clause) -> tuple[int, int]:
    """The stretch of a clause beside what asks for the line: before it or behind it, whichever is longer."""
    found = next(iter(CUES["missing"].finditer(clause.words)), None)
    if found is None:
        return clause.start, clause.end
    before, behind = clause.words[: found.start()].strip(AROUND), clause.words[found.end() :].strip(AROUND)
    if len(behind) >= len(before):
        return clause.start + found.end(), clause.end
    return clause.start, clause.start + found.start()
