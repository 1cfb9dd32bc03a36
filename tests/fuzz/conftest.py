"""Each property over some examples in every run; by `make fuzz` over new ones until the time is up."""

from time import monotonic

import pytest
import structlog

from tests.fuzz.examples import MINUTES

told = pytest.StashKey[list[str]]()


@pytest.fixture(autouse=True)
def nothing_logged() -> None:
    """Hundreds of thousands of lines would be kept for a failure."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


def pytest_configure(config: pytest.Config) -> None:
    config.stash[told] = []


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Round after round, each with a seed of its own; the properties of a file share its time."""
    test = pyfuncitem.obj
    if not MINUTES or not hasattr(test, "hypothesis"):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    beside = [one for one in pyfuncitem.session.items if one.path == pyfuncitem.path]
    inner, ran = test.hypothesis.inner_test, 0
    until = monotonic() + 60 * MINUTES / sum(hasattr(one.obj, "hypothesis") for one in beside)

    def counted(*args: object, **named: object) -> None:
        nonlocal ran
        ran += 1
        inner(*args, **named)

    test.hypothesis.inner_test = counted
    try:
        while monotonic() < until:
            test(**given)
    finally:
        pyfuncitem.config.stash[told].append(f"{pyfuncitem.nodeid}: {ran} examples")
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for line in terminalreporter.config.stash[told]:
        terminalreporter.line(line)
