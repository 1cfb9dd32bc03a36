"""A scripted patient: taps the tiles that are true of them, keys in numbers, and says the rest in their own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import yaml

from frontdesk.app.reception.record.heard import BANDS, SPANS
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.session.events import ROW, Option, Question
from frontdesk.evaluation.simulation.personas import FOLDER, Line, Persona, tells
from frontdesk.evaluation.simulation.told import Case, near
from frontdesk.models.facts import Course, Language, Severity, Value
from frontdesk.models.knowledge.load import knowledge

TAPS = 0.8  # how often a tile is tapped where the same could be said
TOPICS = {"past_history": "condition", "medicines": "medicine", "allergies": "allergy"}
# Under which names of a persona's answers stands what they say on a page; where a page is not here, under its own.
SAID_ON: Mapping[str, tuple[str, ...]] = {
    "since": ("duration",),
    "how": ("worse_with", "better_with", "frequency", "severity", "course"),
    "site": ("site", "open", "how"),
    "place": ("how", "open"),
    "offered": ("how", "open"),
    "temperature": ("finding:fever",),
    "tell_doctor": ("anything_else",),
    "report": ("open",),
}
DETAILS_OF_HOW = ("worse_with", "better_with", "frequency", "character", "began_with")
RELATIONS = {"self": "self", "child": "child", "parent": "other", "spouse": "other", "other": "other"}
WORDS = re.compile(r"[a-z]{4,}|[\u4e00-\u9fff]{2}")


class Said(Value):
    """One utterance or one tap of tiles, with what it tells and what may be read from it."""

    text: str = ""
    options: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    takes_back: tuple[str, ...] = ()
    answers: str | None = None  # the key of the question it answers; None for an aside


@cache
def tempers(language: Language) -> dict[str, Any]:
    """Wordings by temper, laid over those everybody uses."""
    written = yaml.load((FOLDER / f"tempers.{language}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return {name: written["everybody"] | (own or {}) for name, own in written.items()}


@dataclass
class Patient:
    """Reproducible from the random generator."""

    persona: Persona
    random: Random
    turns: int = 0
    told: set[str] = field(default_factory=set)
    asides: list[int] = field(default_factory=list)
    spoken: set[str] = field(default_factory=set)  # pages answered in words; when one comes back, they tap
    case: Case = field(init=False)

    def __post_init__(self) -> None:
        self.case = self.persona.case

    def answer(self, question: Question | None) -> Said:
        """What they do next; `question` is the one on the screen."""
        self.turns += 1
        said = self._says(question)
        self.told = (self.told - set(said.takes_back)) | set(said.tells)
        return said

    def _says(self, question: Question | None) -> Said:
        if self.turns == 1 and self.persona.opening is not None:
            return self._line(self.persona.opening, "open", question)
        for number, aside in enumerate(self.persona.asides):
            if aside.at <= self.turns and number not in self.asides:
                self.asides.append(number)
                said = self._line(aside, None, None)
                return said.model_copy(update={"takes_back": aside.takes_back})
        if question is None:
            return Said(text=self._word("done"))
        return self._reply(question)

    def _reply(self, question: Question) -> Said:
        key = question.key
        if question.rows:
            return self._rows(question)
        said = self._written(question)
        if said in ("unsure", "refuse"):
            return self._unresolved(question, str(said))
        true = tuple(self._true(question))
        line, name = said if isinstance(said, tuple) and key not in self.spoken else (None, "")
        if true and (line is None or (self._taps() and self._covers(true, tells(line, name)))):
            return self._tapped(question, true)
        if line is not None and not (key in LOOKED_FOR and self._taps()):
            return self._line(line, name, question)
        return self._nothing(question) if key not in KEYED else self._number(question)

    def _rows(self, question: Question) -> Said:
        """Each question of the page by itself; one that they would not answer is left."""
        replies = [(part, self._reply(part)) for part in question.parts]
        if question.key == "story":
            last = Question(key="tell_doctor", text=question.text)
            line = self._written(last)
            replies += [(last, self._line(line[0], line[1], last))] if isinstance(line, tuple) else []
        keys = tuple(
            f"{part.key}{ROW}{key}"
            for part, one in replies
            for key in one.options
            if key in {option.key for option in part.options}
        )
        comma = "，" if self.persona.language is Language.ZH else ". "
        text = comma.join(one.text.rstrip(".。") for _, one in replies if one.text)
        if not (keys or text):
            return self._nothing(question)
        return Said(
            text=text,
            options=keys,
            tells=tuple(name for _, one in replies for name in one.tells),
            may=tuple(name for _, one in replies for name in one.may),
            answers=question.key,
        )

    # --- what they have to say ----------------------------------------------------------------------------------------

    def _written(self, question: Question) -> tuple[Line, str] | str | None:
        """The line they would say on this page, with its name; or that they do not know, or will not say."""
        answers = self.persona.answers
        for name in (*SAID_ON.get(question.key, (question.key,)), *self._named_on(question)):
            answer = answers.get(name)
            if isinstance(answer, Line):
                return answer, name
            if isinstance(answer, str):
                return answer
        if question.key in ("open", "site", "place", "report") and self.persona.opening is not None:
            return self.persona.opening, "open"
        return None

    def _named_on(self, question: Question) -> Iterator[str]:
        """Who would rather talk answers a page of findings with what they have to say of one of them."""
        if question.key == "also" and not self._taps():
            yield from (option.key.removeprefix("fact:") for option in question.options)

    def _covers(self, tapped: Sequence[Option], names: Sequence[str]) -> bool:
        """Whether the tiles tell all the statements that the words would."""
        codes = [option.key.split(":")[-1] for option in tapped]
        told = [one for one in Case(names).so if one.topic in ("condition", "medicine", "allergy", "operation")]
        return all(any(one.names(one.topic or "", code) for code in codes) for one in told)

    # --- tiles --------------------------------------------------------------------------------------------------------

    def _true(self, question: Question) -> Iterator[Option]:
        """The tiles that are so of them; where a complaint is looked for and none surely is, the first that may be."""
        sure = [option for option in question.options if self._is_so(question.key, option)]
        if sure or question.key not in ("open", "offered", "place"):
            yield from sure if question.several else sure[:1]
            return
        facts = (option for option in question.options if option.key.startswith("fact:"))
        yield from [option for option in facts if self.case.may_be_so(*option.key.split(":")[1:])][:1]

    def _is_so(self, page: str, option: Option) -> bool:
        kind, *rest = option.key.split(":")
        match kind, page:
            case "fact", _:
                return self.case.is_so(*rest) or (rest == ["pregnancy", "pregnancy_known"] and self._pregnant())
            case "sign", _:
                return rest[0] in self.persona.signs or self.case.is_so("finding", rest[0])
            case "site", _:
                return rest[0] in self._sites()
            case "how", _:
                return self._is_like(rest[0])
            case "line", _:
                return self._took_back(*rest[:2])
            case _, "since":
                return self._lasted(option.key)
            case _, "side":
                return option.key in self.case.values("side")
            case _, "who":
                return option.key in (f"{self.relation}_{self.persona.sex}", self.relation)
            case _, "sex":
                return option.key == self.persona.sex
            case _, "age":
                low, high = BANDS[option.key]
                return low <= self.persona.age * 12 < (high or 2000) and self.random.random() < 0.5
            case _:
                return False

    @property
    def relation(self) -> str:
        """ "self", "child" or "other", as the page asks."""
        return RELATIONS[self.persona.relation]

    def _pregnant(self) -> bool:
        return self.case.of_person("pregnant") == "True" or self.case.is_so("finding", "pregnancy_known")

    def _sites(self) -> set[str | None]:
        findings = knowledge().findings
        return {findings[code].site for one in self.case.so[:2] for code in one.codes if code in findings}

    def _is_like(self, code: str) -> bool:
        """What they would say of the complaint fits the tile in its course and severity, or by a word of its label."""
        of = knowledge().qualifiers[code].details
        if of.course is not None:
            return of.course in map(Course, self.case.values("course"))
        if of.severity is not None:
            return of.severity in map(Severity, self.case.values("severity"))
        words = WORDS.findall(self._said_of(DETAILS_OF_HOW).lower())
        label = (
            knowledge().qualifiers[code].zh if self.persona.language is Language.ZH else knowledge().qualifiers[code].en
        )
        return any(word in label.lower() for word in words)

    def _said_of(self, names: Sequence[str]) -> str:
        lines = (self.persona.answers.get(name) for name in names)
        return " ".join(line.say[0] for line in lines if isinstance(line, Line))

    def _lasted(self, span: str) -> bool:
        """The tile whose span is nearest to what they would say."""
        hours = next(iter(self.case.values("duration")), None)
        if hours is None:
            return False
        nearest = min(SPANS, key=lambda key: max(SPANS[key] / float(hours), float(hours) / SPANS[key]))
        return span == nearest and (near(SPANS[span], float(hours)) or span in ("today", "years", "half_year", "days"))

    def _took_back(self, topic: str, code: str) -> bool:
        taken = Case(name for aside in self.persona.asides for name in aside.takes_back)
        return taken.is_so(topic, code) or (
            topic == "detail" and bool(taken.values({"since": "duration"}.get(code, code)))
        )

    def _tapped(self, question: Question, options: Sequence[Option]) -> Said:
        keys = tuple(option.key for option in options)
        told = tuple(name for key in keys for name in _told_by(question, key))
        left = [o.key.split(":")[-1] for o in question.options if o.key not in keys]
        # What is left untapped beside a complaint is no denial.
        denied = tuple(f"-finding:{code}" for code in left) if question.key == "danger" else ()
        return Said(options=keys, tells=(*told, *denied), answers=question.key)

    # --- numbers, and nothing to say ----------------------------------------------------------------------------------

    def _number(self, question: Question) -> Said:
        """Keyed in."""
        years = self.persona.age
        months = f"{round(years * 12)}个月" if self.persona.language is Language.ZH else f"{round(years * 12)} months"
        text = f"{years:g}" if years >= 1 else months
        if question.pad == "years_or_months" and years >= 1:
            text = f"{years:g}岁" if self.persona.language is Language.ZH else f"{years:g} years"
        words = text if question.pad and self._taps() else self._word("age", age=text)
        return Said(text=words, tells=("person.age",), answers=question.key)

    def _nothing(self, question: Question) -> Said:
        """None of it, or not known."""
        key = question.key
        outs = {option.key for option in (*question.options, *ways_out(question))}
        if key in ("offer", "choose", "choose_again", "meant", "identify", "read_on", "anything_else"):
            return Said(options=(question.options[0 if key == "choose" else -1].key,), answers=key)
        out = next((one for one in ("none", "no", "finish", "unsure", "yes") if one in outs), "")
        if out == "none" and not question.several and "unsure" in outs:
            out = "unsure"
        told = self._denied(question) if out in ("none", "no") else ()
        if out and (key not in SPOKEN_NO or self._taps()):
            return Said(options=(out,), tells=told, answers=key)
        return Said(text=self._word(SPOKEN_NO.get(key, "unsure")), tells=told, answers=key)

    def _denied(self, question: Question) -> tuple[str, ...]:
        codes = [option.key.split(":")[-1] for option in question.options]
        if question.key == "past_history":  # asked about these illnesses, and no other
            shown = (option.key.split(":")[1:] for option in question.options if ":" in option.key)
            return tuple(f"-{topic}:{code}" for topic, code in shown if code != "may_be_pregnant")
        if question.key in TOPICS:
            return (f"-{TOPICS[question.key]}:none",)
        return tuple(f"-finding:{code}" for code in codes) if question.key in ("danger", "also") else ()

    def _unresolved(self, question: Question, how: str) -> Said:
        tile = how == "unsure" and any(option.key == "unsure" for option in ways_out(question)) and self._taps()
        if tile:
            return Said(options=("unsure",), answers=question.key)
        return Said(text=self._word(how), answers=question.key)

    # --- words --------------------------------------------------------------------------------------------------------

    def _line(self, line: Line, name: str | None, question: Question | None) -> Said:
        words = self.random.choice(line.say)
        key = question.key if question else None
        self.spoken |= {key} if key else set()
        return Said(text=self._dressed(words, name), tells=tells(line, name), may=line.may, answers=key)

    def _dressed(self, words: str, name: str | None) -> str:
        """With what this temper says before and after, now and then."""
        if name is None or name == "open":
            return words
        often = float(self._temper.get("often", 0.0))
        before = self._choice(self._temper.get("before", [])) if self.random.random() < often else ""
        after = self._choice(self._temper.get("after", [])) if self.random.random() < often else ""
        if self.persona.language is Language.ZH:
            return f"{before}{words}{after}"
        return " ".join(
            part for part in (before, f"{words}." if after and words[-1] not in ".!?" else words, after) if part
        )

    def _word(self, name: str, **values: str) -> str:
        return self._dressed(self._choice(self._temper[name]).format(**values), name)

    def _choice(self, words: Sequence[str]) -> str:
        return self.random.choice(words) if words else ""

    def _taps(self) -> bool:
        return self.random.random() < float(self._temper.get("taps", TAPS))

    @property
    def _temper(self) -> Mapping[str, Any]:
        every: dict[str, Any] = tempers(self.persona.language)
        return every.get(self.persona.temper, every["everybody"])  # type: ignore[no-any-return]


KEYED = frozenset({"age"})
LOOKED_FOR = frozenset({"offered", "place"})  # pages on which their complaint may be missing: "none of these"
# What is said on a page when there is nothing to tell, by those who do not tap.
SPOKEN_NO = {
    "danger": "it_is_not",
    "also": "it_is_not",
    "past_history": "no_past_history",
    "medicines": "no_medicines",
    "allergies": "no_allergies",
    "tell_doctor": "done",
}


def _told_by(question: Question, key: str) -> Iterator[str]:
    """What a tile tells, named as in `Told`."""
    kind, _, rest = key.partition(":")
    match kind, question.key:
        case "fact", _:
            yield rest
        case "sign", _:
            yield f"finding:{rest}"
        case _, "since":
            yield "duration"
        case _, "side":
            yield f"side={key}"
        case _, "who":
            yield "person.relation"
            if "_" in key:
                yield "person.sex"
        case _, "sex" | "age":
            yield f"person.{question.key}"
        case _:
            return
