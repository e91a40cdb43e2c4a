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


class Avatar(msgspec.Struct, frozen=True):
    """A drawn picture: the shape it stands on, its colour, the mark on it, each a number from 0."""

    shape: Annotated[int, Meta(ge=0, lt=SHAPES)] = 0
    colour: Annotated[int, Meta(ge=0, lt=COLOURS)] = 0
    mark: Annotated[int, Meta(ge=0, lt=MARKS)] = 0

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
