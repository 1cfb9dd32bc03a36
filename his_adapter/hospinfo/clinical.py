# ruff: noqa: E501
"""Illnesses, symptoms, allergies and other text asked for, in the field each belongs to."""

import re
from collections.abc import Callable
from functools import cache, partial

from his_adapter.hospinfo.script import Kind, Script
from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.operation import Column
from models.knowledge.load import knowledge

Told = tuple[Column, str]
Read = Callable[..., Told | None]

STOP_EN = r"(?= ?(?:⟨*⟩|[,.;:?!()]|$|who\b|whose\b|that\b|which\b|visits?\b|records?\b|patients?\b|in the (?:last|past)\b|and (?:who|are|were|with|have|a|an|is|was|had)\b|please\b|sorted\b|ordered\b|by date\b|at (?:any|the)\b|seen\b|visited\b|who've\b|in (?:his|her|their|its|the)\b|before\b(?! (?:meals|bed))|previously\b|recorded\b|but\b|on (?:file|record)\b|as (?:a |an |the |their )))"
V_EN = rf"(?P<v>(?!of\b|to\b|in\b|for\b|and\b|or\b|by\b|is\b|are\b|the patient|patients?\b|every|everyone|all\b|any\b|those\b|this\b|these\b|that\b|which\b|what\b|who\b|whose\b|people\b|children\b|adults\b)[a-z0-9\"'⟪].*?){STOP_EN}"
V_ZH = r"(?P<v>[^⟨⟩,。;:?!()]+?)"
WHO_ZH = (
    r"(?:患者们?|病人|病患|患儿|孩子|儿童|老人|老年人|人|就诊记录|门诊记录|就诊|病历|记录|病例|男|女|⟨G⟩|⟨A⟩|⟨W⟩|⟨K⟩)"
)


def clinical(script: Script) -> Script:
    """With such conditions as letters; their meaning is a column and the words to be found in it."""
    chinese = re.search(r"[\u4e00-\u9fff]", script.text) is not None
    for expression, read in _rules(chinese):
        script = script.lettered(Kind.CLINICAL, expression, partial(read, script=script))
    return script


