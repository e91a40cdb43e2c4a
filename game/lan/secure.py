"""Who a host is, and who knows the room code.

Each installation has a certificate of its own, signed by itself. It proves nothing by itself:
whoever joins a table is sure of the host's certificate because both prove to each other, by SPAKE2
with the certificate's fingerprint in it, that they know the same code. Somebody in between, who has
another certificate, or who guesses, has one guess for each attempt and learns nothing to guess with.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
import ssl
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID
from spake2 import SPAKE2_A, SPAKE2_B  # type: ignore[import-untyped]  # it ships no types

from game.lan.limits import TOKEN
from game.profile.paths import set_aside

FILE = "identity.pem"
"""Key and certificate in one file, so that they can't but belong together."""
COMMON_NAME = "shengji"
"""The same in every certificate: it says nothing of the player or the computer."""
SINCE = datetime(2000, 1, 1, tzinfo=UTC)
UNTIL = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)  # "no end" in a certificate
"""So long that no wrong clock is outside."""

CLIENT_ID = b"shengji lan client 1"
CLIENT_LABEL = b"shengji lan client knows the code 1"
HOST_LABEL = b"shengji lan host knows the code 1"
SHARE = 33
"""Bytes of a share; a MAC has 32."""


class Identity:
    """The certificate of this installation, as a host shows it.

    ``fingerprint`` is the SHA-256 of the certificate's DER form, 32 bytes.
    """

    def __init__(self, path: Path, fingerprint: bytes) -> None:
        self._path = path
        self.fingerprint = fingerprint

    @classmethod
    def load(cls, folder: Path) -> "Identity":
        """The one kept in the folder, made when there is none. A file that can't be read is set aside.

        OSError when the folder can't be written.
        """
        path = folder / FILE
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return cls(path, _fingerprint_in(path))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError, UnsupportedAlgorithm):
            set_aside(path)
        _write_once(path, _new_pem())
        return cls(path, _fingerprint_in(path))

    def server_context(self) -> ssl.SSLContext:
        """TLS 1.3 with this certificate, for a host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # none is resumed: each connection shows the certificate
        context.load_cert_chain(self._path)
        return context


def _fingerprint_in(path: Path) -> bytes:
    """What the file holds; all kinds of errors when that is no key with its certificate."""
    pem = path.read_bytes()
    key = load_pem_private_key(pem, password=None)
    certificate = x509.load_pem_x509_certificate(pem)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise ValueError("the key is not the certificate's")
    with contextlib.suppress(OSError):
        path.chmod(0o600)  # it may have been copied here
    return certificate.fingerprint(SHA256())


def _new_pem() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, COMMON_NAME)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(SINCE)
        .not_valid_after(UNTIL)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return secret + certificate.public_bytes(Encoding.PEM)


def _write_once(path: Path, pem: bytes) -> None:
    """A crash leaves no half a file; when another program was quicker, its file stays."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # for this user's eyes from the start
    fresh = Path(name)
    try:
        with open(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def client_context() -> ssl.SSLContext:
    """TLS 1.3 that takes any certificate: whose it is, the fingerprint tells."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint_of(connection: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """The fingerprint of the certificate the host has shown. SSLError when it has shown none."""
    der = connection.getpeercert(binary_form=True)
    if der is None:
        raise ssl.SSLError("the host has shown no certificate")
    return hashlib.sha256(der).digest()


# The room code. First the host says its share; the client answers with its own and its MAC; only when
# that is right does the host say its MAC. A proof is for one attempt. Each step takes milliseconds
# of the processor, the making of a proof among them: not for an event loop.


class WrongCode(Exception):
    """The other side knows another code or another certificate, or says what makes no sense."""


class HostProof:
    """The host's side of one attempt. ``fingerprint`` is its own."""

    def __init__(self, code: str, fingerprint: bytes) -> None:
        self._pake = SPAKE2_B(code.encode(), idA=CLIENT_ID, idB=fingerprint)
        self.share: bytes = self._pake.start()
        """To be said first."""

    def confirm(self, share: bytes, mac: bytes) -> bytes:
        """The host's MAC, for a client whose share and MAC are right. WrongCode for all others."""
        key = _key(self._pake, share)
        if not hmac.compare_digest(mac, _mac(key, CLIENT_LABEL, self.share, share)):
            raise WrongCode
        return _mac(key, HOST_LABEL, self.share, share)


class ClientProof:
    """The client's side of one attempt. ``fingerprint`` is that of the certificate it was shown."""

    def __init__(self, code: str, fingerprint: bytes) -> None:
        self._pake = SPAKE2_A(code.encode(), idA=CLIENT_ID, idB=fingerprint)
        self._share: bytes = self._pake.start()
        self._expected: bytes | None = None

    def answer(self, host_share: bytes) -> tuple[bytes, bytes]:
        """The client's share and its MAC, in answer to the host's share. WrongCode when that is none."""
        key = _key(self._pake, host_share)
        self._expected = _mac(key, HOST_LABEL, host_share, self._share)
        return self._share, _mac(key, CLIENT_LABEL, host_share, self._share)

    def check(self, host_mac: bytes) -> None:
        """WrongCode unless the host, too, knows the code and showed its own certificate."""
        if self._expected is None or not hmac.compare_digest(host_mac, self._expected):
            raise WrongCode


def _key(pake: SPAKE2_A | SPAKE2_B, share: bytes) -> bytes:
    if len(share) != SHARE:
        raise WrongCode
    try:
        return bytes(pake.finish(share))
    except Exception:  # each kind of bad share raises another kind
        raise WrongCode from None


def _mac(key: bytes, label: bytes, host_share: bytes, client_share: bytes) -> bytes:
    return hmac.digest(key, label + host_share + client_share, "sha256")


def new_code() -> str:
    """A room code: six digits."""
    return f"{secrets.randbelow(1_000_000):06}"


def new_token() -> bytes:
    """A token that nobody guesses: 16 bytes."""
    return secrets.token_bytes(TOKEN)
