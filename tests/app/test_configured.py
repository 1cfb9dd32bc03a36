"""Settings are told with their source, and no secret with them."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from frontdesk.app.configured import MASK, Source, configured
from frontdesk.app.settings import Settings


def test_a_setting_says_where_its_value_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("FRONTDESK_PORT=8123\nFRONTDESK_IDLE_SECONDS=75\n")
    monkeypatch.setenv("FRONTDESK_IDLE_SECONDS", "90")
    monkeypatch.setenv("FRONTDESK_HIS", "fhir+https://elsewhere/fhir")
    told = {one.name: (one.value, one.source) for one in configured(Settings(his="built-in", care_plans=True))}
    assert told["FRONTDESK_PORT"] == ("8123", Source.FILE)
    assert told["FRONTDESK_IDLE_SECONDS"] == ("90", Source.ENVIRONMENT)
    assert told["FRONTDESK_HOST"] == ("127.0.0.1", Source.DEFAULT)
    assert told["FRONTDESK_CARE_PLANS"] == ("True", Source.START)
    assert told["FRONTDESK_HIS"] == ("built-in", Source.DEFAULT), "the environment was overruled"


def test_a_secret_of_a_container_is_a_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "frontdesk_database_url").write_text("postgresql://frontdesk:hunter2@database/frontdesk\n")
    monkeypatch.setitem(Settings.model_config, "secrets_dir", tmp_path)
    monkeypatch.delenv("FRONTDESK_DATABASE_URL", raising=False)
    settings = Settings(_env_file=None)
    assert settings.database_url == "postgresql://frontdesk:hunter2@database/frontdesk"
    told = {one.name: one for one in configured(settings, {})}["FRONTDESK_DATABASE_URL"]
    assert told.source is Source.FILE and "hunter2" not in told.value


def test_no_secret_is_told() -> None:
    settings = Settings(
        database_url="postgresql://frontdesk:hunter2@db/frontdesk",
        his="gnuhealth+https://lin:hunter2@host/health",
        model_for_notes="nurse@https://me:hunter2@models/v1?api_key=hunter2",
        model_key=SecretStr("hunter2"),
        _env_file=None,
    )
    told = configured(settings, {"FRONTDESK_HIS_TOKEN": "hunter2", "FRONTDESK_HIS_TOKEN_FILE": "/run/token"})
    assert not any("hunter2" in one.value for one in told)
    shown = {one.name: one.value for one in told}
    assert shown["FRONTDESK_DATABASE_URL"] == f"postgresql://frontdesk:{MASK}@db/frontdesk"
    assert shown["FRONTDESK_MODEL_KEY"] == shown["FRONTDESK_HIS_TOKEN"] == MASK
    assert (shown["FRONTDESK_HIS_TOKEN_FILE"], shown["FRONTDESK_HIS_PASSWORD"]) == ("/run/token", "")
