"""Reads the files about medicines and refuses them as a whole, naming file, line and reason of every fault."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.formulary_schema import (
    Contraindication,
    Coverage,
    Illness,
    Interaction,
    LabelRhythm,
    Maximum,
    Mechanism,
    Medicine,
    Product,
    Sign,
)
from frontdesk.models.knowledge.load import FOLDER, Fault, KnowledgeError, Row, yaml_rows

SUBSTANCES_ZH = {
    "alcohol": "酒",
    "grapefruit": "西柚",
    "contrast": "造影剂",
    "soy": "豆浆",
    "dairy": "牛奶",
    "juice": "果汁",
    "greens": "绿叶菜",
    "tyramine": "腌制食品和奶酪",
    "tobacco": "烟",
    "coffee": "咖啡或浓茶",
}
SUBSTANCES = frozenset(SUBSTANCES_ZH)
"""What is eaten, drunk, smoked or injected for a scan and counts in interactions."""
FOODS = frozenset({"shellfish", "fish"})
"""Allergies that no medicine is named by."""

_Entry = TypeVar(
    "_Entry", Medicine, Product, Maximum, LabelRhythm, Contraindication, Interaction, Illness, Mechanism, Coverage, Sign
)


class Formulary(Value):
    """Every medicine the house knows by name, and the rules about them."""

    medicines: dict[str, Medicine]
    products: tuple[Product, ...]
    maxima: dict[str, Maximum]
    rhythms: tuple[LabelRhythm, ...]
    contraindications: tuple[Contraindication, ...]
    interactions: tuple[Interaction, ...]
    illnesses: tuple[Illness, ...]
    mechanisms: tuple[Mechanism, ...]
    coverage: tuple[Coverage, ...]
    signs: tuple[Sign, ...]

    @cached_property
    def kinds(self) -> dict[str, frozenset[str]]:
        """What each medicine counts as in the rules: itself, its classes and the mechanisms these count as."""
        holders: dict[str, set[str]] = {}
        for one in self.mechanisms:
            for name in one.holds:
                holders.setdefault(name, set()).add(one.code)
        return {code: _closure((code, *one.classes), holders) for code, one in self.medicines.items()}

    def counts_as(self, code: str) -> frozenset[str]:
        return self.kinds.get(code, frozenset((code,)))


def _closure(names: Iterable[str], holders: Mapping[str, set[str]]) -> frozenset[str]:
    found, new = set(names), set(names)
    while new:
        new = {holder for name in new for holder in holders.get(name, ())} - found
        found |= new
    return frozenset(found)


@lru_cache(maxsize=1)
def formulary() -> Formulary:
    """The medicines that ship with the project, read once."""
    return load(FOLDER)


def plain_name(code: str, language: Language) -> str:
    """The everyday name of a medicine or substance of the formulary, as said to a patient; other codes as they are."""
    if language is Language.EN:
        return code
    known = formulary()
    product = next((one for one in known.products if one.code == code), None)
    chinese = known.medicines[code].zh if code in known.medicines else product.zh if product else None
    return chinese or SUBSTANCES_ZH.get(code, code)


def load(folder: Path) -> Formulary:
    """The files in `folder`. Raises KnowledgeError with every fault of every file."""
    faults: list[Fault] = []
    fail = faults.append
    products = _entries(Product, folder, "medicines/products.yaml", fail)
    medicines = [
        entry
        for path in sorted((folder / "medicines").glob("*.yaml"))
        if path.name != "products.yaml"
        for entry in _entries(Medicine, folder, f"medicines/{path.name}", fail)
    ]
    medicines = [(row, _with_short_name(one)) for row, one in medicines]
    maxima = _entries(Maximum, folder, "daily_maxima.yaml", fail)
    rhythms = _entries(LabelRhythm, folder, "label_rhythms.yaml", fail)
    against = _entries(Contraindication, folder, "contraindications.yaml", fail)
    pairs = _entries(Interaction, folder, "interactions.yaml", fail)
    illnesses = _entries(Illness, folder, "illnesses.yaml", fail)
    mechanisms = _entries(Mechanism, folder, "mechanisms.yaml", fail)
    covered = _entries(Coverage, folder, "interaction_coverage.yaml", fail)
    signs = _entries(Sign, folder, "medicine_symptoms.yaml", fail)
    faults.extend(_name_faults(medicines))
    known = _Known(medicines, illnesses, mechanisms)
    for rows in (products, maxima, rhythms, against, pairs, illnesses, mechanisms, covered, signs):
        for row, entry in rows:
            faults.extend(known.faults(row, entry))
    if faults:
        raise KnowledgeError(sorted(faults))
    return Formulary(
        medicines={one.code: one for _, one in medicines},
        products=tuple(one for _, one in products),
        maxima={one.medicine: one for _, one in maxima},
        rhythms=tuple(one for _, one in rhythms),
        contraindications=tuple(one for _, one in against),
        interactions=tuple(one for _, one in pairs),
        illnesses=tuple(one for _, one in illnesses),
        mechanisms=tuple(one for _, one in mechanisms),
        coverage=tuple(one for _, one in covered),
        signs=tuple(one for _, one in signs),
    )


def _entries(kind: type[_Entry], folder: Path, name: str, fail: Callable[[Fault], None]) -> list[tuple[Row, _Entry]]:
    found: list[tuple[Row, _Entry]] = []
    for row in yaml_rows(folder, name, fail):
        try:
            found.append((row, kind.model_validate(row.data)))
        except ValidationError as error:
            for problem in error.errors():
                field = str(problem["loc"][0]) if problem["loc"] else "code"
                fail(row.fault(field, f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}"))
    return found


def _with_short_name(one: Medicine) -> Medicine:
    """Antibodies are called without the end of their Chinese name; one of two characters may be part of other words."""
    short = one.zh.removesuffix("单抗")
    if short == one.zh or len(short) < 3:
        return one
    return one.model_copy(update={"says": {**one.says, Language.ZH: (*one.says.get(Language.ZH, ()), short)}})


def _name_faults(medicines: list[tuple[Row, Medicine]]) -> Iterator[Fault]:
    """A name that belongs to two medicines would be a silent mix-up."""
    owners: dict[str, Row] = {}
    for row, one in medicines:
        for name in sorted(
            {n.casefold() for n in (one.code, one.zh, *(n for names in one.says.values() for n in names))}
        ):
            first = owners.setdefault(name, row)
            if first is not row:
                yield row.fault("says", f"“{name}” was given before, at {first.file}:{first.line}")


_Rule = Contraindication | Interaction | Illness | Mechanism | Coverage | Sign


class _Known:
    """The names rules may use."""

    def __init__(
        self,
        medicines: list[tuple[Row, Medicine]],
        illnesses: list[tuple[Row, Illness]],
        mechanisms: list[tuple[Row, Mechanism]],
    ) -> None:
        self.codes = {one.code for _, one in medicines if not one.group}
        self.kinds = self.codes | {kind for _, one in medicines for kind in one.classes}
        self.acting = self.kinds | {one.code for _, one in mechanisms}
        self.illnesses = {one.code for _, one in illnesses}

    def faults(self, row: Row, entry: Product | Maximum | LabelRhythm | _Rule) -> Iterator[Fault]:
        match entry:
            case Product():
                yield from self._unknown(row, "holds", {*entry.holds, *entry.at_night}, self.codes)
            case Maximum():
                yield from self._unknown(row, "medicine", {entry.medicine}, self.codes)
                yield from self._unknown(row, "with", set(entry.lowered), self.illnesses)
            case LabelRhythm():
                yield from self._unknown(row, "medicine", {entry.medicine}, self.codes)
            case Contraindication():
                yield from self._unknown(row, "medicines", set(entry.medicines), self.kinds)
                yield from self._unknown(row, "allergies", set(entry.allergies), self.kinds | FOODS)
                yield from self._unknown(row, "conditions", set(entry.conditions), self.illnesses)
                yield from self._unknown(row, "unless", set(entry.unless), self.illnesses)
            case Interaction():
                yield from self._unknown(row, "a", set(entry.a), self.acting | SUBSTANCES)
                yield from self._unknown(row, "b", set(entry.b), self.acting | SUBSTANCES)
            case Mechanism():
                yield from self._unknown(row, "holds", set(entry.holds), self.acting)
            case Sign():
                yield from self._unknown(row, "medicines", set(entry.medicines), self.kinds)
            case Coverage():
                yield from self._unknown(row, "classes", set(entry.classes), self.kinds)
            case Illness():
                yield from self._unknown(row, "also", set(entry.also), self.illnesses)

    def _unknown(self, row: Row, field: str, used: set[str], known: set[str]) -> Iterator[Fault]:
        for name in sorted(used - known):
            yield row.fault(field, f"{field} names what is not known: {name}")
