"""What speaks against medicines together, or for this patient, and the most of one: rules of the formulary."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from frontdesk.app.clinician.quoting import quoted
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.medicine_list import line_of
from frontdesk.app.clinician.topics import classes
from frontdesk.app.clinician.warned import Unchecked, Warned, alone, together, unchecked
from frontdesk.his_adapter.chart import Line
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import SUBSTANCES, formulary, plain_name
from frontdesk.models.knowledge.formulary_schema import Maximum
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.condition import is_ruled
from frontdesk.models.specialists.medication.listing import codes as codes_of
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.pairs import NothingFound, compare
from frontdesk.models.specialists.medication.prescribed import Change
from frontdesk.models.specialists.medication.spoken import hear

AGAINST = frozenset({Change.STOPPED, Change.DECLINED, Change.AVOIDED})
SAYS = {Language.ZH: "我在吃{}。", Language.EN: "I take {}."}
WORDS = {
    Language.EN: {
        "warned": "{verdict}: {told} ({source}).",
        "avoid": "Avoid",
        "caution": "Caution",
        "fine": "Checked, nothing found: {medicines}; their classes were compared with each other.",
        "for_patient": "{medicines}: the rules on illness, age and allergy were gone through and none is met;"
        " kidney, liver and other values are not among them.",
        "on_record": "On record: {quote}",
        "alone": "{medicines}: not checked with other medicines, because no other is on the list.",
        "unchecked": "Not checked: {medicines} ({why}).",
        "no_member": "none of that class is on the list; name the medicine",
        "one_of_two": "Only {medicine} is known here as a medicine of those named: whether it goes with the other"
        " was not checked.",
        "dose": "{medicine}: at most {most:g} mg in 24 hours for {whom}{lowered}; without prescription ({source}).",
        "adult": "adults",
        "child": "this age",
        "lowered": "; {most:g} mg with {illness}",
    },
    Language.ZH: {
        "warned": "{verdict}：{told}（{source}）。",
        "avoid": "避免",
        "caution": "注意",
        "fine": "已核对，没有查到：{medicines}，已按类别互相核对。",
        "for_patient": "{medicines}：按疾病、年龄、过敏逐条核对过，没有碰到规则；肾功能、肝功能等数值不在其中。",
        "on_record": "病历写着：{quote}",
        "alone": "{medicines}：没有和别的药核对，因为清单上没有别的药。",
        "unchecked": "没有核对：{medicines}（{why}）。",
        "no_member": "清单上没有这一类的药，请写出药名",
        "one_of_two": "问到的药里只认识{medicine}，它和另一样是否冲突没有核对。",
        "dose": "{medicine}：{whom}24小时内最多{most:g} mg{lowered}；按非处方用法（{source}）。",
        "adult": "成人",
        "child": "这个年龄",
        "lowered": "；有{illness}时{most:g} mg",
    },
}


class Checked(Value):
    """`clear`: pairs compared of which nothing was found; `suits`: those whose rules do not meet the patient.

    `on_record`: sentences that stop, refuse or forbid what is asked about. `asked`: those named in the question;
    `unknown`: another that is named is not known.
    """

    medicines: tuple[str, ...]
    warnings: tuple[Warned, ...]
    clear: tuple[tuple[str, str], ...]
    unchecked: tuple[Unchecked, ...]
    suits: tuple[str, ...]
    on_record: tuple[Line, ...] = ()
    asked: tuple[str, ...] = ()
    unknown: bool = False


class Dose(Value):
    """The most in 24 hours, mg; `lowered`: for illnesses."""

    medicine: str
    most: float
    child: bool
    lowered: dict[str, float]
    source: str


class MedicinesInputs(Inputs):
    """`names` besides those of the patient's list, "contrast" for the dye of a scan; `alone`: nothing but `names`.

    `classes`: the formulary's, meant for those of the list; `one_of_two`: the other that is asked about is not known.
    """

    names: tuple[str, ...] = ()
    alone: bool = False
    classes: tuple[str, ...] = ()
    one_of_two: bool = False


class DoseInputs(Inputs):
    names: tuple[str, ...]


def _check(inputs: MedicinesInputs, chart: Chart) -> Outcome:
    named = _codes(inputs.names)
    listed = () if inputs.alone else codes_of(chart.medicines)
    groups = [*inputs.classes, *(one for one in named if one in classes() and len(named) > 1)]  # "with his statin"
    of_classes = {name: [one for one in listed if name in formulary().counts_as(one)] for name in groups}
    named = tuple(one for one in named if not of_classes.get(one))
    asked = tuple(dict.fromkeys([*named, *(one for those in of_classes.values() for one in those)]))
    codes = tuple(dict.fromkeys([*asked, *([] if inputs.alone else codes_of(chart.medicines))]))
    if not codes or (inputs.names and not asked):
        raise Unavailable("no medicine that the formulary knows is named", "没有提到处方集里的药")
    data = _held(codes, asked, chart)
    missing = tuple(
        Unchecked(medicines=(*_names(named, chart.language), called), why=WORDS[chart.language]["no_member"])
        for name, those in of_classes.items()
        if not those and name not in {*named} | {kind for one in named for kind in formulary().counts_as(one)}
        for called in [classes()[name].name[chart.language]]
    )
    data = data.model_copy(update={"unchecked": (*missing, *data.unchecked), "unknown": inputs.one_of_two})
    return Outcome(data=data, sources=_sources(data))


def _held(codes: tuple[str, ...], asked: tuple[str, ...], chart: Chart) -> Checked:
    """Each medicine against the patient and each two together; where some are asked about, only what is of these."""
    language = chart.language
    patient = known_of(chart)
    situation = hear(SAYS[language].format(", ".join(codes)), patient).situation
    about = set(asked or codes)
    pairs = [pair for pair in combinations(codes, 2) if not about.isdisjoint(pair)]
    own = {code: alone(code, situation, language) for code in codes if code in about}
    warned = sorted([one for one in own.values() if one], key=lambda one: one.verdict != "avoid")
    suits = [code for code, one in own.items() if one is None and is_ruled(code) and situation.tells]
    clear = [pair for pair in pairs if isinstance(compare(*pair), NothingFound)]
    return Checked(
        medicines=_names(codes, language),
        warnings=(*warned, *together(pairs, language)),
        clear=tuple((plain_name(one, language), plain_name(other, language)) for one, other in clear),
        unchecked=tuple(unchecked(pairs, language)),
        suits=_names(suits, language),
        on_record=tuple(_on_record(asked, chart)),
        asked=_names(asked, language),
    )


def known_of(chart: Chart) -> Patient:
    """The patient with the illnesses as the records write them: with aura, of stage 3b."""
    conditions = dict.fromkeys((*chart.index.ills, *chart.patient.conditions))
    return chart.patient.model_copy(update={"conditions": tuple(conditions)})


def _on_record(asked: Sequence[str], chart: Chart) -> Iterator[Line]:
    """Where the records stop, refuse or forbid one of these, or one of its class that is named; the newest of each."""
    told: dict[tuple[str, ...], Line] = {}
    for one in chart.index.medicines:
        ours = {kind for code in one.entry.holds for kind in (code, *formulary().counts_as(code))}
        if one.change in AGAINST and not ours.isdisjoint(asked):
            told[one.entry.holds] = line_of(one, chart)
        elif not ours.isdisjoint(asked):
            told.pop(one.entry.holds, None)  # taken again since
    yield from told.values()


def _names(codes: Sequence[str], language: Language) -> tuple[str, ...]:
    return tuple(plain_name(code, language) for code in codes)


def _sources(data: Checked) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.source for one in data.warnings)) or ("formulary",)


def _codes(names: tuple[str, ...]) -> tuple[str, ...]:
    """Of medicines by any name, and of substances by the formulary's own."""
    substances = [name for name in names if name in SUBSTANCES]
    named = (one.meant for text in names for one in mentions(read(text), on_a_list=True) if one.meant)
    return tuple(dict.fromkeys([*substances, *(code for one in named for code in one.codes)]))


