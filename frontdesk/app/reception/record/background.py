"""Illnesses, medicines and allergies told in one answer: each clause as if it answered the question it speaks of."""

import re
from functools import lru_cache

from frontdesk.app.reception.record.excerpts import excerpt
from frontdesk.app.reception.session.questions import BACKGROUND
from frontdesk.models import parsers
from frontdesk.models.allergies import not_borne
from frontdesk.models.specialists.medication.listing import of_words

ILLNESSES, MEDICINES, ALLERGIES = "past_history", "medicines", "allergies"
ALLERGIC = re.compile("过敏|allerg|reaction to")
_ENDS = re.compile(r"[.。!！?？;；]\s*$")
TREATED = re.compile(
    r"[吃服用涂抹贴打](?:过|着|了|的)|药|\b(?:medicines?|medication|meds|tablets?|pills?|inhaler|insulin|cream|patch)\b"
)


def by_page(page: str | None, text: str) -> dict[str, str]:
    """By the page that asks for it what the words tell; all of them by any other page's own."""
    return _apart(text) if page == BACKGROUND else {page or "": text}


@lru_cache(maxsize=256)  # what was said is looked at again in the same turn
def _apart(text: str) -> dict[str, str]:
    """What speaks of none of the three goes with the clause before it, at the head of a sentence with the next.

    A plain "nothing" there answers the first of them.
    """
    found: dict[str, list[tuple[int, str]]] = {}
    pages: tuple[str, ...] = (ILLNESSES,)
    clauses = parsers.clauses(text)
    for place, clause in enumerate(clauses):
        begins = place == 0 or _ENDS.search(clauses[place - 1]) is not None
        begins = begins and parsers.plain_reply(clause) is None
        pages = _pages(clause) or (_behind(clauses[place:]) if begins else ()) or pages
        for page in pages:
            found.setdefault(page, []).append((place, clause))
    return {page: excerpt(told).strip(" ,，.。;；") for page, told in found.items()}


def _behind(clauses: list[str]) -> tuple[str, ...]:
    """Of the first clause of the sentence that speaks of any."""
    for clause in clauses:
        if (pages := _pages(clause)) or _ENDS.search(clause):
            return pages
    return ()


def _pages(clause: str) -> tuple[str, ...]:
    """Of this clause alone; a denial may be of two."""
    if denied := parsers.histories_denied(clause):
        return denied
    lower = clause.lower()
    if ALLERGIC.search(lower) or not_borne(clause):
        return (ALLERGIES,)
    if parsers.names_a_medicine(clause) or parsers.says_taken(clause) or of_words(clause) or TREATED.search(lower):
        return (MEDICINES,)
    return (ILLNESSES,) if parsers.conditions(clause) else ()
