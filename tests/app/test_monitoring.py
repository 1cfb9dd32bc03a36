"""Alert rules and dashboard name metrics that are exported, add up what may be added up, and say what to do."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import promql_parser as promql
import pytest
import yaml
from prometheus_client import CollectorRegistry, generate_latest
from typer.testing import CliRunner

from frontdesk.app.ledger.deliveries import Backlog
from frontdesk.app.reception.session.log import Live
from frontdesk.app.watch.metrics import Metrics
from frontdesk.app.watch.standing import DATABASE, Standing
from frontdesk.commands.main import frontdesk as command
from frontdesk.commands.monitoring import SHIPPED
from frontdesk.models.language.trace import Call
from tests.conftest import not_tested

ROOT = Path(__file__).parents[2]
OF_PROMETHEUS = {"up": {"job", "instance"}}
ADDED = {"instance", "job"}  # labels that Prometheus itself adds
SAMPLE = re.compile(r"^(frontdesk_\w+?)(?:\{(.*)\})? ", re.MULTILINE)


Selected = tuple[promql.VectorSelector, tuple[str, ...]]


def alerts() -> list[dict[str, str]]:
    groups = yaml.safe_load((SHIPPED / "alerts.yaml").read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> list[dict[str, str]]:
    return json.loads((SHIPPED / "dashboard.json").read_text())["panels"]  # type: ignore[no-any-return]


EXPRESSIONS = {
    **{rule["alert"]: rule["expr"] for rule in alerts()},
    **{
        f"{panel['title']} {target['refId']}": target["expr"].replace("$__rate_interval", "5m")  # type: ignore[index]
        for panel in panels()
        for target in panel.get("targets", ())
    },
}


def standing() -> str:
    registry = CollectorRegistry()
    now = datetime(2026, 11, 30)
    look = lambda: {DATABASE: "ok"}  # noqa: E731
    live, backlog = lambda: Live((), ()), lambda: Backlog(waiting=0, since=None, given_up=0)
    registry.register(Standing(look, live, backlog, lambda: {"k": True}, lambda: now))
    return generate_latest(registry).decode()


def exported() -> dict[str, set[str]]:
    """Every sample's name with its labels."""
    metrics = Metrics()
    metrics.called(Call(capability="nurse", prompt="p", model="m", server="s", outcome="answered"))
    metrics.answered("sessions", 200)
    metrics._readings.labels("model", "")
    told: dict[str, set[str]] = {}
    for name, labels in SAMPLE.findall(metrics.page().decode() + standing()):
        told.setdefault(name, set()).update(re.findall(r'(\w+)="', labels))
    return told


OF_THE_DATABASE = {name for name, _ in SAMPLE.findall(standing())} - {"frontdesk_ready"}


def selectors(expression: promql.Expr, around: tuple[str, ...] = ()) -> Iterator[Selected]:
    """Each with the aggregations around it, the outermost first."""
    match expression:
        case promql.VectorSelector():
            yield expression, around
        case promql.MatrixSelector():
            yield from selectors(expression.vector_selector, around)
        case promql.AggregateExpr():
            yield from selectors(expression.expr, (*around, str(expression.op)))
        case promql.BinaryExpr():
            yield from selectors(expression.lhs, around)
            yield from selectors(expression.rhs, around)
        case promql.Call():
            for one in expression.args:
                yield from selectors(one, around)
        case promql.ParenExpr() | promql.SubqueryExpr() | promql.UnaryExpr():
            yield from selectors(expression.expr, around)


def grouped(expression: str) -> set[str]:
    return {label.strip() for those in re.findall(r"\bby \(([^)]*)\)", expression) for label in those.split(",")}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_every_metric_and_label_named_is_exported(name: str) -> None:
    there, expression = exported() | OF_PROMETHEUS, EXPRESSIONS[name]
    those = list(selectors(promql.parse(expression)))
    assert those
    labels = set[str]()
    for selector, _ in those:
        assert selector.name in there
        asked = {one.name for one in selector.matchers.matchers}
        assert asked <= there[selector.name] | ADDED
        labels |= there[selector.name]
    assert grouped(expression) <= labels | ADDED


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_what_every_machine_tells_alike_is_never_added_up(name: str) -> None:
    for selector, around in selectors(promql.parse(EXPRESSIONS[name])):
        if selector.name in OF_THE_DATABASE:
            assert around and around[-1] == "max"


def test_every_metric_is_on_the_dashboard() -> None:
    shown = {
        selector.name
        for panel in panels()
        for target in panel.get("targets", ())
        for selector, _ in selectors(promql.parse(target["expr"].replace("$__rate_interval", "5m")))  # type: ignore[index]
    }
    base = {re.sub(r"_(bucket|sum|count)$", "", str(name)) for name in shown}
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in exported()} - base == set()


@pytest.mark.parametrize("rule", alerts(), ids=lambda rule: rule["alert"])
def test_every_alert_says_what_to_do(rule: dict[str, dict[str, str]]) -> None:
    path, _, anchor = rule["annotations"]["runbook_url"].partition("#")
    page = (ROOT / path).read_text()
    headings = (re.sub(r"[^\w\- ]", "", line) for line in re.findall(r"^#+ (.+)$", page, re.MULTILINE))
    assert not anchor or anchor in {line.strip().lower().replace(" ", "-") for line in headings}
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert f"`{rule['alert']}`" in page, "the page names the alert that leads to it"


def test_the_command_writes_them_for_prometheus_and_grafana(tmp_path: Path) -> None:
    told = CliRunner().invoke(command, ["monitoring", str(tmp_path / "for-prometheus")])
    assert told.exit_code == 0
    written = {one.name for one in (tmp_path / "for-prometheus").iterdir()}
    assert written == {"alerts.yaml", "dashboard.json", "scrape.yaml"}
    again = CliRunner().invoke(command, ["monitoring", str(tmp_path / "no" / "folder")])
    assert (again.exit_code, "there is no folder" in again.output) == (1, True)


def test_promtool_takes_rules_and_configuration_and_each_alert_fires_when_it_should(tmp_path: Path) -> None:
    """Where promtool is not installed, the expressions are parsed all the same."""
    if shutil.which("promtool") is None:
        not_tested("no promtool for the alert rules: Debian's package prometheus has it")
    (tmp_path / "frontdesk").mkdir()
    for folder in (tmp_path, tmp_path / "frontdesk"):
        shutil.copy(SHIPPED / "alerts.yaml", folder)
    for one in (SHIPPED / "scrape.yaml", Path(__file__).with_name("alerts_fire.yaml")):
        shutil.copy(one, tmp_path)
    for asked in (
        ("check", "rules", "alerts.yaml"),
        ("check", "config", "--syntax-only", "scrape.yaml"),
        ("test", "rules", "alerts_fire.yaml"),
    ):
        done = subprocess.run(["promtool", *asked], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
