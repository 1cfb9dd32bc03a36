"""Foods with what they hold, and the limits of illnesses, read from `knowledge/nutrition`."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml
from pydantic import Field

from frontdesk.models.facts import Language, Value

FOLDER = Path(__file__).parents[2] / "knowledge" / "nutrition"
UNITS = {
    "protein": "g", "carbohydrate": "g", "added sugar": "g", "sodium": "mg", "potassium": "mg", "phosphorus": "mg",
    "fluid": "mL", "purine": "mg", "oxalate": "mg", "caffeine": "mg", "alcohol": "g", "gluten": "", "mercury": "",
}  # fmt: skip
ZH = {
    "protein": "蛋白质", "carbohydrate": "碳水化合物", "added sugar": "添加糖", "sodium": "钠", "potassium": "钾",
    "phosphorus": "磷", "fluid": "液体", "purine": "嘌呤", "oxalate": "草酸", "caffeine": "咖啡因", "alcohol": "酒精",
    "gluten": "麸质", "mercury": "汞",
}  # fmt: skip


class Food(Value):
    """`portions` are grams (of a drink: millilitres) by measure, the first is the usual one; `holds` is per 100 g.

    A `dish` is a meal, or most of one, as a restaurant serves it.
    """

    name: str
    zh: str
    says: tuple[str, ...]
    portions: dict[str, float] = Field(min_length=1)
    holds: dict[str, float]
    dish: bool = False


class Limit(Value):
    """The most of one nutrient in a day, in its unit of UNITS; with `per_kg` for each kilogram; `meal` for one meal."""

    nutrient: str
    amount: float = Field(ge=0)
    per_kg: bool = False
    meal: float | None = None
    source: str = Field(min_length=1)


class Restriction(Value):
    """What one illness limits. `names` are expressions over lower-case text; `everybody` holds without any illness."""

    condition: dict[Language, str]
    names: tuple[str, ...] = ()
    pregnant: bool = False
    everybody: bool = False
    limits: tuple[Limit, ...]

    def is_named(self, text: str) -> bool:
        return any(re.search(name, text) for name in self.names)


@cache
def foods() -> tuple[Food, ...]:
    """Every dish, then every food. Raises ValueError with the line for a row that cannot be read."""
    return (*_rows("dishes.csv"), *_rows("foods.csv"))


def _rows(file: str) -> Iterator[Food]:
    with (FOLDER / file).open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        for row in reader:
            try:
                yield _food(row)
            except (KeyError, ValueError) as fault:
                raise ValueError(f"{file}:{reader.line_num}: {row.get('name')}: {fault}") from fault


def _food(row: dict[str, str]) -> Food:
    """A row of 100 g of a food, or of a whole serving of a dish, whose `grams` are given."""
    told = dict(one.split("=") for one in row["portions"].split(";") if one)
    portions = {measure: float(grams) for measure, grams in told.items()}
    serving = row.get("grams")
    hundredths = float(serving) / 100 if serving else 1.0
    return Food(
        name=row["name"],
        zh=row["zh"],
        says=tuple(word for word in row["says"].split("/") if word),
        portions={"serving": float(serving), **portions} if serving else portions,
        holds={name: float(row[name.replace(" ", "_")]) / hundredths for name in UNITS},
        dish=serving is not None,
    )


@cache
def restrictions() -> tuple[Restriction, ...]:
    entries = yaml.load((FOLDER / "limits.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    found = tuple(Restriction.model_validate(entry) for entry in entries)
    for one in found:
        for limit in one.limits:
            if limit.nutrient not in UNITS:
                raise ValueError(f"limits.yaml: {one.condition[Language.EN]}: no nutrient {limit.nutrient}")
    return found


@cache
def sources() -> dict[str, str]:
    held: dict[str, str] = yaml.load((FOLDER / "sources.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return held
