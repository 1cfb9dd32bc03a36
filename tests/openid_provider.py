"""An OpenID provider that others wrote, started for the tests, and people who sign in there."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

import httpx

from tests.hl7_bridge import until_listening
from tests.node_systems import NODE

HOME = "http://localhost:8000"
BACK = f"{HOME}/sign-in/provider/callback"
SECRET = "a-secret-of-the-client"
MOST_STEPS = 12


@dataclass
class There:
    """The provider at work."""

    issuer: str

    def grants(self, who: str, *groups: str) -> None:
        httpx.get(f"{self.issuer}/test/granted", params={"who": who, "groups": ",".join(groups)})


@contextmanager
def serving(port: int, out: Path, *, key: str = "first", logout: str = "") -> Iterator[There]:
    told = {"REDIRECT": BACK, "SIGN_OUT": f"{HOME}/staff", "KEY": key, "LOGOUT": logout}
    with (
        out.open("w") as printed,
        subprocess.Popen(
            ["node", "openid.mjs", str(port)], cwd=NODE, env=os.environ | told, stdout=printed, stderr=printed
        ) as system,
    ):
        try:
            until_listening(port, system)
            yield There(f"http://127.0.0.1:{port}")
        finally:
            system.terminate()
            system.wait(timeout=20)


class Person:
    """Somebody with a browser at the provider, which remembers them."""

    def __init__(self, who: str) -> None:
        self.who = who
        self.asked = 0  # how often for the password
        self._http = httpx.Client(timeout=10)

    def goes(self, address: str) -> str:
        """Where the provider sends them in the end: an address of ours, which is not followed."""
        answer = self._http.get(address)
        for _ in range(MOST_STEPS):
            if answer.is_redirect:
                there = urljoin(str(answer.url), answer.headers["location"])
                if there.startswith(HOME):
                    return there
                answer = self._http.get(there)
                continue
            action = re.search(r'<form[^>]* action="([^"]+)"', answer.text)
            assert action, answer.text
            hidden = dict(re.findall(r'name="(\w+)" value="([^"]*)"', answer.text))
            if hidden.get("prompt") == "login":
                self.asked += 1
                hidden |= {"login": self.who, "password": "theirs"}
            if "/session/end" in action[1]:
                hidden["logout"] = "yes"
            answer = self._http.post(urljoin(str(answer.url), action[1]), data=hidden)
        raise AssertionError("no way back")
