"""No message tells anybody a card, a seed, a token or the code that it may not know."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lan_play
import pytest
from lan_leaks import Known, Spoken, Tap, leaks
from lan_play import CODE, Party, party, wait
from msgspec.structs import replace

import game.table.table
from game.engine import RuleSet, preset, redact, view
from game.engine import commands as co
from game.lan import wire
from game.lan.codec import HostCodec
from game.table.journal import SUFFIX

Patch = pytest.MonkeyPatch
HOST = 1


def all_said(folder: Path, patch: Patch, rules: RuleSet, seed: int, deals: int) -> tuple[list[Spoken], Path]:
    """A match with a watcher in which connections break, strangers knock, and some say what they may not."""
    chance = random.Random(seed)
    options = wire.Options(turn=5, countdown=1, spectators=True)
    with party(folder, rules=rules, options=options) as table:
        tap = Tap(table.hosted._host, folder / "matches")
        patch.setattr(HostCodec, "encode", lambda codec, message: tap.encode(codec, message))
        own, deliver = table.host.peer, table.host.peer.deliver

        def hear(message: wire.Telling) -> None:
            tap.deliver(HOST, message)
            deliver(message)

        patch.setattr(own, "deliver", hear)
        for seat in table.guests:  # their codecs are those from before
            drop(table, seat.peer.status.me)
        wait(lambda: all(seat.peer.status.state == "lost" for seat in table.guests))
        wait(lambda: all(seat.peer.status.state == "there" for seat in table.guests))
        table.guest("watcher", watch=True)
        table.start()
        for deal in range(1, deals + 1):
            for _ in range(5):
                if all(seat.deals >= deal for seat in table.seats):
                    break
                trouble(table, chance)
                heard = len(table.host.batches) + chance.randint(3, 15)
                table.play(
                    lambda heard=heard, deal=deal: len(table.host.batches) > heard or table.host.deals >= deal
                )
            table.play(lambda deal=deal: all(seat.deals >= deal for seat in table.seats))
        wait(lambda: sum(isinstance(one.message, wire.Opened) for one in tap.said) >= deals)
        (journal,) = (folder / "matches").glob(f"*{SUFFIX}")
    return tap.said, journal


def drop(table: Party, member: int) -> None:
    host = table.hosted._host
    host.call(lambda: link.close() if (link := host._links.get(member)) else None)


def trouble(table: Party, chance: random.Random) -> None:
    """One of the things that happen at a table."""
    guest = chance.choice(table.guests)
    peer = guest.peer
    match chance.randrange(6):
        case 0:
            drop(table, peer.status.me)
            wait(lambda: peer.status.state == "lost")
            wait(lambda: peer.status.state == "there")
        case 1:
            peer.ask(wire.Say("谁有大王?"))
        case 2:  # a card by chance, out of turn or not held, or against the rules
            cards = tuple(chance.sample(range(54), chance.choice((1, 2, 6))))
            peer.send(co.Bury(cards) if len(cards) == 6 else co.Play(cards))
        case 3:
            peer.send(co.Ready(), 0)  # no question of now
        case 4:
            stranger = table.knock("stranger", code="000001")
            wait(lambda: stranger.status.state == "ended")
        case 5:
            peer.ask(wire.Sit(chance.randrange(4)))


@pytest.fixture(autouse=True)
def refusals_are_no_matter(monkeypatch: Patch) -> None:
    """The helper's players take none but the usual; here all are passed over."""
    monkeypatch.setattr(lan_play, "Refused", _Nothing)


class _Nothing:
    """What nothing is one of."""


@pytest.mark.parametrize(
    ("seed", "deals"), [(1, 1), *(pytest.param(seed, 3, marks=pytest.mark.slow) for seed in range(2, 12))]
)
def test_nobody_is_told_what_it_may_not_know(
    tmp_path: Path, monkeypatch: Patch, seed: int, deals: int
) -> None:
    rules = preset("lezhong", decks=1) if seed % 2 else preset("classic", decks=1)
    said, journal = all_said(tmp_path, monkeypatch, rules, seed, deals)
    kinds = Counter(type(one.message).__name__ for one in said)
    assert kinds.keys() >= {"Told", "LobbyIs", "Welcome", "Opened", "Committed", "CallSeeds", "Prove"}
    assert {one.seat for one in said} == {0, 1, 2, 3, None}
    assert leaks(said, Known(journal), CODE, HOST) == []


BREAKS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "events as they are": (game.table.table, "redact", lambda event, seat: event),
    "events of the next seat": (
        game.table.table,
        "redact",
        lambda event, seat: redact(event, (seat or 0) + 1),
    ),
    "the view of the next seat": (
        game.table.table,
        "view",
        lambda match, seat: view(match, ((seat or 0) + 1) % 4),
    ),
    "a watcher sees the first seat": (game.table.table, "view", lambda match, seat: view(match, seat or 0)),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: Patch, broken: str) -> None:
    where, name, instead = BREAKS[broken]
    with monkeypatch.context() as patch:
        patch.setattr(where, name, instead)
        said, journal = watched_only(tmp_path, patch)
    assert any("card" in leak for leak in leaks(said, Known(journal), CODE, HOST))


def test_what_is_said_too_early_or_to_the_wrong_one_would_be_found(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    said, journal = all_said(tmp_path, monkeypatch, preset("lezhong", decks=1), seed=3, deals=1)
    known = Known(journal)
    assert leaks(said, known, CODE, HOST) == []
    opened = next(one for one in said if isinstance(one.message, wire.Opened))
    welcome = next(one for one in said if isinstance(one.message, wire.Welcome))
    seed = opened.message.entries[-1].value
    played = next(
        one for one in said if isinstance(one.message, wire.Told) and one.message.batch.view.number == 1
    )
    other = welcome.member + 1
    for wrong, why in (
        (replace(opened, journal=played.journal), "is not over"),
        (replace(played, member=other, raw=b".." + welcome.message.token + b".."), "a token"),
        (replace(played, raw=b".." + seed), "a seed"),
        (replace(played, member=other, raw=CODE.encode()), "the code"),
    ):
        assert any(why in leak for leak in leaks([*said, wrong], known, CODE, HOST)), why


def watched_only(folder: Path, patch: Patch) -> tuple[list[Spoken], Path]:
    """The beginning of a match; the players may be as confused as they like."""
    with party(
        folder, guests=2, rules=preset("lezhong", decks=1), options=wire.Options(spectators=True)
    ) as table:
        tap = Tap(table.hosted._host, folder / "matches")
        patch.setattr(HostCodec, "encode", lambda codec, message: tap.encode(codec, message))
        for seat in table.guests:
            drop(table, seat.peer.status.me)
        wait(lambda: all(seat.peer.status.state == "lost" for seat in table.guests))
        wait(lambda: all(seat.peer.status.state == "there" for seat in table.guests))
        table.guest("watcher", watch=True)
        table.start()
        for seat in table.seats:
            wait(lambda seat=seat: seat.look() or seat.batches)
        table.play(
            lambda: all(seat.last.view.number == 1 and not seat.last.view.undealt for seat in table.seats)
        )
        (journal,) = (folder / "matches").glob(f"*{SUFFIX}")
    return tap.said, journal
