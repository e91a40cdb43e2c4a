"""The page of matches: gone on with, seen again, handed on, forgotten."""

import sqlite3

import pytest
from kept_play import click, fill, run_until, settle, write_journal
from profile_play import KINDS, records

from game.profile.exchange import export
from game.scenes.kit import Start
from game.scenes.table import TableScene
from game.ui.inputs import Key, Text

SIZES = ((1024, 640), (1280, 720), (1920, 1080))


@pytest.fixture
def kept(program, tmp_path):
    """A program with two unfinished matches and one that is over."""
    matches = tmp_path / "matches"
    write_journal(matches, "20260131-200000-aaaaaa", KINDS[0], 1)
    write_journal(matches, "20260131-210000-bbbbbb", KINDS[1], 2, deals=2)
    write_journal(matches, "20260131-220000-cccccc", KINDS[0], 3, deals=1)
    one = program(language="en")
    click(one, "matches")
    run_until(one, lambda _: not one.kit.keeper.slow and len(one.state["rows"]) == 2)
    settle(one)
    return one


def test_unfinished_matches_are_there_and_any_of_them_can_be_gone_on_with(kept):
    assert kept.state["tab"] == "unfinished"
    assert len(kept.state["rows"]) == 2
    for i, deals in enumerate((1, 2)):  # the one played last comes first
        click(kept, f"go:{i}")
        (scene,) = (scene for scene in kept.stack.seen if isinstance(scene, TableScene))
        sheet = run_until(kept, lambda top: top.state()["scene"] == "sheet")
        assert kept.state["deal"] == deals
        run_until(kept, lambda _: kept.buttons["replay"]["enabled"])
        assert sheet.stack is scene.stack
        kept.stack.pop(scene)
        settle(kept)
        assert kept.state["scene"] == "menu"
        click(kept, "matches")
        assert len(kept.state["rows"]) == 2


def test_a_finished_match_shows_its_deals_and_each_can_be_seen_again(kept):
    click(kept, "tab:finished")
    assert len(kept.state["rows"]) == 1
    click(kept, "deals:0")
    assert kept.state["tab"] == "deals"
    shown = kept.state["rows"]
    n = len(records(KINDS[0], 1))
    first = n - len(shown) + 1
    assert shown[0].startswith(f"Deal {n} ")
    assert shown[-1].startswith(f"Deal {first} ")
    click(kept, "replay:0")
    assert kept.state["scene"] == "replay"
    kept.key("escape")
    settle(kept)
    assert kept.state["scene"] == "matches"
    click(kept, "all")
    assert kept.state["rows"] != shown, "those of all matches"


def test_all_deals_are_reached_page_by_page(kept):
    click(kept, "tab:deals")
    seen = list(kept.state["rows"])
    while kept.buttons.get("page:more", {"enabled": False})["enabled"]:
        click(kept, "page:more")
        seen += kept.state["rows"]
    assert len(seen) == kept.kit.keeper.ask(lambda books: books.shelf.count()).result()
    click(kept, "page:less")
    assert kept.buttons["page:more"]["enabled"]


def test_a_match_is_forgotten_only_after_a_question(kept, tmp_path):
    click(kept, "forget:0")
    assert kept.state["scene"] == "forgetting"
    click(kept, "keep")
    assert len(kept.state["rows"]) == 2
    click(kept, "forget:0")
    click(kept, "forget")
    assert len(kept.state["rows"]) == 1
    assert len(list((tmp_path / "matches").glob("*.journal"))) == 2


def test_a_match_whose_journal_is_gone_cannot_be_gone_on_with(kept, tmp_path):
    (tmp_path / "matches" / "20260131-210000-bbbbbb.journal").unlink()
    click(kept, "tab:finished")
    assert len(kept.state["rows"]) == 2, "its deals can be seen all the same"
    click(kept, "tab:unfinished")
    assert len(kept.state["rows"]) == 1


def test_a_deal_is_written_to_a_file_whose_path_is_shown(kept, tmp_path):
    click(kept, "tab:deals")
    click(kept, "export:0")
    (path,) = (tmp_path / "replays").iterdir()
    assert str(path) in kept.state["message"]
    assert "copy" in kept.buttons
    click(kept, "tab:files")
    assert kept.state["rows"] == [path.name]
    click(kept, "open:0")
    assert kept.state["scene"] == "replay"
    kept.key("escape")
    click(kept, "tab:deals")
    assert any(name.startswith("drop:") for name in kept.buttons), "it is on the list from now on"


def test_a_path_is_typed_or_pasted_and_what_is_no_deal_is_explained(kept, tmp_path):
    path = export(tmp_path / "from a friend", records(KINDS[2], 4)[0])
    click(kept, "tab:files")
    click(kept, "path")
    kept.stack.top.heard(Text(f'"{tmp_path / "nowhere"}"'))
    kept.key("return")
    settle(kept)
    assert kept.state["message"] == "There is no such file."
    (tmp_path / "x").write_bytes(b"hello")
    for written, said in ((tmp_path / "x", "holds no deal"), (tmp_path, "folder")):
        kept.stack.top.heard(Key("a", ctrl=True))
        kept.stack.top.heard(Text(str(written)))
        click(kept, "import")
        assert said in kept.state["message"]
        click(kept, "path")
    kept.stack.top.heard(Key("a", ctrl=True))
    kept.stack.top.heard(Text(str(path)))
    click(kept, "import")
    assert kept.state["scene"] == "replay"


