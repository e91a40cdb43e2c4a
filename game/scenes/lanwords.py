"""LAN play in words: why one may not come in, what a fault of a deal means, the quick phrases."""

from collections.abc import Callable

from game.lan.names import Fault as NameFault
from game.lan.witness import Fault, Verdict
from game.ui.i18n import Texts


class LanWords:
    """In the player's language."""

    def __init__(self, texts: Texts) -> None:
        self.tr = texts.tr
        self.ntr = texts.ntr

    def phrases(self) -> tuple[str, ...]:
        """The quick phrases, by their number on the wire."""
        tr = self.tr
        return (
            tr("Hello, everyone!"),
            tr("Good luck!"),
            tr("Nicely played!"),
            tr("Well done, partner!"),
            tr("Sorry, my mistake."),
            tr("What a hand!"),
            tr("So close!"),
            tr("Leave this one to me."),
            tr("Please play on."),
            tr("One moment, please."),
            tr("One more deal?"),
            tr("Thanks, that was fun!"),
        )

    def bad_name(self, reason: NameFault) -> str:
        """Why a name can't be taken."""
        tr = self.tr
        return {
            "empty": tr("Write a name."),
            "long": tr("This name is too long."),
            "control": tr("This name has characters that can't be shown."),
            "reserved": tr("This name is kept for the program."),
        }[reason]

    def ended(self, why: str | None, detail: str = "") -> tuple[str, str]:
        """Why it is over, or one can't come in: in short, and what to do."""
        tr = self.tr
        if why == "unreachable":
            return self._unreachable(detail)
        if why == "name":
            return (
                tr("The host does not take this name"),
                tr("Write another name on the LAN page and try again."),
            )
        known = {
            "protocol": (
                tr("The host has another version of the program"),
                tr("Both PCs need the same version: update the older one."),
            ),
            "rules": (
                tr("The host has another version of the rules"),
                tr("Both PCs need the same version of the program: update the older one."),
            ),
            "full": (tr("The table is full"), tr("Ask the host to allow watching, or wait for a free seat.")),
            "code": (tr("That is not the code"), tr("The host sees it on the screen of the table.")),
            "tries": (
                tr("Too many wrong codes"),
                tr("Wait a minute, then ask the host for the code that is shown now."),
            ),
            "token": (
                tr("Your seat is no longer kept"),
                tr("Join the table anew, with its code."),
            ),
            "playing": (
                tr("The match is under way"),
                tr("Nobody can sit down just now. Ask the host to allow watching, or wait for the end."),
            ),
            "watch": (
                tr("Watching is not allowed here"),
                tr("The host can allow it in the options of the table."),
            ),
            "closed": (
                tr("The host has closed the table"),
                tr("A match under way is kept on the host's PC and can be gone on with."),
            ),
            "kicked": (tr("The host has sent you away"), tr("You can look for another table.")),
            "moved": (
                tr("Your seat went on in another window"),
                tr("The same seat can be played from one place at a time."),
            ),
            "slow": (
                tr("The connection was too slow"),
                tr("Go back to the table from the list of tables you were at."),
            ),
            "nonsense": (
                tr("The two programs did not understand each other"),
                tr("Both PCs need the same version: update the older one."),
            ),
            "flood": (
                tr("Too much was sent at once"),
                tr("Go back to the table from the list of tables you were at."),
            ),
            "impostor": (
                tr("The host could not prove who it is"),
                tr(
                    "Somebody may stand between the two PCs, or another PC has this address now. "
                    "Nothing of your code was given away."
                ),
            ),
            "left": (tr("You have left the table"), ""),
        }
        return known.get(why or "", (tr("The table is closed"), ""))

    def _unreachable(self, detail: str) -> tuple[str, str]:
        tr = self.tr
        known = {
            "refused": (
                tr("No table there"),
                tr("That PC answers, but no table is open on it. Is the port right, and the table open?"),
            ),
            "timeout": (
                tr("No answer"),
                tr(
                    "That PC says nothing: a firewall may hold the game back, "
                    "or the Wi-Fi keeps the PCs apart."
                ),
            ),
            "no-host": (
                tr("No such PC"),
                tr("Nobody in this network has that address. Compare it with the one on the host's page."),
            ),
            "no-route": (
                tr("No way to that address"),
                tr("This PC is in another network. Both have to be in the same one."),
            ),
            "denied": (
                tr("The system does not allow it"),
                tr(
                    "Allow the game to use the local network: "
                    "System Settings, Privacy & Security, Local Network."
                ),
            ),
            "name": (tr("Unknown name"), tr("No PC of that name was found. Type its address in numbers.")),
        }
        if detail in known:
            return known[detail]
        return tr("The PC can't be reached"), detail

    def verdict(self, verdict: Verdict | None, name: Callable[[int], str] = str) -> tuple[str, str]:
        """What came of checking the last deal: in short, and in full; ``name`` gives a member's."""
        tr = self.tr
        if verdict is None:
            return (
                tr("Not checked yet"),
                tr("The first check is made when the deal is over."),
            )
        if verdict.fault is not None:
            return tr("Deal {n}: something is wrong", n=verdict.deal), self.fault(verdict.fault)
        text = tr("Deal {n}: checked, all in order.", n=verdict.deal)
        if verdict.partly:
            text = self._both(text, tr("You came in the middle, so it was checked from there."))
        if verdict.left_out:
            names = tr(", ").join(map(name, verdict.left_out))
            text = self._both(text, tr("Without a part in the shuffle: {names}.", names=names))
        return tr("Deal {n} was fair", n=verdict.deal), text

    def _both(self, first: str, second: str) -> str:
        """Two sentences."""
        return self.tr("{first} {second}", first=first, second=second)

    def fault(self, fault: Fault) -> str:
        """What a named fault of a deal means."""
        tr = self.tr
        return {
            "left_out": tr("Your part in the shuffle was left out."),
            "seeds": tr("A part of the shuffle is not what was promised before the deal."),
            "deck": tr("The cards were not dealt in the order that the shuffle gives."),
            "told": tr("You were told something else than what happened."),
            "rules": tr("Something happened that the rules do not allow."),
        }[fault]
