"""`/help`: the first thing a newcomer reads."""

from bot.playground.driver import labels, words


async def test_help_is_private_and_in_the_language_of_the_reader(house):
    answer = await house.maud.slash("help")
    assert answer.text.startswith("## Des jeux de plateau dans votre salon")
    assert house.maud.ephemerals() == list(answer.messages)


async def test_help_names_commands_that_can_be_pressed(house):
    told = (await house.bastien.slash("help")).text
    for command in ("akropolis new", "akropolis move", "akropolis rules", "table list"):
        assert f"</{command}:" in told


async def test_help_says_who_made_this(house):
    told = (await house.bastien.slash("help")).text
    assert "not affiliated with the publishers" in told


async def test_help_can_be_read_in_the_other_language(house):
    answer = await house.bastien.slash("help")
    assert labels(answer.message) == ["français"]
    await house.bastien.click(answer.message, "français")
    assert "Des jeux de plateau" in words(house.bastien.message(answer.message["id"]))


async def test_help_says_where_hands_come_and_names_every_game(house):
    told = (await house.bastien.slash("help")).text
    assert "direct message" in told
    for command in ("telegraph new", "attika rules"):
        assert f"</{command}:" in told
    assert len(told) <= 4000


async def test_help_says_where_tables_are_and_what_wakes_a_thread(house):
    told = (await house.bastien.slash("help")).text
    for place in ("announcement channel", "forum post", "voice channel", "archived", "locked"):
        assert place in told
    told = (await house.maud.slash("help")).text
    assert "fil archivé" in told
    assert len(told) <= 4000
