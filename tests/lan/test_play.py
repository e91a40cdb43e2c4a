"""Whole journeys at a table with a host and guests: deals, lost connections, computers, the host's return."""

import re
import time
from pathlib import Path

import pytest
from lan_play import CODE, FAST, Party, Seat, party, wait

from game.engine import Reason, Standing, preset
from game.engine import commands as co
from game.engine import events as ev
from game.lan import wire
from game.lan.keep import kept
from game.lan.open import open_table, reopen_table
from game.lan.remember import Memory
from game.table.journal import fold, read
from game.table.table import Refused


def links(table: Party) -> dict[int, object]:
    return table.hosted._host._links


def cut(table: Party, seat: Seat) -> None:
    """The connection breaks, at the host's end."""
    links(table)[seat.peer.status.me].close()


def dealt(seat: Seat) -> bool:
    return not seat.last.view.undealt


def journal(table: Party) -> Path:
    (path,) = (table.folder / "matches").glob("*.journal")
    return path


def test_four_play_a_deal_and_all_hear_the_same(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        assert [seat.peer.seat for seat in table.seats] == [0, 1, 2, 3]
        table.start()
        table.play_deals(1)
        first, *others = table.seats
        for seat in others:
            assert seat.first_deal == first.first_deal
        table.play(lambda: len({seat.peer.mark for seat in table.seats}) == 1)
        for seat in table.seats:
            verdict = seat.peer.verdict
            assert verdict is not None
            assert (verdict.fault, verdict.partly, verdict.left_out) == (None, False, ())
            assert not seat.peer.split
            assert seat.last.view.seat == seat.peer.seat
        header, records, _ = read(journal(table).read_bytes())
        assert [info.name for info in header.seats] == ["甲", "乙", "丙", "丁"]
        assert fold(header, records).deals_played == 1


def test_computers_take_the_seats_nobody_has(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.host.peer.ask(wire.SetBot(2, "normal"))
        wait(lambda: table.hosted.lobby.chairs[2] == "normal")
        table.start()
        assert table.hosted.lobby.chairs == (None, None, "normal", "skilled")
        table.play_deals(1)
        assert [info.bot for info in table.guests[0].peer.seats] == [False, False, True, True]


def test_a_broken_connection_is_made_again_and_nothing_is_lost(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        guest = table.guests[1]
        for cards in (9, 6, 2):
            table.play(
                lambda n=cards: (
                    guest.batches and len(guest.last.view.hand) == n and not guest.last.view.undealt
                )
            )
            before = guest.last.view.hand
            heard = len(guest.batches)
            cut(table, guest)
            wait(lambda: guest.peer.status.state == "lost")
            wait(lambda: guest.peer.status.state == "there")
            table.play(lambda n=heard: any(not batch.events for batch in guest.batches[n:]))
            anew = next(batch for batch in guest.batches[heard:] if not batch.events)
            assert anew.view.hand == before or len(anew.view.hand) < len(before)
        table.play_deals(1)
        assert guest.peer.verdict is not None
        assert guest.peer.verdict.fault is None
        assert table.guests[0].first_deal == table.host.first_deal


def test_a_command_sent_again_is_answered_again_and_not_done_again(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        guest = table.guests[0]
        guest.plays = False
        table.play(lambda: guest.batches and guest.last.ask and guest.last.ask.question.kind == "ready")
        ask = guest.last.ask
        assert ask is not None
        act = wire.Act(1, co.Ready(), ask.number)
        guest.peer._waiting[1] = act
        guest.peer._seq = 1
        for _ in range(3):
            guest.peer.ask(act)
        table.play(lambda: any(batch.taken == 1 for batch in guest.batches))
        assert not guest.refused, "said three times, heard once"
        assert guest.public.count(ev.SeatReady(1)) == 1
        guest.plays = True
        table.play(lambda: guest.last.view.phase == "playing")
        guest.plays = False
        seq = guest.peer._seq = guest.peer._seq + 1
        wrong = wire.Act(seq, co.Bury(()), None)
        for n in (1, 2):
            guest.peer._waiting[seq] = wrong
            guest.peer.ask(wrong)
            wait(lambda: seq not in guest.peer._waiting)
            refused = [heard for heard in guest.peer.poll() if isinstance(heard, Refused)]
            reasons = [heard.refusal.reason for heard in refused if heard.command_id == seq]
            assert reasons == [Reason.NOT_NOW], f"the same answer, time {n}"


def test_an_answer_to_a_question_no_longer_asked_is_refused_with_how_things_stand(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and guest.last.view.phase == "playing" and guest.last.view.tricks)
        heard = len(guest.batches)
        guest.peer.send(co.Play(guest.last.view.hand[:1]), 1)
        table.play(lambda: guest.refused)
        assert guest.refused[-1].refusal.reason is Reason.STALE
        table.play(lambda: any(not batch.events for batch in guest.batches[heard:]))


def test_the_computer_plays_for_who_is_away_and_the_owner_takes_the_seat_back(tmp_path: Path) -> None:
    with party(tmp_path, options=wire.Options(turn=20, countdown=0)) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and guest.last.view.phase == "playing")
        guest.peer._hang_up(False)  # as when the program ends without a word
        member = guest.peer.status.me
        wait(lambda: table.hosted.lobby.member(member).away == 0.0)
        table.seats.remove(guest)
        table.play(lambda: table.host.last.view.auto[1])
        table.play(lambda: table.host.deals == 1 and table.host.last.view.phase == "dealing")
        (known,) = Memory(tmp_path / "guest 乙").all()
        assert known.token is not None, "the seat waits"
        back = Seat(rejoined(table, known))
        table.seats.append(back)
        table.play(lambda: back.batches and back.last.view.phase == "playing")
        assert back.peer.seat == 1
        table.play(lambda: not table.host.last.view.auto[1])


def rejoined(table: Party, known: object) -> object:
    from game.lan.join import rejoin

    return rejoin(table.folder / "guest 乙", known, lambda: None)


def test_who_is_away_is_told_at_once_with_the_seconds_left(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        guest = table.guests[0]
        guest.peer._hang_up(False)
        others = [seat for seat in table.seats if seat is not guest]
        away = lambda seat: seat.peer.status.lobby.member(guest.peer.status.me).away  # noqa: E731
        wait(lambda: all(away(seat) is not None for seat in others), 1.0)
        assert all(25 < away(seat) <= 30 for seat in others)


def test_a_seat_left_for_good_goes_to_a_computer_and_another_may_have_it_from_the_next_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.lan.relay.ACTIONS", (1000, 10.0))  # two deals in less than a second
    with party(tmp_path) as table:
        table.start()
        leaver = table.guests[2]
        table.play(lambda: leaver.batches and leaver.last.view.phase == "playing")
        leaver.peer.leave()
        table.seats.remove(leaver)
        wait(lambda: table.hosted.lobby.chairs[3] == "skilled")
        assert Memory(tmp_path / "guest 丁").all()[0].token is None
        late = table.guest("戊")
        assert late.peer.seat is None
        for seat in (0, 3):
            late.peer.ask(wire.Sit(seat))
        wait(lambda: late.peer.status.mine.wish == 3)
        assert late.peer.seat is None, "nobody sees two hands of one deal"
        table.play(lambda: table.host.deals == 1)
        assert not [batch for batch in late.batches if batch.view.phase == "playing"]
        table.play(lambda: late.batches and late.last.view.phase == "dealing")
        assert late.peer.seat == 3
        assert table.hosted.lobby.chairs[3] is None
        table.play(lambda: late.deals == 2 and late.peer.verdict)
        verdict = late.peer.verdict
        assert verdict is not None
        assert (verdict.deal, verdict.fault, verdict.left_out) == (2, None, ()), (
            "and takes part in the shuffle"
        )
        assert [info.name for info in table.host.peer.seats] == ["甲", "乙", "丙", "戊"]


def test_who_watches_sees_what_is_public_and_nothing_else(tmp_path: Path) -> None:
    with party(tmp_path, guests=1, options=wire.Options(spectators=True)) as table:
        watcher = table.guest("看客", watch=True)
        watcher.peer.ask(wire.SetReady(True))
        table.start()
        table.play_deals(1)
        assert watcher.peer.seat is None
        assert watcher.public == [event for batch in watcher.batches for event in batch.events]
        assert watcher.first_deal == table.host.first_deal
        assert all(batch.view.hand == () and batch.ask is None for batch in watcher.batches)
        assert watcher.peer.verdict is not None
        assert watcher.peer.verdict.fault is None
        watcher.peer.send(co.Ready())
        wait(lambda: [heard for heard in watcher.peer.poll() if hasattr(heard, "refusal")])


def test_nobody_watches_unless_the_host_allows_it(tmp_path: Path) -> None:
    with party(tmp_path, guests=0) as table:
        peer = table.knock("看客", watch=True)
        wait(lambda: peer.status.state == "ended")
        assert peer.status.why == "watch"


def test_the_host_comes_back_with_the_match_and_the_guests_find_it_by_themselves(tmp_path: Path) -> None:
    with party(tmp_path, guests=2) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and len(guest.last.view.tricks) == 4)
        port, path = table.hosted.port, journal(table)
        mark = {seat.peer.seat: seat.last.view.hand for seat in table.guests}
        host = table.hosted._host
        for link in list(host._links.values()):
            link.close()  # killed: without a word
        host._links.clear()
        table.hosted.close()
        wait(lambda: all(seat.peer.status.state == "lost" for seat in table.guests))
        found = kept(path)
        assert found is not None
        assert (found.title, found.name, found.port) == ("四方桌", "甲", port)
        table.hosted = reopen_table(tmp_path / "host", path, FAST, lambda: None)
        assert table.hosted.peer
        table.seats[0] = Seat(table.hosted.peer)
        assert table.hosted.port == port
        wait(lambda: all(seat.peer.status.state == "there" for seat in table.guests), 10)
        heard = len(guest.batches)
        table.play(lambda: len(guest.batches) > heard)
        for seat in table.guests:
            assert set(seat.last.view.hand) <= set(mark[seat.peer.seat])
        table.play_deals(1)
        for seat in table.seats:
            assert seat.peer.verdict is not None
            assert seat.peer.verdict.fault is None, seat.peer.verdict
        table.play(lambda: all(seat.last.view.number == 2 for seat in table.seats))


def test_another_pc_goes_on_from_the_last_finished_deal(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        table.play_deals(1)
        levels, dealer = table.host.last.view.levels, table.host.last.view.dealer
    (known,) = Memory(tmp_path / "guest 乙").all()
    assert known.standing == Standing(levels, dealer, 1)
    assert known.rules == preset("lezhong", 1)
    assert known.players[:2] == ("甲", "乙")
    hosted = open_table(
        tmp_path / "other", tmp_path / "m", known.title, "乙", known.rules, wire.Options(), FAST,
        lambda: None, port=0, standing=known.standing, reserved=known.players,
    )  # fmt: skip
    try:
        assert hosted.peer
        assert hosted.lobby.members[0].seat == 1, "levels belong to seats"
        assert hosted.lobby.standing == known.standing
        seat = Seat(hosted.peer)
        hosted.begin_match()
        again = Party(tmp_path, hosted, [seat])
        again.play(lambda: seat.batches and seat.last.view.phase == "dealing")
        assert seat.last.view.levels == levels
        assert seat.last.view.dealer == dealer
        assert seat.last.view.number == 2
    finally:
        hosted.close()


def test_after_a_match_the_host_opens_the_lobby_again(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        table.start()
        table.play_deals(1)
        table.host.peer.ask(wire.Reopen())
        wait(lambda: all(not seat.peer.status.lobby.playing for seat in table.seats))
        assert not table.guests[0].peer.status.mine.ready
        standing = table.hosted.lobby.standing
        assert standing is not None
        assert (standing.levels, standing.deals_played) == (table.host.last.view.levels, 1)
        table.host.peer.ask(wire.Afresh())
        wait(lambda: table.hosted.lobby.standing is None)
        for seat in table.seats:
            seat.peer.poll()
            seat.batches.clear()
        table.start()
        table.play_deals(1)
        assert table.guests[0].peer.verdict is not None
        assert table.guests[0].peer.verdict.fault is None


def test_the_table_closes_for_all(tmp_path: Path) -> None:
    with party(tmp_path, guests=2) as table:
        table.start()
        table.host.peer.leave()
        wait(lambda: all(seat.peer.status.state == "ended" for seat in table.seats))
        assert [seat.peer.status.why for seat in table.seats] == ["left", "closed", "closed"]
        assert table.hosted.over


def test_what_can_not_be_kept_is_said_and_the_lobby_stays(tmp_path: Path) -> None:
    with party(tmp_path, guests=1) as table:
        (tmp_path / "matches").write_text("a file where the folder should be")
        guest = table.guests[0]
        guest.peer.ask(wire.SetReady(True))
        wait(lambda: table.hosted.lobby.at(1).ready)
        table.host.peer.ask(wire.Start())
        table.play(lambda: guest.stopped)
        assert not table.hosted.lobby.playing


def test_two_tables_fit_on_one_pc(tmp_path: Path) -> None:
    tables = [
        open_table(
            tmp_path / name, tmp_path / "m", "桌", "甲", preset("lezhong"), wire.Options(), FAST, lambda: None
        )
        for name in ("a", "b")
    ]
    try:
        assert tables[0].port != tables[1].port
        with pytest.raises(OSError, match=re.compile("in use|already", re.I)):
            open_table(
                tmp_path / "c", tmp_path / "m", "桌", "甲", preset("lezhong"), wire.Options(), FAST,
                lambda: None, port=tables[0].port,
            )  # fmt: skip
    finally:
        for hosted in tables:
            hosted.close()


def test_time_is_up_for_guests_too(tmp_path: Path) -> None:
    with party(tmp_path, guests=1, options=wire.Options(turn=5)) as table:
        table.start()
        guest = table.guests[0]
        table.play(lambda: guest.batches and guest.last.view.turn == 1 and guest.last.view.phase == "playing")
        guest.plays = False
        timer = guest.last.timer
        assert timer is not None
        assert timer.limit == 5
        assert 0 < timer.deadline - time.monotonic() <= 5
        table.play(lambda: ev.TimedOut(1) in guest.public, 8)


def test_the_room_code_is_the_only_way_in(tmp_path: Path) -> None:
    with party(tmp_path, guests=0) as table:
        for code in ("000000", None, ""):
            peer = table.knock("乙", code=code)
            wait(lambda p=peer: p.status.state == "ended")
            assert peer.status.why == "code"
        assert table.guest("丙", code=CODE)
    with party(tmp_path / "open", guests=0, options=wire.Options(code=False)) as table:
        assert table.guest("丁", code=None)


def test_after_five_wrong_codes_in_a_minute_not_even_the_right_one_is_heard(tmp_path: Path) -> None:
    with party(tmp_path, guests=0) as table:
        reasons = []
        for code in [f"{n:06}" for n in range(5)] + [CODE]:
            peer = table.knock("乙", code=code)
            wait(lambda p=peer: p.status.state == "ended")
            reasons.append(peer.status.why)
        assert reasons == ["code"] * 5 + ["tries"]


def test_a_seat_is_kept_when_the_program_just_ends(tmp_path: Path) -> None:
    with party(tmp_path) as table:
        table.start()
        guest = table.guests[0]
        guest.peer.part()
        wait(lambda: table.hosted.lobby.member(guest.peer.status.me).away is not None)
        assert Memory(tmp_path / "guest 乙").all()[0].token is not None
        table.guests[1].peer.leave()
        wait(lambda: table.hosted.lobby.chairs[2] == "skilled")
        assert Memory(tmp_path / "guest 丙").all()[0].token is None
