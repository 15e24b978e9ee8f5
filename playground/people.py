"""The sample server: its members, its roles, and Discord's objects for them."""

from __future__ import annotations

import base64

import msgspec

from playground.errors import Json

GUILD_ID = 100000000000000001
BOT_ID = 900000000000000001
BOT_ROLE_ID = 110000000000000001
GAMES_ID = 300000000000000001
LOUNGE_ID = 300000000000000002
BOT_NAME = "Hexagora"
JOINED = "2026-01-01T12:00:00.000000+00:00"

MANAGE_CHANNELS = 1 << 4
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_HISTORY = 1 << 16
MANAGE_ROLES = 1 << 28
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_IN_THREADS = 1 << 38
PIN_MESSAGES = 1 << 51
EVERYONE = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_HISTORY
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_IN_THREADS
    | 1 << 6  # add reactions
    | 1 << 18  # external emojis
    | 1 << 20  # connect to voice
    | 1 << 31  # use application commands
)
"""Permissions of everyone on a new server."""
OWNER = (1 << 53) - 1
"""Every permission."""

LOCALES = {"en": "en-US", "fr": "fr"}
"""Discord's locale by the language that a person chooses."""
TOPICS = {GAMES_ID: "playground.topic_games", LOUNGE_ID: "playground.topic_lounge"}
"""Topics of the standing channels, as codes of the page's catalogue."""

SAMPLE_TOKEN = ".".join(
    (base64.b64encode(str(BOT_ID).encode()).decode().rstrip("="), "sample", "playground" * 4)
)
"""Token in the form of a bot token, valid on the playground only."""


class Member(msgspec.Struct):
    """A person of the sample server."""

    id: int
    name: str
    username: str
    locale: str
    look: int
    spectator: bool = False
    dms_open: bool = True

    @property
    def language(self) -> str:
        return "fr" if self.locale.startswith("fr") else "en"

    @property
    def permissions(self) -> int:
        return OWNER if self.id == OWNER_ID else EVERYONE


OWNER_ID = 200000000000000001


def sample_members() -> list[Member]:
    """Four people who play and one who watches."""
    return [
        Member(OWNER_ID, "Maud", "maud", "fr", 0),
        Member(200000000000000002, "Bastien", "bastien", "en-US", 1),
        Member(200000000000000003, "Inès", "ines", "fr", 2),
        Member(200000000000000004, "Karim", "karim", "en-GB", 3),
        Member(200000000000000005, "Noor", "noor", "en-US", 4, spectator=True),
    ]


def user(member: Member) -> Json:
    """A person as Discord's user object."""
    return _user(member.id, member.username, member.name, bot=False)


def bot_user() -> Json:
    """The bot as Discord's user object."""
    return _user(BOT_ID, BOT_NAME, None, bot=True)


def _user(number: int, username: str, shown: str | None, *, bot: bool) -> Json:
    return {
        "id": str(number),
        "username": username,
        "discriminator": "0",
        "global_name": shown,
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
    }


def guild_member(person: Json, roles: tuple[int, ...] = ()) -> Json:
    """The guild member object of a user."""
    return {
        "user": person,
        "nick": None,
        "avatar": None,
        "roles": [str(role) for role in roles],
        "joined_at": JOINED,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def roles(bot_rights: int = 0) -> list[Json]:
    """The role of everyone and the bot's own role, which may have more rights."""
    return [
        _role(GUILD_ID, "@everyone", EVERYONE, position=0, managed=False),
        _role(BOT_ROLE_ID, "Hexagora", EVERYONE | bot_rights, position=1, managed=True),
    ]


def _role(number: int, name: str, permissions: int, *, position: int, managed: bool) -> Json:
    return {
        "id": str(number),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(permissions),
        "managed": managed,
        "mentionable": False,
        "flags": 0,
        **({"tags": {"bot_id": str(BOT_ID)}} if managed else {}),
    }


def guild() -> Json:
    """The server as Discord's guild object, without channels and members."""
    return {
        "id": str(GUILD_ID),
        "name": "Hexagora",
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(OWNER_ID),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": roles(),
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "nsfw": False,
        "max_members": 25_000_000,
    }


def application(base: str) -> Json:
    """The bot's application, as its owner sees it."""
    return {
        "id": str(BOT_ID),
        "name": "Hexagora",
        "icon": None,
        "description": "Long board games in your channel, one move at a time.",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user(sample_members()[0]),
        "team": None,
        "flags": 0,
        "summary": "",
        "hook": False,
        "tags": [],
        "install_params": None,
        "integration_types_config": {"0": {}},
        "interactions_endpoint_url": None,
        "redirect_uris": [],
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "terms_of_service_url": None,
        "privacy_policy_url": None,
        "custom_install_url": f"{base}/",
    }
