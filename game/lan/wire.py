"""What is said over the line between a host and its guests: typed messages in msgpack.

Every message is a tagged struct whose fields are bounded, so that what decodes is at least well
formed; unknown fields are refused. ``Asking`` goes to the host, ``Telling`` to a guest.
"""

from hashlib import sha256
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.bots.levels import Level
from game.engine import RuleSet, Standing
from game.engine import commands as co
from game.engine.events import Event, Seat
from game.engine.refusal import Refusal
from game.engine.rules import VERSION
from game.lan.limits import CHAT_LENGTH, NAME_LENGTH, TITLE_LENGTH
from game.profile.avatar import Picture
from game.table.table import Batch

PHRASES = 12
"""How many quick phrases there are; screens put them into words."""

Id = Annotated[int, Meta(ge=0, le=1 << 32)]
Count = Annotated[int, Meta(ge=0, le=1 << 48)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Title = Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]
Old = Annotated[str, Meta(max_length=NAME_LENGTH)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
Share = Annotated[bytes, Meta(min_length=1, max_length=64)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Member(_Part, frozen=True):
    """Somebody at the table. ``away`` is the seconds left until the computer plays for who lost the
    connection, 0 when it does already, None for who is there; ``ping`` milliseconds; ``picture`` is the one
    they have chosen, None for that of the name."""

    id: Id
    name: Name
    seat: Seat | None
    ready: bool = False
    host: bool = False
    away: Annotated[float, Meta(ge=0, le=600)] | None = None
    ping: Annotated[int, Meta(ge=0, le=60000)] | None = None
    wish: Seat | None = None
    """The taken seat they would like to swap for."""
    picture: Picture | None = None


class Options(_Part, frozen=True):
    """What the host chooses besides the rules: seconds a turn, seconds until the computer plays for
    who is away, whether others may watch, whether one must know the room's code."""

    turn: Annotated[int, Meta(ge=5, le=600)] = 30
    countdown: Annotated[int, Meta(ge=0, le=180)] = 30
    spectators: bool = False
    code: bool = True


Names: TypeAlias = tuple[Old, Old, Old, Old]
NOBODY = ("", "", "", "")
Chairs: TypeAlias = tuple[Level | None, Level | None, Level | None, Level | None]


class Lobby(_Part, frozen=True):
    """A table as its members see it. ``chairs`` says which seats a computer player has, and of which
    level; a seat that neither has one nor belongs to a member is empty. The next match goes on from
    ``standing``; ``reserved`` are the names of those who sat where before, "" for nobody."""

    name: Title
    rules: RuleSet
    options: Options
    chairs: Chairs
    members: Annotated[tuple[Member, ...], Meta(max_length=24)]
    playing: bool = False
    standing: Standing | None = None
    reserved: Names = NOBODY

    def at(self, seat: int) -> Member | None:
        """Who sits there."""
        return next((member for member in self.members if member.seat == seat), None)

    def member(self, member_id: int) -> Member | None:
        """The member of that number."""
        return next((member for member in self.members if member.id == member_id), None)


class _Message(msgspec.Struct, frozen=True, tag=True, tag_field="is", forbid_unknown_fields=True):
    pass


# both ways


class Ping(_Message, frozen=True):
    """Are you there?"""

    n: Count


class Pong(_Message, frozen=True):
    """I am."""

    n: Count


# to the host


class Hello(_Message, frozen=True, forbid_unknown_fields=False):
    """First of all. With ``token`` a member comes back; otherwise somebody new. What a later version says
    besides is passed over: it is to be told that the versions differ."""

    protocol: Annotated[int, Meta(ge=0, le=1 << 16)]
    game: Annotated[str, Meta(max_length=24)]
    digest: Digest
    name: Annotated[str, Meta(max_length=64)]
    token: Token | None = None
    watch: bool = False
    picture: Picture | None = None


class Proof(_Message, frozen=True):
    """The guest's part of proving that it knows the code."""

    share: Share
    mac: Digest


class Sit(_Message, frozen=True):
    """Take a seat, or wish to swap for a taken one; None gets up."""

    seat: Seat | None


class SetReady(_Message, frozen=True):
    """Ready for the match, or not."""

    on: bool


class SetBot(_Message, frozen=True):
    """Host: a computer player on a free seat, or (None) none there."""

    seat: Seat
    level: Level | None


class Place(_Message, frozen=True):
    """Host: put a member on a seat; who sits there changes places with them."""

    member: Id
    seat: Seat


class Kick(_Message, frozen=True):
    """Host: send a member away; they can't come back with their token."""

    member: Id


class SetRules(_Message, frozen=True):
    """Host: play by these rules."""

    rules: RuleSet


class SetOptions(_Message, frozen=True):
    """Host: other options."""

    options: Options


class Start(_Message, frozen=True):
    """Host: begin the match; computers take the free seats."""


class Afresh(_Message, frozen=True):
    """Host: the next match is a new one, whatever was played before."""


class Reopen(_Message, frozen=True):
    """Host: put the match away and go back to the lobby."""


class Say(_Message, frozen=True):
    """To all."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class Phrase(_Message, frozen=True):
    """To all, one of the quick phrases by number."""

    n: Annotated[int, Meta(ge=0, lt=PHRASES)]


class Act(_Message, frozen=True):
    """A command of one's seat. ``seq`` counts up from 1 for a member; ``answers`` is the Ask's number."""

    seq: Count
    command: co.SeatCommand
    answers: Count | None


class Commit(_Message, frozen=True):
    """Bound to a seed for a deal, without showing it."""

    deal: Count
    digest: Digest


class Reveal(_Message, frozen=True):
    """The seed, for the host alone."""

    deal: Count
    seed: Digest


class Bye(_Message, frozen=True):
    """Leaving for good."""


# to a guest


Refusing = Literal[
    "protocol", "rules", "name", "full", "code", "tries", "token", "playing", "watch", "closed"
]
"""Why somebody may not come in: another version of the program, or of the rules; a name that can't be;
no seat left; the wrong code; too many wrong ones; a token that is not (any longer) good; a match
under way and no watching; no watching; the table closes."""


class Prove(_Message, frozen=True):
    """The host's part of the proof; the guest answers with its own."""

    share: Share


class Deny(_Message, frozen=True):
    """May not come in. ``detail`` is what the host has: its version, say."""

    why: Refusing
    detail: Annotated[str, Meta(max_length=64)] = ""


class Welcome(_Message, frozen=True):
    """Come in. ``mac`` proves that the host knows the code too; ``token`` is for coming back next time;
    ``epoch`` is another number whenever the host's program began anew; ``acts`` the number of the last
    command heard of the member, from which a program begun anew counts on."""

    table: Annotated[bytes, Meta(min_length=8, max_length=8)]
    member: Id
    name: Name
    token: Token
    epoch: Count
    mac: Digest | None = None
    acts: Count = 0


class LobbyIs(_Message, frozen=True):
    """The table as it is now; ``code`` is for the host's own screen alone."""

    lobby: Lobby
    code: Annotated[str, Meta(max_length=12)] | None = None


class Told(_Message, frozen=True):
    """What a session heard. ``chain`` is a running digest of all that was public until now."""

    batch: Batch
    chain: Digest


class No(_Message, frozen=True):
    """A command was not taken."""

    seq: Count
    refusal: Refusal


class Halt(_Message, frozen=True):
    """The table had to stop."""

    why: Annotated[str, Meta(max_length=400)]


class Said(_Message, frozen=True):
    """Somebody said something: a text, or a quick phrase."""

    member: Id
    name: Name
    text: Annotated[str, Meta(max_length=CHAT_LENGTH)] = ""
    phrase: Annotated[int, Meta(ge=0, lt=PHRASES)] | None = None


Ending = Literal["kicked", "closed", "moved", "slow", "nonsense", "flood"]
"""Why a guest is put out: sent away; the table is closed; its seat went on in another window; it does
not read; it says what makes no sense; it says too much."""


class Gone(_Message, frozen=True):
    """The host ends the connection."""

    why: Ending


class CallSeeds(_Message, frozen=True):
    """Commit to a seed for this deal, please."""

    deal: Count


class Entry(_Part, frozen=True):
    """One member's part in a shuffle: the digest of a seed, or the seed. Member 0 is the table itself."""

    member: Id
    value: Digest


class Committed(_Message, frozen=True):
    """All digests there are for this deal: now reveal the seeds to the host."""

    deal: Count
    entries: Annotated[tuple[Entry, ...], Meta(max_length=8)]


class Opened(_Message, frozen=True):
    """A deal is over: its seeds, and all that happened in it, hidden things too."""

    deal: Count
    entries: Annotated[tuple[Entry, ...], Meta(max_length=8)]
    events: Annotated[tuple[Event, ...], Meta(max_length=2000)]


Asking: TypeAlias = (
    Ping
    | Pong
    | Hello
    | Proof
    | Sit
    | SetReady
    | SetBot
    | Place
    | Kick
    | SetRules
    | SetOptions
    | Start
    | Reopen
    | Afresh
    | Say
    | Phrase
    | Act
    | Commit
    | Reveal
    | Bye
)
Telling: TypeAlias = (
    Ping
    | Pong
    | Prove
    | Deny
    | Welcome
    | LobbyIs
    | Told
    | No
    | Halt
    | Said
    | Gone
    | CallSeeds
    | Committed
    | Opened
)


def rules_digest() -> bytes:
    """What two programs must share to play together: the rules and their options, events, commands."""
    kinds = (RuleSet, Event, co.SeatCommand)
    schemas = msgspec.json.encode([VERSION, *map(msgspec.json.schema, kinds)], order="deterministic")
    return sha256(schemas).digest()
