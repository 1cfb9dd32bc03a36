"""What an installation may set: environment variables named FRONTDESK_*, or the same in a file `.env`."""

import re
from datetime import time
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PACKAGE = Path(__file__).parents[1]
DEMONSTRATION = PACKAGE / "hospital" / "demo"
SECRETS = Path("/run/secrets")  # of a container: a file for each setting, named as the setting
VAR = Path("var")  # in the working directory, as the database
DATABASE = re.compile(r"sqlite:///|postgresql(\+psycopg)?://")
ROLES = ("nurse", "doctor", "records_officer", "admin", "manager")
SHIFT = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
VECTORS = VAR / "vectors"  # of the hospital's texts, kept from one start to the next
SPEECH = VAR / "speech"  # sentences that are the same for everybody
MODEL, EMBEDDED = "model", "embedded"  # who answers a capability; or NAME@URL


class Pairing(StrEnum):
    """How a kiosk's browser gets its device token."""

    CODE = "code"  # with a one-time code from `frontdesk kiosk add`
    OPEN = "open"  # any browser on this very machine; for the demonstration


LOCAL = ("127.0.0.1", "0.0.0.0", "::1", "::")  # noqa: S104 compared, not bound


class Settings(BaseSettings):
    """Described for operators in docs/settings.md."""

    model_config = SettingsConfigDict(
        env_prefix="FRONTDESK_",
        env_file=".env",
        secrets_dir=SECRETS if SECRETS.is_dir() else None,
        extra="ignore",
        frozen=True,
    )

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    database_url: str = "sqlite:///var/frontdesk.db"
    database_connections: int = Field(default=20, ge=4, le=200)  # to PostgreSQL, of each process; two more beside them
    keys_file: Path = VAR / "keys"  # that personal data in the database is sealed with
    his: str = "built-in"  # or the address of the hospital's own system
    his_write: str = ""  # where records go instead: the address of an HL7 v2 listener
    his_folder: Path | None = None  # what that system lacks
    record_systems: Path | None = None  # which of the hospital's record systems may ask who waits
    identity_provider: Path | None = None  # the hospital's own accounts of staff
    public_url: str = ""  # empty: as the browser addressed us
    hsts_subdomains: bool = False  # whether browsers come to hosts below that name by HTTPS alone too
    kiosk_pairing: Pairing = Pairing.CODE
    idle_seconds: int = Field(default=60, ge=10)
    assisted_idle_seconds: int = Field(default=120, ge=10)
    warning_seconds: int = Field(default=30, ge=5)
    sign_in_hours: int = Field(default=12, ge=1, le=72)
    sign_in_idle_minutes: int = Field(default=30, ge=2, le=24 * 60)  # with nobody there
    sign_ins_at_once: int = Field(default=10, ge=1, le=1000)  # of one account; one more ends the oldest
    step_up_minutes: int = Field(default=15, ge=1, le=24 * 60)  # for which it is not asked again who it is
    second_factor_roles: str = ""  # that need one, with commas between
    breached_passwords: Path | None = None  # a list that no chosen password may be on
    shifts: str = "00:00,08:00,16:00"  # when each shift of the staff begins, for the reports
    slip_minutes: int = Field(default=10, ge=1)
    kiosk_sessions: int = Field(default=30, ge=1)  # that one kiosk may start within ten minutes
    body_limit: int = Field(default=64 * 1024, ge=1024)  # bytes
    request_seconds: float = Field(default=10.0, gt=0, le=300)  # within which a request comes, and an answer is taken
    trusted_proxies: int = Field(default=0, ge=0, le=5)  # in front of us, each of which sets X-Forwarded-For and -Proto
    workers: int = Field(default=1, ge=1, le=64)  # processes that answer; several over PostgreSQL only
    threads: int = Field(default=128, ge=16)
    keep_sessions_days: int = Field(default=0, ge=0)  # after they ended; 0: until the hospital removes them
    keep_deliveries_days: int = Field(default=0, ge=0)
    keep_questions_days: int = Field(default=0, ge=0)
    keep_records_years: int = Field(default=15, ge=0)  # that the law asks for, after a visit; 0: none
    backup_folder: Path = VAR / "backups"  # where an administrator's backups go
    ui_folder: Path = PACKAGE / "screens"
    triage_weights: str = ""  # a file from `frontdesk train triage`; empty: those that ship
    log_level: str = "info"
    metrics_token: SecretStr = SecretStr("")  # of Prometheus; empty: nobody reads the metrics
    otlp_endpoint: str = ""  # of an OpenTelemetry collector, over HTTP; empty: no traces
    speech: Literal["off", "asked", "on"] = "asked"  # whether the kiosk speaks: never, when asked, every reply
    speech_engine: Literal["espeak", "kokoro"] = "espeak"
    speech_folder: Path | None = None  # of Kokoro's weights and voices
    speech_voice_zh: str = ""  # the engine's own
    speech_voice_en: str = ""
    speech_speed: float = Field(default=1.0, ge=0.5, le=2)  # of the engine's own
    speech_volume: float = Field(default=0.8, ge=0, le=1)
    speech_processes: int = Field(default=1, ge=1, le=16)  # at most, that speak at once
    speech_kept_megabytes: int = Field(default=100, ge=0)  # of sentences that are the same for everybody
    model_url: str = ""  # addresses of OpenAI-compatible servers, each ending in /v1, or a checkpoint's folder
    model_name: str = "nurse"
    model_key: SecretStr = SecretStr("")
    model_budget_seconds: float = Field(default=3.0, gt=0, le=3600)
    model_calls: int = Field(default=64, ge=1, le=512)
    model_for_notes: str = MODEL
    model_for_nurse: str = MODEL
    model_for_researcher: str = MODEL
    model_for_decider: str = MODEL
    model_for_clinician_react: str = MODEL
    model_for_clinician_strategies: str = MODEL
    model_for_clinician_answer: str = MODEL
    model_for_care_plan_researcher: str = MODEL
    model_for_care_plan_decider: str = MODEL
    hearing: str = ""  # a recogniser: vosk, sherpa, whisper, or MODULE:NAME; empty: no microphone is offered
    hearing_model_zh: Path | None = None
    hearing_model_en: Path | None = None
    hearing_threads: int = Field(default=1, ge=1, le=64)  # of each process
    hearing_processes: int = Field(default=1, ge=1, le=16)
    hearing_quiet_seconds: float = Field(default=2.0, ge=0.5, le=20)  # that end what is said by the patient's own start
    hearing_answer_quiet_seconds: float = Field(default=4.0, ge=0.5, le=20)  # after a question of ours
    hearing_complete_quiet_seconds: float = Field(default=0.35, ge=0.25, le=20)  # where the words answer the page
    hearing_clause_quiet_seconds: float = Field(default=0.9, ge=0.25, le=20)  # where they may be whole
    hearing_assisted_quiet_seconds: float = Field(default=6.0, ge=0.5, le=20)
    hearing_sends_after: float = Field(default=0.0, ge=0, le=30)  # seconds shown; 0: once the patient sends it
    guidelines: Path | None = None
    diagnoses: Path | None = None  # the hospital's list; None: the one that is shipped
    care_plans: bool = False
    clinician_planner: Literal["react", "tree_of_thought"] = "react"

    @field_validator("database_url")
    @classmethod
    def _a_database(cls, url: str) -> str:
        if not DATABASE.match(url):
            raise ValueError("neither sqlite:///PATH nor postgresql://...")
        return url

    @field_validator("shifts")
    @classmethod
    def _times_of_day(cls, shifts: str) -> str:
        if not all(SHIFT.fullmatch(one.strip()) for one in shifts.split(",")):
            raise ValueError("no times of day as HH:MM, with commas between")
        return shifts

    @field_validator("second_factor_roles")
    @classmethod
    def _roles(cls, told: str) -> str:
        unknown = set(_listed(told)) - {*ROLES}
        if unknown:
            raise ValueError(f"no role: {', '.join(sorted(unknown))}")
        return told

    @property
    def roles_with_second_factor(self) -> frozenset[str]:
        return frozenset(_listed(self.second_factor_roles))

    @property
    def shift_starts(self) -> tuple[time, ...]:
        return tuple(sorted({time.fromisoformat(one.strip()) for one in self.shifts.split(",")}))

    @property
    def home(self) -> str:
        """Where browsers find us; never what a request claims."""
        if self.public_url:
            return self.public_url.rstrip("/")
        name = "localhost" if self.host in LOCAL else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"


def _listed(told: str) -> list[str]:
    return [one.strip() for one in told.split(",") if one.strip()]
