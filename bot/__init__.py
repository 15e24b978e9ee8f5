"""The application: tables, store, delivery, languages, playground; Discord is in app.py only.

Errors of `bot` and `cogs`, beside those of `rules.contract`:

    RulesError              a refusal, told to whoever asked for something
        NotSeated           the person has no seat at the table
        StaleClick          the table has moved on since the button was shown
        MoveRefused         one move of a typed line cannot be made
        BadPosition
            CannotGoOn      the rules of today cannot read the game
    BadSettings             the program does not start: a setting is wrong
    BadStore                the program does not start: the database file is of no use
    TooManyFaults                 the program does not start again
    Later                   a delivery: to be tried again after some seconds
    Down                    a delivery: Discord cannot be reached
    Refused                 a delivery: never to be made
        Lost                a delivery: kept apart, and tried again much later
    Unsendable              a post: Discord refuses it
        Elsewhere           a post: the place is gone or closed
            Unclear         a post: the place has refused for long, nobody knows why
        Otherwise           a post: its content is refused
    Nowhere                 a post: no place takes it
    ForeignAnswer           a request: something in front of Discord has answered
    UnknownRefusal          a request: refused with a code that has no meaning here
    BotStops                a request: cut off as the bot leaves Discord
    NoLongerDue             a row was settled while somebody was about to carry it out
    GiveWay                 an AI thinks about something more urgent
    Overtaken               a picture that a newer click has made needless
    ApiError                the playground: an answer of its Discord other than success
    CallRefused             the playground: a member cannot do that
    BadJson                 the playground: a body that is no JSON
    BadVault                the playground: a file that is no world
    Closed                  the playground: its gateway ends a connection
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
