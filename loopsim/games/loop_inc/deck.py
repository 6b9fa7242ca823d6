"""The deck of trip cards: a CSV file as spreadsheets save it.

Accepted: a byte order mark, any line ends, comma, semicolon or tab between cells, quoted cells, blank
lines and columns, heads in any case. Lines that begin with `#` are comments: above the head row all
of them, below it those with nothing in the other cells. Rows are counted as a spreadsheet shows them.
"""

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from loopsim.games.loop_inc.model_deck import Trip
from loopsim.kernels.loop_inc.layout import MOST_TRIP_CARDS
from loopsim.kernels.loop_inc.names import ERAS, TYPES
from loopsim.scenario.check import explain
from loopsim.scenario.document import Words
from loopsim.scenario.faults import fault, one_of, value_text
from loopsim.scenario.shelf import Place, read_text

NUMBERS = ("year", *TYPES, "points")
COLUMNS = ("card", "era", "trip", *NUMBERS, "bonus")
NEEDED = COLUMNS[:-1]
EACH_TRIP_ONCE = "each trip once"
NOTES = "notes"  # a column for the designer, not read

_WHOLE = re.compile(r"[+-]?\d{1,15}([.,]0{1,2})?")  # not 1,000: that may be a thousand
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(\D\d{3})+(\D\d+)?")
_DELIMITERS = ",;\t"


class Line(NamedTuple):
    """A row of the file: its number as a spreadsheet shows it, and its cells."""

    row: int
    cells: list[str]


def read_deck(place: Place, bonuses: Collection[str]) -> tuple[Trip, ...]:
    """The trips of a deck, a card's two together: by era, then by card, then as in the file.

    The order of the cards in the file does not matter, that of the two trips of a card does.
    Raises InputError with row and column.
    """
    lines = _lines(place)
    head = next(lines, None)
    if head is None:
        raise fault(place.label, "", "an empty file", f"a head row: {','.join(COLUMNS)}")
    columns = _columns(place, head)
    rows: dict[str, list[tuple[int, Trip]]] = {}
    for line in lines:
        trip = _trip(place, columns, line)
        if trip.bonus and trip.bonus not in bonuses:
            where = _at(line.row, columns["bonus"], "bonus")
            allowed = bonus_text(trip.bonus, bonuses)
            raise fault(place.label, where, value_text(trip.bonus), allowed)
        rows.setdefault(trip.card, []).append((line.row, trip))
    if not rows:
        raise fault(place.label, "", "a head row only", "two rows for each trip card")
    for of_card in rows.values():
        _check_card(place, columns, of_card)
    if len(rows) > MOST_TRIP_CARDS:
        raise fault(place.label, "", f"{len(rows)} cards", f"up to {MOST_TRIP_CARDS} cards")
    return in_order(trip for of_card in rows.values() for _, trip in of_card)


def bonus_text(wrong: str, bonuses: Collection[str]) -> str:
    """What may stand as a bonus."""
    return f"nothing, or an effect of the table future: {one_of(bonuses, wrong)}"


def in_order(trips: Iterable[Trip]) -> tuple[Trip, ...]:
    """Trips by era and card (AD2 before AD10); the two of a card stay as they were."""
    return tuple(sorted(trips, key=lambda trip: (ERAS.index(trip.era), _natural(trip.card))))


def _natural(card: str) -> tuple[tuple[tuple[int, int | str], ...], str]:
    parts = re.split(r"(\d+)", card.lower())
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in parts), card


def _lines(place: Place) -> Iterator[Line]:
    """The rows that are neither blank nor a comment: first the head, then the trips."""
    physical = list(io.StringIO(read_text(place), newline=""))  # ends only at CR and LF
    first = next((line for line in physical if not _is_aside(line)), "")
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(physical, delimiter=delimiter, strict=True)
    row, below_head = 0, False
    try:
        for row, cells in enumerate(reader, start=1):
            line = Line(row, [cell.strip() for cell in cells])
            if not (_is_note(place, line) if below_head else _is_aside("".join(cells))):
                below_head = True
                yield line
    except csv.Error as error:
        raise fault(
            place.label, f"row {row + 1}", f"no CSV ({error})", "cells with quotes in pairs"
        ) from None


