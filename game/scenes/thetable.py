"""The LAN table one sits at, on a sheet: its code and addresses, and who is there."""

from game.lan import wire
from game.scenes.choice import ChoiceScene
from game.scenes.kit import Kit
from game.scenes.visit import Visit
from game.scenes.words import Words
from game.ui.i18n import Texts


def where(visit: Visit, texts: Texts) -> str:
    """All addresses of this PC with the table's port, "" where it does not run here."""
    hosted = visit.hosted
    if hosted is None:
        return ""
    outward = [each for each in hosted.addresses if not each.startswith("127.") and each != "::1"]
    every = outward or list(hosted.addresses)
    return texts.tr("Address: {addresses} · port {port}", addresses=", ".join(every), port=hosted.port)


class TheTableScene(ChoiceScene):
    """Follows what happens at the table; the host can send members away from here."""

    def __init__(self, kit: Kit, visit: Visit) -> None:
        self._visit = visit
        self._seen: object = None
        super().__init__(kit, "the-table", "", "", (), self._chosen, escape="close")

    def update(self, dt: float) -> None:
        if self._seen != self._now():
            self._refresh()

    def _now(self) -> object:
        visit = self._visit
        lobby = visit.lobby
        away = tuple(visit.away(member) for member in lobby.members) if lobby else ()
        return lobby and lobby.members, visit.peer.status.code, away

    def _refresh(self) -> None:
        visit, tr = self._visit, self.kit.texts.tr
        self._seen = self._now()
        lobby, code = visit.lobby, visit.peer.status.code
        self._title = lobby.name if lobby else ""
        lines = []
        if visit.hosted:
            spelled = tr("Code: {code}", code=f"{code[:3]} {code[3:]}") if code else tr("No code is needed")
            lines += [spelled, where(visit, self.kit.texts), ""]
        members = lobby.members if lobby else ()
        lines += [self._about(member) for member in members]
        self._text = "\n".join(lines)
        away = [one for one in members if visit.host and not one.host]
        self._answers = (
            *((f"kick:{one.id}", tr("Send {name} away", name=one.name)) for one in away),
            ("close", tr("Close")),
        )
        super()._refresh()

    def _about(self, member: wire.Member) -> str:
        visit, tr = self._visit, self.kit.texts.tr
        mine = visit.me
        parts = [member.name]
        if member.host:
            parts.append(tr("host"))
        if mine and member.id == mine.id:
            parts.append(tr("you"))
        elif member.seat is None:
            parts.append(tr("watching"))
        elif mine and mine.seat is not None:
            parts.append(Words(self.kit.texts).place((member.seat - mine.seat) % 4))
        seconds = visit.away(member)
        if seconds is not None:
            parts.append(tr("away {n} s", n=seconds) if seconds else tr("away: computer"))
        elif member.ping is not None:
            parts.append(tr("{n} ms", n=member.ping))
        if member.id in visit.muted:
            parts.append(tr("muted"))
        return " · ".join(parts)

    def _chosen(self, name: str) -> None:
        verb, _, which = name.partition(":")
        lobby = self._visit.lobby
        member = lobby.member(int(which)) if lobby and verb == "kick" else None
        if member is None:
            return
        tr, number = self.kit.texts.tr, member.id
        title = tr("Send {name} away?", name=member.name)
        text = tr("A computer plays on in that seat.") if member.seat is not None else ""

        def pick(answer: str) -> None:
            if answer == "kick":
                self._visit.peer.ask(wire.Kick(number))

        answers = [("kick", tr("Send away")), ("stay", tr("Cancel"))]
        self.stack.push(ChoiceScene(self.kit, "kicking", title, text, answers, pick, escape="stay"))
