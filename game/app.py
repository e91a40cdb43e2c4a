"""The window: the only main loop, and the only reader of pygame's event queue."""

import contextlib
import json
import logging
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec
import pygame

from game.assets import assets_folder
from game.options import SMALLEST, Options, parse
from game.profile.logs import keep_log
from game.profile.paths import Paths
from game.profile.settings import load
from game.scenes.kit import Kit, Start
from game.scenes.menu import MenuScene
from game.scenes.stack import Stack
from game.script import Script, ScriptError
from game.ui import shapes
from game.ui.inputs import Composing, FocusLost, Input, Key, KeyUp, Move, Press, Release, Text, Wheel
from game.ui.layout import Rect
from game.ui.painter import Painter
from game.ui.sound import Sounds

log = logging.getLogger(__name__)

FRAME_RATE = 60
AWAKE_LOOK, ASLEEP_LOOK = 10, 30
"""Milliseconds from one look for events to the next when nothing moves, at first and later. (SDL's own
waiting looks every millisecond on most systems, which costs several times as much.)"""
AWAKE = 1000
"""Milliseconds without an event until the looks grow rare. (Before a click the pointer has moved.)"""
TICK = 60
"""Milliseconds from one frame to the next while nothing but a clock runs."""
ACCELERATION = "SDL_FRAMEBUFFER_ACCELERATION"
"""The variable by which SDL is told to draw without the graphics card: "0"."""
KEY_REPEAT = (400, 35)
"""Milliseconds until a key that is held repeats, and from one repeat to the next, in a text field."""


class CantStart(Exception):
    """The program can't run here; the text says why, and what to do."""


