"""Who is who at a glance: the picture of a person, chosen or that of the name, and a computer's face."""

from pygame import Surface

from game.profile.avatar import Avatar, Picture, avatar_of, shown
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


def told_picture(settings: Settings) -> Picture | None:
    """What others are told of the player's picture: nothing where none was chosen, for they know the name."""
    return settings.avatar.picture if settings.avatar else None


def portrait(kit: Kit, name: str, picture: Picture | None, bot: bool, seat: int, side: int) -> Surface:
    """The picture of somebody else at a seat: a person's own ``picture``, where one was chosen."""
    if bot:
        return kit.skin.computer(seat, side)
    avatar = shown(picture, name)
    return kit.skin.portrait(avatar.shape, avatar.colour, avatar.mark, side)
