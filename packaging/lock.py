"""Write ``packaging/requirements.txt``: exact versions and hashes of all that a release is built with.

For every system and Python at once, without addresses of package indexes. Needs ``uv``.
"""

from pathlib import Path

from project import BUILD, PACKAGING, ROOT, run

LOCK = PACKAGING / "requirements.txt"
OLDEST = "3.11"
APART = "cryptography>=49 ; sys_platform != 'darwin' or platform_machine != 'x86_64'\n"
"""Or one version would be taken for all, the last for Macs with Intel: old for all others."""
HEAD = """\
# What a release is built with: pip install --require-hashes -r packaging/requirements.txt
# Written by: python packaging/build.py lock
"""


def write() -> Path:
    """Look for the newest versions that fit ``pyproject.toml`` and note them down."""
    BUILD.mkdir(exist_ok=True)
    constraints = BUILD / "constraints.txt"
    constraints.write_text(APART, "utf-8")
    run(
        *("uv", "pip", "compile", "--quiet", "--upgrade", "--universal", "--generate-hashes", "--no-header"),
        *("--no-emit-index-url", "--no-emit-find-links", "--no-annotate", "--python-version", OLDEST),
        *("--constraint", constraints, "--extra", "build", "--output-file", LOCK, ROOT / "pyproject.toml"),
    )
    text = LOCK.read_text("utf-8")
    if "://" in text:
        raise ValueError("the lock holds addresses")
    LOCK.write_text(HEAD + text, "utf-8")
    return LOCK
