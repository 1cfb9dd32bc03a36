"""The medicines known by name: their standard English name, what they are called, and which name is of a whole kind."""

from collections.abc import Sequence
from functools import lru_cache

from models.embedded.understanding.words.english import phrase
from models.embedded.understanding.words.trie import Trie
from models.embedded.understanding.words.writing import read
from models.facts import Language
from models.knowledge.formulary import formulary

UNKNOWN = "unknown: "  # before the patient's words for a medicine no list holds


class _Names:
    def __init__(self) -> None:
        self.zh: Trie[str, str] = Trie()
        self.en: Trie[str, str] = Trie()
        self.chinese: dict[str, str] = {}
        known = formulary()
        self.groups = {one.code for one in known.medicines.values() if one.group}
        for one in known.medicines.values():
            self.chinese[one.code] = one.zh
            self._add(one.code, (one.zh, *one.says.get(Language.ZH, ())), (one.code, *one.says.get(Language.EN, ())))
        for product in known.products:
            self.chinese.setdefault(product.code, product.zh or product.code)
            zh = (product.zh,) if product.zh else ()
            self._add(product.code, (*zh, *product.says.get(Language.ZH, ())), product.says.get(Language.EN, ()))

    def _add(self, code: str, zh: Sequence[str], en: Sequence[str]) -> None:
        for words in zh:
            self.zh.add(read(words).lower, code)
        for words in en:
            self.en.add(phrase(words), code)


@lru_cache(maxsize=1)
def names() -> _Names:
    return _Names()


def plain_name(code: str, language: Language) -> str:
    """The everyday name of a known medicine, as said to a patient; any other code as it is."""
    return names().chinese.get(code, code) if language is Language.ZH else code


def is_group(code: str) -> bool:
    """Whether the name is of a kind of medicine ("blood pressure pills"), which leaves open which one is taken."""
    return code in names().groups


def is_kind_of(group: str, code: str) -> bool:
    """Whether `group` names a kind of medicine and `code` one of that kind."""
    kind = formulary().medicines.get(group)
    return kind is not None and code != group and not formulary().counts_as(code).isdisjoint(kind.members)


def is_medicine(code: str) -> bool:
    return code in names().chinese or code.startswith(UNKNOWN)
