"""Where files are: the shipped scenarios and the user's own, and how they are called in messages."""

import difflib
import errno
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from loopsim.errors import InputError
from loopsim.scenario.faults import fault, one_of

#: Folders of a game that hold parts of scenarios rather than scenarios.
PARTS = ("bots", "cards", "decks", "populations")

NO_SUCH_FILE = "no such file"

#: How files of scenarios, bots and populations end.
SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder: where it is, and how messages name it."""

    path: Path
    label: str

    def beside(self, text: str) -> "Place":
        """What a path names as seen from this folder."""
        return Place(self.path / text, os.path.normpath(os.path.join(self.label, text)))

    def parent(self) -> "Place":
        """The folder of this file."""
        return Place(self.path.parent, os.path.dirname(self.label))

    def exists(self) -> bool:
        """Whether there is such a file or folder."""
        try:
            return self.path.exists()
        except (OSError, ValueError):  # a name too long, or with a null character
            return False

    def absence(self) -> str:
        """What is wrong, in words, with a place that does not exist."""
        try:
            self.path.stat()
        except OSError as error:
            if error.errno == errno.ELOOP:
                return "a link that leads back to itself, a loop"
            if os.path.islink(self.path):
                return "a link to a file that is not there"
        except ValueError:  # a null character
            pass
        return NO_SUCH_FILE

    def folder_text(self) -> str:
        """This folder in words."""
        return f"the folder {self.label}" if self.label else "the current folder"

    def hint(self, text: str) -> str:
        """`` (did you mean …?)`` if the folder has something with a name like the path's."""
        wanted = self.beside(text).path
        if os.path.islink(wanted):  # the name is right, the link is not
            return ""
        try:
            names = sorted(entry.name for entry in wanted.parent.iterdir())
        except (OSError, ValueError):
            return ""
        near = difflib.get_close_matches(wanted.name, names, n=1)
        return f" (did you mean {os.path.join(os.path.dirname(text), near[0])}?)" if near else ""


#: The current folder.
HERE = Place(Path(), "")


def is_toml(text: str) -> bool:
    """Whether a text is the path of a file rather than a name: by its end, in any case."""
    return text.lower().endswith(SUFFIX)


def read_text(place: Place) -> str:
    """The text of a file in UTF-8, with or without byte order mark.

    Raises InputError if it is missing, a folder, not readable or not UTF-8.
    """
    try:
        return place.path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fault(
            place.label,
            "",
            f"a byte that is not UTF-8 (number {error.start + 1})",
            "text in UTF-8: save the file again with the encoding UTF-8",
        ) from None
    except IsADirectoryError:
        raise fault(place.label, "", "a folder", "a file") from None
    except (OSError, ValueError) as error:
        if not place.exists():
            raise fault(place.label, "", place.absence(), "an existing file") from None
        raise fault(place.label, "", f"no way to read it ({error})", "a readable file") from None


def root() -> Path:
    """The folder of the shipped scenarios, in a checkout or an installed wheel."""
    return Path(str(resources.files("loopsim.shipped")))


def shipped_names() -> list[str]:
    """The names of the shipped scenarios: ``loop-inc/base`` and so on, sorted."""
    top = root()
    files = (path.relative_to(top) for path in top.glob("*/**/*.toml"))
    return sorted(
        path.with_suffix("").as_posix() for path in files if not set(PARTS) & set(path.parts)
    )


def shipped_scenario(name: str) -> Place | None:
    """The file of a shipped scenario, or None."""
    return shipped_file(f"{name}.toml") if name in shipped_names() else None


def shipped_file(text: str) -> Place | None:
    """A file or folder among the shipped scenarios, by its path from there, or None."""
    place = Place(root(), "").beside(text)
    inside = not Path(text).is_absolute() and ".." not in Path(text).parts and text not in ("", ".")
    return place if inside and place.exists() else None


def find(name: str | os.PathLike[str]) -> Place:
    """The file of a scenario given by its shipped name or by a path.

    Raises InputError for a name that is neither.
    """
    text = os.fspath(name)
    shipped = shipped_scenario(text)
    if shipped is not None:
        return shipped
    place = HERE.beside(text)
    if place.exists():
        return place
    absence = place.absence()
    if text.endswith(".toml") or absence != NO_SUCH_FILE:
        near = HERE.hint(text)
        raise fault(place.label, "", absence, f"an existing scenario file{near}")
    raise unknown_scenario(text)


def unknown_scenario(name: str) -> InputError:
    """The error for a name that no scenario has."""
    allowed = f"a path to a .toml file, or {shipped_text(name)}"
    return fault("scenario", "", f'"{name}"', allowed)


def shipped_text(wrong: str) -> str:
    """The shipped scenarios in words, that which was meant first; `base` finds `loop-inc/base`."""
    names = shipped_names()
    short = {known.rsplit("/", 1)[-1]: known for known in names}
    return f"a shipped scenario: {one_of(names, short.get(wrong, wrong))}"
