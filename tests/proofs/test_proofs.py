"""The runner of the proofs; the proofs themselves take minutes and have `make proofs`."""

from tests.proofs import Line, Proof, attempt, results
from tests.proofs.__main__ import PROOFS, main
from tests.proofs.machine import mutants_of

ORDER = ("one", "two")


def section(name: str, *, holds: bool) -> str:
    proof = Proof(name, "A title", list)
    return results.section(proof, [Line("this", "that", "so", 1_000, holds)], 3.4)


def test_a_section_is_a_table_with_a_verdict() -> None:
    assert section("one", holds=False) == (
        "## one: A title\n\n3 s.\n\n| what | asked | measured | games | verdict |\n"
        "|---|---|---|---:|---|\n| this | that | so | 1,000 | **does not hold** |\n"
    )


def test_a_proof_run_again_replaces_its_own_section_only(tmp_path) -> None:
    path = tmp_path / "RESULTS.md"
    for name, holds in (("two", True), ("one", False), ("one", True)):
        results.put(name, section(name, holds=holds), ORDER, path)
    expected = [results.HEAD.rstrip(), section("one", holds=True).rstrip()]
    expected.append(section("two", holds=True))
    assert path.read_text(encoding="utf-8") == "\n\n".join(expected)


def test_a_check_that_fails_is_a_line_that_does_not_hold() -> None:
    def broken() -> str:
        raise AssertionError("first\nsecond")

    assert attempt("a", "b", 5, lambda: "fine") == Line("a", "b", "fine", 5, True)
    assert attempt("a", "b", 5, broken) == Line("a", "b", "first / second", 5, False)


def test_an_unknown_proof_is_refused(capsys) -> None:
    assert main(["no_such"]) == 2
    assert "there are equality, switches" in capsys.readouterr().err
    assert len({proof.name for proof in PROOFS}) == len(PROOFS)


def test_mutants_are_read_from_their_table() -> None:
    table = (
        "| rule | file | bug | outcome | by |\n|---|---|---|---|---|\n"
        "| LI-14 | day.py | two launches | caught | test_li_14 |\n"
        "| LI-42 | launch.py | no tear | **survived** | a | b |\n\n1 of 2 mutants caught\n"
    )
    assert mutants_of(table) == [
        Line("LI-14, day.py: two launches", "caught", "caught by test_li_14", 0, True),
        Line("LI-42, launch.py: no tear", "caught", "**survived** by a | b", 0, False),
    ]
