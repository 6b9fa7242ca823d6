"""Decks as spreadsheets save them, and what is refused in them, by row and column."""

import csv
import io
from collections.abc import Callable

import pytest

from loopsim.errors import InputError
from loopsim.games.loop_inc.deck import in_order, read_deck
from loopsim.scenario import load
from loopsim.scenario.shelf import HERE, root

BASE = "loop-inc/base"
BONUSES = {"lunar_hotel": 1, "hover_cup": 2}
HEAD = "card,era,trip,year,wheel,propeller,net,camera,armor,points,bonus\n"
ROW_1 = 'AD1,AD,"Swim, float",1776,1,0,0,1,0,3,\n'
ROW_2 = "AD1,AD,Dive,1820,0,1,0,1,1,4,lunar_hotel\n"
DECK = HEAD + ROW_1 + ROW_2


def shipped_rows() -> list[list[str]]:
    text = (root() / "loop-inc/cards/trips.csv").read_text(encoding="utf-8")
    return list(csv.reader(io.StringIO(text)))


def saved(rows, delimiter=",", end="\n", encoding="utf-8", quoting=csv.QUOTE_MINIMAL) -> bytes:
    """The bytes that a spreadsheet writes."""
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return file.getvalue().encode(encoding)


def padded(rows):
    """All rows as long as the longest, with two empty columns and blank rows at the end."""
    width = max(len(row) for row in rows) + 2
    return [row + [""] * (width - len(row)) for row in [*rows, [], []]]


def with_points_as(form: Callable[[str], str]):
    rows = shipped_rows()
    start = next(i for i, row in enumerate(rows) if row[0] == "card")
    return [
        row if i <= start else [*row[:9], form(row[9]), *row[10:]] for i, row in enumerate(rows)
    ]


def shouted(rows):
    return [[f" {cell.upper()} " for cell in row] if row[0] == "card" else row for row in rows]


SPREADSHEETS = {
    "as it is": saved(shipped_rows()),
    "excel": saved(shipped_rows(), ";", "\r\n", "utf-8-sig"),
    "libreoffice": saved(padded(shipped_rows()), ",", "\n"),
    "libreoffice with every text quoted": saved(padded(shipped_rows()), quoting=csv.QUOTE_ALL),
    "tabs": saved(shipped_rows(), "\t", "\r\n"),
    "old line ends": saved(shipped_rows(), ";", "\r"),
    "semicolons, padded, quoted, BOM": saved(
        padded(shipped_rows()), ";", "\r\n", "utf-8-sig", csv.QUOTE_ALL
    ),
    "without comments": saved([row for row in shipped_rows() if not row[0].startswith("#")]),
    "heads in capitals": saved(shouted(shipped_rows())),
    "numbers with a point": saved(with_points_as("{}.0".format)),
    "numbers with a comma": saved(with_points_as("{},00".format), ";"),
    "blanks around": saved([[f" {cell} " for cell in row] for row in shipped_rows()]),
    "a column of notes": saved(
        [[*row, "Notes" if row[0] == "card" else "my thoughts"] for row in shipped_rows()]
    ),
    "empty cells for none": saved(
        [["" if cell == "0" else cell for cell in row] for row in shipped_rows()], ";"
    ),
}


@pytest.mark.parametrize("data", SPREADSHEETS.values(), ids=SPREADSHEETS)
def test_a_deck_saved_by_a_spreadsheet_is_the_same_game(data, write):
    write("deck.csv", data)
    original, copy = load(BASE), load(BASE, ["deck=deck.csv"])
    assert copy.trips == original.trips
    assert copy.scenario_hash == original.scenario_hash


def test_the_order_of_cards_in_the_file_does_not_matter_that_of_trips_on_a_card_does(write):
    rows = shipped_rows()
    start = next(i for i, row in enumerate(rows) if row[0] == "card") + 1
    firsts, seconds = rows[start::2], rows[start + 1 :: 2]
    original = load(BASE)
    write("deck.csv", saved([*rows[:start], *reversed(firsts), *seconds]))
    assert load(BASE, ["deck=deck.csv"]).trips == original.trips
    write("deck.csv", saved([*rows[:start], *reversed(rows[start:])]))
    other = load(BASE, ["deck=deck.csv"])
    assert other.trips != original.trips
    assert other.scenario_hash != original.scenario_hash


def test_cards_are_in_natural_order(write):
    trips = [load(BASE).trips[0].model_copy(update={"card": name}) for name in ("B10", "b9", "B2")]
    assert [trip.card for trip in in_order(trips)] == ["B2", "b9", "B10"]