class App:
    """Owns the window, the scenes and the loop."""

    def __init__(self, options: Options) -> None:
        self._options = options
        paths = Paths(options.data_dir)
        try:
            paths.root.mkdir(parents=True, exist_ok=True)
            keep_log(paths.log, logging.WARNING)
        except OSError as error:
            raise CantStart(
                f"The folder for settings and matches can't be written ({error}).\n"
                "Choose another one with --data-dir."
            ) from None
        settings, damaged = load(paths.settings)
        # or an input method on Windows hides its candidates
        os.environ.setdefault("SDL_IME_SHOW_UI", "1")
        self._compatible = settings.compatible
        self._acceleration = os.environ.get(ACCELERATION)
        self._start_display()
        pygame.font.init()
        self._caret: Rect | None = None
        self._held: int | None = None  # the key that is down
        self._held_since = 0.0
        self._shift = False  # as the keys' own events have it: a click may be looked at late
        self._quiet = 0  # milliseconds since the last event
        self._wake_event = pygame.event.custom_type()
        self._fullscreen = settings.fullscreen
        self._windowed_size = options.size or self._first_size()
        sounds = Sounds(options.audio, settings.volume)
        start = Start(options.seed, options.speed, options.decks, options.rules, options.language)
        self.kit = Kit(assets_folder(), paths, settings, start, sounds, self._wake)
        self.stack = Stack()
        self._painter = Painter()
        self._open_window()
        notice = None
        if damaged:
            notice = self.kit.texts.tr(
                "The settings were damaged. They were set aside as {name}; all is as at first.",
                name=damaged.name,
            )
        self.stack.push(MenuScene(self.kit, notice))
        self._script = Script(options.script) if options.script else None
        self._dump: TextIO | None = (
            options.state_dump.open("w", encoding="utf-8") if options.state_dump else None
        )
        self._dumped = ""

    def _start_display(self) -> None:
        """SDL looks only now whether it may draw with the graphics card."""
        wished = "0" if self._compatible else self._acceleration
        if wished is None:
            os.environ.pop(ACCELERATION, None)
        else:
            os.environ[ACCELERATION] = wished
        pygame.display.init()
        pygame.key.stop_text_input()  # an input method must not take the keys of the card table

    def _first_size(self) -> tuple[int, int]:
        """About 80 % of the desktop."""
        desktops = pygame.display.get_desktop_sizes()
        width, height = desktops[0] if desktops else (1600, 1000)
        return max(SMALLEST[0], int(width * 0.8)), max(SMALLEST[1], int(height * 0.8))

    def _open_window(self) -> None:
        pygame.display.set_caption("升级 Shengji")
        pygame.display.set_icon(self._icon())
        flags = pygame.FULLSCREEN if self._fullscreen else pygame.RESIZABLE
        size = (0, 0) if self._fullscreen else self._windowed_size
        self._screen = pygame.display.set_mode(size, flags)
        if not self._fullscreen and self._screen.get_size() != size:
            # the first call after full screen keeps that size
            self._screen = pygame.display.set_mode(size, flags)
        asked = os.environ.get("SDL_VIDEODRIVER", "")
        if pygame.display.get_driver() == "offscreen" and asked != "offscreen":
            raise pygame.error("no video device")
        self._take_size(self._screen)

    def _icon(self) -> pygame.Surface:
        """A green card table with 升 on it, 64 px square."""
        theme, side = self.kit.theme, 64
        icon = shapes.rounded(side, side, 14, (*theme.felt_inner, 255), (*theme.brass, 255))
        mark = self.kit.fonts.render("升", 44, theme.text, bold=True)
        icon.blit(mark, ((side - mark.get_width()) // 2, (side - mark.get_height()) // 2))
        return icon

    def _take_size(self, screen: pygame.Surface) -> None:
        self._screen = screen
        self.kit.resized(*screen.get_size())
        self._painter.invalidate()
        self.stack.resized()

    def _wake(self) -> None:
        """From any thread: look at what was heard. One waiting event is enough."""
        with contextlib.suppress(pygame.error):  # the display is being started anew, and looks then
            if pygame.display.get_init() and not pygame.event.peek(self._wake_event, pump=False):
                pygame.event.post(pygame.event.Event(self._wake_event))

    def run(self) -> int:
        """Play until the player leaves; the exit code."""
        clock = pygame.time.Clock()
        code = 0
        try:
            self._show()  # before anything that can wait
            while self.stack.top is not None:
                moving = any(scene.moving for scene in self.stack.running)
                events = pygame.event.get()
                if not (events or moving or self._scripted()):
                    events = self._rest()
                    clock.tick()
                if events:
                    self._quiet = 0
                for event in events:
                    self._event(event)
                self.step(clock.tick(FRAME_RATE) / 1000 if moving or self._scripted() else 0.0)
                if self._script and not self._script.done and self._run_script(self._script):
                    break
        except ScriptError as error:
            print(error, file=sys.stderr)
            code = 1
        except KeyboardInterrupt:
            code = 130
        except Exception:
            log.exception("the program failed")
            raise
        finally:
            self.close()
        return code

    def _rest(self) -> list[pygame.Event]:
        """Wait for events, or for the next tick of a clock. It is the waking up that costs, so it is rare."""
        ticking = any(scene.ticking for scene in self.stack.running)
        events: list[pygame.Event] = []
        waited = 0
        while not events and not (ticking and waited >= TICK):
            took = pygame.time.wait(AWAKE_LOOK if self._quiet < AWAKE else ASLEEP_LOOK)
            self._quiet += took
            waited += took
            events = pygame.event.get()
        return events

    def _scripted(self) -> bool:
        return self._script is not None and not self._script.done

    def step(self, dt: float) -> None:
        """Let the scenes move and draw what changed."""
        for scene in self.stack.running:
            scene.update(dt)
        self._show()
        self._listen()
        settings = self.kit.settings
        if (self._fullscreen, self._compatible) != (settings.fullscreen, settings.compatible):
            self._fullscreen = settings.fullscreen
            if self._compatible != settings.compatible:
                self._compatible = settings.compatible
                pygame.display.quit()
                self._start_display()
            self._open_window()

    def _show(self) -> None:
        """Draw what changed."""
        if any(scene.changed for scene in self.stack.seen):
            self._draw()
            self._write_state()

    def _listen(self) -> None:
        """Text input and repeating keys while the top scene has a caret; the input method at its place."""
        top = self.stack.top
        caret = top.caret if top else None
        if caret == self._caret:
            return
        if caret is None:
            pygame.key.stop_text_input()
            pygame.key.set_repeat()
        elif self._caret is None:
            pygame.key.start_text_input()
            pygame.key.set_repeat(*KEY_REPEAT)
        if caret:
            pygame.key.set_text_input_rect(caret)
        self._caret = caret

    def _draw(self) -> None:
        items = []
        for scene in self.stack.seen:
            items += scene.items()
            scene.changed = False
        dirty = self._painter.paint(self._screen, items)
        if dirty is None:
            pygame.display.flip()
        elif dirty:
            pygame.display.update(dirty)

    def _event(self, event: pygame.Event) -> None:
        """Translate one event; what is not for the window goes to the top scene."""
        now = time.monotonic()
        heard: Input | None = None
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self._shift = bool(event.mod & pygame.KMOD_SHIFT)
        match event.type:
            case pygame.QUIT:
                self.stack.clear()
                return
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                surface = pygame.display.get_surface()
                if surface and surface.get_size() != self.kit.size:
                    if not self._fullscreen:
                        self._windowed_size = surface.get_size()
                    self._take_size(surface)
            case pygame.WINDOWEXPOSED:
                self._painter.invalidate()
                if self.stack.top:
                    self.stack.top.changed = True
            case pygame.WINDOWFOCUSLOST:
                self._shift = False
                heard = FocusLost()
            case pygame.MOUSEBUTTONDOWN if event.button <= 3:
                heard = Press(event.button, x=event.pos[0], y=event.pos[1], time=now, shift=self._shift)
            case pygame.MOUSEBUTTONUP if event.button <= 3:
                heard = Release(event.button, x=event.pos[0], y=event.pos[1], time=now)
            case pygame.MOUSEMOTION:
                heard = Move(event.pos[0], event.pos[1], any(event.buttons), now)
            case pygame.MOUSEWHEEL:
                heard = Wheel(*pygame.mouse.get_pos(), event.precise_y)
            case pygame.TEXTINPUT if self._caret:
                heard = Text(event.text)
            case pygame.TEXTEDITING if self._caret:
                heard = Composing(event.text, event.start, event.length)
            case pygame.KEYUP:
                if event.key == self._held:
                    heard = KeyUp(pygame.key.name(event.key), now - self._held_since)
                self._held = None
            case pygame.KEYDOWN if event.key == self._held and not self._caret:
                pass  # the last repeat of the key that left the field
            case pygame.KEYDOWN:
                if event.key != self._held:
                    self._held, self._held_since = event.key, now
                name = pygame.key.name(event.key)
                if name == "f11":
                    settings = self.kit.settings
                    self.kit.change(msgspec.structs.replace(settings, fullscreen=not settings.fullscreen))
                else:
                    # Ctrl with Alt is AltGr, which writes letters
                    main = pygame.KMOD_META if sys.platform == "darwin" else pygame.KMOD_CTRL
                    ctrl = bool(event.mod & main) and not event.mod & pygame.KMOD_ALT
                    heard = Key(name, ctrl, bool(event.mod & pygame.KMOD_SHIFT))
        if heard and self.stack.top:
            self.stack.top.heard(heard)

    def state(self) -> dict[str, Any]:
        """What the screen shows."""
        top = self.stack.top
        if top is None:
            return {"scene": None}
        return {"size": list(self.kit.size), **top.state()}

    def _write_state(self) -> None:
        if self._dump is None:
            return
        line = json.dumps(self.state(), ensure_ascii=False)
        if line != self._dumped:
            self._dumped = line
            self._dump.write(line + "\n")
            self._dump.flush()

    def _run_script(self, script: Script) -> bool:
        """Make the script's next step; whether it ends the program."""
        for heard in script.step(self.state(), time.monotonic()):
            if self.stack.top:
                self.stack.top.heard(heard)
        if script.screenshot:
            self.step(0.0)
            self.picture(script.screenshot)
            script.screenshot = None
        return script.quit

    def picture(self, path: Path) -> None:
        """Write what is on the screen as a PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(self._screen, str(path))

    def close(self) -> None:
        """Put everything away, the match first."""
        try:
            if self._options.screenshot and pygame.display.get_surface():
                self.picture(self._options.screenshot)
        except (OSError, pygame.error) as error:
            print(f"--screenshot: the picture can't be written ({error}).", file=sys.stderr)
        finally:
            self.stack.clear()
            if self._dump:
                self._dump.close()
            pygame.quit()


def main(argv: Sequence[str]) -> int:
    """Open the window and play; the exit code."""
    options = parse(argv)
    try:
        app = App(options)
    except pygame.error as error:
        print(f"shengji needs a screen to open its window on, and found none ({error}).", file=sys.stderr)
        print("Start it on a desktop, or set DISPLAY. No screen is needed for:", file=sys.stderr)
        print("  python -m game selfplay", file=sys.stderr)
        return 2
    except (CantStart, ScriptError) as error:
        print(error, file=sys.stderr)
        return 2
    return app.run()
