"""What happens at a LAN table besides the game, in lines for the chat."""

from game.lan.wire import Lobby, Member
from game.ui.i18n import Texts


def news(before: Lobby, after: Lobby, me: int, texts: Texts) -> list[str]:
    """What is other in a table than it was, as told to the member ``me``: a sentence for each."""
    tr = texts.tr
    then = {member.id: member for member in before.members}
    now = {member.id: member for member in after.members}
    lines = [tr("{name} has come in.", name=one.name) for one in after.members if one.id not in then]
    for old in before.members:
        if old.id not in now:
            lines.append(_gone(old, before.playing and after.playing, texts))
        elif old.id != me:
            lines += _other(old, now[old.id], after.playing, texts)
    if after.rules != before.rules:
        lines.append(tr("The rules are others now: please be ready again."))
    if after.options != before.options:
        lines.append(tr("The options are others now: please be ready again."))
    if before.standing and not after.standing and not after.playing and not before.playing:
        lines.append(tr("The next match is a new one: please be ready again."))
    return lines


def _gone(member: Member, playing: bool, texts: Texts) -> str:
    if playing and member.seat is not None:
        return texts.tr("{name} has left; a computer plays on.", name=member.name)
    return texts.tr("{name} has left.", name=member.name)


def _other(old: Member, new: Member, playing: bool, texts: Texts) -> list[str]:
    tr, name = texts.tr, new.name
    lines = []
    if old.away is None and new.away is not None:
        lines.append(tr("{name} has lost the connection.", name=name))
    elif old.away is not None and new.away is None:
        lines.append(tr("{name} is back.", name=name))
    if playing and old.seat is None and new.seat is not None:
        lines.append(tr("{name} sits down.", name=name))
    return lines
