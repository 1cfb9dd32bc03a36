"""The project's rules that a machine can hold: which way imports run, who speaks HTTP and SQL, what the docs name."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from frontdesk.app.settings import Settings
from frontdesk.commands.main import COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "frontdesk"
LAYERS = (
    "models",
    "database",
    "his_adapter",
    "app",
    "training",
    "evaluation",
    "commands",
)  # each may import those before it
INSIDE_APP = {  # what the parts of `app` may import of `app`
    "frontdesk.app.reception": {"frontdesk.app.reception"},
    "frontdesk.app.reception.session": {"frontdesk.app.reception.session"},
    "frontdesk.app.reception.record": {"frontdesk.app.reception.session", "frontdesk.app.reception.record"},
    "frontdesk.app.reception.guard": {"frontdesk.app.reception.guard"},
    "frontdesk.app.ledger": {"frontdesk.app.ledger", "frontdesk.app.reception"},
    "frontdesk.app.clinician": {"frontdesk.app.clinician", "frontdesk.app.reception.turn.anonymity"},
    "frontdesk.app.settings": set(),
}
WEB = {"flask", "apiflask", "werkzeug", "gunicorn", "uvicorn", "uvicorn_worker"}
SQL = {"sqlalchemy", "sqlmodel", "alembic", "psycopg", "sqlite3"}
SPEAK_SQL = (
    "frontdesk.database",
    "frontdesk.his_adapter.sql",
    "frontdesk.his_adapter.views",
    "frontdesk.his_adapter.hl7.received",
    "frontdesk.his_adapter.connecting",
    "frontdesk.his_adapter.tables",
    "frontdesk.app.ledger",
    "frontdesk.evaluation.scale.past",  # fills a database for measuring
)
CONNECTS = ("frontdesk.his_adapter.connecting", "frontdesk.his_adapter.tables")
BACK_ENDS = (
    "frontdesk.his_adapter.sql",
    "frontdesk.his_adapter.fhir",
    "frontdesk.his_adapter.gnuhealth",
    "frontdesk.his_adapter.hl7",
    "frontdesk.his_adapter.views",
)
NAME_THE_ENGINE = {
    "frontdesk.app.web.parts",
    "frontdesk.app.web.problems",
}  # hand it round, and know its errors; no statement of SQL


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def modules() -> Iterator[tuple[str, list[str]]]:
    """Every module with the modules it imports."""
    for layer in LAYERS:
        for path in sorted((PACKAGE / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            yield name, list(_imports(tree(path)))


def _imports(module: ast.AST) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _layer(name: str) -> int:
    """Which layer a module is of; below all of them what is none of ours."""
    package, _, rest = name.partition(".")
    layer = rest.partition(".")[0]
    return LAYERS.index(layer) if package == PACKAGE.name and layer in LAYERS else -1


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


MODULES = dict(modules())


def test_imports_run_one_way() -> None:
    wrong = [(name, used) for name, imports in MODULES.items() for used in imports if _layer(used) > _layer(name)]
    assert wrong == []


@pytest.mark.parametrize("package", INSIDE_APP)
def test_inside_the_application_too(package: str) -> None:
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if _within(name, package)
        for used in imports
        if used.startswith("frontdesk.app.") and not any(_within(used, allowed) for allowed in INSIDE_APP[package])
    ]
    assert wrong == []


def test_only_the_web_speaks_http() -> None:
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if not _within(name, "frontdesk.app.web")
        and name not in ("frontdesk.commands.serve", "frontdesk.commands.worker", "frontdesk.commands.gateway")
        for used in imports
        if used.split(".")[0] in WEB
    ]
    assert wrong == []


def test_only_the_hospital_and_the_ledger_speak_sql() -> None:
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if not any(_within(name, package) for package in SPEAK_SQL) and not _within(name, "frontdesk.commands")
        for used in imports
        if used.split(".")[0] in SQL and not (name in NAME_THE_ENGINE and used.startswith("sqlalchemy"))
    ]
    assert wrong == []


def test_nothing_names_a_back_end_but_what_connects_them() -> None:
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if name not in CONNECTS
        for used in imports
        for back_end in BACK_ENDS
        if _within(used, back_end) and not _within(name, back_end)
    ]
    assert wrong == []


def test_commands_connect_and_send_no_statement() -> None:
    harmless = {"sqlalchemy", "sqlalchemy.Engine", "sqlalchemy.make_url", "sqlalchemy.exc"}
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if _within(name, "frontdesk.commands")
        for used in imports
        if used.split(".")[0] in SQL and used not in harmless and not used.startswith("sqlalchemy.exc.")
    ]
    assert wrong == []


TRAINING = {"frontdesk.models.reading.learning", "frontdesk.models.reading.base"}  # with the extra `training`, by hand
FINE_TUNING = {"frontdesk.training.finetune"}  # with the extra `finetune`, by `frontdesk train nurse`


def test_only_language_models_are_reached_by_their_libraries() -> None:
    wrong = [
        (name, used)
        for name, imports in MODULES.items()
        if not _within(name, "frontdesk.models.language")
        for used in imports
        if used.split(".")[0] in {"openai", "torch", "transformers", "xgrammar"} and name not in TRAINING | FINE_TUNING
    ]
    assert wrong == []


def test_what_trains_weights_is_imported_by_nothing_that_runs() -> None:
    used = {used for name, imports in MODULES.items() if name not in TRAINING for used in imports}
    assert not any(one == name or one.startswith(f"{name}.") for one in used for name in TRAINING)


def test_no_text_is_ever_executed() -> None:
    wrong = [
        (path.relative_to(ROOT), node.lineno)
        for layer in LAYERS
        for path in (PACKAGE / layer).rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"exec", "eval"}
    ]
    assert wrong == []


def test_every_module_says_what_it_owns() -> None:
    silent = [
        path.relative_to(ROOT)
        for layer in LAYERS
        for path in (PACKAGE / layer).rglob("*.py")
        if tree(path).body and not ast.get_docstring(tree(path))
    ]
    assert silent == []


def test_the_docs_name_every_setting_with_its_default() -> None:
    page = (ROOT / "docs" / "settings.md").read_text()
    rows = dict(re.findall(r"^\| `(FRONTDESK_\w+)` \| (.+?) \|", page, re.MULTILINE))
    assert set(rows) == {f"FRONTDESK_{name.upper()}" for name in Settings.model_fields}
    for name, field in Settings.model_fields.items():
        default = str(field.default)
        if default and name != "ui_folder":
            assert rows[f"FRONTDESK_{name.upper()}"] == f"`{default}`"


def test_the_docs_name_every_command() -> None:
    text = "".join(path.read_text() for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    assert [name for name in COMMANDS if f"frontdesk {name}" not in text] == []


def test_the_docs_name_files_that_are_there() -> None:
    """Decisions that were replaced are history and keep the names of their day."""
    named = re.compile(r"`((?:frontdesk|tests|docs|scripts|kiosk_ui|hospital)/[\w./*-]+)`")
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    texts = {page: page.read_text() for page in pages if page.name != "CHANGELOG.md"}
    current = {page: text for page, text in texts.items() if "*Replaced by" not in text and ". Replaced by" not in text}
    gone = [
        (page.name, path)
        for page, text in current.items()
        for path in named.findall(text)
        if not any(ROOT.glob(path.rstrip("/")))
    ]
    assert gone == []


def test_decisions_are_dated() -> None:
    dated = re.compile(r"# .+\n\n\*\d+ [A-Z][a-z]+ 20\d\d\.")
    assert [page.name for page in (ROOT / "docs" / "decisions").glob("*.md") if not dated.match(page.read_text())] == []


def test_no_age_is_a_number_in_the_code_but_in_the_module_of_ages() -> None:
    """Ages have names and sources in `frontdesk/models/ages.py`; knowledge files state their own."""
    compared = re.compile(r"\b(?:is_under|is_from|may_be_under|may_be_from)\(\d")
    named = [path for layer in ("app", "models") for path in (PACKAGE / layer).rglob("*.py") if path.name != "ages.py"]
    assert [str(path.relative_to(ROOT)) for path in named if compared.search(path.read_text())] == []
