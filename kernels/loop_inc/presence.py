"""Who is where: trips that are open to a visit (LI-40, LI-41, LI-44) or to an ad (LI-23).

A trip may also be closed to a seat for comparison's sake, by itself or because a visit would be a second
one (metrics.md 6).
"""

from loopsim.kernels.jit import helper
from loopsim.kernels.loop_inc.names import ONE


@helper
def crowds(s, t):
    """Trips at which at least one, two, three, four players are, a visit or an ad each counting once.

    The tokens of the eliminated stay for the day (LI-51a), their ads are gone (LI-51b).
    """
    one = two = three = four = 0
    for q in range(t.players):
        here = s.today[q] | s.ads[q]
        four |= three & here
        three |= two & here
        two |= one & here
        one |= here
    return one, two, three, four


@helper
def others_present(s, crowd, p, how_many):
    """LI-41: trips at which at least so many other players are; `crowd`: of `crowds`."""
    here = s.today[p] | s.ads[p]
    one, two, three, four = crowd
    if how_many == 1:
        return one & ~here | two & here
    if how_many == 2:
        return two & ~here | three & here
    if how_many == 3:
        return three & ~here | four & here
    return 0


@helper
def visited_by_others(s, t, p):
    """Trips visited this day by another player."""
    visited = 0
    for q in range(t.players):
        if q != p:
            visited |= s.today[q]
    return visited


@helper
def second_visits(s, crowd, p):
    """LI-42, LI-44: trips at which seat p would be second: another is there, and no ad of its own."""
    return others_present(s, crowd, p, ONE) & ~s.ads[p]


@helper
def closed_trips(s, crowd, p):
    """Trips that are closed to seat p, those included that it could only come to second."""
    return s.closed_trips[p] | (second_visits(s, crowd, p) if s.closed_second[p] else 0)


@helper
def open_trips(s, t, crowd, p):
    """LI-40, LI-41, LI-44: trips that seat p may visit now, whatever its machines hold."""
    full = others_present(s, crowd, p, t.trip_capacity)
    if t.ad_owner_keeps_place:
        full &= ~s.ads[p]
    else:
        full |= s.ads[p] & visited_by_others(s, t, p)
    return ((1 << s.n_trips) - 1) & ~(full | own_tokens(s, t, p) | closed_trips(s, crowd, p))


@helper
def own_tokens(s, t, p):
    """LI-40: trips that seat p may not visit for the tokens that it has there."""
    return s.before[p] if t.same_day_revisit else s.before[p] | s.today[p]


@helper
def there_by_ad(s, t, p):
    """Trips at which a rival of seat p is by its ad alone."""
    trips = 0
    for q in range(t.players):
        trips |= s.ads[q] & ~s.today[q] if q != p else 0
    return trips


@helper
def shut_by_ads(s, t, p, trips):
    """LI-41: which of some trips, at which a rival is by its ad alone, are closed to seat p by that ad.

    As a trip has one ad at most (LI-23), they are exactly full.
    """
    crowd = crowds(s, t)
    full = others_present(s, crowd, p, t.trip_capacity)
    beyond = others_present(s, crowd, p, t.trip_capacity + 1)
    return trips & full & ~(beyond | own_tokens(s, t, p) | closed_trips(s, crowd, p))


@helper
def advertisable(s, t, p):
    """LI-23: trips without another player's visit this day and without anyone's ad."""
    barred = visited_by_others(s, t, p)
    for q in range(t.players):
        barred |= s.ads[q]
    if not t.ad_on_own_visited:
        barred |= s.today[p] | s.before[p]
    return ((1 << s.n_trips) - 1) & ~(barred | s.closed_trips[p])
