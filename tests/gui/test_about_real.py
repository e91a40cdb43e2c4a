"""The About page in the real window: a real wheel, a real drag of its bars, and the desktop's clipboard."""

from pathlib import Path

from gui_player import Player
from gui_screen import Screen

SIZE = (1024, 640)


def test_a_licence_is_found_and_read_with_the_mouse(screen: Screen, tmp_path: Path) -> None:
    player = Player(screen, tmp_path / "data", size=SIZE)
    try:
        player.wait_for(scene="menu")
        player.click_button("about")
        player.wait(lambda s: s["scene"] == "about" and len(s["entries"]) > 5, what="the licences")
        player.click_button("tab:cryptography")
        reading = player.wait(lambda s: s["tab"] == "cryptography", what="its text")["reading"]
        assert reading["top"] == 0
        x, y, w, h = reading["thumb"]
        text = x - 200, y + 100
        player.wheel(*text, up=False)
        player.wait(lambda s: s["reading"]["top"] == 9, what="three notches of the wheel")
        player.wheel(*text, up=True)
        player.wait(lambda s: s["reading"]["top"] == 0, what="three notches back")
        player.press(x + w // 2, y + h // 2)
        player.glide(x + w // 2, y + h // 2 + 500)
        state = player.wait(
            lambda s: s["reading"]["top"] + s["reading"]["seen"] == s["reading"]["whole"], what="the end"
        )
        player.let_go()
        player.key("Home")
        player.wait(lambda s: s["reading"]["top"] == 0, what="the beginning")
        assert state["tab"] == "cryptography"
        player.click_button("tab:about")
        player.click_button("copy:log")
        player.wait(lambda s: s["message"], what="the word that it was copied")
        player.key("Escape")
        player.wait_for(scene="menu")
    finally:
        player.kill()
