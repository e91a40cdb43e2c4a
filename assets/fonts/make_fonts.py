"""Makes the shipped subsets of Noto Sans SC and their coverage list.

    python make_fonts.py NotoSansSC-Regular.ttf NotoSansSC-Bold.ttf [--out FOLDER]

The arguments are full static TTF files, one a weight. Needs fontTools.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

# What the texts use beyond GB2312 and Latin-1.
EXTRA = (
    "←↑→↓↔↕⇒⇔"
    "♠♡♢♣♤♥♦♧★☆✓"
    "–—―‘’“”„†‡•‧…‰′″‹›€№™−×÷≈≠≤≥∞"
    "▲△▶▷▼▽◀◁◆◇○◎●◯■□"
    "①②③④⑤⑥⑦⑧⑨⑩"
    "、。〃々〈〉《》「」『』【】〔〕〖〗・￥·"
)


def wanted() -> set[int]:
    """Code points the subset should hold: GB2312, Latin-1 and `EXTRA`."""
    points = set(range(0x20, 0x7F)) | set(range(0xA0, 0x100)) | {ord(c) for c in EXTRA}
    points |= set(range(0xFF01, 0xFF5F))  # full-width forms
    for high in range(0xA1, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                points |= {ord(c) for c in bytes((high, low)).decode("gb2312")}
            except UnicodeDecodeError:
                continue
    return points


def shrink(source: Path, target: Path, points: set[int]) -> set[int]:
    """Write the subset of `source` to `target`; returns the code points it really holds."""
    options = subset.Options()
    options.hinting = False
    options.layout_features = ["kern", "liga", "ccmp", "locl", "mark"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    font = TTFont(source)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=points)
    cutter.subset(font)
    font.save(target)
    return set(font.getBestCmap())


def ranges(points: set[int]) -> str:
    """The code points as words "4E00" or "4E00-4E03", sorted, in lines of at most 100 columns."""
    words: list[str] = []
    ordered = sorted(points)
    start = last = ordered[0]
    for point in [*ordered[1:], -1]:
        if point == last + 1:
            last = point
            continue
        words.append(f"{start:04X}" if start == last else f"{start:04X}-{last:04X}")
        start = last = point
    return textwrap.fill(" ".join(words), 100, break_on_hyphens=False) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("regular", type=Path)
    parser.add_argument("bold", type=Path)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    args = parser.parse_args()
    points = wanted()
    held = shrink(args.regular, args.out / "NotoSansSC-Regular.ttf", points)
    held &= shrink(args.bold, args.out / "NotoSansSC-Bold.ttf", points)
    (args.out / "coverage.txt").write_text(ranges(held), encoding="ascii")
    print(f"{len(held)} characters; not in the source: {''.join(map(chr, sorted(points - held)))}")


if __name__ == "__main__":
    main()
