"""Tables on stdout that fit the terminal, with no word, head or number cut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.box import SIMPLE
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

#: Columns when stdout is no terminal: wide enough that all stand side by side.
WIDTH = 10_000

#: Texts that would not fit in one line are folded at blanks, to no less than this width.
FOLDED = 20


class _Stdout(Console):
    def on_broken_pipe(self) -> None:
        """Leave a closed pipe to `main`, where rich would exit with 1."""
        raise  # noqa: PLE0704 - called while the error is handled


def console() -> Console:
    """stdout, for tables."""
    width = None if Console().is_terminal else WIDTH
    return _Stdout(width=width, highlight=False, emoji=False)


@dataclass(frozen=True)
class _Column:
    head: str
    cells: Sequence[str]
    text: bool

    def most(self) -> int:
        """The width with nothing folded."""
        return max(map(cell_len, (self.head, *self.cells)))

    def least(self) -> int:
        """The least width: of texts and the head the longest word, numbers with their intervals."""
        whole = max(map(cell_len, self.cells), default=0)
        words = [*self.head.split(), *" ".join(self.cells).split()]
        longest = max(map(cell_len, words), default=0)
        return max(longest, min(FOLDED, whole) if self.text else whole)


def print_table(
    title: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    text: Sequence[str] = (),
    note: str = "",
) -> None:
    """One table, with a note below; the first column and those named in `text` are texts, set left.

    Columns that do not fit go below the others, beside the first column again. What is wider
    still, such as a very long name, is left to the terminal.
    """
    columns = [
        _Column(name, [row[place] for row in rows], place == 0 or name in text)
        for place, name in enumerate(head)
    ]
    out = console()
    for number, panel in enumerate(_panels(columns, out)):
        table = _drawn(panel, _fitting(panel, out))
        table.title = None if number else escape(title)
        out.print(table, crop=False)
    if note:
        out.print(f"{escape(note)}\n")


def print_text(text: str) -> None:
    """Lines of text, folded at blanks on a terminal."""
    console().print(escape(text), crop=False)


def print_rows(title: str, rows: Sequence[dict[str, Any]]) -> None:
    """Plain rows, a column for each key that says something; numbers without digits after the point."""
    if not rows:
        print(f"{title}: none\n")
        return
    keys = [key for key in rows[0] if any(row[key] != "" for row in rows)]
    print_table(
        title,
        keys,
        [[x if isinstance(x := row[key], str) else f"{x:,.0f}" for key in keys] for row in rows],
        [key for key in keys if isinstance(rows[0][key], str)],
    )


def _panels(columns: Sequence[_Column], out: Console) -> Iterator[list[_Column]]:
    """The columns in groups that fit the width, the first column in each."""
    first, *others = columns
    panel = [first]
    for column in others:
        wider = [*panel, column]
        if len(panel) > 1 and _width(wider, [each.least() for each in wider], out) > out.width:
            yield panel
            panel = [first]
        panel.append(column)
    yield panel


def _fitting(columns: Sequence[_Column], out: Console) -> list[int]:
    """Widths that fit where that is possible: heads of numbers are folded first, then long texts.

    Rich by itself folds what cannot be folded further and then is wider than the terminal.
    """
    widths = [column.most() for column in columns]
    over = _width(columns, widths, out) - out.width
    for i in sorted(range(len(columns)), key=lambda i: (columns[i].text, -widths[i])):
        cut = min(max(over, 0), widths[i] - columns[i].least())
        widths[i] -= cut
        over -= cut
    return widths


def _width(columns: Sequence[_Column], widths: Sequence[int], out: Console) -> int:
    unlimited = out.options.update_width(WIDTH)
    return Measurement.get(out, unlimited, _drawn(columns, widths)).maximum


def _drawn(columns: Sequence[_Column], widths: Sequence[int]) -> Table:
    table = Table(title_justify="left", box=SIMPLE, pad_edge=False)
    for column, width in zip(columns, widths, strict=True):
        table.add_column(
            escape(column.head),
            justify="left" if column.text else "right",
            overflow="fold",
            min_width=width,
            max_width=width,
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*map(escape, row))
    return table
