"""Settings: everything has a harmless value, and what makes no sense is refused in one sentence."""

import re
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot.settings import BadSettings, Settings
from tests.cases import each_case

EXAMPLE = Path(__file__).parents[2] / ".env.example"
COMMENTED_OUT = re.compile(r"^#([A-Z_]+)=(.*)$", re.MULTILINE)


def test_a_bot_works_without_settings():
    settings = Settings.from_env({})
    assert settings == Settings()
    assert settings.discord_token is None
    assert settings.playground_host == "127.0.0.1"


def test_every_setting_is_read():
    settings = Settings.from_env(
        {
            "DISCORD_TOKEN": " secret ",
            "HEXAGORA_DATABASE": "games/all.sqlite3",
            "HEXAGORA_LANGUAGE": "FR",
            "HEXAGORA_LOG_LEVEL": "debug",
            "HEXAGORA_LOG_FORM": "JSON",
            "HEXAGORA_METRICS_PORT": "9100",
            "HEXAGORA_BACKUPS_KEPT": "0",
            "HEXAGORA_BACKUP_HOURS": "6",
            "HEXAGORA_LOBBY_DAYS": "2",
            "HEXAGORA_ARCHIVE_HOURS": "0",
            "HEXAGORA_RETENTION_DAYS": "30",
            "PLAYGROUND_HOST": "0.0.0.0",
            "PLAYGROUND_PORT": "0",
            "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10/",
            "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/gateway",
        }
    )
    assert settings == Settings(
        discord_token="secret",
        database=Path("games/all.sqlite3"),
        language="fr",
        log_level="DEBUG",
        log_form="json",
        metrics_port=9100,
        backups_kept=0,
        backup_hours=6,
        lobby_days=2,
        archive_hours=0,
        retention_days=30,
        playground_host="0.0.0.0",
        playground_port=0,
        discord_api_base="http://127.0.0.1:9/api/v10",
        discord_gateway_url="ws://127.0.0.1:9/gateway",
    )


def test_the_example_names_every_setting_and_changes_none():
    examples = dict(COMMENTED_OUT.findall(EXAMPLE.read_text()))
    assert Settings.from_env(examples) == Settings()
    read = re.findall(r'"([A-Z_]{6,})"', (EXAMPLE.parent / "bot" / "settings.py").read_text())
    assert {*examples, "DISCORD_TOKEN"} == {name for name in read if "_" in name}


def test_the_example_sets_the_token_alone():
    """Whoever copies it overrides nothing that the container or the environment sets."""
    assert dotenv_values(EXAMPLE) == {"DISCORD_TOKEN": ""}


@pytest.mark.parametrize("quote", ['"', "'"])
def test_quotes_around_a_value_are_not_part_of_it(quote):
    """`docker run --env-file` hands them over."""
    values = {"DISCORD_TOKEN": " secret ", "HEXAGORA_LANGUAGE": "fr", "HEXAGORA_LOBBY_DAYS": "3"}
    settings = Settings.from_env({name: f"{quote}{value}{quote}" for name, value in values.items()})
    assert settings == Settings(discord_token="secret", language="fr", lobby_days=3)


@pytest.mark.parametrize("value", ['"', "\"'", "a'b'"])
def test_a_single_quote_stays(value):
    assert Settings.from_env({"DISCORD_TOKEN": value}).discord_token == value


@each_case(
    ("name", "value"),
    [
        ("HEXAGORA_LANGUAGE", "de"),
        ("HEXAGORA_LOG_LEVEL", "loud"),
        ("HEXAGORA_BACKUPS_KEPT", "-1"),
        ("HEXAGORA_BACKUP_HOURS", "0"),
        ("HEXAGORA_LOBBY_DAYS", "a week"),
        ("HEXAGORA_LOBBY_DAYS", "9" * 5000),
        ("PLAYGROUND_PORT", "65536"),
        ("PLAYGROUND_PORT", "٣"),
        ("HEXAGORA_DATABASE", ":memory:"),
        ("HEXAGORA_DATABASE", "file:games?mode=memory"),
        ("DISCORD_API_BASE", "127.0.0.1"),
        ("DISCORD_API_BASE", "http://[broken"),
        ("DISCORD_GATEWAY_URL", "https://gateway.discord.gg"),
    ],
)
@each_case("language", ["en", "fr"])
def test_nonsense_is_refused_in_one_sentence_that_names_the_setting(name, value, language):
    with pytest.raises(BadSettings) as refusal:
        Settings.from_env({"HEXAGORA_LANGUAGE": language, name: value})
    sentence = str(refusal.value)
    assert sentence.startswith(name)
    assert "\n" not in sentence
    assert len(sentence) < 200


def test_a_refusal_speaks_the_language_of_the_host():
    with pytest.raises(BadSettings, match="doit être un nombre entier de 1 à 365"):
        Settings.from_env({"HEXAGORA_LANGUAGE": "fr", "HEXAGORA_LOBBY_DAYS": "0"})
    with pytest.raises(BadSettings, match="DEBUG, INFO, WARNING, or ERROR"):
        Settings.from_env({"HEXAGORA_LOG_LEVEL": "loud"})


def test_settings_are_frozen_and_never_show_the_token():
    settings = Settings.from_env({"DISCORD_TOKEN": "very secret"})
    assert "very secret" not in f"{settings!r} {settings}"
    with pytest.raises(AttributeError):
        settings.language = "fr"


def test_a_link_leads_to_the_file_itself(tmp_path):
    """On a missing disk, no new file takes the place of the link."""
    (tmp_path / "link.sqlite3").symlink_to(tmp_path / "disk" / "games.sqlite3")
    settings = Settings.from_env({"HEXAGORA_DATABASE": str(tmp_path / "link.sqlite3")})
    assert settings.database == tmp_path / "disk" / "games.sqlite3"
