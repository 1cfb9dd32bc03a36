"""Files that belong onto a machine: held against what is there, then written; a list of them lets them go again."""

from collections.abc import Iterator
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

from frontdesk.models.facts import Value

LISTS = Path("/etc/frontdesk")  # lists as sha256sum(1) reads them, one of each plan


class File(Value):
    """`kept`: written once, and the operator's own from then on."""

    path: Path
    text: str
    mode: int = 0o644
    kept: bool = False


class Plan(Value):
    """`needs`: programs that have to be there. `commands`: what makes users and folders of the files, in order."""

    name: str
    files: tuple[File, ...]
    needs: tuple[str, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    then: str = ""  # what is left to a person


class Change(StrEnum):
    NEW = "new"
    SAME = "as it is"
    RENEWED = "renewed"
    KEPT = "kept: yours"
    FOREIGN = "REFUSED: was not written by us"
    EDITED = "REFUSED: was changed by hand"


REFUSED = frozenset({Change.FOREIGN, Change.EDITED})


def changes(plan: Plan, root: Path) -> Iterator[tuple[File, Change]]:
    """What writing would do to each file below `root`."""
    ours = _listed(plan, root)
    for file in plan.files:
        yield file, _change(file, _below(root, file.path), ours)


def _change(file: File, there: Path, ours: dict[str, str]) -> Change:
    if not (there.exists() or there.is_symlink()):
        return Change.NEW
    if file.kept:
        return Change.KEPT
    found = _hash(there.read_bytes()) if there.is_file() else ""
    if found == _hash(file.text.encode()):
        return Change.SAME
    if str(file.path) not in ours:
        return Change.FOREIGN
    return Change.RENEWED if found == ours[str(file.path)] else Change.EDITED


def write(plan: Plan, root: Path) -> None:
    """Everything, or nothing where one is refused: see `changes`. Raises OSError."""
    found = list(changes(plan, root))
    if any(change in REFUSED for _, change in found):
        raise FileExistsError(f"{plan.name}: a file is in the way")
    for file, change in found:
        if change in (Change.NEW, Change.RENEWED):
            _write(_below(root, file.path), file.text, file.mode)
    ours = _listed(plan, root) | {str(file.path): _hash(file.text.encode()) for file in plan.files if not file.kept}
    _write(_list(plan, root), "".join(f"{hashed}  {path}\n" for path, hashed in sorted(ours.items())), 0o644)


def _write(path: Path, text: str, mode: int) -> None:
    """Never half, and never readable by more than `mode` says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.touch(mode=0o600)
    new.write_text(text, "utf-8")
    new.chmod(mode)
    new.replace(path)


def _listed(plan: Plan, root: Path) -> dict[str, str]:
    """Path to hash of what was written before."""
    listed = _list(plan, root)
    lines = listed.read_text("utf-8").splitlines() if listed.is_file() else []
    return {path: hashed for hashed, _, path in (line.partition("  ") for line in lines)}


def _list(plan: Plan, root: Path) -> Path:
    return _below(root, LISTS / f"{plan.name}.sha256")


def _below(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()
