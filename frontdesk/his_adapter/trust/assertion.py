"""Who we are to an authorisation server: an assertion signed with a key of ours (`private_key_jwt`)."""

from time import time
from uuid import uuid4

from frontdesk.his_adapter.errors import HospitalError

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
LASTS = 240  # seconds; the standard allows five minutes


class BadKey(HospitalError):
    """Our private key cannot be used; the message holds nothing of it."""


def asserted(client_id: str, endpoint: str, key: str, key_id: str = "") -> dict[str, str]:
    """Fields of the request that buys a token at `endpoint`. `key`: PEM, RSA or P-384. Raises BadKey."""
    # Of the extra "smart".
    import jwt
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(key.encode(), password=None)
    except (ValueError, TypeError):
        raise BadKey("our key is no private key in PEM") from None
    if not isinstance(private, EllipticCurvePrivateKey | RSAPrivateKey):
        raise BadKey("our key is neither RSA nor P-384")
    told = {"iss": client_id, "sub": client_id, "aud": endpoint, "exp": int(time()) + LASTS, "jti": uuid4().hex}
    algorithm = "ES384" if isinstance(private, EllipticCurvePrivateKey) else "RS384"
    signed = jwt.encode(told, private, algorithm=algorithm, headers={"kid": key_id} if key_id else None)
    return {"client_assertion_type": ASSERTION, "client_assertion": signed}
