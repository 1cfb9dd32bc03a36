"""Where a doctor's note leaves a medicine: taken, stopped, to be avoided, or only thought of for another time."""

import re
from collections.abc import Sequence

from frontdesk.models.specialists.medication.listing import IN_THE_BODY, Standing, cue
from frontdesk.models.specialists.medication.note_lines import NoteLine
from frontdesk.models.specialists.medication.written_dose import dose_in

_ENDS_A_LIST = re.compile(r"\s*(?:$|[，,、。.；;）)（(]|and\b|or\b|[和及与或]|[停禁不未])")
_IF = re.compile(r"\s*(?:if|when|once)\b")
_WITH = re.compile(r"\s*(?:together |along |combined |in combination )?with\s*|\s*(?:与|和|同)\s*")
_CUES = (
    (Standing.DECLINED, "declined_before", "declined_after", True),
    (Standing.AVOIDED, None, "avoided_after", False),
    (Standing.STOPPED, "stopped_before", "stopped_after", False),
    (Standing.ADVISED, "advised_before", "advised_after", False),
    (Standing.AVOIDED, "avoided_before", None, False),
    (Standing.ONCE, None, "once_after", False),
)


def standings(lines: Sequence[NoteLine]) -> list[Standing | None]:
    """Of each line; None where nothing is said of now. One that only joins a list stands as the rest of it does."""
    found: list[Standing | None] = []
    for place, line in enumerate(lines):
        before = lines[place - 1] if place and lines[place - 1].sentence == line.sentence else None
        following = next((one for one in lines[place + 1 : place + 2] if one.sentence == line.sentence), None)
        own = _standing(line, before, following)
        if before and own is Standing.RUNNING and _is_joined(before, line):
            own = found[-1]
        found.append(own)
    return _backwards(lines, found)


def is_paused(line: NoteLine) -> bool:
    return bool(cue("pause_before").search(line.before) and cue("pause_after").search(line.after))


def is_conditional(before: str, after: str) -> bool:
    """Whether it is ordered for a case, or a time without a day, that has not come."""
    if cue("in_time_before").search(before) or (
        cue("if_before").search(before) and cue("changed_before").search(before)
    ):
        return True
    return bool(cue("if_before").search(before) and cue("changed_after").match(after))


def _standing(line: NoteLine, before: NoteLine | None, following: NoteLine | None) -> Standing | None:
    if is_paused(line) or cue("not_stopped_before").search(line.before):
        return Standing.RUNNING
    if following and _is_of(line) == _is_of(following) and cue("in_place_between").match(line.after):
        return None  # in another form
    if before and _WITH.fullmatch(line.before) and _said(before) is Standing.AVOIDED and not dose_in(line.after):
        return None  # what another is not to be taken with
    own = _replaced(line, before, following) or _said(line)
    if is_conditional(line.so_far if _is_one_clause(line) else line.before, line.after):
        return Standing.ADVISED if own in (*IN_THE_BODY, Standing.ADVISED) else None
    if own is Standing.STOPPED and cue("in_time_after").match(line.after):
        return None
    if own in IN_THE_BODY and cue("dosed_in_time_before").search(line.before):
        return Standing.ADVISED if cue("dosed_in_time_after").match(line.after) else own
    if own in IN_THE_BODY and cue("begun_in_time_before").search(line.before):
        return Standing.ADVISED if cue("begun_in_time_after").match(line.after) else own
    if own in IN_THE_BODY and _IF.match(line.after) and cue("begun_in_time_after").match(line.after):
        return Standing.ADVISED
    return own


def _is_one_clause(line: NoteLine) -> bool:
    """Whether what is said before the last medicine may hold for this one: "if that fails switch A to B"."""
    return cue("list").search(line.before) is not None or cue("replaced_between").match(line.before) is not None


def _said(line: NoteLine) -> Standing:
    for standing, before, after, rest in _CUES:
        behind = line.rest if rest else line.after
        if (before and cue(before).search(line.before)) or (after and cue(after).search(behind)):
            return standing
    return Standing.RUNNING


def _replaced(line: NoteLine, before: NoteLine | None, following: NoteLine | None) -> Standing | None:
    """That the next medicine takes its place, or that it takes the place of the one before."""
    if following and _gives_way(line, following):
        return Standing.STOPPED
    return Standing.RUNNING if before and _gives_way(before, line) and _said(line) is Standing.STOPPED else None


def _gives_way(line: NoteLine, following: NoteLine) -> bool:
    if _is_of(line) == _is_of(following):
        return False
    if cue("in_place_between").match(line.after):
        return True
    led = cue("replaced_before").search(line.before) is not None
    return led and cue("replaced_between").match(line.after) is not None


def _is_of(line: NoteLine) -> tuple[str, ...]:
    return line.mention.named.codes if line.mention.named else ()


def _is_joined(before: NoteLine, line: NoteLine) -> bool:
    """Whether it goes on a list; what has a dose of its own behind a comma is no more of what was stopped."""
    if cue("list").search(line.before) is None:
        return False
    comma = line.before.strip() in ("，", ",")
    if comma and not _ENDS_A_LIST.match(line.after):
        return False
    return not (dose_in(line.after) and ("，" in line.before or "," in line.before)) and not dose_in(before.after)


def _backwards(lines: Sequence[NoteLine], found: list[Standing | None]) -> list[Standing | None]:
    """奥卡西平、苯妥英也不要用: what is said behind the last of a list holds for those before it."""
    held = (Standing.STOPPED, Standing.AVOIDED, Standing.DECLINED, Standing.ADVISED)
    for place in range(len(lines) - 2, -1, -1):
        line, following = lines[place], lines[place + 1]
        joins = line.sentence == following.sentence and cue("list").match(line.after) and line.after.strip()
        if found[place] is Standing.RUNNING and joins and found[place + 1] in held and not dose_in(line.after):
            found[place] = found[place + 1]
    return found
