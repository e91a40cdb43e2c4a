"""An X server of the tests' own, which nobody looks at, and how to ask it things."""

import contextlib
import ctypes
import ctypes.util
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path


def missing_tools() -> list[str]:
    """What these tests need and this machine lacks."""
    return [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]


class _ClientMessage(ctypes.Structure):
    """``XClientMessageEvent`` of Xlib, as long as its union of events."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("pad", ctypes.c_long * 24),
    )


class Screen:
    """An X server nobody looks at."""

    def __init__(self, size: tuple[int, int] = (1400, 900)) -> None:
        self.size = size
        self._memory = tempfile.TemporaryDirectory(prefix="shengji-screen-")
        screen = f"{size[0]}x{size[1]}x24"
        self._server = subprocess.Popen(
            # -noreset: or it is deaf for a moment whenever the last window has gone
            [
                *("Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"),
                *("-fbdir", self._memory.name),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._server.stdout is not None
        number = self._server.stdout.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.display = f":{number}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(10)
        self._memory.cleanup()

    def pixels(self, x: int, y: int, w: int, h: int) -> bytes:
        """This part of the screen, row after row, four bytes a pixel: blue, green, red, nothing."""
        with (Path(self._memory.name) / "Xvfb_screen0").open("rb") as file:  # a window dump as of xwd
            header = struct.unpack(">25I", file.read(100))
            start, row = header[0] + 12 * header[19], header[12]
            rows = []
            for line in range(y, y + h):
                file.seek(start + line * row + 4 * x)
                rows.append(file.read(4 * w))
        return b"".join(rows)

    def xdotool(self, *words: object, timeout: float = 60) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.display},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"xdotool {' '.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout

    def answer(self, *words: object) -> str:
        """The last word xdotool says; "" when it can't: no window may be active just now, or be there."""
        with contextlib.suppress(AssertionError):
            return self.xdotool(*words).split()[-1]
        return ""

    def ask_to_close(self, window: str) -> None:
        """What a window manager sends when the cross of a window is clicked."""
        x11 = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        protocols, delete = (
            x11.XInternAtom(display, name, False) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW")
        )
        message = _ClientMessage(
            type=33, window=int(window), message_type=protocols, format=32, data=(ctypes.c_long * 5)(delete)
        )
        x11.XSendEvent(display, ctypes.c_ulong(int(window)), False, ctypes.c_long(0), ctypes.byref(message))
        x11.XSync(display, False)
        x11.XCloseDisplay(display)

    def picture(self, path: Path) -> bool:
        """The screen as a PNG; False where there is nothing to make one with."""
        if shutil.which("import") is None:
            return False
        done = subprocess.run(
            ["import", "-display", self.display, "-window", "root", str(path)],
            capture_output=True,
            timeout=30,
            check=False,
        )
        return done.returncode == 0
