"""The host's certificate and the room code: who is let in, and who is not."""

import contextlib
import os
import re
import socket
import ssl
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given, settings
from hypothesis import strategies as st

from game.lan.secure import (
    ClientProof,
    HostProof,
    Identity,
    WrongCode,
    client_context,
    fingerprint_of,
    new_code,
    new_token,
)

HOST = bytes(range(32))
BETWEEN = bytes(range(1, 33))
ZERO_POINT = b"\1" + bytes(31)
MINUS_ONE = ((1 << 255) - 20).to_bytes(32, "little")


# The room code


def test_who_knows_the_code_is_let_in() -> None:
    host, client = HostProof("123456", HOST), ClientProof("123456", HOST)
    client.check(host.confirm(*client.answer(host.share)))


@pytest.mark.parametrize("typed", ["123457", "", "0123456", "１２３４５６"])
def test_who_knows_another_is_not(typed: str) -> None:
    host, client = HostProof("123456", HOST), ClientProof(typed, HOST)
    with pytest.raises(WrongCode):
        host.confirm(*client.answer(host.share))


def test_a_host_that_does_not_know_the_code_is_found_out() -> None:
    """It says something in place of its MAC: what it would be by its own code, the client's, nothing."""
    liar, client = HostProof("000000", HOST), ClientProof("123456", HOST)
    other = ClientProof("000000", HOST)
    own = liar.confirm(*other.answer(liar.share))
    _, mac = client.answer(liar.share)
    for said in (own, mac, b"", bytes(32), mac + bytes(1)):
        with pytest.raises(WrongCode):
            client.check(said)


def test_somebody_in_between_has_another_certificate_and_is_found_out() -> None:
    """The code is right on both sides, and all is passed on as it was said."""
    host, client = HostProof("123456", HOST), ClientProof("123456", BETWEEN)
    with pytest.raises(WrongCode):
        host.confirm(*client.answer(host.share))


def test_neither_side_believes_its_own_words() -> None:
    host, client = HostProof("123456", HOST), ClientProof("123456", HOST)
    _, mac = client.answer(host.share)
    with pytest.raises(WrongCode):
        client.check(mac)
    with pytest.raises(WrongCode):
        host.confirm(host.share, mac)
    for turned in (HostProof("123456", HOST), HostProof("", HOST)):
        with pytest.raises(WrongCode):
            turned.confirm(b"A" + turned.share[1:], mac)


def test_a_client_believes_nothing_before_it_has_answered() -> None:
    with pytest.raises(WrongCode):
        ClientProof("123456", HOST).check(bytes(32))


def test_a_proof_is_for_one_attempt() -> None:
    host = HostProof("123456", HOST)
    wrong, right = ClientProof("654321", HOST), ClientProof("123456", HOST)
    answer = right.answer(host.share)
    with pytest.raises(WrongCode):
        host.confirm(*wrong.answer(host.share))
    with pytest.raises(WrongCode):
        host.confirm(*answer)
    with pytest.raises(WrongCode):
        right.answer(host.share)


def test_an_answer_is_of_no_use_another_time() -> None:
    host, client = HostProof("123456", HOST), ClientProof("123456", HOST)
    answer = client.answer(host.share)
    host.confirm(*answer)
    with pytest.raises(WrongCode):
        HostProof("123456", HOST).confirm(*answer)


def bad_shares(side: bytes) -> st.SearchStrategy[bytes]:
    point = st.binary(min_size=32, max_size=32) | st.sampled_from([bytes(32), ZERO_POINT, MINUS_ONE])
    return st.binary(max_size=80) | point.map(lambda p: side + p)


@given(share=bad_shares(b"A"), mac=st.binary(max_size=40) | st.just(bytes(32)))
@settings(max_examples=40, deadline=None)
def test_whatever_a_client_says_a_host_refuses_it(share: bytes, mac: bytes) -> None:
    with pytest.raises(WrongCode):
        HostProof("123456", HOST).confirm(share, mac)


@given(share=bad_shares(b"B"), mac=st.binary(max_size=40))
@settings(max_examples=40, deadline=None)
def test_whatever_a_host_says_a_client_refuses_it(share: bytes, mac: bytes) -> None:
    client = ClientProof("123456", HOST)
    with contextlib.suppress(WrongCode):  # some shares by chance are well formed
        client.answer(share)
    with pytest.raises(WrongCode):
        client.check(mac)


@pytest.mark.parametrize("point", [bytes(32), ZERO_POINT, MINUS_ONE, b"\xff" * 32], ids=bytes.hex)
def test_shares_that_would_give_a_key_known_beforehand_are_refused(point: bytes) -> None:
    with pytest.raises(WrongCode):
        ClientProof("123456", HOST).answer(b"B" + point)
    with pytest.raises(WrongCode):
        HostProof("123456", HOST).confirm(b"A" + point, bytes(32))


@pytest.mark.parametrize(
    "change", [lambda s: s[:-1], lambda s: s + b"\0", lambda s: b"", lambda s: b"S" + s[1:]]
)
def test_a_share_cut_short_or_drawn_out_is_refused(change) -> None:
    share = HostProof("123456", HOST).share
    with pytest.raises(WrongCode):
        ClientProof("123456", HOST).answer(change(share))


def test_codes_are_six_digits_and_tokens_are_never_the_same() -> None:
    codes = {new_code() for _ in range(200)}
    assert all(re.fullmatch("[0-9]{6}", code) for code in codes)
    assert len(codes) > 150
    assert any(code.startswith("0") for code in {new_code() for _ in range(500)})
    tokens = {new_token() for _ in range(200)}
    assert len(tokens) == 200
    assert {len(token) for token in tokens} == {16}


