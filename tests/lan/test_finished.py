"""A finished LAN deal: from whatever was seen of it all can be told once the host has shown it."""

from pathlib import Path

import pytest
from lan_play import party
from profile_play import KINDS, Evening, evening, kind

from game.engine import RuleSet, evolve, preset, view
from game.engine.events import DealStarted
from game.lan.finished import FinishedDeal, finished
from game.lan.wire import Opened
from game.profile.keeper import Books
from game.scenes.keeping import of_table


@pytest.mark.parametrize("rules", KINDS, ids=kind)
def test_any_view_of_a_deal_tells_how_it_began(rules: RuleSet) -> None:
    table, deals, _ = evening(rules, 5)
    for deal in deals:
        match = deal.start.match(rules)
        opened = Opened(deal.start.deals_played + 1, (), deal.events)
        for i, event in enumerate(deal.events):
            match = evolve(match, event)
            if match.phase in ("ready", "won"):
                break
            if i % 17 == 0:
                assert finished(view(match, i % 4), opened) == deal, f"seen after {i} events"
    assert isinstance(table, Evening)


def test_a_view_of_another_deal_tells_nothing() -> None:
    rules = KINDS[0]
    _, deals, _ = evening(rules, 5)
    first, second = deals[:2]
    match = evolve(first.start.match(rules), first.events[0])
    assert isinstance(first.events[0], DealStarted)
    assert finished(view(match, 0), Opened(2, (), second.events)) is None
    assert finished(view(first.start.match(rules), 0), Opened(1, (), first.events)) is None
    assert finished(view(match, 0), Opened(1, (), ())) is None


def test_all_at_a_table_keep_the_same_deals(tmp_path: Path) -> None:
    heard: dict[str, list[FinishedDeal]] = {}
    with party(tmp_path, rules=preset("lezhong", decks=1)) as table:
        for number, seat in enumerate(table.seats):
            seat.peer.on_deal = heard.setdefault(str(number), []).append
        table.start()
        table.play_deals(2)
        table.play(lambda: all(len(deals) >= 2 for deals in heard.values()))
        matches = tmp_path / "matches"
        journal = next(matches.glob("*.journal"))
        for number, deals in heard.items():
            books = Books(tmp_path / f"shelf {number}")
            kept = [of_table(books, matches, deal, 60 * i) for i, deal in enumerate(deals[:2], 1)]
            again = [of_table(books, matches, deal, 600) for deal in deals[:2]]
            assert None not in kept
            assert [one and one.record.match for one in kept] == [one and one.record.match for one in again]
            (info,) = books.shelf.matches()
            assert info.lan
            assert info.own == int(number)
            assert info.deals == 2
            assert (info.journal == journal.name) == (number == "0"), "the host alone can go on with it"
            assert (info.id == journal.stem) == (number == "0")
            assert books.shelf.count() == 2
            assert books.shelf.record(info.id, 2) is not None
            books.database.close()
