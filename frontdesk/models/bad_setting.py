"""What every part raises where a setting names something that cannot be used."""

from typing import ClassVar


class BadSetting(Exception):
    """The message is for the operator and holds no secret; `setting`, where the message does not name it itself."""

    setting: ClassVar[str] = ""