def test_quoted_cells_keep_commas_and_lines(write):
    write("deck.csv", HEAD + 'AD1,AD,"Swim, \n""float""",1776,1,0,0,1,0,3,\n' + ROW_2)
    trips = read_deck(HERE.beside("deck.csv"), BONUSES)
    assert [trip.trip for trip in trips] == ['Swim, \n"float"', "Dive"]
    assert [trip.bonus for trip in trips] == ["", "lunar_hotel"]
    assert trips[1].requires == {"propeller": 1, "camera": 1, "armor": 1}


def cell(column: str, value: str, row: str = ROW_2) -> str:
    """The good deck with one cell of its last row replaced."""
    cells = row.strip().split(",")
    cells[HEAD.strip().split(",").index(column)] = value
    return HEAD + ROW_1 + ",".join(cells) + "\n"


FAULTS = {
    "empty": ("", ["d.csv: found an empty file", "card,era,trip,year"]),
    "comments only": ("# nothing\n\n;;;\n", ["an empty file"]),
    "head only": (HEAD, ["a head row only", "two rows"]),
    "latin-1": (
        DECK.replace("Dive", "Día").encode("latin-1"),
        ["not UTF-8", "save the file again"],
    ),
    "utf-16": (DECK.encode("utf-16"), ["not UTF-8", "save the file again"]),
    "unknown column": (
        DECK.replace("armor", "armour"),
        ['row 1, column I: found "armour"', "armor (did you mean this?)"],
    ),
    "column twice": (DECK.replace("armor", "camera"), ["row 1, column I", "camera", "once"]),
    "column missing": (DECK.replace(",era", ",", 1), ["row 1: found no column era"]),
    "word for points": (
        cell("points", "four"),
        ['d.csv: row 3, column J (points): found "four"; allowed: a whole number, 0 to 500'],
    ),
    "half a point": (cell("points", "3.5"), ['row 3, column J (points): found "3.5"']),
    "half a point with comma": (cell("points", '"3,5"'), ['found "3,5"', "a whole number"]),
    "no points": (cell("points", ""), ['column J (points): found ""', "a whole number"]),
    "negative points": (cell("points", "-1"), ['(points): found "-1"', "0 to 500"]),
    "nan": (cell("points", "nan"), ['(points): found "nan"', "a whole number"]),
    "endless number": (cell("points", "9" * 5000), ["(points): found", "a whole number"]),
    "no year": (cell("year", ""), ['column D (year): found ""', "a whole number"]),
    "many wheels": (cell("wheel", "32"), ['column E (wheel): found "32"', "0 to 31"]),
    "nothing needed": (
        HEAD + ROW_1 + "AD1,AD,Dive,1820,0,0,0,0,0,4,\n",
        ["row 3, column E (wheel)", "at least one component"],
    ),
    "unknown era": (cell("era", "CE"), ['row 3, column B (era): found "CE"', "AD, BC, FUTURE"]),
    "small era": (cell("era", "ad"), ['(era): found "ad"', "AD (did you mean this?)"]),
    "other back": (cell("era", "BC"), ["row 3, column B (era): found BC", "AD, as in row 2"]),
    "no card": (cell("card", ""), ['row 3, column A (card): found ""', "1 to 80 characters"]),
    "no trip": (cell("trip", " "), ['row 3, column C (trip): found ""', "1 to 80 characters"]),
    "unknown bonus": (
        cell("bonus", "lunar_hotle"),
        ['row 3, column K (bonus): found "lunar_hotle"', "lunar_hotel (did you mean this?)"],
    ),
    "one trip": (HEAD + ROW_1, ["row 2, column A (card): found 1 trip of AD1", "exactly two"]),
    "three trips": (
        DECK + ROW_2.replace("Dive", "Float"),
        ["row 4, column A (card): found 3 trips of AD1 (rows 2, 3, 4)", "exactly two"],
    ),
    "same trip again": (
        HEAD + ROW_1 + ROW_1,
        ['row 3, column C (trip): found "Swim, float" of AD1 again (row 2)', "each trip once"],
    ),
    "comma without quotes": (
        HEAD + ROW_1.replace('"', "") + ROW_2,
        ['row 2, column D (year): found "float"', "a whole number"],
    ),
    "cells beyond the head": (
        HEAD + ROW_1 + ROW_2.strip() + ",,x\n",
        ['row 3, column M: found "x"', "the column has no head"],
    ),
    "open quote": (
        HEAD + ROW_1 + ROW_2.replace("Dive", '"Dive'),
        ["row 3: found no CSV", "quotes"],
    ),
    "rows as a spreadsheet counts": (
        "# one\n\n" + DECK.replace("1820", "MDCCCXX"),
        ['row 5, column D (year): found "MDCCCXX"'],
    ),
    "a quoted line end is one row": (
        cell("points", "x").replace("Swim, float", "Swim\nfloat"),
        ['row 3, column J (points): found "x"'],
    ),
}