def _is_aside(line: str) -> bool:
    """Whether a line is blank or a comment, also after a round through a spreadsheet."""
    bare = line.strip(" \t\r\n,;\"'")
    return not bare or bare.startswith("#")


def _is_note(place: Place, line: Line) -> bool:
    """Whether a row below the head is blank or a comment. Raises InputError where it may be a trip."""
    filled = [index for index, cell in enumerate(line.cells) if cell.strip("\"'")]
    if not filled:
        return True
    if not line.cells[filled[0]].lstrip("\"'").startswith("#"):
        return False
    if len(filled) == 1:
        return True
    raise fault(
        place.label,
        _at(line.row, filled[0]),
        value_text(line.cells[filled[0]]),
        "a row that does not begin with #, or a comment with nothing in the other cells",
    )


def _columns(place: Place, head: Line) -> Mapping[str, int]:
    """Where each column is: name -> index of its cell."""
    columns: dict[str, int] = {}
    for index, cell in enumerate(head.cells):
        name = cell.lower()
        if not name:
            continue
        where = _at(head.row, index)
        if name not in (*COLUMNS, NOTES):
            raise fault(place.label, where, value_text(cell), one_of((*COLUMNS, NOTES), name))
        if name in columns:
            raise fault(place.label, where, f'"{cell}" a second time', "each column once")
        columns[name] = index
    for name in NEEDED:
        if name not in columns:
            raise fault(
                place.label,
                f"row {head.row}",
                f"no column {name}",
                f"a head row: {','.join(COLUMNS)}",
            )
    return columns


def _trip(place: Place, columns: Mapping[str, int], line: Line) -> Trip:
    for index, cell in enumerate(line.cells):
        if cell and index not in columns.values():
            raise fault(
                place.label,
                _at(line.row, index),
                value_text(cell),
                "nothing, as the column has no head (a comma in a name needs quotes around the name)",
            )
    cells = {
        name: line.cells[index] if index < len(line.cells) else ""
        for name, index in columns.items()
        if name != NOTES
    }
    values = {name: _number(cell) if name in NUMBERS else cell for name, cell in cells.items()}
    for kind in TYPES:
        if values[kind] == "":
            values[kind] = 0
    try:
        return Trip.model_validate(values)
    except ValidationError as error:
        key, found, allowed = explain(Trip, error)
        name = str(key[0])
        shown = cells[name] if name in NUMBERS else found
        text = shown.text if isinstance(shown, Words) else value_text(shown)
        if name in NUMBERS and _THOUSANDS.fullmatch(cells[name]):
            allowed = f"{allowed}, written without a separator of thousands"
        raise fault(place.label, _at(line.row, columns[name], name), text, allowed) from None


def _number(cell: str) -> int | str:
    """The whole number in a cell, or the cell as it is."""
    return int(re.split("[.,]", cell)[0]) if _WHOLE.fullmatch(cell) else cell


def _check_card(place: Place, columns: Mapping[str, int], of_card: list[tuple[int, Trip]]) -> None:
    """LI-04: a card has exactly two trips, different ones, and one back."""
    first_row, first = of_card[0]
    rows = ", ".join(str(row) for row, _ in of_card)
    for row, trip in of_card[1:]:
        if trip.trip == first.trip:
            where = _at(row, columns["trip"], "trip")
            found = f"{value_text(trip.trip)} of {trip.card} again (row {first_row})"
            raise fault(place.label, where, found, EACH_TRIP_ONCE)
        if trip.era != first.era:
            where = _at(row, columns["era"], "era")
            raise fault(
                place.label, where, trip.era, f"{first.era}, as in row {first_row} of the card"
            )
    if len(of_card) != 2:
        where = _at(of_card[-1][0], columns["card"], "card")
        trips = "1 trip" if len(of_card) == 1 else f"{len(of_card)} trips"
        found = f"{trips} of {first.card} (rows {rows})"
        raise fault(place.label, where, found, "exactly two trips on each card")


def _at(row: int, index: int, name: str = "") -> str:
    """A cell as a spreadsheet names it: ``row 5, column G (net)``."""
    letters = ""
    number = index + 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"row {row}, column {letters}" + (f" ({name})" if name else "")


def changed(trip: Trip, change: Mapping[str, object]) -> Trip:
    """A trip with some of its values replaced. Raises pydantic's ValidationError."""
    return Trip.model_validate({**trip.model_dump(), **change})
