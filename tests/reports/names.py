"""Names that could break a page, and how to find a row."""

import polars as pl

AWKWARD_BOT = "<b>&amp;\N{ROBOT FACE}"
AWKWARD_TRIP = "<script>alert('a')</script> $x_1$ \"q\" & \N{ROCKET}"
LONG_TITLE = "<script>document.title=1</script> \"Ltd.\" & 'Co.' \N{GAME DIE} " + "LONG" * 50
LONG_TRIP = "W" * 80


def row(frame: pl.DataFrame, **where: object) -> dict[str, object]:
    """The one row with these values."""
    return frame.filter(**where).row(0, named=True)
