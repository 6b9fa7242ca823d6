"""How strong is a bot that a search has found, what does it do otherwise, and what are its weights?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from loopsim.numbers import SPACE, fixed, of_row, say
from loopsim.reports.kit.question import Column, Finding, Question, number, percent, text
from loopsim.reports.studies.tables_of_study import stated, table
from loopsim.studies.hunting import (
    EXPLOITED,
    OF_HABIT,
    OF_MEMBER,
    OF_SHEET,
    OF_STRENGTH,
    OF_THING,
    in_words,
)
from loopsim.studies.searched import SAME, UNRESOLVED
from loopsim.studies.study import Study
from loopsim.studies.tuning import OF_GAIN, OF_WEIGHT

FRESH = "Games that the search never saw: nothing was chosen by them. "
#: What differs most is shown first; the tables as files have all.
FIRST = 15


def of_tuning() -> tuple[Question[Study], ...]:
    """Strength and weights of a bot that was tuned."""
    return (
        Question(
            name="strength",
            title="Strength of the tuned bot",
            compute=lambda study: _with_start(study, table(study, "strength", OF_GAIN)),
            find=_gain,
            columns=lambda frame: [
                text("against", "Against"),
                percent("win_share", "Tuned"),
                percent("before", _start(frame)),
                percent("difference", "Difference", sign=True),
                text("verdict", "Verdict"),
                Column("equal_share", "Equal share", "%", "number", scale=100, decimals=1),
            ],
            notes=(
                f"{FRESH}One seat against a field, both bots in the same games; places are balanced. "
                "Equal share: what the one would win if it were as good as the field. Not trained on: "
                "the bots that are listed after the population, drawn as that is."
            ),
        ),
        Question(
            name="weights",
            title="Weights",
            compute=lambda study: _with_start(study, table(study, "weights", OF_WEIGHT)),
            find=_nothing,
            columns=lambda frame: [
                text("feature", "Feature"),
                number("before", _start(frame)),
                number("after", "Tuned"),
                text("meaning", "What it is"),
            ],
            notes="In hundredths of a point for each unit of the feature.",
        ),
    )


#: The column with the name of the bot that a tuning began with.
START = "start"


def _with_start(study: Study, frame: pl.DataFrame) -> pl.DataFrame:
    name = "" if frame.is_empty() else str(stated(study, "bot_before"))
    return frame.with_columns(pl.lit(name).alias(START))


def _start(frame: pl.DataFrame) -> str:
    return "Before" if frame.is_empty() else f"Before: {frame.item(0, START)}"


def _gain(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """What tuning has brought against the whole population."""
    if frame.is_empty():
        return []
    row = frame.row(0, named=True)
    if row["verdict"] == SAME:
        return [Finding("No finalist won more than the bot that the search began with.", weight=3)]
    share, before = (say(of_row(row, name), "win share") for name in ("win_share", "before"))
    gain = say(of_row(row, "difference"), "lift", sign=True)
    equal = fixed(100 * row["equal_share"], 1)
    said = (
        f"The tuned bot wins {share} against the population, {row[START]}, with which the search began, "
        f"{before}: {gain}. An equal share is {equal}{SPACE}%."
    )
    return [Finding(said, row["verdict"] != UNRESOLVED, weight=3)]


def _nothing(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """No finding: a sheet to look things up."""
    return []


def of_hunt() -> tuple[Question[Study], ...]:
    """Whether there is an exploit, and by what."""
    return (
        Question(
            name="strength",
            title="Is there an exploit?",
            compute=lambda study: table(study, "strength", OF_STRENGTH),
            find=_exploit,
            columns=lambda frame: [
                text("against", "Against"),
                percent("win_share", "Win share"),
                percent("exploit", "Beyond an equal share", sign=True),
                text("verdict", "Verdict"),
            ],
            notes=(
                f"{FRESH}Exploited: for sure more than {100 * EXPLOITED:.0f} % points beyond an equal share, "
                "and as much beyond each member of the population in the same place."
            ),
        ),
        Question(
            name="members",
            title="Members of the population in its place",
            compute=lambda study: table(study, "members", OF_MEMBER),
            find=_nothing,
            columns=lambda frame: [
                text("member", "Member"),
                percent("win_share", "Win share"),
                percent("behind", "The exploiter wins more by", sign=True),
            ],
            notes="Against the same opponents, in the same games.",
        ),
        Question(
            name="things",
            title="What it uses more or less often than the field",
            compute=lambda study: table(study, "things", OF_THING),
            find=_suspect,
            columns=lambda frame: [
                text("thing", "Thing"),
                text("name", "Name"),
                Column("bot", "Exploiter", "each game"),
                Column("field", "Field", "each game"),
                number("lift", "Times", decimals=2),
                percent("worth", "Win share by it", sign=True),
            ],
            notes=(
                "Uses of a seat in the games in which the thing is there; what differs for sure comes first, "
                "by how many times as often it is used. Win share by it: that of the exploiter less that if "
                "the thing is closed to it; of the first rows only. The exploit comes of a thing only if that is "
                "used more often and is worth something for sure, of so many things looked at together, and "
                "makes at least half of the exploit."
            ),
        ),
        Question(
            name="habits",
            title="What it does otherwise than the field",
            compute=lambda study: table(study, "habits", OF_HABIT).head(FIRST),
            find=_nothing,
            columns=lambda frame: [
                text("title", "Number"),
                text("unit", "Unit"),
                Column("bot", "Exploiter"),
                Column("field", "Field"),
                text("words", "In words"),
            ],
            notes="The surest differences.",
        ),
        Question(
            name="sheet",
            title="Its weights",
            compute=lambda study: table(study, "sheet", OF_SHEET),
            find=_nothing,
            columns=lambda frame: [
                text("feature", "Feature"),
                number("weight", "Exploiter"),
                number("of_nearest", _nearest(frame)),
                text("meaning", "What it is"),
            ],
            notes="In hundredths of a point for each unit; beside the nearest member of the population.",
        ),
    )


def _nearest(frame: pl.DataFrame) -> str:
    return "Nearest" if frame.is_empty() else str(frame.item(0, "nearest"))


def _exploit(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The verdict, with its number."""
    if frame.is_empty():
        return []
    row = frame.row(0, named=True)
    beyond = say(of_row(row, "exploit"), "lift", sign=True)
    closest = str(stated(study, "closest"))
    told = in_words(row["verdict"], closest)
    said = f"{told[0].upper()}{told[1:]}: the best bot found wins {beyond} beyond an equal share"
    for member in table(study, "members", OF_MEMBER).filter(member=closest).to_dicts():
        ahead = say(of_row(member, "behind"), "lift", sign=True)
        said += f", and {ahead} more than {closest} in its place"
    return [Finding(f"{said}.", weight=3)]


def _suspect(frame: pl.DataFrame, study: Study) -> Sequence[Finding]:
    """The thing that the exploit comes of, if there is one."""
    suspect = study.manifest.get("suspect")
    rows = frame.filter(thing=suspect).to_dicts() if suspect else []
    return [
        Finding(
            f"The exploit comes of using “{row['name']}” ({row['thing']}) more often than the field does: "
            f"closed to the exploiter, it costs that {say(of_row(row, 'worth'), 'lift')}.",
            weight=2,
        )
        for row in rows
    ]