def _dose(inputs: DoseInputs, chart: Chart) -> Outcome:
    maxima = formulary().maxima
    found = [_of_patient(maxima[code], chart) for code in _codes(inputs.names) if code in maxima]
    if not found:
        names = ", ".join(inputs.names)
        raise Unavailable(f"the formulary has no greatest dose of {names or 'that'}", f"处方集里没有{names}的最大剂量")
    return Outcome(data=tuple(found), sources=tuple(one.source for one in found))


def _of_patient(rule: Maximum, chart: Chart) -> Dose:
    age = chart.patient.age
    of_age = next((most for since, under, most in rule.ages if age is not None and since <= age < under), None)
    name = plain_name(rule.medicine, chart.language)
    most = rule.adult if of_age is None else of_age
    return Dose(medicine=name, most=most, child=of_age is not None, lowered=rule.lowered, source=rule.source)


def _check_told(one: Checked, chart: Chart) -> Iterator[str]:
    words, gap = WORDS[chart.language], "、" if chart.language is Language.ZH else ", "
    asked = {*one.asked}
    called = {code.name[chart.language] for code in classes().values()}
    first = [left for left in one.unchecked if len(asked) > 1 and asked | called >= {*left.medicines}]
    first += [left for left in one.unchecked if left not in first and not called.isdisjoint(left.medicines)]
    if one.unknown:
        yield words["one_of_two"].format(medicine=gap.join(one.asked))
    yield from (words["unchecked"].format(medicines=" + ".join(left.medicines), why=left.why) for left in first)
    for warning in sorted(one.warnings, key=lambda found: not _of_asked(found.medicines, asked)):
        yield words["warned"].format(
            verdict=words[warning.verdict], told=warning.told(chart.language), source=warning.source
        )
    yield from (words["on_record"].format(quote=quoted(line, chart.language)) for line in one.on_record)
    if one.clear:
        clear = sorted(one.clear, key=lambda pair: not _of_asked(pair, asked))
        yield words["fine"].format(medicines=gap.join(" + ".join(pair) for pair in clear))
    if one.suits and not one.on_record and not any(not set(one.suits).isdisjoint(w.medicines) for w in one.warnings):
        yield words["for_patient"].format(medicines=gap.join(one.suits))
    for left in (left for left in one.unchecked if left not in first):
        yield words["unchecked"].format(medicines=" + ".join(left.medicines), why=left.why)
    if len(one.medicines) == 1:
        yield words["alone"].format(medicines=one.medicines[0])


