"""The password of a hospital's system: it never stands in an address, and is in no log."""

import os
from pathlib import Path

PASSWORD = "FRONTDESK_HIS_PASSWORD"  # noqa: S105 the name of the variable; with _FILE behind it, of the file


def password_told(unreadable: type[Exception]) -> str:
    """From the file or the environment, as it is now. Raises `unreadable` where the file cannot be read."""
    file = os.environ.get(f"{PASSWORD}_FILE", "")
    try:
        return Path(file).read_text("utf-8").strip() if file else os.environ.get(PASSWORD, "")
    except OSError:
        raise unreadable(f"the file that {PASSWORD}_FILE names cannot be read") from None
