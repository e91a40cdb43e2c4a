"""A player's picture as data; how it is drawn is for the screen."""

from hashlib import sha256
from typing import Annotated, Literal, TypeAlias
from unicodedata import normalize

import msgspec
from msgspec import Meta
from msgspec.structs import replace

SHAPES = 6
COLOURS = 12
MARKS = 16

Part: TypeAlias = Literal["shape", "colour", "mark"]
Byte: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Picture: TypeAlias = tuple[Byte, Byte, Byte]
"""An avatar's numbers as they are told to others and kept. A newer program may know more of them than this
one: what becomes of those says ``shown``."""


class Avatar(msgspec.Struct, frozen=True):
    """A drawn picture: the shape it stands on, its colour, the mark on it, each a number from 0."""

    shape: Annotated[int, Meta(ge=0, lt=SHAPES)] = 0
    colour: Annotated[int, Meta(ge=0, lt=COLOURS)] = 0
    mark: Annotated[int, Meta(ge=0, lt=MARKS)] = 0

    @property
    def picture(self) -> Picture:
        """Its numbers, as others are told of it."""
        return self.shape, self.colour, self.mark

    def turned(self, part: Part, by: int = 1) -> "Avatar":
        """The picture with the next variant of one part, or that many further (below 0: back), round and
        round."""
        match part:
            case "shape":
                return replace(self, shape=(self.shape + by) % SHAPES)
            case "colour":
                return replace(self, colour=(self.colour + by) % COLOURS)
            case "mark":
                return replace(self, mark=(self.mark + by) % MARKS)


def avatar_of(name: str) -> Avatar:
    """The picture that a name has until another is chosen: the same everywhere."""
    found = sha256(normalize("NFC", name).encode("utf-8", "surrogatepass")).digest()
    return Avatar(found[0] % SHAPES, found[1] % COLOURS, found[2] % MARKS)


def shown(picture: Picture | None, name: str) -> Avatar:
    """The avatar of these numbers; that of the name where none was chosen, or one that is not known here."""
    if picture is None:
        return avatar_of(name)
    shape, colour, mark = picture
    if not (0 <= shape < SHAPES and 0 <= colour < COLOURS and 0 <= mark < MARKS):
        return avatar_of(name)
    return Avatar(shape, colour, mark)
