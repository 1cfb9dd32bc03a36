"""A server: its user, folders and settings, its socket and units, a daily backup and a daily look at retention."""

from pathlib import Path

from frontdesk.commands.installing.plan import File, Plan
from frontdesk.commands.installing.templates import filled

UNITS = Path("/etc/systemd/system")
SERVICES = ("frontdesk", "frontdesk-backup", "frontdesk-retention")
TIMERS = ("frontdesk-backup.timer", "frontdesk-retention.timer")
ENABLED = ("frontdesk.socket", "frontdesk.service", *TIMERS)


def server(program: Path, port: int) -> Plan:
    """`program`: the `frontdesk` that runs there. `port`: of 127.0.0.1, where a proxy with HTTPS finds it."""
    told = {"program": str(program), "port": str(port), "hardening": filled("server/hardening.conf", {}).strip()}

    def unit(name: str) -> File:
        return File(path=UNITS / name, text=filled(f"server/{name}", told))

    return Plan(
        name="server",
        files=(
            File(path=Path("/etc/sysusers.d/frontdesk.conf"), text=filled("server/sysusers.conf", told)),
            File(path=Path("/etc/tmpfiles.d/frontdesk.conf"), text=filled("server/tmpfiles.conf", told)),
            File(
                path=Path("/etc/frontdesk/frontdesk.env"),
                text=filled("server/settings.env.txt", told),
                mode=0o640,
                kept=True,
            ),
            File(path=Path("/usr/local/bin/frontdesk"), text=filled("server/command.sh", told), mode=0o755),
            unit("frontdesk.socket"),
            *(unit(f"{name}.service") for name in SERVICES),
            *map(unit, TIMERS),
        ),
        needs=("systemctl", "systemd-sysusers", "systemd-tmpfiles"),
        commands=(
            ("systemd-sysusers", "/etc/sysusers.d/frontdesk.conf"),
            ("systemd-tmpfiles", "--create", "/etc/tmpfiles.d/frontdesk.conf"),
            ("systemctl", "daemon-reload"),
            ("systemctl", "enable", *ENABLED),
        ),
        then="Settings: /etc/frontdesk/frontdesk.env. Then: /usr/local/bin/frontdesk seed FOLDER; "
        "systemctl start frontdesk.service frontdesk-backup.timer frontdesk-retention.timer; "
        "/usr/local/bin/frontdesk diagnose",
    )
