"""The picture a player has chosen, as the others at the table see it."""

from pathlib import Path

import pytest
from lan_play import CODE, FAST, Party, Seat, party, wait

from game.engine import preset
from game.lan import wire
from game.lan.join import rejoin
from game.lan.open import open_table, reopen_table
from game.lan.remember import Memory
from game.profile.avatar import COLOURS, MARKS, SHAPES, Avatar, Picture, avatar_of, shown
from game.table.journal import Journal

HOSTS, GUESTS = (5, 11, 15), (2, 3, 1)


def pictures(seat: Seat) -> list[Picture | None]:
    """Of the four seats, as a member knows them."""
    return [info.picture for info in seat.peer.seats]


def journal(table: Party) -> Path:
    (path,) = (table.folder / "matches").glob("*.journal")
    return path


def test_each_sees_the_pictures_the_others_have_chosen(tmp_path: Path) -> None:
    with party(tmp_path, guests=0, picture=HOSTS) as table:
        table.guest("乙", picture=GUESTS)
        table.guest("丙")
        wait(lambda: all(pictures(seat) == [HOSTS, GUESTS, None, None] for seat in table.seats))
        table.start()
        table.play_deals(1)
        assert all(pictures(seat) == [HOSTS, GUESTS, None, None] for seat in table.seats)
        path = journal(table)
    file, header, *_ = Journal.resume(path)
    file.close()
    assert [info.picture for info in header.seats] == [HOSTS, GUESTS, None, None]


def test_a_picture_comes_back_with_its_seat_and_another_one_is_seen(tmp_path: Path) -> None:
    with party(tmp_path, guests=0, picture=HOSTS) as table:
        guest = table.guest("乙", picture=GUESTS)
        table.start()
        guest.peer.part()  # the program ends
        table.seats.remove(guest)
        wait(lambda: table.hosted.lobby.at(1).away is not None)
        assert pictures(table.host)[1] == GUESTS, "while the seat waits"
        (known,) = Memory(tmp_path / "guest 乙").all()
        back = Seat(rejoin(tmp_path / "guest 乙", known, lambda: None, "丁", (0, 0, 7)))
        table.seats.append(back)
        wait(lambda: back.peer.status.lobby)
        wait(lambda: all(pictures(seat)[1] == (0, 0, 7) for seat in table.seats))
        assert back.peer.seats[1].name == "乙", "the match goes on under the old name"


def test_the_host_and_its_guests_have_their_pictures_when_the_table_is_opened_again(tmp_path: Path) -> None:
    with party(tmp_path, guests=0, picture=HOSTS) as table:
        guest = table.guest("乙", picture=GUESTS)
        gone = table.guest("丙", picture=(1, 1, 1))
        table.start()
        table.play(lambda: guest.batches)
        gone.peer.part()  # and does not come back by itself
        table.seats.remove(gone)
        path = journal(table)
        table.hosted._host.close(for_good=False)
        wait(lambda: guest.peer.status.state == "lost")
        table.hosted = reopen_table(tmp_path / "host", path, FAST, lambda: None, picture=(4, 4, 4))
        assert table.hosted.peer
        table.seats[0] = Seat(table.hosted.peer)
        wait(lambda: guest.peer.status.state == "there")
        for seat in table.seats:
            wait(lambda seat=seat: pictures(seat) == [(4, 4, 4), GUESTS, (1, 1, 1), None])


def test_another_pc_that_goes_on_is_told_all_pictures_anew(tmp_path: Path) -> None:
    hosted = open_table(
        tmp_path / "host", tmp_path / "m", "桌", "乙", preset("lezhong", 1), wire.Options(), FAST,
        lambda: None, port=0, reserved=("甲", "乙", "", ""), code=CODE, picture=GUESTS,
    )  # fmt: skip
    assert hosted.peer
    table = Party(tmp_path, hosted, [Seat(hosted.peer)])
    try:
        table.guest("甲", picture=HOSTS)
        wait(lambda: all(pictures(seat) == [HOSTS, GUESTS, None, None] for seat in table.seats))
    finally:
        table.close()


def test_between_two_matches_another_name_and_picture_count(tmp_path: Path) -> None:
    with party(tmp_path, guests=0) as table:
        guest = table.guest("乙", picture=GUESTS)
        guest.peer.part()
        table.seats.remove(guest)
        wait(lambda: table.hosted.lobby.at(1).away is not None)
        (known,) = Memory(tmp_path / "guest 乙").all()
        back = Seat(rejoin(tmp_path / "guest 乙", known, lambda: None, "丁", (0, 0, 7)))
        table.seats.append(back)
        wait(lambda: table.host.peer.seats[1].name == "丁")
        assert pictures(table.host)[1] == (0, 0, 7)
        wait(lambda: Memory(tmp_path / "guest 乙").all()[0].name == "丁")


@pytest.mark.parametrize("unknown", [(SHAPES, 0, 0), (0, COLOURS, 0), (0, 0, MARKS), (255, 255, 255)])
def test_a_picture_not_known_here_is_passed_on_and_drawn_as_that_of_the_name(
    tmp_path: Path, unknown: Picture
) -> None:
    assert shown(unknown, "乙") == avatar_of("乙") == shown(None, "乙")
    assert shown((SHAPES - 1, COLOURS - 1, MARKS - 1), "乙") == Avatar(SHAPES - 1, COLOURS - 1, MARKS - 1)
    with party(tmp_path, guests=0) as table:
        table.guest("乙", picture=unknown)
        wait(lambda: pictures(table.host)[1] == unknown)


def test_a_version_that_says_more_is_told_that_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.lan.join.PROTOCOL", 1000)
    with party(tmp_path, guests=0) as table:
        peer = table.knock("乙", picture=GUESTS)
        wait(lambda: peer.status.state == "ended")
        assert peer.status.why == "protocol"
        peer.leave()
