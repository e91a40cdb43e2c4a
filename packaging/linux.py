"""Packages for Linux: ``.deb``, ``.rpm`` and a tarball, of the frozen program."""

import gzip
import os
import shutil
import tarfile
import textwrap
from datetime import UTC, datetime
from pathlib import Path

from freeze import glibc, tidy
from project import (
    BUILD,
    BUNDLE,
    DIST,
    ICONS,
    NAME,
    PACKAGING,
    SUMMARY,
    licence,
    machine,
    run,
    size_of,
    source_date,
    version,
)

MAINTAINER = "The Shengji developers <noreply@shengji.invalid>"
DESCRIPTION = (
    "Shengji, also known as Tractor or Eighty Points, is the trick-taking game that China plays in pairs. "
    "Play it with one to four decks against three computer players, or meet friends at a table on the same "
    "network, without any server. In Chinese and English."
)
DEBIAN_MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
DEBIAN_NEEDS = ("libstdc++6", "libgcc-s1", "libx11-6", "libxext6", "libxcb1")
DEBIAN_WISHES = (
    "libpulse0, libasound2 | libasound2t64, libxcursor1, libxi6, libxrandr2, libxfixes3, libxss1, "
    "libgl1, libdbus-1-3"
)
"""What the window looks for when it starts and can do without: sound, pointers, screens, input methods."""
RPM_NEEDS = (
    "libX11.so.6()(64bit)",
    "libXext.so.6()(64bit)",
    "libxcb.so.1()(64bit)",
    "libstdc++.so.6()(64bit)",
)
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _share(share: Path) -> None:
    """The menu entry, its icons and what software centres show."""
    for side in ICON_SIZES:
        icon = share / "icons" / "hicolor" / f"{side}x{side}" / "apps" / f"{NAME}.png"
        icon.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ICONS / f"{NAME}-{side}.png", icon)
    _write(share / "applications" / f"{NAME}.desktop", (PACKAGING / f"{NAME}.desktop").read_text("utf-8"))
    about = (PACKAGING / f"{NAME}.metainfo.xml").read_text("utf-8")
    day = datetime.fromtimestamp(source_date(), UTC).strftime("%Y-%m-%d")
    for mark, word in (("@VERSION@", version()), ("@DATE@", day), ("@LICENCE@", licence())):
        about = about.replace(mark, word)
    _write(share / "metainfo" / f"{NAME}.metainfo.xml", about)


def _check(share: Path) -> None:
    """The menu entry and the metadata, by the desktop's own tools where they are installed."""
    for tool, options, file in (
        ("desktop-file-validate", [], f"applications/{NAME}.desktop"),
        ("appstreamcli", ["validate", "--no-net"], f"metainfo/{NAME}.metainfo.xml"),
    ):
        if shutil.which(tool):
            run(tool, *options, share / file, quiet=True)


def _manual() -> str:
    """The page ``man shengji`` shows."""
    day = datetime.fromtimestamp(source_date(), UTC).strftime("%Y-%m-%d")
    return (PACKAGING / f"{NAME}.6").read_text("utf-8").replace("@VERSION@", version()).replace("@DATE@", day)


def _zipped(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=source_date()))


