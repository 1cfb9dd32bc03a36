"""Looks for known vulnerabilities, licences that are not allowed and secrets: part of `make lint`.

Known vulnerabilities of both lock files are asked of OSV (https://osv.dev), in one request; where it does not answer,
one line says so and nothing fails. What may stay in spite of one stands in scripts/scan.yaml with a reason and a date,
after which it counts again. Secrets that are none (words of tests and of the demonstration) stand in .secrets.baseline;
`scripts/scan.py --baseline` writes that file anew, to be read before it is committed.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import yaml
from detect_secrets import SecretsCollection
from detect_secrets.core import baseline
from detect_secrets.settings import transient_settings

ROOT = Path(__file__).parents[1]
OSV = "https://api.osv.dev/v1/querybatch"
PATIENCE = 10.0  # seconds for an answer
AT_ONCE = 1000  # packages that OSV takes in one request
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)((?:[^\n]*\\\n)*[^\n]*)", re.MULTILINE)
SECRETS = ROOT / ".secrets.baseline"
PLUGINS = (
    "AWSKeyDetector",
    "BasicAuthDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "KeywordDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
)
MAY_HOLD = re.compile(  # what these plugins look for stands in no file without one of these: most need not be read
    rb"(?i)(?:api|auth|service|account|db|database|priv|private|client)_?key|pass|pwd|secret"
    rb"|-----BEGIN|A[KS]IA[A-Z0-9]|gh[pousr]_|glpat|eyJ[A-Za-z0-9_-]{9}|\bsk-[A-Za-z0-9_-]{9}|://[^\s/]+:[^\s/]+@"
)
DATA = re.compile(
    r"\.(onnx|npz|model|jsonl|lock|csv|svg|png|woff2)$|package-lock\.json$|openapi\.json$|schema\.d\.ts$"
    r"|^frontdesk/(models|evaluation|app|training|his_adapter)/.*\.(yaml|txt)$|^tests/.*\.(yaml|txt)$"
)


class Package(NamedTuple):
    """`ecosystem`: as OSV names it."""

    ecosystem: str
    name: str
    version: str
    licence: str
    hashed: bool

    def __str__(self) -> str:
        return f"{self.ecosystem} {self.name} {self.version}"


def main() -> int:
    if "--baseline" in sys.argv:
        with transient_settings(_plugins()):
            baseline.save_to_file(secrets(ROOT), str(SECRETS))
        return 0
    allowed = yaml.safe_load((ROOT / "scripts" / "scan.yaml").read_text("utf-8"))
    locked = [*python_packages(ROOT / "requirements-dev.lock"), *npm_packages(ROOT / "kiosk_ui" / "package-lock.json")]
    wrong = [
        *(f"{one}: no hash in the lock file" for one in locked if not one.hashed),
        *unlicensed(locked, allowed["licences"], allowed["packages"]),
        *vulnerable(locked, allowed["vulnerabilities"] or (), date.today()),  # noqa: DTZ011
        *new_secrets(ROOT, json.loads(SECRETS.read_text("utf-8"))),
    ]
    for line in wrong:
        print(line)
    return bool(wrong)


def python_packages(lock: Path) -> Iterator[Package]:
    """Of a lock file of pip. A licence is known of what is installed."""
    for found in PINNED.finditer(lock.read_text("utf-8")):
        yield Package("PyPI", found[1], found[2], _licence(found[1]), "--hash=sha256:" in found[3])


def npm_packages(lock: Path) -> Iterator[Package]:
    for path, told in json.loads(lock.read_text("utf-8"))["packages"].items():
        if path and not told.get("link"):
            name = told.get("name") or path.rpartition("node_modules/")[2]
            licence = str(told.get("license") or "")
            yield Package("npm", name, told["version"], licence, str(told.get("integrity")).startswith("sha512-"))


def vulnerable(
    locked: Iterable[Package], excepted: Iterable[dict[str, Any]], today: date, url: str = OSV
) -> Iterator[str]:
    """Those with a known vulnerability that nobody has excepted until today or later."""
    packages, stands = list(locked), {(one["package"], one["id"]) for one in excepted if one["until"] >= today}
    try:
        for at in range(0, len(packages), AT_ONCE):
            some = packages[at : at + AT_ONCE]
            for package, found in zip(some, _asked(some, url), strict=True):
                ids = {one["id"] for one in found.get("vulns", ())}
                yield from (
                    f"{package}: known vulnerability {one}, https://osv.dev/{one}"
                    for one in sorted(ids)
                    if (package.name, one) not in stands
                )
    except httpx.HTTPError as error:
        print(f"known vulnerabilities: not looked for, {url} does not answer ({type(error).__name__})", file=sys.stderr)


def _asked(packages: Iterable[Package], url: str) -> list[dict[str, Any]]:
    queries = [{"package": {"ecosystem": one.ecosystem, "name": one.name}, "version": one.version} for one in packages]
    answer = httpx.post(url, json={"queries": queries}, timeout=PATIENCE, trust_env=True).raise_for_status()
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def unlicensed(locked: Iterable[Package], allowed: Iterable[str], by_name: Iterable[str]) -> Iterator[str]:
    """Whose licence is known and on no list: `by_name` somebody has looked at."""
    known = {licence.casefold().strip("()") for licence in allowed}
    for one in locked:
        choices = [re.split(r"\s+and\s+|;", choice) for choice in re.split(r"\s+or\s+", one.licence.casefold())]
        choices.append([one.licence.casefold()])
        permitted = any(all(part.strip(" ()") in known for part in choice) for choice in choices)
        if one.licence and one.name not in by_name and not permitted:
            yield f"{one}: licence {one.licence!r} is not allowed (scripts/scan.yaml)"


def _licence(name: str) -> str:
    try:
        told = metadata(name)
    except PackageNotFoundError:
        return ""
    classified = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier", ()) if one.startswith("License ::")]
    words = (told.get("License") or "").strip()
    return told.get("License-Expression") or "; ".join(classified) or (words if len(words) < 60 else "")


def secrets(root: Path) -> SecretsCollection:
    """What looks like one in the files of the repository. Within `transient_settings`."""
    listing = ["git", "ls-files", "-z"]
    tracked = subprocess.run(listing, cwd=root, capture_output=True, check=True, text=True).stdout  # noqa: S603
    found = SecretsCollection(str(root))
    for name in filter(None, tracked.split("\0")):
        file = root / name
        if file.is_file() and not DATA.search(name) and name != SECRETS.name and MAY_HOLD.search(file.read_bytes()):
            found.scan_file(name)
    return found


def new_secrets(root: Path, known: dict[str, Any]) -> Iterator[str]:
    """Those that the baseline does not know; lines may have moved since."""
    with transient_settings(_plugins()):
        old = {(file, one["type"], one["hashed_secret"]) for file, some in known["results"].items() for one in some}
        for file, one in secrets(root):
            if (file, one.type, one.secret_hash) not in old:
                yield f"{file}:{one.line_number}: {one.type}: if it is none, scripts/scan.py --baseline"


def _plugins() -> dict[str, Any]:
    return {"plugins_used": [{"name": name} for name in PLUGINS]}


if __name__ == "__main__":
    sys.exit(main())