@pytest.mark.parametrize(("text", "parts"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_deck_is_one_line_with_row_and_column(text, parts, write):
    write("d.csv", text)
    with pytest.raises(InputError) as caught:
        read_deck(HERE.beside("d.csv"), BONUSES)
    found = str(caught.value)
    assert found.startswith("d.csv: ")
    assert "\n" not in found
    for part in parts:
        assert part in found


def test_a_missing_deck_and_a_folder_are_refused(write):
    write("decks/d.csv", DECK)
    with pytest.raises(InputError, match=r'^--set deck: found "decks", a folder; allowed: a file$'):
        load(BASE, ["deck=decks"])
    with pytest.raises(InputError, match=r"did you mean decks/d\.csv\?"):
        load(BASE, ["deck=decks/dd.csv"])


def test_a_deck_too_small_for_the_deal_names_the_era(write):
    write("d.csv", DECK.replace("lunar_hotel", ""))
    with pytest.raises(InputError) as caught:
        load(BASE, ["deck=d.csv"])
    assert str(caught.value) == (
        "--set deck: found 1 AD cards in the deck, but 4 are dealt;"
        " allowed: a deck of at least 4 AD cards, or rules.trip_cards.AD up to 1"
    )


def test_more_cards_than_the_record_holds_are_refused_with_the_limit(write):
    rows = [(ROW_1 + ROW_2).replace("AD1", f"AD{i}") for i in range(101)]
    write("d.csv", HEAD + "".join(rows[:100]))
    assert len(read_deck(HERE.beside("d.csv"), BONUSES)) == 200
    write("d.csv", HEAD + "".join(rows))
    with pytest.raises(InputError, match=r"found 101 cards; allowed: up to 100 cards"):
        read_deck(HERE.beside("d.csv"), BONUSES)


@pytest.mark.parametrize(
    "year", ['"-12,000"', "1.000", '"1,000,000"', "1'000", "1 000", '"1,000.0"']
)
def test_a_number_that_may_be_in_thousands_is_refused_and_the_separator_named(year, write):
    write("d.csv", HEAD + ROW_1.replace("1776", year) + ROW_2)
    with pytest.raises(InputError) as caught:
        read_deck(HERE.beside("d.csv"), BONUSES)
    found = str(caught.value)
    bare = year.strip('"')
    assert found.startswith(
        f'd.csv: row 2, column D (year): found "{bare}"; allowed: a whole number'
    )
    assert found.endswith(", written without a separator of thousands")


@pytest.mark.parametrize("comment", ["# a note", "# a note,,,,,,,,,,", '"# a, b",,', ",# a note,,"])
def test_a_comment_below_the_head_has_nothing_in_the_other_cells(comment, write):
    write("d.csv", DECK)
    plain = read_deck(HERE.beside("d.csv"), BONUSES)
    write("d.csv", f"# one, two, three\n{HEAD}{ROW_1}{comment}\n{ROW_2}")
    assert read_deck(HERE.beside("d.csv"), BONUSES) == plain


@pytest.mark.parametrize(
    "row", ["#2,AD,Walk,1,1,0,0,0,0,1,", "# AD1,AD,Walk,1,1,0,0,0,0,1,", "# a, b"]
)
def test_a_card_that_looks_like_a_comment_is_refused_not_dropped(row, write):
    write("d.csv", f"{HEAD}{ROW_1}{ROW_2}{row}\n")
    with pytest.raises(InputError) as caught:
        read_deck(HERE.beside("d.csv"), BONUSES)
    assert str(caught.value) == (
        f'd.csv: row 4, column A: found "{row.split(",")[0]}"; allowed: a row that does not begin'
        " with #, or a comment with nothing in the other cells"
    )


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x1c", "\x0b", "\x0c"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_rows_end_only_at_line_ends_not_at_other_separators(separator, end, write):
    first = ROW_1.replace('"Swim, float"', f"Swim{separator}float")
    write("d.csv", (HEAD + first + ROW_2).replace("\n", end))
    assert read_deck(HERE.beside("d.csv"), BONUSES)[0].trip == f"Swim{separator}float"
    write("d.csv", (HEAD + first + ROW_2.replace("1820", "x")).replace("\n", end))
    with pytest.raises(InputError, match=r"^d\.csv: row 3, column D"):
        read_deck(HERE.beside("d.csv"), BONUSES)
