"""Who is who at a glance: the picture of a person, chosen or that of the name, and a computer's face."""

from pygame import Surface

from game.profile.avatar import Avatar, avatar_of
from game.profile.settings import Settings
from game.scenes.kit import Kit
from game.scenes.words import Words


def own_name(settings: Settings, words: Words) -> str:
    """The player's name, as long as none was chosen the usual one."""
    return settings.lan.name or words.tr("Player")


def own_avatar(settings: Settings, words: Words) -> Avatar:
    """The player's picture, as long as none was chosen that of the name."""
    return settings.avatar or avatar_of(own_name(settings, words))


def own_portrait(kit: Kit, words: Words, side: int) -> Surface:
    """The player's own picture, ``side`` px wide and high."""
    avatar = own_avatar(kit.settings, words)
    return kit.skin.portrait(avatar.shape, avatar.colour, avatar.mark, side)


def portrait(kit: Kit, name: str, bot: bool, seat: int, side: int) -> Surface:
    """The picture of somebody else at a seat: of a person nothing is known but the name."""
    if bot:
        return kit.skin.computer(seat, side)
    avatar = avatar_of(name)
    return kit.skin.portrait(avatar.shape, avatar.colour, avatar.mark, side)