def _tree(root: Path) -> None:
    """The files as they lie on a system, below ``root``."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(BUNDLE, root / "usr" / "lib" / NAME, symlinks=True)
    _share(root / "usr" / "share")
    _check(root / "usr" / "share")
    documents = root / "usr" / "share" / "doc" / NAME
    _write(documents / "copyright", _copyright())
    _zipped(root / "usr" / "share" / "man" / "man6" / f"{NAME}.6.gz", _manual())
    tidy(root)
    (root / "usr" / "lib" / NAME / NAME).chmod(0o755)
    commands = root / "usr" / "bin"
    commands.mkdir()
    (commands / NAME).symlink_to(f"../lib/{NAME}/{NAME}")


def _copyright() -> str:
    year = datetime.fromtimestamp(source_date(), UTC).year
    return textwrap.dedent(f"""\
        Shengji {version()}
        The game itself: {licence()}, copyright {year} the Shengji developers.

        It is shipped with Python, SDL and other parts, each under its own licence. All their texts lie in
        /usr/lib/{NAME}/_internal/assets/licences; index.json there names the parts. Those under the LGPL
        (on Debian also in /usr/share/common-licenses/LGPL-2.1) are shared libraries of their own in
        /usr/lib/{NAME}/_internal and can be replaced there.
        """)


def deb() -> Path:
    """For Debian, Ubuntu and their kin."""
    root = BUILD / "deb"
    _tree(root)
    processor = DEBIAN_MACHINES.get(machine(), machine())
    needs = ", ".join((f"libc6 (>= {glibc(BUNDLE)})", *DEBIAN_NEEDS))
    story = f"{NAME} ({version()}) unstable; urgency=medium\n\n  * Release {version()}.\n\n"
    date = datetime.fromtimestamp(source_date(), UTC).strftime("%a, %d %b %Y %H:%M:%S +0000")
    _zipped(root / "usr/share/doc" / NAME / "changelog.gz", f"{story} -- {MAINTAINER}  {date}\n")
    lines = [
        f"Package: {NAME}",
        f"Version: {version()}",
        f"Architecture: {processor}",
        f"Maintainer: {MAINTAINER}",
        f"Installed-Size: {-(-size_of(root) // 1024)}",
        f"Depends: {needs}",
        f"Recommends: {DEBIAN_WISHES}",
        "Section: games",
        "Priority: optional",
        f"Description: {SUMMARY}",
        *textwrap.wrap(DESCRIPTION, 78, initial_indent=" ", subsequent_indent=" "),
    ]
    _write(root / "DEBIAN" / "control", "\n".join(lines) + "\n")
    (root / "DEBIAN").chmod(0o755)
    made = DIST / f"{NAME}_{version()}_{processor}.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", root, made)
    return made


def rpm() -> Path:
    """For Fedora, openSUSE and their kin."""
    root, top = BUILD / "rpm" / "tree", BUILD / "rpm"
    _tree(root)
    needs = [f"libc.so.6(GLIBC_{glibc(BUNDLE)})(64bit)", *RPM_NEEDS]
    summary = f"""\
        Name: {NAME}
        Version: {version()}
        Release: 1
        Summary: {SUMMARY}
        License: {licence()}
        Group: Amusements/Games/Board/Card
        Packager: {MAINTAINER}
        AutoReqProv: no
        """
    spec = textwrap.dedent(summary) + "".join(f"Requires: {need}\n" for need in needs)
    spec += "\n%description\n" + textwrap.fill(DESCRIPTION, 78) + "\n"
    spec += f"\n%install\nmkdir -p %{{buildroot}}\ncp -a {root}/usr %{{buildroot}}/\n"
    spec += f"\n%files\n%defattr(-,root,root)\n/usr/bin/{NAME}\n/usr/lib/{NAME}\n"
    spec += f"/usr/share/applications/{NAME}.desktop\n/usr/share/metainfo/{NAME}.metainfo.xml\n"
    spec += f"/usr/share/icons/hicolor/*/apps/{NAME}.png\n%doc /usr/share/doc/{NAME}\n/usr/share/man/man6/*\n"
    _write(top / f"{NAME}.spec", spec)
    settings = {
        "_topdir": str(top),
        "_rpmdir": str(top / "made"),
        "_rpmfilename": f"{NAME}-{version()}-1.{machine()}.rpm",
        "_buildhost": "build",
        "_build_id_links": "none",
        "_binary_payload": "w9.xzdio",
        "__os_install_post": "%{nil}",
        "use_source_date_epoch_as_buildtime": "1",
        "clamp_mtime_to_source_date_epoch": "1",
    }
    words = [word for key, value in settings.items() for word in ("--define", f"{key} {value}")]
    run("rpmbuild", "-bb", "--quiet", "--target", machine(), *words, top / f"{NAME}.spec")
    made = DIST / settings["_rpmfilename"]
    shutil.move(top / "made" / made.name, made)
    return made


def tarball() -> Path:
    """The folder for any Linux, to be unpacked and started where it lies."""
    name = f"{NAME}-{version()}-linux-{machine()}-glibc{glibc(BUNDLE)}"
    root = BUILD / "tar" / name
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(BUNDLE, root, symlinks=True)
    _share(root / "share")
    text = "Start ./shengji here. All licences lie in _internal/assets/licences.\n"
    _write(root / "README.txt", text + "在此目录运行 ./shengji 即可开始。\n")
    tidy(root)
    made = DIST / f"{name}.tar.xz"
    with tarfile.open(made, "w:xz", preset=9, format=tarfile.GNU_FORMAT) as tar:
        for path in [root, *sorted(root.rglob("*"))]:
            entry = tar.gettarinfo(path, str(path.relative_to(root.parent)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = source_date()
            with path.open("rb") if entry.isreg() else open(os.devnull, "rb") as file:
                tar.addfile(entry, file)
    return made
