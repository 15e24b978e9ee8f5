"""The application: tables, store, delivery, languages.

Errors of `bot` and `cogs`, beside those of `rules.contract`:

    RulesError              a refusal, shown to the person who asked
        NotSeated           the person has no seat at the table
        StaleClick          the table has moved on since the button was shown
        MoveRefused         one move of a typed line cannot be made
        BadPosition
            CannotGoOn          today's rules can neither read nor replay the game
    BadSettings             the program does not start: a setting is wrong
    BadStore                the program does not start: the database file cannot be used
    Unfinished              a setup or an update ends before its end
    UpdateUnderWay          another process updates the folder
    TooManyFaults           the program ends: too many unknown faults in a short time
    Later                   a delivery: try again after some seconds
    Down                    a delivery: Discord cannot be reached
    Refused                 a delivery: it can never be made
        Lost                a delivery: set aside, and tried again much later
    Unsendable              a post: Discord refuses it
        Elsewhere           a post: the place is gone or closed
            Unclear         a post: the place has refused for long, for an unknown reason
        Otherwise           a post: its content is refused
    Nowhere                 a post: no place takes it
    TakenBack               a board post: its moves were taken back while it was made
    ForeignAnswer           a request: something in front of Discord answered in its place
    UnknownRefusal          a request: refused with a code that has no meaning here
    BotStops                a request: cut off as the bot leaves Discord
    NoLongerDue             a due row was settled before its handler could save
    JudgementInterrupted    an AI process drops a judgement for a more urgent task
    Reported                a failure whose cause the host has been told
        PainterGone         a picture: the process that draws died, hung or did not start
    ForeignFault            a fault in another process
        NotDrawn            a picture: the process met an error in the code that draws
    Overtaken               a picture: a newer click has made it needless
"""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
