"""Interactions: the actions of members, the bot's answers and their deadlines."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import takewhile
from typing import Literal

import msgspec

from playground import components, messages, people
from playground.channels import DM, Channel
from playground.errors import (
    CallRefused,
    Json,
    Problem,
    error_from_code,
    invalid_form,
    unknown_interaction,
    unknown_message,
)
from playground.faults import Faults
from playground.gateway import Gateway, home_of
from playground.inputs import partial_channel
from playground.messages import Composer, Files
from playground.people import BOT_ID, GUILD_ID
from playground.vault import Vault
from playground.world import EPHEMERAL, Message, World

Kind = Literal["command", "autocomplete", "component", "modal"]
TYPES: dict[str, int] = {"command": 2, "component": 3, "autocomplete": 4, "modal": 5}
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
FIRST_ANSWERS: dict[str, frozenset[int]] = {
    "command": frozenset({MESSAGE, DEFER, MODAL}),
    "component": frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE, MODAL}),
    "modal": frozenset({MESSAGE, DEFER, DEFER_UPDATE, UPDATE}),
    "autocomplete": frozenset({CHOICES}),
}
NO_ANSWER = "playground.did_not_respond"


class Deadlines(msgspec.Struct, frozen=True):
    """Deadlines for the bot, in seconds."""

    answer: float = 3.0
    token: float = 900.0


class Interaction(msgspec.Struct, omit_defaults=True):
    """One action of a member that the bot is to answer."""

    id: int
    token: str
    kind: Kind
    member: int
    channel_id: int
    name: str = ""
    """The command as it was typed: `akropolis new`."""
    message_id: int | None = None
    custom_id: str = ""
    modal_id: int | None = None
    """The interaction that opened the modal, for a submitted modal."""
    state: Literal["pending", "thinking", "done", "failed"] = "pending"
    answer: int = 0
    """The type of the first answer."""
    response_id: int | None = None
    """The message that `@original` stands for."""
    modal: Json | None = None
    """The modal that this interaction opened, while it is open."""


class Interactions:
    """All interactions whose token is still valid."""

    def __init__(
        self,
        world: World,
        vault: Vault,
        gateway: Gateway,
        composer: Composer,
        faults: Faults,
        deadlines: Deadlines,
    ) -> None:
        self._world, self._vault, self._gateway = world, vault, gateway
        self._composer, self._faults, self.deadlines = composer, faults, deadlines
        self._all = {
            interaction.id: interaction for interaction in vault.load("interaction", Interaction)
        }
        for interaction in self._all.values():
            interaction.state = "failed" if interaction.state == "pending" else interaction.state
        self._by_token = {interaction.token: interaction for interaction in self._all.values()}
        self._choices: dict[int, asyncio.Future[list[Json]]] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self.tell: Callable[[int, Json], None] = lambda member, event: None
        """Sends an event to all pages of a member; set by the server."""

    # ---- from the member to the bot --------------------------------------------------------------

    def begin(
        self,
        kind: Kind,
        member: int,
        channel: Channel,
        data: Json,
        *,
        name: str = "",
        message: Message | None = None,
        modal_id: int | None = None,
    ) -> Interaction:
        """Send an interaction to the bot and start its clock."""
        if not self._gateway.online:
            raise CallRefused("playground.bot_offline")
        server = self._world.server
        is_here = channel.type != DM and channel.guild_id == GUILD_ID
        if is_here and not (server.bot_here or server.commands_stay):
            raise CallRefused("playground.bot_away")
        number = self._world.ids.new()
        interaction = Interaction(number, secrets.token_urlsafe(48), kind, member, channel.id, name)
        interaction.message_id = message.id if message else None
        interaction.custom_id, interaction.modal_id = data.get("custom_id", ""), modal_id
        self._all[interaction.id] = self._by_token[interaction.token] = interaction
        self._drop_expired()
        self._report(interaction)
        payload = self._payload(interaction, channel, data, message)
        for _ in range(2 if self._faults.take("twice") else 1):
            self._gateway.dispatch("INTERACTION_CREATE", payload, home=home_of(channel))
        self._after_seconds(interaction, self.deadlines.answer)
        return interaction

    async def choices(self, one: Interaction) -> list[Json]:
        """The suggestions that the bot answers to an autocomplete."""
        future = self._choices[one.id] = asyncio.get_running_loop().create_future()
        try:
            return await asyncio.wait_for(future, self.deadlines.answer)
        except TimeoutError:
            raise CallRefused("playground.no_answer") from None
        finally:
            del self._choices[one.id]

    def _payload(
        self, one: Interaction, channel: Channel, data: Json, message: Message | None
    ) -> Json:
        person = self._world.person(one.member)
        payload = {
            "id": str(one.id),
            "application_id": str(BOT_ID),
            "type": TYPES[one.kind],
            "token": one.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": partial_channel(self._world, channel.id, one.member),
            "locale": person.locale,
            "entitlements": [],
            "attachment_size_limit": self._world.observed.most_file_bytes,
        }
        if message is not None:
            payload["message"] = message.body
        return payload | self._place(one, channel)

    def _place(self, one: Interaction, channel: Channel) -> Json:
        """The fields that differ between a server and direct messages."""
        if channel.type == DM:
            return {
                "user": self._world.user(one.member),
                "context": 1,
                "authorizing_integration_owners": {"0": "0"},
                "app_permissions": str(people.EVERYONE),
            }
        permissions = self._world.permissions(one.member, channel)
        guild_id, locale = str(channel.guild_id), people.guild()["preferred_locale"]
        return {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "features": [], "locale": locale},
            "guild_locale": locale,
            "member": self._world.member(one.member) | {"permissions": str(permissions)},
            "context": 0,
            "authorizing_integration_owners": {"0": guild_id},
            "app_permissions": str(self._world.permissions(BOT_ID, channel)),
        }

    # ---- clocks ----------------------------------------------------------------------------------

    def _after_seconds(self, one: Interaction, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._timers[one.id] = loop.call_later(seconds, self._expire, one)

    def _expire(self, one: Interaction) -> None:
        """Report an interaction without an answer in time as failed, as Discord does."""
        self._timers.pop(one.id, None)
        if one.state in {"pending", "thinking"}:
            self._report(one, "failed")

    def _is_expired(self, one: Interaction) -> bool:
        return self._world.age(one.id) > self.deadlines.token

    def _drop_expired(self) -> None:
        over = takewhile(self._is_expired, self._all.values())
        for interaction in [interaction for interaction in over if not interaction.modal]:
            del self._all[interaction.id], self._by_token[interaction.token]
            self._vault.remove("interaction", interaction.id)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._timers.values():
            timer.cancel()

    # ---- view of the member ----------------------------------------------------------------------

    def event(self, one: Interaction) -> Json:
        """The `interaction` event of PROTOCOL.md."""
        event: Json = {
            "op": "interaction",
            "id": str(one.id),
            "kind": one.kind,
            "state": one.state,
            "channel": str(one.channel_id),
        }
        if one.kind == "command":
            event["name"] = one.name
        if one.kind == "modal":
            event["modal"] = str(one.modal_id)
        if one.kind == "component":
            event |= {"message": str(one.message_id), "custom_id": one.custom_id}
        return event | ({"code": NO_ANSWER} if one.state == "failed" else {})

    def _report(
        self, one: Interaction, state: Literal["pending", "thinking", "done", "failed"] = "pending"
    ) -> None:
        one.state = state
        self._vault.put("interaction", one.id, one)
        if one.kind != "autocomplete":
            self.tell(one.member, self.event(one))

    def pending(self, member: int) -> list[Json]:
        """The events of the interactions that a member waits for."""
        return [
            self.event(interaction)
            for interaction in self._all.values()
            if interaction.member == member
            and interaction.kind != "autocomplete"
            and interaction.id in self._timers
            if interaction.state in {"pending", "thinking"}
        ]

    def modals(self, member: int) -> list[Json]:
        """The open modals of a member."""
        mine = (
            interaction
            for interaction in self._all.values()
            if interaction.member == member and interaction.modal
        )
        return [_modal_event(interaction) for interaction in mine]

    def interaction_of_modal(self, member: int, number: int) -> Interaction:
        """The interaction that opened a modal."""
        interaction = self._all.get(number)
        if interaction is None or interaction.member != member or interaction.modal is None:
            raise CallRefused("playground.unknown_modal")
        return interaction

    def close_modal(self, one: Interaction) -> None:
        """Close a modal that was submitted or dismissed."""
        one.modal = None
        self._vault.put("interaction", one.id, one)
        self.tell(one.member, {"op": "modal_close", "id": str(one.id)})

    def forget(self) -> None:
        """Drop all interactions, for a new world."""
        self.close()
        for interaction in list(self._all.values()):
            self._vault.remove("interaction", interaction.id)
        for index in (self._all, self._by_token, self._timers):
            index.clear()

    # ---- the bot's first answer ------------------------------------------------------------------

    def respond(self, number: int, token: str, body: Json, files: Files) -> Json:
        """Take the first answer; returns the response to the callback request."""
        interaction = self._all.get(number)
        if interaction is None or interaction.token != token or interaction.state == "failed":
            raise unknown_interaction()
        if interaction.answer:
            raise error_from_code(40060)
        kind = body["type"]
        if kind not in self._permitted_answers(interaction):
            problem = Problem(("type",), "BASE_TYPE_CHOICES", f"{kind} cannot answer this.")
            raise invalid_form([problem])
        answer = self._first_answer(interaction, kind, body.get("data") or {}, files)
        interaction.answer, interaction.response_id = (
            kind,
            answer.id if answer else interaction.message_id,
        )
        self._settle(interaction, kind)
        return self._receipt(interaction, answer)

    def _permitted_answers(self, one: Interaction) -> frozenset[int]:
        allowed = FIRST_ANSWERS[one.kind]
        if one.kind == "modal" and one.message_id is None:
            return allowed - {DEFER_UPDATE, UPDATE}
        return allowed

    def _first_answer(
        self, one: Interaction, kind: int, data: Json, files: Files
    ) -> Message | None:
        if kind == MESSAGE:
            return self._new_message(one, data, files, original=True)
        if kind == DEFER:
            return self._loading(one, data)
        if kind == UPDATE:
            return self._update_source(one, data, files)
        if kind == MODAL:
            self._open_modal(one, data)
        if kind == CHOICES and one.id in self._choices and not self._choices[one.id].done():
            self._choices[one.id].set_result(data.get("choices") or [])
        return None

    def _settle(self, one: Interaction, kind: int) -> None:
        timer = self._timers.pop(one.id, None)
        if timer:
            timer.cancel()
        self._report(one, "thinking" if kind == DEFER else "done")
        if kind == DEFER:
            self._after_seconds(one, self.deadlines.token)
        source = self._all.get(one.modal_id or 0)
        if source and source.modal:
            self.close_modal(source)

    def _receipt(self, one: Interaction, shown: Message | None) -> Json:
        interaction = {
            "id": str(one.id),
            "type": TYPES[one.kind],
            "response_message_loading": one.answer == DEFER,
            "response_message_ephemeral": bool(shown and shown.only_for),
        }
        if one.answer in {MESSAGE, DEFER, UPDATE, DEFER_UPDATE} and one.response_id:
            interaction["response_message_id"] = str(one.response_id)
        receipt: Json = {"interaction": interaction}
        if one.answer in {MESSAGE, DEFER, UPDATE}:
            receipt["resource"] = {"type": one.answer, "message": shown and shown.body}
        return receipt

    def _stage(self, one: Interaction) -> Channel:
        """Channel for a new message; refuses a thread that has been archived and locked."""
        channel = self._world.channel(one.channel_id)
        self._world.require_talk(channel)
        if self._world.is_locked(channel):
            self._world.observed.refuse("press_in_locked_thread")
        return channel

    def _loading(self, one: Interaction, data: Json) -> Message:
        if (data.get("flags") or 0) & ~EPHEMERAL:
            problem = Problem(("data", "flags"), "INVALID_FLAGS", "Only EPHEMERAL may be deferred.")
            raise invalid_form([problem])
        only_for = one.member if data.get("flags") else None
        channel = self._stage(one)
        extra = self._metadata(one, original=True)
        return self._world.add_message(
            self._composer.loading(channel, _message_kind(one), only_for, extra)
        )

    def _new_message(
        self, one: Interaction, data: Json, files: Files, *, original: bool
    ) -> Message:
        private = (data.get("flags") or 0) & EPHEMERAL
        message = self._composer.compose(
            self._stage(one),
            data,
            files,
            kind=_message_kind(one) if original else messages.DEFAULT,
            only_for=one.member if private else None,
            extra=self._metadata(one, original=original),
        )
        return self._world.add_message(message)

    def _update_source(self, one: Interaction, data: Json, files: Files) -> Message:
        message = self._world.message(one.channel_id, one.message_id or 0)
        return self._world.save_message(self._composer.amend(message, data, files))

    def _open_modal(self, one: Interaction, data: Json) -> None:
        problems = components.modal_problems(data["components"])
        if problems:
            raise invalid_form(Problem(("data", *p.path), p.code, p.message) for p in problems)
        numbered = components.echo(data["components"], lambda url: {"url": url})
        one.modal = {**data, "components": numbered}
        self.tell(one.member, _modal_event(one))

    def _metadata(self, one: Interaction, *, original: bool) -> Json:
        """Metadata of the interaction that a message belongs to."""
        user = self._world.user(one.member)
        guild_id = self._world.channel(one.channel_id).guild_id
        metadata = {
            "id": str(one.id),
            "type": TYPES[one.kind],
            "user": user,
            "authorizing_integration_owners": {"0": str(guild_id)},
        }
        if one.kind == "command":
            metadata |= {"name": one.name, "command_type": 1}
        if one.kind == "component":
            metadata["interacted_message_id"] = str(one.message_id)
        source = self._all.get(one.modal_id or 0)
        if source is not None:
            metadata["triggering_interaction_metadata"] = self._metadata(source, original=True)[
                "interaction_metadata"
            ]
        if not original and one.response_id:
            metadata["original_response_message_id"] = str(one.response_id)
        application = {"application_id": str(BOT_ID), "webhook_id": str(BOT_ID)}
        return application | {"interaction_metadata": metadata}

    # ---- follow-ups ------------------------------------------------------------------------------

    def by_token(self, token: str) -> Interaction:
        """The answered interaction of a token. Raises ApiError where it is unknown or expired."""
        interaction = self._by_token.get(token)
        if interaction is None:
            raise error_from_code(10015)
        if self._is_expired(interaction):
            raise error_from_code(50027)
        if not interaction.answer or interaction.kind == "autocomplete":
            raise error_from_code(10015)
        return interaction

    def follow_up(self, token: str, body: Json, files: Files) -> Message:
        """Send a further message; the first one after a defer replaces the loading message."""
        interaction = self.by_token(token)
        if interaction.state == "thinking":
            return self.edit(token, "@original", body, files)
        return self._new_message(interaction, body, files, original=False)

    def message(self, token: str, reference: str) -> Message:
        """One of the interaction's messages: `@original` or an id."""
        interaction = self.by_token(token)
        number = interaction.response_id if reference == "@original" else int(reference)
        message = self._world.message(interaction.channel_id, number or 0)
        made_by = (message.body.get("interaction_metadata") or {}).get("id")
        if message.id != interaction.response_id and made_by != str(interaction.id):
            raise unknown_message()
        return message

    def edit(self, token: str, reference: str, body: Json, files: Files) -> Message:
        """Change one of the interaction's messages."""
        interaction, message = self.by_token(token), self.message(token, reference)
        saved = self._world.save_message(self._composer.amend(message, body, files))
        if interaction.state == "thinking" and saved.id == interaction.response_id:
            self._report(interaction, "done")
        return saved

    def delete(self, token: str, reference: str) -> None:
        """Delete one of the interaction's messages."""
        interaction, message = self.by_token(token), self.message(token, reference)
        self._world.remove_message(message)
        if interaction.state == "thinking":
            self._report(interaction, "done")


def _message_kind(one: Interaction) -> int:
    return messages.SLASH_COMMAND if one.kind == "command" else messages.DEFAULT


def _modal_event(one: Interaction) -> Json:
    return {"op": "modal", "id": str(one.id), "channel": str(one.channel_id), "modal": one.modal}