@cache
def _rules(chinese: bool) -> list[tuple[re.Pattern[str], Read]]:
    who = r"(?:(?:who|that|which|they|and|with|having|has|have|had|were|was|are|is|been|have been|has been|ever|previously|also|already|a|an|any|the|known|documented|reported|confirmed|positive|previous|prior|past|recorded|visits?|records?|where|whose|in which|initially|provisionally|preliminarily|all) )*"
    en: list[tuple[str, Read]] = [
        (rf"\b{who}allerg(?:ic|y|ies) (?:reactions? )?to {V_EN}", _in(Column.DRUG_ALLERGY_HISTORY)),
        (rf"\b{who}(?:with |having |has |have )(?:an? )?{V_EN.replace(STOP_EN, '')} allerg(?:y|ies)(?! history)", _in(Column.DRUG_ALLERGY_HISTORY)),
        (rf"\b{who}(?:diagnosed (?:with|as(?: having)?)|diagnos[ie]s (?:of|is|was|being|as)|found to have) {V_EN}", _in(Column.PRELIMINARY_DIAGNOSIS)),
        (rf"\b{who}(?:complain(?:ed|ing|s)? (?:of|about)|present(?:ing|ed|s)? with|(?:came|come|coming|seen|visited|visiting|attended|attending|consulted|consulting) (?:in )?(?:with|for|because of|due to|complaining of)|(?:suffer(?:ing|ed|s)? (?:from|with))|report(?:ing|ed|s)(?: of)?|mentioning|troubled by|because of|due to) {V_EN}", _in(Column.CHIEF_COMPLAINT)),
        (rf"\b{who}(?:treated with|prescribed|given|put on|advised(?: to| on)?|recommended|told to|started on|taking) {V_EN}", _in(Column.TREATMENT_OPINION)),
        (rf"\b{who}histor(?:y|ies) of {V_EN}", _in(Column.PAST_HISTORY)),
        (rf"\b{who}⟨F⟩ (?:of|about|for) {V_EN}", _labelled),
        (rf"\b{who}(?P<f>⟨F⟩) ?(?:field |column |section )?(?:that |which )?(?:is|are|was|contains?|containing|contained|mentions?|mentioned|mentioning|includes?|including|included|has|having|says?|said|saying|shows?|showing|showed|states?|stating|stated|reads?|reading|records?|recording|lists?|listing|refers? to|talks? about|matches|matching|like|with|equals?|=|:|indicates?|indicating|suggests?|suggesting|involves?|involving|notes?|noting|starts? with) {V_EN}", _labelled),
        (rf"\b{who}(?:mention(?:ing|s|ed)?|contain(?:ing|s|ed)?|say(?:ing|s)?|includ(?:ing|es?|ed)|show(?:ing|s)|with) {V_EN} in (?:the |their |his |her |its )?(?P<f>⟨F⟩)", _labelled),
        (rf"\b(?:with|having|who have|who had|who has|have|has|had|cases? of|suffering from) (?:an? |the |any |some )?(?!no\b){V_EN}", _guessed),
        (r"\b(?P<v>[a-z]+(?: [a-z]+)?) (?:patients|cases|sufferers)\b", _guessed_known),
    ]  # fmt: skip
    zh: list[tuple[str, Read]] = [
        (rf"(?:有|对|存在)?(?:对)?{V_ZH}(?:药物)?⟨F⟩(?:史)?的?(?={WHO_ZH})", _allergy_field),
        (rf"对{V_ZH}(?:药物)?(?:有)?(?:⟨F⟩|过敏)(?:史|反应)?的?", _in(Column.DRUG_ALLERGY_HISTORY)),
        (rf"(?P<f>⟨F⟩)(?:一栏|栏|字段|内容)?(?:里面?|中|上|内)?(?:有|曾)?(?:写着|写有|写了|写明|提到了?|提及|包含|包括|含有|含|为|是|记录了?|记载了?|出现了?|涉及|注明了?|带有?|等于|=|:|有|显示|提示|标注了?|类似){V_ZH}(?=的|$|⟨*⟩|[,。?])的?", _labelled),
        (rf"(?P<f>⟨F⟩){V_ZH}的(?={WHO_ZH})", _labelled),
        (rf"(?:有|既往有?|曾有|存在)(?:过)?{V_ZH}(?:病)?史(?=的|者|$|⟨*⟩|[,。、?]|患者|病人|且|并)的?", _history),
        (rf"(?:有|既往有?|曾有|存在)(?:过)?{V_ZH}(?:的)?(?P<f>⟨F⟩)(?=的|者|$|⟨W⟩|⟨K⟩|⟨A⟩|⟨G⟩|[,。、?]|患者|病人|且|并)的?", _history),
        (rf"{V_ZH}(?:病史|既往史|史)的?(?={WHO_ZH})", _history),
        (rf"(?:以前|过去|既往|曾经?|之前)(?:患有?|得|有|生)(?:过)?{V_ZH}(?=的|$|⟨*⟩|[,。?])的?", _history),
        (rf"(?:得|患|生)过{V_ZH}(?=的|$|⟨*⟩|[,。?])的?", _history),
        (rf"(?:被)?(?:初步)?(?:确诊|诊断)(?:为|是|出|有|成|患有|得了|患)*{V_ZH}(?=的|$|⟨*⟩|[,。?]|患者|病人)的?", _in(Column.PRELIMINARY_DIAGNOSIS)),
        (rf"(?:因为|因|由于){V_ZH}(?:而)?(?:来)?(?:就诊|看病|看诊|就医|来诊|挂号|前来就诊|来院|来看|来的|前来|来)(?:过)?的?", _in(Column.CHIEF_COMPLAINT)),
        (rf"(?:主诉|抱怨|自诉|自述){V_ZH}(?=的|$|⟨*⟩|[,。?])的?", _in(Column.CHIEF_COMPLAINT)),
        (rf"(?:用过|开了|开过|服用过?|处方|给予|使用|建议|予以){V_ZH}(?:治疗)?(?=的|$|⟨*⟩|[,。?])的?", _in(Column.TREATMENT_OPINION)),
        (rf"(?:患有?|得了?|患了|有|出现)(?:了)?{V_ZH}(?:症状|的症状)?的(?={WHO_ZH}|$)", _guessed),
        (rf"(?:^|(?<=[查询看出示找的有个些下])|(?<=⟨*⟩)){V_ZH}(?={WHO_ZH[:-1].split('|就诊记录')[0]}))", _guessed_known),
    ]  # fmt: skip
    return [(pattern(template), read) for template, read in ([*zh, *en] if chinese else en)]


