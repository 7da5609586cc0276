"""Saves that nobody reads without the passphrases of their sides; needs the library `cryptography`, an extra.

Each side's passphrase gives a key (scrypt, a salt of its own); all together give the key of the file (HKDF). Every line
but the first is closed with it (ChaCha20-Poly1305, a fresh nonce each), the seed and the full header among them.
"""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from common.data import plain
from common.engine.save_lines import Closed, Header, Hole, Numbered, SaveError, encode_line, parse_body

SALT, CHECK, NONCE = 16, 16, 12  # bytes
LEAST = 4  # letters of a passphrase
MISSING = "it needs the library cryptography: install five-fronts[secrets]"


class SealedSave(SaveError):
    """A save that asks for passphrases; `sides` are those whose phrase is missing or wrong."""

    def __init__(self, path: Path, reason: str, sides: tuple[str, ...]) -> None:
        super().__init__(path, reason)
        self.sides = sides


def why_not_seal() -> str | None:
    """What keeps this installation from sealing saves and opening sealed ones."""
    return None if find_spec("cryptography") is not None else MISSING


class Vault:
    """The key of a sealed game while it is open."""

    def __init__(self, keys: Mapping[str, bytes], locks: dict[str, str]) -> None:
        self.locks = locks
        self._key = _derive(b"".join(keys[side] for side in sorted(keys)), b"five-fronts save")
        self._bond = sha256(_encode_locks(locks)).digest()

    @classmethod
    def make(cls, phrases: Mapping[str, str]) -> Vault:
        """A new vault for the sides that have a passphrase."""
        keys, locks = dict[str, bytes](), dict[str, str]()
        for side, phrase in phrases.items():
            if len(phrase) < LEAST:
                raise ValueError(f"a passphrase has at least {LEAST} letters")
            salt = secrets.token_bytes(SALT)
            keys[side] = _stretch(phrase, salt)
            locks[side] = b64encode(salt + _derive(keys[side], b"check")[:CHECK]).decode()
        if not keys:
            raise ValueError("no side has a passphrase")
        return cls(keys, locks)

    def cover(self, header: Header) -> Header:
        """The first line of a sealed save: what the game is, and nothing that chance or a side hides."""
        return msgspec.structs.replace(
            header, seed=0, dice=[], draws=msgspec.UNSET, base="", secrets="sealed", locks=self.locks
        )

    def close(self, body: bytes) -> bytes:
        """A line that only this vault opens."""
        nonce = secrets.token_bytes(NONCE)
        return encode_line(Closed(b64encode(nonce + self._cipher().encrypt(nonce, body, self._bond)).decode()))

    def open(self, line: Closed) -> bytes:
        """What a closed line holds; ValueError if another vault closed it."""
        from cryptography.exceptions import InvalidTag

        try:
            raw = b64decode(line.box, validate=True)
            return bytes(self._cipher().decrypt(raw[:NONCE], raw[NONCE:], self._bond))
        except InvalidTag as error:
            raise ValueError("the line does not open") from error

    def _cipher(self) -> Any:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        return ChaCha20Poly1305(self._key)


def open_vault(path: Path, header: Header, phrases: Mapping[str, str]) -> Vault:
    """The vault of a sealed save; SealedSave names the sides whose passphrase is missing or wrong."""
    if (missing := why_not_seal()) is not None:
        raise SaveError(path, f"the game is sealed, and {missing}")
    wanted = tuple(side for side in header.locks if not phrases.get(side))
    if wanted or not header.locks:
        raise SealedSave(path, f"the game is sealed with the passphrases of {', '.join(map(plain, wanted))}", wanted)
    keys, wrong = dict[str, bytes](), list[str]()
    for side, lock in header.locks.items():
        try:
            raw = b64decode(lock, validate=True)
        except ValueError as error:
            raise SaveError(path, "the lock of the game is damaged", 1) from error
        keys[side] = _stretch(phrases[side], raw[:SALT])
        if not compare_digest(_derive(keys[side], b"check")[:CHECK], raw[SALT:]):
            wrong.append(side)
    if wrong:
        raise SealedSave(path, f"the passphrase of {', '.join(map(plain, wrong))} is wrong", tuple(wrong))
    return Vault(keys, dict(header.locks))


def open_lines(vault: Vault, lines: list[Numbered]) -> list[Numbered]:
    """The lines of a sealed save as they were before; the first of them is the full header."""
    found: list[Numbered] = []
    for number, line in lines[1:]:
        if isinstance(line, Hole):
            found.append((number, line))
            continue
        try:
            if not isinstance(line, Closed):
                raise ValueError("the line is not sealed")
            found.append((number, parse_body(vault.open(line))))
        except ValueError as error:
            found.append((number, Hole(str(error))))
    return found or [(2, Hole("the sealed beginning is missing"))]


def _encode_locks(locks: Mapping[str, str]) -> bytes:
    """The locks as text that never changes, so that lines belong to one game only."""
    return msgspec.json.encode(dict(sorted(locks.items())))


def _stretch(phrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return bytes(Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(phrase.encode()))


def _derive(key: bytes, purpose: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return bytes(HKDF(SHA256(), 32, None, purpose).derive(key))
