"""A patient's words in the other language."""

from collections.abc import Iterator

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable, source_of
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary import plain_name
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers import language_of
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

TODAY = (Section.COMPLAINT, Section.STORY, Section.WORDS, Section.POSITIVES)
OTHER = {Language.EN: Language.ZH, Language.ZH: Language.EN}
DENIED = {Language.EN: "no ", Language.ZH: "没有"}
WORDS = {
    Language.EN: {
        "whole": "“{text}”: {translated}",
        "none": "“{text}”: not translated; nothing in it is in the vocabulary.",
        "named": "“{text}” names: {translated}. It is not translated word for word.",
    },
    Language.ZH: {
        "whole": "“{text}”：{translated}",
        "none": "“{text}”：没有翻译，其中没有词库里的词。",
        "named": "“{text}”提到：{translated}。没有逐字翻译。",
    },
}


class Translation(Value):
    """`whole`: the sentence; otherwise only the findings, illnesses and medicines that it names."""

    text: str
    translated: str
    to: Language
    whole: bool


class TranslationInputs(Inputs):
    """`text` empty: what the patient told today, or the last complaint on record. `to`: None is the other language."""

    text: str = ""
    to: Language | None = None


def _run(inputs: TranslationInputs, chart: Chart) -> Outcome:
    texts, sources = ([inputs.text], []) if inputs.text else _of_patient(chart)
    told = [_translated(text, inputs.to, chart) for text in texts]
    if not told:
        raise Unavailable("there is nothing in it that can be translated", "没有可以翻译的内容")
    return Outcome(data=tuple(told), sources=tuple(sources))


def _of_patient(chart: Chart) -> tuple[list[str], list[str]]:
    if chart.previsit is not None:
        said = [one.text for one in chart.previsit.statements if one.section in TODAY and not one.machine]
        if said:
            return said, ["previsit summary"]
    if not chart.records:
        return [], []
    last = chart.records[0]
    return [one for one in (last.chief_complaint, last.present_illness_history) if one], [source_of(last)]


def _translated(text: str, to: Language | None, chart: Chart) -> Translation:
    to = to or OTHER[language_of(text) or OTHER[chart.language]]
    stated = chart.previsit.statements if chart.previsit else ()
    known = next((one.translated for one in stated if one.text == text and one.translated), None)
    if known:
        return Translation(text=text, translated=known, to=to, whole=True)
    named = list(dict.fromkeys(_named(text, to)))
    gap = "、" if to is Language.ZH else ", "
    return Translation(text=text, translated=gap.join(named), to=to, whole=False)


def _named(text: str, to: Language) -> Iterator[str]:
    for one in mentions(text):
        entry = knowledge().findings.get(one.code) or knowledge().conditions.get(one.code)
        if entry is not None:
            yield DENIED[to] * one.denied + (entry.zh if to is Language.ZH else entry.en)
    for medicine in medicines_in(read(text)):
        if medicine.meant:
            yield from (plain_name(code, to) for code in medicine.meant.codes)


def _told(translations: tuple[Translation, ...], chart: Chart) -> Iterator[str]:
    words = WORDS[chart.language]
    for one in translations:
        kind = "whole" if one.whole else "named" if one.translated else "none"
        yield words[kind].format(text=one.text, translated=one.translated)


TASK = Task(
    name="translation",
    description="A patient's words in Chinese or English; without a model the findings and medicines they name.",
    inputs=TranslationInputs,
    outputs="list of {text, translated, to, whole}",
    piped=False,
    run=_run,
    told=_told,
)
