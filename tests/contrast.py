"""How well two colours are told apart."""

from game.ui.theme import Rgb


def contrast(a: Rgb, b: Rgb) -> float:
    """WCAG 2 contrast ratio of two opaque colours, 1.0 .. 21.0, in either order."""

    def luminance(colour: Rgb) -> float:
        linear = []
        for value in colour:
            c = value / 255
            linear.append(c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4))
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
