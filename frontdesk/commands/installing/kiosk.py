"""A kiosk: a user that is signed in by itself, one browser over the whole screen, and what that browser may do."""

import json
from pathlib import Path
from urllib.parse import urlsplit

from frontdesk.commands.installing.plan import File, Plan
from frontdesk.commands.installing.server import UNITS
from frontdesk.commands.installing.templates import filled

POLICIES = Path("/etc/chromium/policies/managed/frontdesk.json")
BROWSER = Path("/usr/local/lib/frontdesk-kiosk/browser")
LOOPBACK = ("localhost", "127.0.0.1", "::1")
FLAGS = (
    "--kiosk",
    "--no-first-run",
    "--noerrdialogs",
    "--hide-crash-restore-bubble",
    "--disable-pinch",
    "--overscroll-history-navigation=0",
    "--disable-features=Translate,TouchpadOverscrollHistoryNavigation,OverscrollHistoryNavigation",
    "--autoplay-policy=no-user-gesture-required",  # it speaks before it was touched
    "--touch-events=enabled",
    "--password-store=basic",
)


STAFF = ("admin", "board", "records", "reports", "staff", "worklist")  # pages that are no kiosk's


class NotSecure(Exception):
    """A browser gives no microphone to such an address; the message is for the operator."""


def kiosk(address: str) -> Plan:
    """`address`: of the server, as the kiosk reaches it. Raises NotSecure."""
    address = _origin(address)
    told = {"address": address, "flags": " \\\n    ".join(FLAGS)}

    def unit(name: str) -> File:
        return File(path=UNITS / name, text=filled(f"kiosk/{name}", told))

    return Plan(
        name="kiosk",
        files=(
            File(path=Path("/etc/sysusers.d/frontdesk-kiosk.conf"), text=filled("kiosk/sysusers.conf", told)),
            File(path=Path("/etc/tmpfiles.d/frontdesk-kiosk.conf"), text=filled("kiosk/tmpfiles.conf", told)),
            File(path=Path("/etc/pam.d/frontdesk-kiosk"), text=filled("kiosk/pam.conf", told)),
            File(path=POLICIES, text=json.dumps(policies(address), indent=1, sort_keys=True) + "\n"),
            File(path=BROWSER, text=filled("kiosk/browser.sh", told), mode=0o755),
            File(
                path=Path("/etc/systemd/system.conf.d/frontdesk-kiosk.conf"), text=filled("kiosk/watchdog.conf", told)
            ),
            File(path=Path("/etc/systemd/logind.conf.d/frontdesk-kiosk.conf"), text=filled("kiosk/logind.conf", told)),
            unit("frontdesk-kiosk.service"),
            unit("frontdesk-kiosk-restart.service"),
            unit("frontdesk-kiosk-restart.timer"),
        ),
        needs=("systemctl", "systemd-sysusers", "systemd-tmpfiles", "cage", "chromium", "curl"),
        commands=(
            ("systemd-sysusers", "/etc/sysusers.d/frontdesk-kiosk.conf"),
            ("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/frontdesk-kiosk.conf"),
            ("systemctl", "daemon-reload"),
            ("systemctl", "set-default", "graphical.target"),
            ("systemctl", "enable", "frontdesk-kiosk.service", "frontdesk-kiosk-restart.timer"),
        ),
        then="Start it: systemctl start frontdesk-kiosk (or reboot). Then pair it: /admin, Kiosks, shows a code to be "
        "typed here once, with a keyboard",
    )


def policies(address: str) -> dict[str, object]:
    """Chromium's, which nobody at the screen can change: this one address, its microphone, and nothing else."""
    return {
        "URLBlocklist": ["*", "chrome://*", *(f"{address}/{page}" for page in STAFF)],
        "URLAllowlist": [address],
        "AudioCaptureAllowed": False,
        "AudioCaptureAllowedUrls": [address],
        "VideoCaptureAllowed": False,
        "AutoplayAllowed": True,
        "TranslateEnabled": False,
        "SpellcheckEnabled": False,
        "AutofillAddressEnabled": False,
        "AutofillCreditCardEnabled": False,
        "PasswordManagerEnabled": False,
        "BrowserSignin": 0,
        "SyncDisabled": True,
        "IncognitoModeAvailability": 1,
        "DeveloperToolsAvailability": 2,
        "ExtensionInstallBlocklist": ["*"],
        "DownloadRestrictions": 3,
        "AllowFileSelectionDialogs": False,
        "DefaultPopupsSetting": 2,
        "DefaultNotificationsSetting": 2,
        "DefaultGeolocationSetting": 2,
        "DefaultSensorsSetting": 2,
        "MetricsReportingEnabled": False,
        "SearchSuggestEnabled": False,
        "BackgroundModeEnabled": False,
        "PromotionsEnabled": False,
    }


def _origin(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise NotSecure(f"{address}: a browser gives its microphone to https:// alone, or to http://localhost")
    if (
        not parts.hostname
        or parts.username
        or parts.path.strip("/")
        or parts.query
        or any(c in address for c in "'\"\\$` ")
    ):
        raise NotSecure(f"{address}: the server's address alone, https://HOST or https://HOST:PORT")
    return f"{parts.scheme}://{parts.netloc}"
