"""What the commands that search for bots share: options, and tables of a bot that was found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from loopsim.studies.study import Study

Population = Annotated[
    str,
    typer.Option(
        metavar="BOTS|POPULATION",
        help="The opponents, drawn anew for each game: bots, with commas, or a population. Names or files.",
    ),
]
Generations = Annotated[int, typer.Option(help="How many generations of candidates.")]
Size = Annotated[int, typer.Option(help="Candidates of a generation.")]
Games = Annotated[int, typer.Option(help="Games of each candidate, the same for a generation.")]
Fresh = Annotated[
    int, typer.Option(help="Games of each measurement of what was found: games never used before.")
]
SearchFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="A folder for the search, the bot and the tables. Given again, the search goes on.",
    ),
]


def print_tuning(study: Study) -> None:
    """How strong the bot is that was found, and what its weights are."""
    from loopsim.cli.tables import print_table

    of = study.manifest
    print_head(study)
    print_table(
        f"Win share, % (of {of['games']:,} games each, never used before; one against a field)",
        ("against", "tuned", of["bot_before"], "difference", "", "equal share"),
        [
            (
                row["against"],
                share(row, "win_share"),
                share(row, "before"),
                share(row, "difference", sign=True),
                row["verdict"],
                f"{100 * row['equal_share']:.1f}",
            )
            for row in study.table("strength").to_dicts()
        ],
        [""],
        _unseen(of["unseen"]),
    )
    print_table(
        "Weights, hundredths of a point",
        ("feature", "before", "after", "what it is"),
        [
            (row["feature"], str(row["before"]), str(row["after"]), row["meaning"])
            for row in study.table("weights").to_dicts()
        ],
        ["what it is"],
    )
    print_file(study)


def _unseen(names: Sequence[str]) -> str:
    """Which bots were not trained on."""
    from loopsim.numbers import listed
    from loopsim.studies.tuning import UNSEEN

    return f"{UNSEEN}: {listed(names)}, drawn as the population is" if names else ""


def print_head(study: Study) -> None:
    """What was asked."""
    from loopsim.cli.tables import print_text
    from loopsim.numbers import counted

    of = study.manifest
    (arm,) = of["arms"]
    print_text(
        f"{arm['label']}, {arm['players']} players: {counted(of['searched'], 'game')} of the search, "
        f"{of['games']:,} of each measurement, {of['played']:,} in all; "
        f"population {','.join(of['bots'])}, seed {of['seed']}\n"
        "every number with its 95 % interval\n"
    )


def print_file(study: Study) -> None:
    """Where the bot is."""
    if study.folder is not None:
        print(f"The bot is kept in {study.folder / study.manifest['file']}.")


def share(row: dict[str, Any], name: str, sign: bool = False) -> str:
    """A share of a row in per cent, with its interval."""
    from loopsim.numbers import of_row, rounded, without_interval

    of = of_row(row, name)
    value, low, high = rounded(of, 100, sign)
    return f"{value} [{low}, {high}]" if low else f"{value} ({without_interval(of)})"


#: How many things and habits are printed; the tables of the study have all.
SHOWN = 12


def print_hunt(study: Study) -> None:
    """Whether there is an exploit, what it does otherwise than the field, and its weights."""
    from loopsim.cli.tables import print_table, print_text
    from loopsim.numbers import NONE
    from loopsim.studies.hunting import EXPLOITED, in_words

    of = study.manifest
    print_head(study)
    said = in_words(of["verdict"], of["closest"])
    print_text(f"{said[0].upper()}{said[1:]}.")
    if of["suspect"] is not None:
        (row,) = study.table("things").filter(thing=of["suspect"]).to_dicts()
        print_text(f"It comes of using “{row['name']}” ({row['thing']}) more often than the field.")
    print_text(f"The search ended with the line that began with {of['start']}.\n")
    limit = f"{100 * EXPLOITED:.0f} % points"
    print_table(
        f"Win share, % (of {of['games']:,} games each, never used before; one against a field)",
        ("against", "exploiter", "above the equal share", ""),
        [
            (
                row["against"],
                share(row, "win_share"),
                share(row, "exploit", sign=True),
                row["verdict"],
            )
            for row in study.table("strength").to_dicts()
        ],
        [""],
        f"exploited: more than {limit} above the equal share, and above each member in its place",
    )
    print_table(
        "Members of the population in its place, on the same games: win share, %",
        ("member", "win share", "the exploiter wins more by"),
        [
            (row["member"], share(row, "win_share"), share(row, "behind", sign=True))
            for row in study.table("members").to_dicts()
        ],
    )
    print_table(
        "What it uses more or less often than the field, per game in which it is there",
        ("thing", "name", "exploiter", "field", "times", "win share by it, % points"),
        [
            (
                row["thing"],
                row["name"],
                number(row, "bot"),
                number(row, "field"),
                NONE if row["lift"] is None else f"{row['lift']:.2f}",
                NONE if row["worth"] is None else share(row, "worth", sign=True),
            )
            for row in study.table("things").head(SHOWN).to_dicts()
        ],
        ["name"],
        f"win share by it: less that where it is closed to the exploiter; {NONE}: not measured, or none",
    )
    print_table(
        "What it does otherwise than the field, the surest first",
        ("", "exploiter", "field", "in words"),
        [
            (
                f"{row['title']} ({row['unit']})",
                number(row, "bot"),
                number(row, "field"),
                row["words"],
            )
            for row in study.table("habits").head(SHOWN).to_dicts()
        ],
        ["in words"],
    )
    print_table(
        "Weights, hundredths of a point",
        ("feature", "exploiter", of["nearest"], "what it is"),
        [
            (row["feature"], str(row["weight"]), str(row["of_nearest"]), row["meaning"])
            for row in study.table("sheet").to_dicts()
        ],
        ["what it is"],
    )
    print_file(study)
    if of["sample"] and study.folder is not None:
        print(f"A game that it won: {of['sample']['command']}")


def number(row: dict[str, Any], name: str) -> str:
    """A number of a row with its interval."""
    from loopsim.numbers import NONE, of_row, rounded, without_interval

    of = of_row(row, name)
    if of.value is None:
        return NONE
    value, low, high = rounded(of)
    return f"{value} [{low}, {high}]" if low else f"{value} ({without_interval(of)})"
