"""The tables of a run on the screen: every number with its 95 % interval."""

from collections.abc import Mapping, Sequence

from loopsim import numbers
from loopsim.cli.course import print_course
from loopsim.cli.shown import IN_PER_CENT, titled
from loopsim.cli.tables import print_table
from loopsim.measures import Metric
from loopsim.numbers import NONE, counted, read_in, rounded, without_interval
from loopsim.reports.questions.trips import printed
from loopsim.results import Result
from loopsim.stats import Estimate

GAME = (
    "turns",
    "decisions",
    "forced_turns",
    "lead_changes",
    "margin",
    "no_winner",
    "shared_win",
    "visit_lift",
)
SEAT = (
    "score",
    "survivor_score",
    "trip_points",
    "office_points",
    "effect_points",
    "penalty",
    "tears_taken",
    "waste",
    "launches",
    "eliminated",
)
ADS = ("ads_placed", "met_ads", "failed_ads", "met_share", "ad_book")
PLACE = ("win_share", "score")
BOT = ("win_share", "score", "launches", "tears_taken", "eliminated")
TRIP = ("visits", "second", "win_lift")


def with_interval(estimate: Estimate, metric: Metric) -> str:
    """An estimate of a metric and its interval, shares in per cent, or why there is none."""
    if estimate.value is None:
        return NONE
    scale, _ = read_in(unit_of(metric))
    value, low, high = rounded(estimate, scale)
    return f"{value} [{low}, {high}]" if low else f"{value} ({without_interval(estimate)})"


def print_result(result: Result) -> None:
    """The summary of a run."""
    m, setting = result.manifest, result.setting
    print(
        f"{m['scenario']}: {counted(m['games'], 'game')} of {m['players']}, "
        f"bots {','.join(m['bots'])}, seed {m['seed']}\n"
        f"scenario_hash {m['scenario_hash']}, bots_hash {m['bots_hash']}\n"
        f"{m['games_per_s']:,.0f} games/s on {counted(m['threads'], 'thread')}\n"
        f"every number with its 95 % interval, clustered by game{IN_PER_CENT}\n"
    )
    causes = {
        metric.name: metric.label.replace("_", " ")
        for metric in result.measures.metrics
        if metric.family == "tears_by_cause"
    }
    title = {metric.name: of_metric(metric) for metric in result.measures.metrics}
    _print_means("Each game", result, {name: title[name] for name in GAME})
    _print_means("Each seat", result, {name: title[name] for name in SEAT})
    _print_means("Tears by cause, each seat", result, causes)
    _print_means("Advertising, each seat", result, {name: title[name] for name in ADS})
    _print_by("Turn order of day 1", "place", result, range(1, setting.players + 1), PLACE)
    if len(setting.bots) > 1:
        _print_by("Bots", "bot", result, setting.bots, BOT)
    trips = printed(setting).iter_rows(named=True)
    print_table(
        "Trips (win lift: who visits, not what a trip is worth)",
        (
            "key",
            "trip",
            "points",
            "components",
            *(of_metric(result.measures.metric(name)) for name in TRIP),
        ),
        [
            (
                trip["key"],
                trip["trip"],
                str(trip["points"]),
                str(trip["components"]),
                *(_cell(result, name, "item", trip["index"]) for name in TRIP),
            )
            for trip in trips
        ],
        ["trip"],
    )
    if result.course is not None:
        print_course(result.course)


def of_metric(metric: Metric) -> str:
    """The title of a metric, with the unit where it does not say it itself."""
    return titled(metric.title, unit_of(metric))


def unit_of(metric: Metric) -> str:
    """The unit of a metric (see `loopsim.numbers.PERCENT`)."""
    return numbers.of_metric(metric.name, metric.unit)


def _cell(result: Result, name: str, group: str, index: int) -> str:
    """A number of a place, bot or item."""
    return with_interval(result.estimates.of(name, group, index), result.measures.metric(name))


def _print_means(title: str, result: Result, names: Mapping[str, str]) -> None:
    """A row a metric, given with its name for people; what never happened is named below."""
    metric, of = result.measures.metric, result.estimates.of
    never = [words.split(" (")[0] for name, words in names.items() if _never(of(name))]
    print_table(
        title,
        ("", "mean"),
        [
            (words, with_interval(of(name), metric(name)))
            for name, words in names.items()
            if not _never(of(name))
        ],
        note=f"never: {', '.join(never)}" if never else "",
    )


def _print_by(
    title: str, group: str, result: Result, labels: Sequence[object], metrics: Sequence[str]
) -> None:
    """A row a place or bot, a column a metric."""
    print_table(
        title,
        (group, *(of_metric(result.measures.metric(name)) for name in metrics)),
        [
            (str(label), *(_cell(result, name, group, index) for name in metrics))
            for index, label in enumerate(labels)
        ],
    )


def _never(estimate: Estimate) -> bool:
    """Whether what is counted never happened, because it cannot (office points, say) or did not."""
    return estimate.value == estimate.low == estimate.high == 0
