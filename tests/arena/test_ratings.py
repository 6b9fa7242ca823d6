"""Ratings from mixed tables: against a fit game by game, and where there are none."""

import numpy as np
import pytest

from loopsim.studies.strength.ratings import Tables, ratings, strengths
from tests.arena import twins

BLOCK = 288
TRUTH = np.array([0.6, 0.1, -0.2, -0.5])


def games(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Bots and win shares of the seats of some tables: now and then two share, or nobody wins."""
    chance = np.random.default_rng(seed)
    bots = chance.integers(0, len(TRUTH), (count, 4))
    luck = chance.gumbel(size=(count, 4)) + TRUTH[bots]
    order = np.argsort(-luck, axis=1)
    shares = np.zeros((count, 4), np.int64)
    rows = np.arange(count)
    shares[rows, order[:, 0]] = 60
    tied, nobody = rows % 17 == 0, rows % 23 == 0
    shares[rows[tied], order[tied, 0]] = shares[rows[tied], order[tied, 1]] = 30
    shares[nobody] = 0
    return bots, shares


def added_up(bots: np.ndarray, shares: np.ndarray, first: int = 0, count: int = 4) -> Tables:
    tables = Tables(count, bots.shape[1])
    tables.add(np.arange(first, first + len(bots)), bots, shares)
    return tables


def wins_of(bot: int, bots: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """In which games it wins."""
    return ((bots == bot) & (shares > 0)).any(axis=1)


def test_ratings_and_errors_are_those_of_fits_game_by_game() -> None:
    blocks = 21
    bots, shares = games(BLOCK * blocks, seed=1)
    value = twins.ratings(bots, shares, 4)
    block = np.arange(len(bots)) // BLOCK
    left_out = np.array(
        [twins.ratings(bots[block != b], shares[block != b], 4) for b in range(blocks)]
    )
    spread = ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)
    error = np.sqrt((blocks - 1) / blocks * spread)
    found = ratings(added_up(bots, shares))
    assert [of.value for of in found] == pytest.approx(value, abs=1e-3)
    assert [of.se for of in found] == pytest.approx(error, rel=1e-3)
    assert {of.n for of in found} == {int((shares.sum(axis=1) > 0).sum())}
    truth = TRUTH * 400 / np.log(10)
    assert all(abs(of.value - true) < 4 * of.se for of, true in zip(found, truth, strict=True))


def test_tables_may_be_added_in_pieces() -> None:
    bots, shares = games(2_000, seed=2)
    whole, pieces = added_up(bots, shares), Tables(4, 4)
    for part in (slice(0, 700), slice(700, 2_000)):
        pieces.add(np.arange(2_000)[part], bots[part], shares[part])
    for name in ("games", "wins", "played"):
        assert (getattr(whole, name) == getattr(pieces, name)).all()
    assert whole.games.sum() == (shares.sum(axis=1) > 0).sum()
    assert whole.wins.sum() == shares.sum()


def test_a_bot_may_hold_two_seats_of_three() -> None:
    bots = np.tile([0, 1, 0], (9, 1))
    shares = np.zeros((9, 3), np.int64)
    shares[:8, [0, 2]] = (
        30  # bot 0 wins eight of nine: each of its seats is as strong as four of bot 1
    )
    shares[8, 1] = 60
    tables = added_up(bots, shares, count=2)
    found = strengths(tables.seated, tables.games.sum(axis=0), tables.wins.sum(axis=0) / 60)
    assert found == pytest.approx([np.log(2), -np.log(2)])
    better, worse = ratings(tables)
    assert better.value == pytest.approx(400 * np.log10(2))
    assert (better.se, better.note) == (None, "too few")
    assert worse.value == pytest.approx(-better.value)


def test_a_bot_without_a_win_has_no_rating_and_its_seats_count_for_nothing() -> None:
    bots, shares = games(BLOCK * 21, seed=3)
    shares[wins_of(1, bots, shares)] = 0
    found = ratings(added_up(bots, shares))
    assert (found[1].value, found[1].note) == (None, "too few")
    at_other_seats = np.where(bots == 1, -np.inf, 0)  # endlessly weak
    others = np.array([0, 0, 1, 2])[bots]
    expected = twins.ratings(others, shares, 3, at_other_seats)
    assert [found[bot].value for bot in (0, 2, 3)] == pytest.approx(expected, abs=1e-2)
    assert all(found[bot].se > 0 for bot in (0, 2, 3))


def test_a_bot_that_wins_wherever_it_is_leaves_no_ratings() -> None:
    bots, shares = games(BLOCK * 21, seed=3)
    there = (bots == 0).any(axis=1)
    shares[there] = np.where(bots[there] == 0, 60 // (bots[there] == 0).sum(axis=1)[:, None], 0)
    assert {(of.value, of.note) for of in ratings(added_up(bots, shares))} == {(None, "too few")}


def test_bots_that_never_meet_have_no_ratings() -> None:
    bots = np.repeat([[0], [1]], 4, axis=1)
    shares = np.full((2, 4), 15)
    assert [of.value for of in ratings(added_up(bots, shares, count=2))] == [None, None]
    assert ratings(Tables(2, 4))[0].note == "too few"
    assert [of.value for of in ratings(added_up(bots[:1], shares[:1], count=2))] == [None, None]


def test_a_bot_whose_wins_are_all_in_one_block_has_no_interval() -> None:
    bots, shares = games(BLOCK * 21, seed=3)
    shares[wins_of(3, bots, shares) & (np.arange(len(bots)) >= BLOCK)] = 0
    found = ratings(added_up(bots, shares))
    assert all(of.value is not None and of.low is None for of in found)


def test_a_million_games_are_rated_as_quickly_as_some() -> None:
    bots, shares = games(2_000, seed=4)
    few = added_up(bots, shares)
    many = added_up(bots, shares)
    many.games *= 500
    many.wins *= 500
    values = [[of.value for of in ratings(tables)] for tables in (few, many)]
    assert values[0] == pytest.approx(values[1])
