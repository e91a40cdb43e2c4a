"""Tests on a real network need root, iproute2, iptables and a kernel with namespaces; without them they are
skipped, or fail where ``SHENGJI_REQUIRE_NET=1`` says that they must run."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from lan_net import Impossible, Network
from lan_table import Table

Measure = Callable[[str, float | str, str], None]

FIGURES = pytest.StashKey[list[tuple[str, str, str]]]()


def refuse(why: Impossible) -> None:
    if os.environ.get("SHENGJI_REQUIRE_NET") == "1":
        pytest.fail(str(why))
    pytest.skip(str(why))


@pytest.fixture(scope="session")
def network() -> Iterator[Network]:
    """Four PCs on one bridge."""
    try:
        network = Network()
    except Impossible as why:
        refuse(why)
        raise
    yield network
    network.close()


@pytest.fixture
def lan(network: Network) -> Iterator[Network]:
    """The four PCs, their network whole."""
    yield network
    network.heal()


@pytest.fixture
def table(lan: Network, tmp_path: Path) -> Iterator[Table]:
    """A table that is not open yet; in the end all its programs are ended, none having failed."""
    table = Table(lan, tmp_path)
    yield table
    table.close()


@pytest.fixture
def measure(request: pytest.FixtureRequest) -> Measure:
    """Keep a figure: what was measured, seconds or a text, and the target; a table of them is shown last."""

    def keep(what: str, figure: float | str, target: str) -> None:
        text = figure if isinstance(figure, str) else f"{figure:.2f} s"
        request.config.stash.setdefault(FIGURES, []).append((what, text, target))

    return keep


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    figures = terminalreporter.config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("LAN play, measured")
    for what, figure, target in figures:
        terminalreporter.line(f"{what:<58} {figure:>24}   target {target}")
