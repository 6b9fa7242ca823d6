"""Texts as the templates need them, safe whatever stands in them."""

from __future__ import annotations

from markupsafe import Markup


def as_css(text: str) -> str:
    """A text in one line as a string of CSS, which nothing in it ends: what is no letter or digit stands by number."""
    letters = (
        each if each.isalnum() or each == " " else f"\\{ord(each):x} "
        for each in " ".join(text.split())
    )
    return f'"{"".join(letters)}"'


def in_words(command: str) -> Markup:
    """A command whose lines break between its words, and not at the hyphens in them."""
    return Markup(" ").join(Markup("<span>{}</span>").format(word) for word in command.split(" "))
