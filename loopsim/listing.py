"""Rows of plain data that a command prints: as a frame for notebooks, and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Row = dict[str, Any]


class Listing:
    """A table of plain data: `rows`, each with the same keys."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Keep the rows."""
        self.rows = list(rows)

    def __repr__(self) -> str:
        """How many rows, and their keys."""
        count = "1 row" if len(self.rows) == 1 else f"{len(self.rows)} rows"
        keys = ", ".join(self.rows[0]) if self.rows else "no keys"
        return f"<Listing of {count}: {keys}>"

    def __str__(self) -> str:
        """The whole table, one line a row."""
        return self.to_pandas().to_string(index=False)

    def _repr_html_(self) -> str:
        """The whole table, as notebooks show it."""
        import pandas as pd

        with pd.option_context("display.max_colwidth", None):
            return self.to_pandas().to_html(index=False)

    @property
    def frame(self) -> pl.DataFrame:
        """The rows as a polars frame, a column for each key."""
        import polars as pl

        return pl.DataFrame(self.rows)

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a pandas frame."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    def json(self) -> list[Row]:
        """The rows as plain data."""
        return self.rows
