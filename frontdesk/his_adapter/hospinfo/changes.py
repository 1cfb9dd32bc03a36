"""What an instruction to change says: field, old and new value, and what is left for the condition."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from frontdesk.his_adapter.hospinfo.assignments import Change, Changes, assignments, cut, new_value, value_of
from frontdesk.his_adapter.hospinfo.corrections import IDENTITY
from frontdesk.his_adapter.hospinfo.departments import departments
from frontdesk.his_adapter.hospinfo.people import doctors, gendered
from frontdesk.his_adapter.hospinfo.script import Kind, Script, script
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.hospinfo.when import dated
from frontdesk.his_adapter.operation import Column

AN_AGE = re.compile(r"\d+ ?(?:years?(?: old)?|months?|岁|个月)(?: today| now)?|\d{1,3} (?:today|now)")


def changes(said: Script, now: datetime, known: Sequence[str] = ()) -> Changes:
    """`said` has ids, quotations and fields as letters."""
    if patterns("verbs", "put_it")[0].search(said.text):
        return _told(said) or Changes((), said)
    said = _target_first(said)
    for read in (_called, _noted, _signed, _one, assignments, _allergy, _name, _note):
        found = read(said)
        if found is not None:
            return found
    return _typed(said, now, known)


def _told(said: Script) -> Changes | None:
    """ "P2014 is allergic to latex, add that to the record", 20466对花生过敏，记到过敏史里. Raises Apart."""
    for expression in patterns("changes", "told_first"):
        if (match := expression.search(said.text)) is None:
            continue
        told = said.part(*match.span("v"))
        new, allergen = new_value(said, match.span("v"), Column.NOTES), _allergen(told)
        named = said.means(match["f"]) if match.groupdict().get("f") else None
        field = named or (Column.DRUG_ALLERGY_HISTORY if allergen else Column.NOTES)
        if field is not named or field is Column.DRUG_ALLERGY_HISTORY:
            if allergen is None and ALLERGIC.search(new):  # denied, or somebody else's
                return Changes((), said)
            new = allergen or new
        elif field is Column.PAST_HISTORY:
            new = HAS.sub("", new)
        spans = [match.span(name) for name in ("v", "aside", "f") if match.groupdict().get(name)]
        return Changes((Change(field, new),), cut(said, spans))
    return None


def _allergen(told: Script) -> str | None:
    """What is told to be no good for the patient, when nothing else is told."""
    found = (expression.search(told.text) for expression in patterns("changes", "told_allergy"))
    spans = (match.span(name) for match in found if match for name in ("v", "w") if match.groupdict().get(name))
    return next((value_of(told, *span) for span in spans), None)


ALLERGIC = re.compile("过敏|allerg", re.I)
HAS = re.compile(r"^(?:患?有|(?:has|have) )")


def _target_first(said: Script) -> Script:
    """ "... to V for P1005": the target goes to the front, so that it is no part of the value."""
    match = patterns("changes", "target_at_end")[0].search(said.text)
    given_anew = IDENTITY & set(said.every(Kind.FIELD))  # then an id may be the value
    if match is None or given_anew or " " not in said.text[: match.start()].strip():
        return said
    name = next(name for name in "tuvw" if match[name])
    target, rest = said.part(*match.span(name)), said.part(0, match.start())
    return said._replace(text=target.text + "\n" + rest.text, places=(*target.places, (0, 0), *rest.places))


def _search(said: Script, name: str, column: Column | None = None) -> Changes | None:
    for expression in patterns("changes", name):
        match = expression.search(said.text)
        if match is not None:
            return _change(said, match, column)
    return None


def _change(said: Script, match: re.Match[str], column: Column | None) -> Changes | None:
    named = match.groupdict()
    field = said.means(named["f"]) if named.get("f") else column
    if column is not None and field is not column:
        return None
    if field is None or not (new := new_value(said, match.span("v"), field)):
        return None
    old = value_of(said, *match.span("old")) if named.get("old") else ""
    spans = [match.span(name) for name in ("f", "v", "old", "aside") if named.get(name)]
    return Changes((Change(field, new, old),), cut(said, spans))


def _called(said: Script) -> Changes | None:
    """ "P1003 is called Xu Jing, not Xu Qing", P1003叫徐静，不叫徐晴."""
    return _search(said, "called", Column.NAME)


def _one(said: Script) -> Changes | None:
    return _search(said, "one")


def _allergy(said: Script) -> Changes | None:
    """ "Record that P1003 is allergic to penicillin", 登记P1003对青霉素过敏."""
    denied = patterns("changes", "no_allergy")[0].search(said.text)
    return None if denied else _search(said, "allergy", Column.DRUG_ALLERGY_HISTORY)


def _noted(said: Script) -> Changes | None:
    """ "Note in P1003's record that an interpreter is needed", but not that they are allergic."""
    return None if _allergy(said) else _search(said, "noted", Column.NOTES)


def _signed(said: Script) -> Changes | None:
    return _search(said, "signed", Column.PHYSICIAN_SIGNATURE)


def _name(said: Script) -> Changes | None:
    return _search(said, "named", Column.NAME)


def _note(said: Script) -> Changes | None:
    return _search(said, "note", Column.NOTES)


def _typed(said: Script, now: datetime, known: Sequence[str]) -> Changes:
    """ "Transfer P1004 to Neurology", "P1003 is 29, not 92": the new value can only belong to one field."""
    for expression in patterns("changes", "contrast"):
        match = expression.search(said.text)
        if match and doctors(script(value_of(said, *match.span("v")))).every(Kind.DOCTOR):
            return _change(said, match, Column.PHYSICIAN_SIGNATURE) or Changes((), said)
    for expression in (*patterns("changes", "contrast"), *patterns("changes", "moved")):
        match = expression.search(said.text)
        column = _column(value_of(said, *match.span("v")), now, known, set(said.every(Kind.FIELD))) if match else None
        if match and column and (found := _change(said, match, column)):
            return found
    return Changes((), said)


def _column(words: str, now: datetime, known: Sequence[str], named: set[Column]) -> Column | None:
    """The field that `words` can only be a value of; a bare number is an age where ages are spoken of."""
    words = words.removesuffix("的")
    place = script(("in " if words.isascii() else "到") + words)
    kinds: tuple[tuple[Column, Callable[[], Script], Kind], ...] = (
        (Column.DEPARTMENT, lambda: departments(place, known), Kind.DEPARTMENT),
        (Column.VISIT_DATE, lambda: dated(script(words), now), Kind.WHEN),
        (Column.GENDER, lambda: gendered(script(words)), Kind.GENDER),
    )
    for column, read, kind in kinds:
        if pattern(f"(?:in|到)? ?⟨{kind.value}⟩").fullmatch(read().text):
            return column
    return Column.AGE if AN_AGE.fullmatch(words) or (words.isdigit() and Column.AGE in named) else None
