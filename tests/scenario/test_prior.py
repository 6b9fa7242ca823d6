"""The file of a prior: where its numbers come from, and what is refused in it."""

from collections import Counter

import numpy as np
import pytest

from loopsim.errors import InputError
from loopsim.games.loop_inc.prior import SHIPPED, read_prior
from loopsim.kernels.loop_inc.names import ERAS, STEPS
from loopsim.scenario import load
from loopsim.scenario.shelf import HERE, root, shipped_file

BASE, ALL = "loop-inc/base", "loop-inc/all"
TEXT = (root() / SHIPPED).read_text(encoding="utf-8")


def shipped():
    return read_prior(shipped_file(SHIPPED))


def fit(era):
    """Least squares of the points of an era's trips (`price_residual`): a, b, c and the residuals."""
    trips = [trip for trip in load(BASE).trips if trip.era == era]
    rows = [(1, trip.components, sum(max(0, n - 1) for n in trip.needs)) for trip in trips]
    points = np.array([trip.points for trip in trips], dtype=float)
    found = np.linalg.lstsq(np.array(rows, dtype=float), points, rcond=None)[0]
    return found, points - np.array(rows) @ found


@pytest.mark.parametrize("era", ERAS)
def test_prices_are_the_least_squares_fit_of_the_reconstruction_within_rounding(era):
    law = shipped().era(era)
    assert [law.a, law.b, law.c] == pytest.approx(fit(era)[0], abs=0.0005001)


def test_the_noise_is_what_the_fits_leave_over_all_eras():
    residuals = np.concatenate([fit(era)[1] for era in ERAS])
    noise = np.sqrt(residuals @ residuals / (len(residuals) - 3 * len(ERAS)))
    assert {shipped().era(era).noise for era in ERAS} == {round(noise, 3)}


@pytest.mark.parametrize("era", ERAS)
def test_cards_and_components_are_counts_of_the_reconstruction(era):
    trips = [trip for trip in load(BASE).trips if trip.era == era]
    law = shipped().era(era)
    assert law.cards == len(trips) / 2
    found = Counter(trip.components for trip in trips)
    assert {int(n): weight for n, weight in law.components.items()} == found


def test_the_plausible_effects_are_many_different_and_each_with_a_reason():
    prior = shipped()
    assert len(prior.anomaly) >= 20
    assert len(prior.future) >= 15
    for effects in (prior.anomaly, prior.future):
        assert len({effect.steps for effect in effects.values()}) == len(effects)
        assert len({effect.why for effect in effects.values()}) == len(effects)
        assert all(effect.name and len(effect.why) > 15 for effect in effects.values())
    used = {
        step.do for each in (prior.anomaly, prior.future) for e in each.values() for step in e.steps
    }
    assert used == set(STEPS) - {"office"}


def test_the_effects_of_the_reconstruction_are_among_them():
    prior, effects = shipped(), load(BASE).effects
    for key, anomaly in effects.anomaly.items():
        assert prior.anomaly[key].steps == anomaly.steps
        assert prior.anomaly[key].name == anomaly.name
    bonuses = {bonus.steps for bonus in prior.future.values()}
    assert {bonus.steps for bonus in effects.future.values()} <= bonuses


def test_the_prior_says_that_it_rests_on_a_reconstruction():
    assert "RECONSTRUCTION" in TEXT


def without(table: str, keep: int) -> str:
    """The prior with only so many effects in a table."""
    head, *effects = TEXT.split(f"[{table}.")
    *_, last = effects
    tail = last[last.index("\n# ---") :] if "\n# ---" in last else ""
    return head + "".join(f"[{table}.{effect}" for effect in effects[:keep]) + tail