def _of_asked(medicines: Sequence[str], asked: set[str]) -> bool:
    """Whether it is the pair that the question is about."""
    return len(medicines) > 1 and asked >= {*medicines}


def _dose_told(doses: tuple[Dose, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    illnesses = {one.code: one for one in formulary().illnesses}
    for one in doses:
        names = {
            code: illnesses[code].zh[0] if chart.language is Language.ZH else illnesses[code].en[0]
            for code in one.lowered
        }
        lowered = "".join(words["lowered"].format(most=mg, illness=names[code]) for code, mg in one.lowered.items())
        yield words["dose"].format(
            medicine=one.medicine,
            most=one.most,
            whom=words["child" if one.child else "adult"],
            lowered=lowered,
            source=one.source,
        )


TASKS = (
    Task(
        name="medicines",
        description="Interactions of medicines with each other, and with this patient's illnesses, age and allergies.",
        inputs=MedicinesInputs,
        outputs="{medicines, warnings: list of {medicines, because, verdict, why, source}, clear, unchecked}",
        piped=False,
        run=_check,
        told=_check_told,
    ),
    Task(
        name="dose",
        description="The greatest daily dose of medicines, for this patient's age.",
        inputs=DoseInputs,
        outputs="list of {medicine, most, lowered, source}",
        piped=False,
        run=_dose,
        told=_dose_told,
    ),
)
