"""What a table agrees on beside its game: stored with it, chosen by its host."""

import pytest

from bot import i18n
from bot.table import options
from bot.table.options import Terms, VoteRule
from rules.contract import RulesError
from tests.bot.room import BASTIEN, MAUD, lobby
from tests.cases import each_case

UNANIMOUS = Terms(votes=VoteRule.ALL)


async def test_a_new_table_decides_by_majority(services):
    assert (await lobby(services)).terms.votes is VoteRule.MAJORITY


async def test_the_host_chooses_and_a_restart_keeps_the_choice(services, anew):
    table = await lobby(services)
    with pytest.raises(RulesError, match=r"table\.host_only"):
        await services.lobbies.configure(table.id, BASTIEN.user_id, terms=UNANIMOUS)
    table = await services.lobbies.configure(table.id, MAUD.user_id, terms=UNANIMOUS)
    assert table.revision == 1
    assert (await anew().tables.get(table.id)).terms == UNANIMOUS


def test_every_term_has_a_declaration_and_texts():
    assert {*options.TERMS} == {*Terms.__struct_fields__}
    codes = {f"lobby.term_{key}" for key in options.TERMS}
    for key, term in options.TERMS.items():
        values = {f"term_{key}_{value}" for value in (*term.values, *term.offered)}
        codes |= {f"lobby.{code}" for code in ([term.unit] if term.unit else values)}
    assert codes <= i18n.codes()


@each_case("key", options.TERMS)
def test_every_choice_of_a_menu_is_one_and_stays(key):
    """A bank without a name begins with hours of its own."""
    terms, term = Terms(start=48), options.TERMS[key]
    for value in {*term.values, *term.offered}:
        assert options.value_of(options.terms_with(terms, key, value), key) == value


@each_case(("key", "value"), [("votes", "none"), ("votes", ""), ("bribes", "all")])
def test_a_choice_that_no_menu_offers_is_refused(key, value):
    with pytest.raises(RulesError) as refusal:
        options.terms_with(Terms(), key, value)
    assert refusal.value.code == "lobby.bad_choice"


def test_only_what_is_unusual_is_worth_a_word():
    assert options.unusual(Terms()) == []
    assert options.unusual(UNANIMOUS) == ["votes"]