FAULTS = {
    "empty": ("", ["prior.toml: eras: found nothing; allowed: a table of AD, BC, FUTURE"]),
    "no TOML": ("eras = = 1", ["prior.toml: not TOML", "line 1"]),
    "unknown table": (TEXT + "[decks]\n", ["prior.toml: decks: found an unknown key"]),
    "unknown key": (
        TEXT.replace("least = 1", "last = 1", 1),
        ["prior.toml: eras.AD.last: found an unknown key; allowed: least (did you mean this?)"],
    ),
    "no price": (TEXT.replace("b = 1.625\n", ""), ["eras.AD.b: found nothing", "-20 to 20"]),
    "no era": (
        TEXT.replace("[eras.BC]", "[eras.BCE]"),
        ["eras.BCE: found an unknown key", "BC (did"],
    ),
    "weights all 0": (
        TEXT.replace("{ 2 = 5, 3 = 10, 4 = 1 }", "{ 2 = 0 }"),
        ["eras.AD.components: found", '{"2": 0}', "one at least is above 0"],
    ),
    "no weights": (
        TEXT.replace("{ 2 = 5, 3 = 10, 4 = 1 }", "{}"),
        ["eras.AD.components: found {}", "one at least is above 0"],
    ),
    "negative weight": (
        TEXT.replace("{ 2 = 5,", "{ 2 = -5,"),
        ["eras.AD.components.2: found -5; allowed: a whole number, 0 to 1000"],
    ),
    "ten components": (
        TEXT.replace("{ 2 = 5,", "{ 10 = 5,"),
        ['eras.AD.components.10: found the key "10"; allowed: 1 (did you mean this?), 2, 3, 4'],
    ),
    "types all 0": (TEXT.replace("= 1\n", "= 0\n"), ["types: found", "two at least are above 0"]),
    "one type": (
        TEXT.replace(
            "wheel = 1\npropeller = 1\nnet = 1\ncamera = 1\narmor = 1", "wheel = 1\nnet = 0"
        ),
        ["types: found", "two at least are above 0: a card has two different trips"],
    ),
    "unknown type": (
        TEXT.replace("wheel = 1", "wheels = 1"),
        ['types.wheels: found the key "wheels"; allowed: wheel (did you mean this?), propeller'],
    ),
    "endless noise": (
        TEXT.replace("noise = 0.311", "noise = inf"),
        ["noise: found inf", "0 to 10"],
    ),
    "noise below 0": (TEXT.replace("noise = 0.311", "noise = -1"), ["noise: found -1", "0 to 10"]),
    "no number": (TEXT.replace("a = -1.0", "a = nan"), ["eras.BC.a: found nan", "-20 to 20"]),
    "years turned round": (
        TEXT.replace("[500, 2000]", "[2000, 500]"),
        ["eras.AD.years: found [2000, 500]; allowed: the earlier year first"],
    ),
    "one year": (TEXT.replace("[500, 2000]", "[500]"), ["eras.AD.years: found [500]", "two years"]),
    "too many cards": (
        TEXT.replace("cards = 8", "cards = 48"),
        ["eras: found 101 cards in all; allowed: up to 100 cards"],
    ),
    "too few anomalies": (
        without("anomaly", 11),
        ["anomaly: found 11 effects; allowed: at least 12 effects: anomalies.base and .more"],
    ),
    "too few bonuses": (
        without("future", 9),
        ["future: found 9 effects; allowed: at least 10 effects: one for each trip of"],
    ),
    "an effect of both tables": (
        TEXT.replace("[future.clinic]", "[future.eraser]"),
        ["future.eraser: found an effect of both tables; allowed: each key in one table"],
    ),
    "no reason": (
        TEXT.replace('why = "the plainest gift: what any room has"\n', ""),
        ["anomaly.spare_parts.why: found nothing; allowed: a line why one may print it"],
    ),
    "unknown step": (
        TEXT.replace('{ do = "take_box" }', '{ do = "take_bax" }', 1),
        ['anomaly.box_of_bread.steps, item 1, do: found "take_bax"; allowed: take_box (did you'],
    ),
    "not UTF-8": (TEXT.encode("utf-16"), ["prior.toml: found a byte that is not UTF-8"]),
}


@pytest.mark.parametrize(("text", "parts"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_prior_is_one_line_with_its_key(text, parts, write):
    write("prior.toml", text)
    with pytest.raises(InputError) as caught:
        load(ALL, ["deck={prior='prior.toml',seed=1}"])
    found = str(caught.value)
    assert found.startswith("prior.toml: ")
    assert "\n" not in found
    for part in parts:
        assert part in found


def test_a_prior_that_is_changed_is_read_again(write):
    write("prior.toml", TEXT)
    place = HERE.beside("prior.toml")
    assert read_prior(place).era("AD").cards == 8
    write("prior.toml", TEXT.replace("cards = 8", "cards = 7"))
    assert read_prior(place).era("AD").cards == 7


DECKS = {
    "missing": (
        "{prior='no.toml',seed=1}",
        'deck.prior: found "no.toml", no such file; allowed: a path',
    ),
    "a near name": ("{prior='prier.toml',seed=1}", "(did you mean prior.toml?)"),
    "a folder": ("{prior='.',seed=1}", 'deck.prior: found ".", a folder; allowed: a file'),
    "no seed": ("{prior='prior.toml'}", "deck.seed: found nothing; allowed: a whole number, 0 to"),
    "empty": ("{}", "deck.seed: found nothing; allowed: a whole number, 0 to"),
    "negative seed": (
        "{seed=-1}",
        "deck.seed: found -1; allowed: a whole number, 0 to 92233720368",
    ),
    "seed too large": (
        "{seed=9223372036854775808}",
        "deck.seed: found 9223372036854775808; allowed",
    ),
    "seed in words": ("{seed='x'}", 'deck.seed: found "x"; allowed: a whole number'),
    "number for a prior": (
        "{prior=3,seed=1}",
        "deck.prior: found 3; allowed: the path of the file",
    ),
    "unknown key": (
        "{sed=1}",
        "deck.sed: found an unknown key; allowed: seed (did you mean this?)",
    ),
    "both": ("{file='a.csv',seed=1}", "allowed: either a file, or a prior and a seed"),
    "number": (
        "3",
        "deck: found 3; allowed: the path of a CSV file of trips, or a prior and a seed",
    ),
}


@pytest.mark.parametrize(("deck", "said"), DECKS.values(), ids=DECKS)
def test_a_faulty_key_of_a_deck_is_one_line(deck, said, write):
    write("prior.toml", TEXT)
    with pytest.raises(InputError) as caught:
        load(BASE, [f"deck={deck}"])
    assert str(caught.value).startswith("--set deck")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
