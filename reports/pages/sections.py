"""The order of a balance report: its chapters, and what a run says in each."""

from __future__ import annotations

from collections.abc import Mapping

from loopsim.course import Course
from loopsim.estimates import Estimates
from loopsim.reports.kit.question import Question, Section
from loopsim.reports.questions import (
    ad_account,
    ads,
    bots,
    by_place,
    calibration,
    catching_up,
    choices,
    components_taken,
    crowded_out,
    decided,
    deciding_tears,
    decisive_turns,
    drama,
    eliminations,
    margin,
    new_cards,
    past_cards,
    scarcity,
    scores,
    shape,
    tears_by_cause,
    tears_by_place,
    tears_per_player,
    trip_lift,
    trip_map,
    trip_visits,
    turn_order,
    waste,
)

SECTIONS: tuple[Section[Estimates], ...] = (
    Section(
        "trips",
        "Trip value",
        (Question.of(trip_map), Question.of(trip_visits), Question.of(trip_lift)),
        "What trips cost and print, which of them are visited, and how their visitors fare. Visits "
        "and wins are seen, not caused: they point at trips worth a test and fix no price.",
    ),
    Section(
        "advertising",
        "Advertising",
        (Question.of(ads), Question.of(ad_account), Question.of(crowded_out)),
    ),
    Section(
        "tears",
        "Tears",
        (
            Question.of(tears_by_cause),
            Question.of(tears_by_place),
            Question.of(deciding_tears),
            Question.of(tears_per_player),
            Question.of(eliminations),
        ),
    ),
    Section(
        "actions",
        "Actions",
        (Question.of(new_cards), Question.of(past_cards), Question.of(choices)),
    ),
    Section(
        "components",
        "Components",
        (Question.of(scarcity), Question.of(components_taken), Question.of(waste)),
    ),
    Section(
        "turn-order",
        "Turn order and catching up",
        (Question.of(turn_order), Question.of(by_place), Question.of(catching_up)),
    ),
    Section("expansions", "Expansions and variants", ()),
    Section("bots", "Bots and skill", (Question.of(bots),)),
    Section("shape", "Shape of the game", (Question.of(shape), Question.of(margin))),
    Section("scores", "Scores", (Question.of(scores),)),
    Section("holds", "How far it holds", ()),
)

#: By chapter what is asked of the win probabilities of a run that has them.
OF_COURSE: Mapping[str, tuple[Question[Course], ...]] = {
    "shape": (
        Question.of(decided),
        Question.of(drama),
        Question.of(decisive_turns),
        Question.of(calibration),
    )
}
