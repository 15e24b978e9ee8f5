"""The first lesson of every game: up to five turns in which the task of each can be done well."""

from functools import cache

import pytest

from bot.i18n import LANGUAGES, text
from bot.words import composed
from render.contract import SCENES
from render.registry import renderer
from rules import levels, registry, tutor
from rules.contract import Event
from rules.lesson import LEARNER, STEPS, Step
from rules.registry import get
from rules.rng import Rng
from tests.catalogues import texts
from tests.tier import games, of_tier

LUCKS = of_tier(1, 12)
"""Ways in which the AI seats play on the way."""
MOST_PRESSES = 8
LESSONS = [key for key, game in games().items() if game.lesson is not None]
every_lesson = pytest.mark.parametrize("key", LESSONS)


def test_every_game_has_a_lesson():
    assert [*games()] == LESSONS


def presses_at(question):
    """Presses that make the suggested moves: ★ is one, where the panel does not show them."""
    is_only_answer = len(question.options) == 1 and question.options[0].plays
    return 1 if question.suggests or is_only_answer else 2


@cache
def course(key, luck):
    """Turns of the lesson by ★, each line up to what comes to light.

    Each has the step, the position before it, whether a way was known, what happened, the points
    that it brought, and the number of presses.
    """
    game, lesson, rng = get(key), get(key).lesson, Rng(luck)
    easy, stand_in = game.player(levels.EASY), game.player(levels.best(game.facts.players, "hard"))
    state, turns, done = game.new(lesson.seats, lesson.seed, dict(lesson.options)), [], set()
    for step in lesson.steps:
        if step.name in done:
            continue
        while LEARNER not in game.to_act(state):
            (seat,) = game.to_act(state)
            game.apply(state, seat, easy.choose(state, seat, rng))
        before, can, events, presses = state.clone(), True, [], 1
        while not events or game.mid_turn(state):
            presses += presses_at(game.ask(state, LEARNER, ()))
            is_done = tutor.is_done(step, LEARNER, events)
            line = tutor.way(game, state, LEARNER, step) if not is_done else ()
            can &= is_done or bool(line)
            rest = line or game.line(state, LEARNER, ())
            for action in rest or (stand_in.choose(state, LEARNER, rng),):
                game.check(state, LEARNER, action)
                events += (news := game.apply(state, LEARNER, action))
                if line and any(event.reveals for event in news):
                    break
        done |= {each.name for each in lesson.steps if tutor.is_done(each, LEARNER, events)}
        gain = game.scores(state)[LEARNER].total - game.scores(before)[LEARNER].total
        turns.append((step, before, can, events, gain, presses))
    return turns


@every_lesson
def test_it_has_five_steps_of_different_names(key):
    lesson = get(key).lesson
    assert len(lesson.steps) == len({step.name for step in lesson.steps}) == STEPS


@every_lesson
@pytest.mark.parametrize("luck", range(LUCKS))
def test_every_step_can_be_done_when_its_turn_comes(key, luck):
    for step, _, can, events, *_ in course(key, luck):
        assert can, step.name
        assert tutor.is_done(step, LEARNER, events), step.name
        assert not tutor.is_done(step, LEARNER + 1, events)
        assert not tutor.is_done(step, LEARNER, [])


@every_lesson
@pytest.mark.parametrize("luck", range(LUCKS))
def test_no_suggestion_of_a_lesson_loses_points(key, luck):
    gains = {step.name: gain for step, *_, gain, _ in course(key, luck)}
    assert min(gains.values()) >= 0, gains


@every_lesson
@pytest.mark.parametrize("luck", range(LUCKS))
def test_a_turn_of_a_lesson_takes_few_presses(key, luck):
    """*Play*, then ★ and *Confirm* until the turn is over."""
    presses = {step.name: number for step, *_, number in course(key, luck)}
    assert max(presses.values()) <= MOST_PRESSES, presses


@every_lesson
def test_its_suggestions_do_not_overtake_most_of_its_steps(key):
    """A step done before its turn is skipped: with good moves, there are several left."""
    assert len(course(key, 0)) >= STEPS - 1


@every_lesson
def test_the_way_to_do_a_step_is_the_same_in_every_redeal_and_leaves_the_position(key):
    """The same move begins it in every deal that the seat cannot tell apart."""
    game = get(key)
    for step, before, *_ in course(key, 0):
        position = game.state_to_json(before)
        first_move = tutor.way(game, before, LEARNER, step)[0]
        assert game.state_to_json(before) == position
        redealt = game.redeal(before, LEARNER, Rng(5))
        assert tutor.way(game, redealt, LEARNER, step)[0] == first_move


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_has_its_own_text_in_both_languages(key, language):
    codes = [composed.lesson(key, step.name) for step in get(key).lesson.steps]
    assert len({text(code, language) for code in codes}) == STEPS
    assert all(code in texts(language) for code in codes)


@pytest.mark.parametrize("key", registry.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_scene_of_its_last_page_has_a_text_and_their_picture_can_be_drawn(key, language):
    scenes = get(key).lesson.scenes()
    assert len(scenes) >= 2
    texts_of_scenes = [
        text(composed.scene(key, scene.name), language, **scene.args) for scene in scenes
    ]
    assert len(set(texts_of_scenes)) == len(scenes)
    assert renderer(key).draw(SCENES, None).startswith(b"\x89PNG")


def test_a_task_that_no_event_shows_has_no_way():
    for key in LESSONS:
        game, lesson = get(key), get(key).lesson
        state = game.new(lesson.seats, lesson.seed, dict(lesson.options))
        if LEARNER in game.to_act(state):
            assert tutor.way(game, state, LEARNER, Step("never", "never")) == ()


def test_a_condition_on_the_arguments_is_heeded():
    step = Step("dear", "paid", lambda args: args["amount"] > 2)
    assert tutor.is_done(step, 0, [Event("some.paid", {"seat": 0, "amount": 3})])
    assert not tutor.is_done(step, 0, [Event("some.paid", {"seat": 0, "amount": 2})])
