"""What can be done about a seat of the lobby, or about somebody in it."""

from collections.abc import Callable

from game.bots.levels import LADDER
from game.lan import wire
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.visit import Visit
from game.scenes.words import PLACES, Words


class SeatMenus:
    """Makes the sheets; ``changed`` is called when what is shown of the chat is other than before."""

    def __init__(self, kit: Kit, words: Words, visit: Visit, changed: Callable[[], None]) -> None:
        self._kit = kit
        self._words = words
        self._visit = visit
        self._changed = changed

    def of(self, lobby: wire.Lobby, seat: int) -> ChoiceScene:
        """For a seat, or for who sits there."""
        member = lobby.at(seat)
        return self.about(lobby, member) if member else self._of_free(lobby, seat)

    def _of_free(self, lobby: wire.Lobby, seat: int) -> ChoiceScene:
        tr, ask = self._words.tr, self._visit.peer.ask
        answers = [
            (f"bot:{level}", self._words.computer(level)) for level in LADDER if lobby.chairs[seat] != level
        ]
        if lobby.chairs[seat] is not None:
            answers.append(("bot:none", tr("Leave the seat free")))
        answers += [(f"place:{one.id}", tr("Put {name} here", name=one.name)) for one in lobby.members]

        def pick(name: str) -> None:
            verb, _, which = name.partition(":")
            if verb == "bot":
                ask(wire.SetBot(seat, next((level for level in LADDER if level == which), None)))
            elif verb == "place":
                ask(wire.Place(int(which), seat))

        titles = {
            "bottom": tr("The seat at the bottom"),
            "right": tr("The seat on the right"),
            "top": tr("The seat at the top"),
            "left": tr("The seat on the left"),
        }
        return self._sheet(titles[self._place(seat)], answers, pick)

    def about(self, lobby: wire.Lobby, member: wire.Member) -> ChoiceScene:
        """For a member: the host's tools, and whether one wants to read what they say."""
        tr, visit = self._words.tr, self._visit
        answers = []
        if member.id != visit.peer.status.me:
            muted = member.id in visit.muted
            answers.append(("mute", tr("Show what they say") if muted else tr("Do not show what they say")))
        if visit.host:
            puts = {
                "bottom": tr("Put on the seat at the bottom"),
                "right": tr("Put on the seat on the right"),
                "top": tr("Put on the seat at the top"),
                "left": tr("Put on the seat on the left"),
            }
            answers += [
                (f"place:{seat}", puts[self._place(seat)]) for seat in range(4) if seat != member.seat
            ]
            if not member.host:
                answers.append(("kick", tr("Send away")))

        def pick(name: str) -> None:
            if name == "mute":
                visit.mute(member.id)
                self._changed()
            elif name == "kick":
                visit.peer.ask(wire.Kick(member.id))
            elif name.startswith("place:"):
                visit.peer.ask(wire.Place(member.id, int(name.removeprefix("place:"))))

        return self._sheet(member.name, answers, pick)

    def _place(self, seat: int) -> str:
        mine = self._visit.me
        return PLACES[(seat - (mine.seat or 0 if mine else 0)) % 4]

    def _sheet(self, title: str, answers: list[tuple[str, str]], pick: Callable[[str], None]) -> ChoiceScene:
        answers.append(("close", self._words.tr("Close")))
        return ChoiceScene(self._kit, "seatmenu", title, "", answers, pick, escape="close", main=False)
