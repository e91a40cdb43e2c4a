"""The real program within this process, without a screen, for benches; to be imported before pygame is."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

from game.app import App
from game.ui.inputs import Press, Release


def press(app: App, name: str) -> bool:
    """Click a button of the top scene, if it is there and can be pressed."""
    for button in app.state().get("buttons", ()):
        if button["name"] == name and button["enabled"]:
            x, y, w, h = button["rect"]
            for heard in (Press(1, x + w // 2, y + h // 2, 0.0), Release(1, x + w // 2, y + h // 2, 0.0)):
                app.stack.top.heard(heard)
            return True
    return False
