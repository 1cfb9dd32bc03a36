"""A hospital's record system as the tests play it: keys of its own, a key set, tokens that it signs."""

import json
from datetime import datetime
from typing import Any
from uuid import uuid4

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from jwt.algorithms import ECAlgorithm, RSAAlgorithm


class Signer:
    """One key. `algorithm`: ES384 or RS384, or what OpenID providers use."""

    def __init__(self, algorithm: str = "ES384", key_id: str = "one") -> None:
        self.algorithm = algorithm
        self.key_id = key_id
        self._key: Any = (
            rsa.generate_private_key(65537, 2048)
            if algorithm.startswith("RS")
            else ec.generate_private_key(ec.SECP384R1() if algorithm == "ES384" else ec.SECP256R1())
        )

    def public(self) -> dict[str, Any]:
        kind: Any = RSAAlgorithm if self.algorithm.startswith("RS") else ECAlgorithm
        told: dict[str, Any] = json.loads(kind.to_jwk(self._key.public_key()))
        return told | {"kid": self.key_id, "use": "sig", "alg": self.algorithm}

    def public_key(self) -> Any:
        return self._key.public_key()

    def pem(self) -> str:
        how = (Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return str(self._key.private_bytes(*how).decode())

    def key_set(self) -> dict[str, Any]:
        return {"keys": [self.public()]}

    def sign(self, claims: dict[str, Any], **header: Any) -> str:
        left = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(left, self._key, algorithm=self.algorithm, headers={"kid": self.key_id, **header})


def claims(issuer: str, audience: Any, now: datetime, **more: Any) -> dict[str, Any]:
    """As the standards want them; None leaves one out."""
    at = int(now.timestamp())
    return {"iss": issuer, "aud": audience, "iat": at, "exp": at + 300, "jti": uuid4().hex} | more