def test_an_imported_deal_can_be_removed_again(kept, tmp_path):
    export(tmp_path / "replays", records(KINDS[2], 4)[0])
    click(kept, "tab:files")
    click(kept, "open:0")
    kept.key("escape")
    click(kept, "tab:deals")
    while not (drops := [name for name in kept.buttons if name.startswith("drop:")]):
        click(kept, "page:more")
    before = kept.kit.keeper.ask(lambda books: books.shelf.count()).result()
    click(kept, drops[0])
    assert kept.kit.keeper.ask(lambda books: books.shelf.count()).result() == before - 1


def test_with_nothing_kept_the_page_says_so(program):
    one = program(language="en")
    click(one, "matches")
    for tab in one.tabs():
        click(one, tab)
        assert one.state["rows"] == []
        assert one.state["message"] == "" or "replays" in one.state["message"]
    click(one, "back")
    assert one.state["scene"] == "menu"


@pytest.mark.parametrize("language", ["zh_CN", "en"])
@pytest.mark.parametrize("size", SIZES)
def test_everything_has_room(program, size, language, cut, tmp_path):
    one = program(size=size, language=language)
    fill(one, records(KINDS[0], 1))
    fill(one, records(KINDS[2], 1, match="n", at=9000), lan=True)
    fill(one, records(KINDS[1], 1, own=None, match="o", at=19000))
    export(tmp_path / "replays", records(KINDS[0], 1)[0])
    click(one, "matches")
    for tab in one.tabs():
        click(one, tab)
        one.items()
        width, height = size
        rects = [button["rect"] for button in one.state["buttons"]]
        for i, (x, y, w, h) in enumerate(rects):
            assert 0 <= x <= x + w <= width
            assert 0 <= y <= y + h <= height
            for a, b, c, d in rects[i + 1 :]:
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y
    assert [text for text in cut if "/" not in text] == [], "but for a path, which is shortened"


def test_a_list_that_cannot_be_used_is_told_of_once_and_the_game_goes_on(program, tmp_path):
    connection = sqlite3.connect(tmp_path / "shelf.sqlite")
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    one = program(language="en", start=Start(speed=0.0, decks=1))
    settle(one)
    assert "newer version" in one.state["message"]
    click(one, "new")
    scene = run_until(one, lambda top: top.state().get("phase") == "dealing")
    one.stack.pop(scene)
    settle(one)
    assert one.state["message"] == "", "once is enough"
    click(one, "matches")
    assert "newer version" in one.state["message"], "who asks is told"
    assert one.state["rows"] == []


@pytest.mark.parametrize("kept_as", ["x", "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00+00:00"])
def test_a_deal_of_no_time_is_listed_as_it_stands(program, kept_as):
    one = program(language="en")
    fill(one, records(KINDS[0], 1)[:1])
    sql = "UPDATE deals SET played = ?"
    one.kit.keeper.ask(lambda books: books.database.write(lambda c: c.execute(sql, (kept_as,)))).result()
    click(one, "matches")
    click(one, "tab:deals")
    assert len(one.state["rows"]) == 1


def test_a_path_that_names_nobody_here_is_no_such_file(program):
    one = program(language="en")
    click(one, "matches")
    click(one, "tab:files")
    click(one, "path")
    one.stack.top.heard(Text("~nobody-of-that-name/x.deal"))
    one.key("return")
    settle(one)
    assert one.state["message"] == "There is no such file."


def test_when_the_last_row_of_the_last_page_goes_the_page_before_is_shown(program, tmp_path):
    for i in range(9):
        write_journal(tmp_path / "matches", f"20260131-20000{i}-aaaaaa", KINDS[0], 1, deals=1)
    one = program(language="en")
    run_until(one, lambda _: not one.kit.keeper.slow)
    click(one, "matches")
    settle(one)
    on_a_page = len(one.state["rows"])
    assert on_a_page < 9
    while one.buttons["page:more"]["enabled"]:
        click(one, "page:more")
    for _ in range(len(one.state["rows"])):
        click(one, max(name for name in one.buttons if name.startswith("forget:")))
        click(one, "forget")
        settle(one)
    assert len(one.state["rows"]) == on_a_page


def test_all_deals_are_reached_when_the_window_has_grown(program):
    one = program(size=(1024, 640), language="en")
    for i in range(6):
        fill(one, records(KINDS[0], 1, match=f"m{i}", at=1000 * i))
    click(one, "matches")
    click(one, "tab:deals")
    few = len(one.state["rows"])
    one.kit.resized(2400, 2600)
    one.stack.resized()
    settle(one)
    seen = list(one.state["rows"])
    assert len(seen) > few
    while one.buttons.get("page:more", {"enabled": False})["enabled"]:
        click(one, "page:more")
        seen += one.state["rows"]
    assert len(seen) == one.kit.keeper.ask(lambda books: books.shelf.count()).result()
