"""What may be wrong with the tiles that the knowledge files offer, each fault as the field it is in and the reason."""

from collections.abc import Iterator, Mapping

from frontdesk.models.facts import Language, Person, Sex
from frontdesk.models.knowledge.schema import Finding, History, Knowledge, Qualifier, Sign

MOST_TILES = 6  # on one page, besides "none of these"
MOST_HISTORIES = 5  # the sixth tile is for pregnancy
LONGEST = {Language.ZH: 14, Language.EN: 8}  # of a tile: characters, words
NOT_SITES = ("default", "children", "women")
READERS = (  # a page is short enough if it is for each of these
    *(Person(age_months=months, sex=sex) for months in (1, 8, 30, 48, 84, 150) for sex in Sex),
    *(Person(age_months=years * 12, sex=sex, pregnant=False) for years in (17, 30, 45, 55, 63, 78) for sex in Sex),
    Person(age_months=360, sex=Sex.FEMALE, pregnant=True),
)

Faults = Iterator[tuple[str, str]]


def sign_faults(sign: Sign) -> Faults:
    yield from _too_long(sign)
    for field in ("ask", "denied"):
        if set(getattr(sign, field)) != set(Language):
            yield field, "is not in both languages"


def qualifier_faults(qualifier: Qualifier) -> Faults:
    yield from _too_long(qualifier)
    for name, value in qualifier.details:
        if isinstance(value, Mapping) and set(value) != set(Language):
            yield "details", f"{name} is not in both languages"


def _too_long(tile: Sign | Qualifier) -> Faults:
    for language, length in ((Language.ZH, len(tile.zh)), (Language.EN, len(tile.en.split()))):
        if length > LONGEST[language]:
            yield language, f"is too long for a tile: {length} where {LONGEST[language]} may be"


def history_faults(history: History, read: Knowledge) -> Faults:
    if history.code not in (*NOT_SITES, *read.sites):
        yield "code", "is not a site"
    for code in history.conditions:
        if code not in read.conditions:
            yield "conditions", f"unknown condition: {code}"
    offered = [condition for code in history.conditions if (condition := read.conditions.get(code))]
    for sex in Sex:
        if sum(condition.only in (None, sex) for condition in offered) > MOST_HISTORIES:
            yield "conditions", f"more than {MOST_HISTORIES} are offered to one who is {sex}"


def page_faults(finding: Finding, read: Knowledge) -> Faults:
    """Faults of the pages of one complaint: its danger signs, what it is like, what goes with it."""
    yield from _tiles_faults(finding, "signs", finding.signs, read.signs)
    yield from _tiles_faults(finding, "qualifiers", finding.qualifiers, read.qualifiers)
    if finding.code in finding.signs:
        yield "signs", "signs names the finding itself"
    for code in sorted({*finding.also} & {*finding.signs}):
        yield "also", f"also offers a danger sign again: {code}"
    if len(finding.also) > MOST_TILES:
        yield "also", f"also offers more than {MOST_TILES} tiles"


def _tiles_faults(
    finding: Finding, field: str, codes: tuple[str, ...], known: Mapping[str, Sign] | Mapping[str, Qualifier]
) -> Faults:
    yield from ((field, f"{field} names an unknown tile: {code}") for code in codes if code not in known)
    tiles = [known[code] for code in codes if code in known]
    readers = [person for person in READERS if finding.may_be_had_by(person)]
    if any(sum(tile.when.may_hold(person) for tile in tiles) > MOST_TILES for person in readers):
        yield field, f"{field} offers more than {MOST_TILES} tiles to one person"
