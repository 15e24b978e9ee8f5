"""Names and words on the exported page stand as they are: it knows no markup of Discord's."""

from discord.utils import escape_markdown

from cogs._pages.page_file import plain_text
from tests.cases import each_case


@each_case("name", ["Max_Power", "x*y*z", "`q`", "~~gone~~", "a|b", "\\o/", "Inès"])
def test_a_name_that_discord_needs_escaped_is_plain_on_the_page(name):
    assert plain_text(f"**{escape_markdown(name)}** plays `T3 -1,2`") == f"{name} plays T3 -1,2"