def _in(column: Column) -> Read:
    return lambda match, script: _told(column, match, script)


def _told(column: Column, match: re.Match[str], script: Script) -> Told | None:
    start, end = match.span("v")
    if pattern("^⟨Q⟩$").match(script.text[start:end].strip()):
        return column, script.means(script.text[start:end].strip())
    if pattern("^(?:⟨P⟩|⟨N⟩|⟨F⟩|⟨W⟩|⟨A⟩|⟨K⟩|⟨M⟩)").search(script.text[start:end]):
        return None
    words = re.sub(r"^(?:an?|the|any|some) |(?:的|了)$", "", script.written(start, end).strip(" \"'“”"), flags=re.I)
    words = re.sub(r"(?:^(?:有|过|了))|(?: too| as well| please)$", "", words)
    return (column, words) if words and words.lower() not in NOTHING else None


NOTHING = frozenset(
    [
        "anything",
        "what",
        "any",
        "drug",
        "drugs",
        "them",
        "it",
        "him",
        "her",
        "什么",
        "哪些",
        "有",
        "对",
        "没有",
        "无",
        "有没有",
        "药物",
        "啥",
        "多少",
        "哪种",
        "哪个",
        "全部",
        "所有",
        "药",
        "过",
        "的",
        "no",
        "none",
        "如何",
        "怎么样",
    ]
)
TEXTS = frozenset(Column) - {Column.AGE, Column.VISIT_DATE, Column.OUTPATIENT_NUMBER, Column.PATIENT_ID}


def _labelled(match: re.Match[str], script: Script) -> Told | None:
    letter = match.groupdict().get("f") or next(c for c in match[0] if pattern("⟨F⟩").match(c))
    column = script.means(letter)
    return _told(column, match, script) if column in TEXTS else None


def _allergy_field(match: re.Match[str], script: Script) -> Told | None:
    letter = next(c for c in match[0][::-1] if pattern("⟨F⟩").match(c))
    if script.means(letter) is not Column.DRUG_ALLERGY_HISTORY:
        return None
    return _told(Column.DRUG_ALLERGY_HISTORY, match, script)


ILLNESSES_IN_BING = re.compile(
    r"(?:糖尿|冠心|心脏|肾|肝|胃|肺|血管|眼|皮肤|精神|血液|传染|遗传|白血|风湿|结缔组织|帕金森|脑血管|心血管|甲状腺|慢性|基础|牙周|颈椎|腰椎|关节)病$"
)


def _history(match: re.Match[str], script: Script) -> Told | None:
    letter = match.groupdict().get("f")
    if letter and script.means(letter) is Column.DRUG_ALLERGY_HISTORY:
        return _told(Column.DRUG_ALLERGY_HISTORY, match, script)
    if letter and script.means(letter) is not Column.PAST_HISTORY:
        return None
    told = _told(Column.PAST_HISTORY, match, script)
    if told is None:
        return None
    words = re.sub(r"病?史$", "", told[1])
    known = words + "病"
    return told[0], known if ILLNESSES_IN_BING.search(known) and known in script.written(*match.span()) else words


def _guessed(match: re.Match[str], script: Script) -> Told | None:
    """An illness that lasts is past history, a symptom a complaint, any other illness a diagnosis."""
    told = _told(Column.PRELIMINARY_DIAGNOSIS, match, script)
    return (belongs(told[1]) or told[0], told[1]) if told else None


def _guessed_known(match: re.Match[str], script: Script) -> Told | None:
    told = _told(Column.PRELIMINARY_DIAGNOSIS, match, script)
    column = belongs(told[1]) if told else None
    return (column, told[1]) if told and column else None


def belongs(words: str) -> Column | None:
    return _known().get(re.sub(r"\W", "", words.lower()))


@cache
def _known() -> dict[str, Column]:
    known = knowledge()
    found: dict[str, Column] = {}
    for finding in known.findings.values():
        for name in (finding.zh, finding.en, *(w for says in finding.says.values() for w in says)):
            found[re.sub(r"\W", "", name.lower())] = Column.CHIEF_COMPLAINT
    for condition in known.conditions.values():
        column = Column.PRELIMINARY_DIAGNOSIS if str(condition.chronic).lower() == "false" else Column.PAST_HISTORY
        for name in (condition.zh, condition.en, *(w for says in condition.says.values() for w in says)):
            found[re.sub(r"\W", "", name.lower())] = column
    return found
