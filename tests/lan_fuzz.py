"""Frames that are none, made from real ones, for tests."""

import random
from collections.abc import Callable, Sequence

from fair_play import SEATED, WATCHES, a_deal

from game.engine import Reason, Refusal, preset
from game.engine import commands as co
from game.lan import wire
from game.lan.chain import Chain
from game.lan.codec import HEAD, GuestCodec, HostCodec
from game.lan.limits import PROTOCOL

HELLO = wire.Hello(PROTOCOL, "1.0", wire.rules_digest(), "Eve")

ASKING: tuple[wire.Asking, ...] = (
    wire.Ping(1),
    wire.Pong(1),
    HELLO,
    wire.Hello(PROTOCOL, "1.0", wire.rules_digest(), "Eve", b"t" * 16, True, (5, 11, 15)),
    wire.Proof(b"s" * 33, b"m" * 32),
    wire.Sit(2),
    wire.Sit(None),
    wire.SetReady(True),
    wire.SetBot(1, "normal"),
    wire.Place(1, 2),
    wire.SetRules(preset("lezhong")),
    wire.SetOptions(wire.Options()),
    wire.Start(),
    wire.Say("hello"),
    wire.Phrase(3),
    wire.Act(1, co.Play((1, 1, 2)), 4),
    wire.Act(2, co.Bid((3, 3)), None),
    wire.Act(3, co.Bury((1,) * 8), 4),
    wire.Act(4, co.Ready(), 0),
    wire.Act(5, co.SetAuto(True), None),
    wire.Commit(1, b"c" * 32),
    wire.Reveal(1, b"r" * 32),
)
"""One of each kind a guest may say, but for what ends its stay."""

HTTP = b"GET / HTTP/1.1\r\nHost: table\r\nUser-Agent: x\r\nAccept: */*\r\n\r\n"
TLS = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
DEEP = (b"\x91", b"\x81\xa2is", b"\x81\xa4rule", b"\xdc\x00\x01", b"\x92\x01")


def asking() -> list[bytes]:
    """Real messages to a host, without their lengths."""
    codec = GuestCodec()
    return [codec.encode(message)[HEAD:] for message in ASKING]


def telling() -> list[bytes]:
    """Real messages to a guest, without their lengths: those of a deal, and one of each other kind."""
    told = a_deal(preset("lezhong", decks=1), deals=1)
    codec, chain = HostCodec(), Chain()
    member = wire.Member(1, "Ann", 2, away=3.0, picture=(0, 7, 200))
    lobby = wire.Lobby("Table", preset("lezhong"), wire.Options(), ("normal", None, None, None), (member,))
    messages: list[wire.Telling] = [
        wire.Ping(1),
        wire.Prove(b"s" * 33),
        wire.Deny("code", "1.0"),
        wire.Welcome(b"t" * 8, 1, "Ann", b"k" * 16, 5, b"m" * 32),
        wire.LobbyIs(lobby),
        wire.No(3, Refusal(Reason.NOT_HELD, (3,))),
        wire.Halt("disk"),
        wire.Said(1, "Ann", "hello"),
        wire.Gone("moved"),
        wire.CallSeeds(2),
        wire.Committed(1, (wire.Entry(1, b"d" * 32),)),
        told.opened,
    ]
    for seat in (*SEATED, WATCHES):
        messages += [wire.Told(batch, chain.value) for batch in told.batches[seat]]
    return [codec.encode(message)[HEAD:] for message in messages]


class Fuzz:
    """Bad frames without end, always the same for the same seed."""

    def __init__(self, real: Sequence[bytes], seed: int) -> None:
        self._real = real
        self._chance = random.Random(seed)
        self._kinds: tuple[Callable[[bytes], bytes], ...] = (
            self._flipped,
            self._flipped,
            self._cut,
            self._longer,
            self._noise,
            self._nested,
            self._buried,
            self._huge,
            self._spliced,
        )

    def data(self) -> bytes:
        """What is in a frame."""
        return self._chance.choice(self._kinds)(self._chance.choice(self._real))

    def frame(self) -> bytes:
        """With a length, which may be wrong; or nothing of the kind."""
        data = self.data()
        chance = self._chance.random()
        if chance < 0.70:
            return len(data).to_bytes(HEAD, "big") + data
        if chance < 0.75:
            return bytes(HEAD) + data
        if chance < 0.80:
            return b"\xff" * HEAD + data
        if chance < 0.85:
            return self._chance.randbytes(HEAD) + data
        if chance < 0.90:
            return HTTP
        if chance < 0.95:
            return TLS + data
        return data

    def _flipped(self, real: bytes) -> bytes:
        data = bytearray(real)
        for _ in range(self._chance.randint(1, 4)):
            data[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        return bytes(data)

    def _cut(self, real: bytes) -> bytes:
        return real[: self._chance.randrange(1, len(real) + 1)][:-1] or b"\x80"

    def _longer(self, real: bytes) -> bytes:
        return real + self._chance.randbytes(self._chance.randint(1, 40))

    def _noise(self, real: bytes) -> bytes:
        return self._chance.randbytes(self._chance.randint(1, 300))

    def _nested(self, real: bytes) -> bytes:
        opening = self._chance.choice(DEEP)
        return opening * self._chance.randint(1, 4000 // len(opening)) + real

    def _buried(self, real: bytes) -> bytes:
        """Deep in a field that comes before the one that says what it is."""
        return b"\x82\xa1x" + b"\x91" * self._chance.choice((900, 3900, 60_000)) + b"\x01" + real[1:]

    def _huge(self, real: bytes) -> bytes:
        """A size that is far beyond what follows, somewhere."""
        at = self._chance.randrange(len(real))
        size = self._chance.choice((b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9")) + b"\xff\xff\xff\xff"
        return real[:at] + size + real[at:]

    def _spliced(self, real: bytes) -> bytes:
        other = self._chance.choice(self._real)
        return (
            real[: self._chance.randrange(len(real))] + other[self._chance.randrange(len(other)) :] or b"\0"
        )
