"""Whole games by people's hands, by the unmodified discord.py client against the local server."""

from bot.table.seating import Status
from playground.driver import labels, pictures, words
from tests.cogs.playing import menus, message_after, newest
from tests.e2e.playing import by_typing, ids, last_board, open_table, to_act
from tests.patience import until

FIVE = "F6 A1 F5 A2 F7 A3 F4 A4 F8"
"""Seat A wins with its fifth stone."""


async def table(house, **options):
    """The thread and the number of a table that has begun."""
    friends = () if options.get("ai") else (house.bastien,)
    return await open_table(house, "gomoku", *friends, **options), 1


def menu_with(panel, value):
    """The menu of a panel in which something can be chosen."""
    return next(m for m in menus(panel) if value in [menu["value"] for menu in m["options"]])


async def after_choice(person, panel, value):
    choose = person.choose(panel, menu_with(panel, value)["custom_id"], value)
    return await message_after(person, panel, choose)


async def by_letter(house, thread, number, cell):
    """Play · letter of the row · cell · Confirm."""
    person = to_act(house, await house.app.reading.look(number, None))
    board = await person.expect(
        lambda: (post := newest(house, thread)) and ids(post, ":play") and post
    )
    panel = (await person.click(board, ids(board, ":play")[0])).message
    panel = await after_choice(person, panel, cell[0])
    assert all(menu["value"].startswith(cell[0]) for menu in menus(panel)[0]["options"])
    panel = await after_choice(person, panel, cell)
    assert len(pictures(panel)) == 1
    before = board["id"]
    await person.click(
        panel, next(label for label in labels(panel) if label.startswith(("Confirm", "Confirmer")))
    )
    return await person.expect(lambda: (post := newest(house, thread))["id"] != before and post)


async def test_two_people_play_by_panel_to_the_end(house):
    thread, number = await table(house)
    for cell in FIVE.split():
        await by_letter(house, thread, number, cell)
    look = await house.app.reading.look(number, None)
    assert (look.table.status, look.result.winners) == (Status.OVER, (0,))
    last = await last_board(house, thread, number)
    assert "**Maud** pose une pierre en F8" in words(last)
    assert "Cinq à la suite." in words(last)
    assert "**Maud** · une rangée de **5**" in words(last)
    assert "a cinq pierres à la suite" in pictures(last)[0]["description"]


async def test_the_pad_walks_from_the_suggestion(house):
    thread, _ = await table(house)
    panel = (await house.maud.click(newest(house, thread), "Jouer")).message
    panel = await after_choice(house.maud, panel, "F6")
    panel = await message_after(house.maud, panel, house.maud.click(panel, "→"))
    assert "Confirmer" in labels(panel)
    assert "Une pierre en F7" in words(panel).replace("**", "")


async def test_a_taken_cell_is_refused_with_its_rule(house):
    thread, number = await table(house)
    await by_typing(house, number, thread, ["F6"])
    answer = await house.bastien.slash("gomoku move", thread, {"move": "F6"})
    assert answer.text.startswith("There is a stone on F6 already")
    refusal, asking = answer.message, house.bastien.click(answer.message, "Why?")
    why = await message_after(house.bastien, refusal, asking)
    assert "In your turn you put a stone of yours on an empty cell." in words(why)


async def test_an_ai_plays_in_a_process_of_its_own(house):
    thread, number = await table(house, ai=1, **{"ai-player": "easy"})

    async def is_the_turn_of_maud():
        return (await house.app.reading.look(number, None)).to_act == (0,)

    for cell in ("A1", "K1", "A6"):
        await by_typing(house, number, thread, [cell])
        await until(is_the_turn_of_maud)
    look = await house.app.reading.look(number, None)
    assert len(look.view.stones) == 6


async def test_its_command_is_made_from_its_facts(house):
    """Two play, always: there is no option for it; an AI takes one seat at most."""
    (new,) = [
        command for command in house.maud.world["commands"] if command["path"] == ["gomoku", "new"]
    ]
    options = {choice["name"]: choice for choice in new["options"]}
    assert set(options) == {"ai", "ai-player", "entry", "language", "order", "pace", "thread"}
    assert (options["ai"]["min_value"], options["ai"]["max_value"]) == (0, 1)


async def test_its_lobby_asks_for_no_number_of_players(house):
    post = (await house.maud.slash("gomoku new", options={"language": "fr"})).message
    panel = (await house.maud.click(post, "Options")).message
    keys = [menu["custom_id"].split(":")[2].partition("~")[0] for menu in menus(panel)]
    assert keys == ["language"]
    agreed = await message_after(house.maud, panel, house.maud.click(panel, "lp:1:terms"))
    assert any(menu["custom_id"].startswith("lo:1:drawn") for menu in menus(agreed))


async def test_help_and_the_rules_in_short_name_it(house):
    page = await house.maud.slash("help")
    assert "Hex Gomoku" in str(page.message["components"])
    rules = await house.maud.slash("gomoku rules")
    assert "Alignez cinq de vos pierres" in words(rules.message)


async def test_a_game_without_luck_has_no_seal(house):
    """No luck, and people play in the order they joined in."""
    thread, _ = await table(house)
    first = house.boards(thread)[0]
    assert "scellé" not in words(first)
    assert "Hex Gomoku" in words(first)


async def test_the_seats_that_are_drawn_are_sealed(house):
    thread, _ = await table(house, order="drawn")
    assert "scellé" in words(house.boards(thread)[0])
