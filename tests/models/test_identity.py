"""Two spellings of one name agree, two names do not."""

import pytest

from frontdesk.models.identity import same_name


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("Jose Nunez", "José Núñez"),
        ("Núñez, José", "José Núñez"),
        ("Joerg Weiss", "Jörg Weiß"),
        ("Jorg Weiss", "Jörg Weiß"),
        ("Soren Ostergaard", "Søren Østergaard"),
        ("JOHN PAUL WOOD", "John-Paul Wood"),
        ("Sean O’Brien", "Seán O'Brien"),
        ("Mr Tom Baker Jr.", "Tom Baker"),
        ("ＴＯＭ　ＢＡＫＥＲ", "Tom Baker"),
        ("林松涛", "林松濤"),
        ("蒋 月 娥", "蔣月娥"),
        ("Lin Xiaoyan", "林晓燕"),
        ("xiaoyan lin", "林晓燕"),
        ("linxiaoyan", "林晓燕"),
        ("Lv Fang", "吕芳"),
        ("Zeng Li", "曾丽"),
        ("Ouyang Na", "欧阳娜"),
        ("林晓燕", "Lin Xiaoyan"),
    ],
)
def test_another_spelling_is_the_same_name(given: str, known: str) -> None:
    assert same_name(given, known)


@pytest.mark.parametrize(
    ("given", "known"),
    [
        ("王方", "王芳"),  # sound alike
        ("王方", "王芳 "),
        ("Li Na", "李丽"),
        ("Lin", "林晓燕"),
        ("晓燕", "林晓燕"),
        ("John Hill", "John Hull"),
        ("Jose", "José Núñez"),
        ("Maria Nunez", "José Núñez"),
        ("", "林晓燕"),
        ("Mr", "Tom Baker"),
    ],
)
def test_another_name_is_not(given: str, known: str) -> None:
    assert not same_name(given, known)
