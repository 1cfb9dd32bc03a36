"""A page that is made anew while somebody has worked on it: what they changed stays, the rest follows."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from frontdesk.his_adapter.records import Revision, Section, Statement


def amended(
    page: Sequence[Statement], before: Sequence[Statement], now: Sequence[Statement], revisions: Sequence[Revision]
) -> tuple[Statement, ...]:
    """`page` as it stands, with what was made of it `before` replaced by what is made of it `now`.

    What was edited or added on the page stays as it is; a statement that was taken off it stays off. Statements that
    stay keep their ids, so that their revisions still point to them.
    """
    there: defaultdict[tuple[Section, str], list[Statement]] = defaultdict(list)
    first = {revision.statement_id: revision.before for revision in reversed(revisions)}
    for one in page:
        there[one.section, first.get(one.statement_id, one.text)].append(one)
    made = [_key(one) for one in before]
    ids, placed = _free(page), []
    for one in now:
        if same := there.get(_key(one)):
            placed.append(_followed(same.pop(0), one))
        elif _key(one) not in made:
            placed.append(one.model_copy(update={"statement_id": next(ids)}))
    left = (one for those in there.items() for one in _kept(*those, made=made, first=first))
    return (*placed, *left)


def _key(statement: Statement) -> tuple[Section, str]:
    return statement.section, statement.text


def _followed(there: Statement, now: Statement) -> Statement:
    """Unless it was edited, with what it rests on now."""
    return there if there.text != now.text else now.model_copy(update={"statement_id": there.statement_id})


def _kept(
    key: tuple[Section, str],
    those: Sequence[Statement],
    *,
    made: Sequence[tuple[Section, str]],
    first: dict[str, str],
) -> Iterator[Statement]:
    """What is not made any more stays where somebody has edited or added it."""
    yield from (one for one in those if one.statement_id in first or key not in made)


def _free(page: Sequence[Statement]) -> Iterator[str]:
    """Ids behind all that are on the page."""
    numbers = (one.statement_id.removeprefix("s") for one in page)
    highest = max((int(number) for number in numbers if number.isdigit()), default=0)
    return (f"s{number}" for number in count(highest + 1))