# The certificate


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_an_installation_stays_who_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "lan"
    first = Identity.load(folder)
    kept = only_file(folder).read_bytes()
    assert len(first.fingerprint) == 32
    assert Identity.load(folder).fingerprint == first.fingerprint
    assert only_file(folder).read_bytes() == kept


def test_no_two_installations_are_the_same(tmp_path: Path) -> None:
    assert Identity.load(tmp_path / "a").fingerprint != Identity.load(tmp_path / "b").fingerprint


def test_programs_that_start_together_are_the_same_installation(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: Identity.load(tmp_path).fingerprint, range(8)))
    assert len(set(made)) == 1
    assert only_file(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="a user's folder is the user's own there")
def test_nobody_else_on_the_computer_can_read_the_key(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        Identity.load(tmp_path)
    finally:
        os.umask(old)
    path = only_file(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    Identity.load(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600


def damaged(whole: bytes, other: bytes) -> dict[str, bytes]:
    key, certificate = whole[: whole.index(b"-----BEGIN CERT")], whole[whole.index(b"-----BEGIN CERT") :]
    return {
        "empty": b"",
        "cut short": whole[: len(whole) // 2],
        "no certificate": key,
        "no key": certificate,
        "of two installations": key + other[other.index(b"-----BEGIN CERT") :],
        "scrambled": whole.replace(b"A", b"B"),
        "something else": b"\x00\xff" * 500,
    }


@pytest.mark.parametrize("how", damaged(b"-----BEGIN CERT", b"-----BEGIN CERT"))
def test_a_damaged_file_is_kept_aside_and_a_new_one_made(how: str, tmp_path: Path) -> None:
    old = Identity.load(tmp_path / "a")
    Identity.load(tmp_path / "b")
    path = only_file(tmp_path / "a")
    content = damaged(path.read_bytes(), only_file(tmp_path / "b").read_bytes())[how]
    path.write_bytes(content)
    new = Identity.load(tmp_path / "a")
    assert new.fingerprint != old.fingerprint
    assert Identity.load(tmp_path / "a").fingerprint == new.fingerprint
    (aside,) = set((tmp_path / "a").iterdir()) - {path}
    assert aside.read_bytes() == content
    new.server_context()


def test_the_certificate_tells_nothing_and_never_runs_out(tmp_path: Path) -> None:
    Identity.load(tmp_path)
    Identity.load(tmp_path / "other")
    certificate, other = (
        x509.load_pem_x509_certificate(next(folder.glob("*.pem")).read_bytes())
        for folder in (tmp_path, tmp_path / "other")
    )
    assert certificate.subject == certificate.issuer == other.subject
    assert [attribute.value for attribute in certificate.subject] == ["shengji"]
    assert list(certificate.extensions) == []
    assert certificate.not_valid_before_utc == other.not_valid_before_utc < datetime(2001, 1, 1, tzinfo=UTC)
    assert certificate.not_valid_after_utc.year == 9999
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"


# A real connection


class Listener:
    """Takes one connection and says what came of it."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(10)
        self.address = self._socket.getsockname()
        self.version: str | None = None
        self._thread = threading.Thread(target=self._take_one)
        self._thread.start()

    def _take_one(self) -> None:
        try:
            plain, _ = self._socket.accept()
            plain.settimeout(10)
            with self._context.wrap_socket(plain, server_side=True) as secure:
                self.version = secure.version()
                secure.recv(1)
        except OSError:
            pass

    def close(self) -> None:
        self._thread.join()
        self._socket.close()


def test_a_client_sees_the_certificate_of_the_host_it_reached(tmp_path: Path) -> None:
    identity = Identity.load(tmp_path)
    for _ in range(2):  # the second time no less
        listener = Listener(identity.server_context())
        with (
            socket.create_connection(listener.address, 10) as plain,
            client_context().wrap_socket(plain, server_hostname="not its name") as secure,
        ):
            assert fingerprint_of(secure) == identity.fingerprint
            assert secure.version() == "TLSv1.3"
            secure.send(b"!")
        listener.close()
        assert listener.version == "TLSv1.3"


def connect(client: ssl.SSLContext, server: ssl.SSLContext) -> None:
    listener = Listener(server)
    try:
        with (
            socket.create_connection(listener.address, 10) as plain,
            client.wrap_socket(plain, server_hostname="host") as secure,
        ):
            secure.send(b"!")
    finally:
        listener.close()


def test_neither_side_speaks_an_older_tls(tmp_path: Path) -> None:
    old_client = ssl.create_default_context()
    old_client.check_hostname = False
    old_client.verify_mode = ssl.CERT_NONE
    old_client.maximum_version = ssl.TLSVersion.TLSv1_2
    identity = Identity.load(tmp_path)
    with pytest.raises(OSError, match=r"(?i)version|reset|EOF"):
        connect(old_client, identity.server_context())
    old_server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    old_server.load_cert_chain(only_file(tmp_path))
    connect(old_client, old_server)  # the two would understand each other
    old_server.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(OSError, match=r"(?i)version|reset|EOF"):
        connect(client_context(), old_server)


def test_without_a_certificate_there_is_no_fingerprint() -> None:
    unconnected = client_context().wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO())
    with pytest.raises((ssl.SSLError, ValueError)):
        fingerprint_of(unconnected)
