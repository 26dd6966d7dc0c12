"""The fair queue: at every level who had the fewest turns comes next, whatever others push."""

import random
from collections import Counter

from allaboard.server.fairqueue import FairQueue, Path


def served(queue: FairQueue[int], turns: int) -> Counter[Path]:
    """Whose turns come, where everybody who is served asks again at once."""
    counts: Counter[Path] = Counter()
    for _ in range(turns):
        path, item, _ = queue.pop()
        counts[path] += 1
        queue.push(path, item)
    return counts


def test_many_tables_of_one_address_get_what_one_table_of_another_gets() -> None:
    queue: FairQueue[int] = FairQueue()
    for table in range(97):
        queue.push(("greedy", "one", f"{table}"), table)
    queue.push(("modest", "one", "mine"), 0)
    counts = served(queue, 1000)
    assert abs(counts["modest", "one", "mine"] - 500) <= 1


def test_people_of_one_address_share_alike_however_many_tables_they_have() -> None:
    queue: FairQueue[int] = FairQueue()
    for table in range(30):
        queue.push(("school", "ann", f"{table}"), table)
    queue.push(("school", "bob", "x"), 0)
    counts = served(queue, 600)
    assert abs(counts["school", "bob", "x"] - 300) <= 1
    assert all(abs(count - 10) <= 1 for path, count in counts.items() if path[1] == "ann")


def test_a_newcomer_is_next_or_next_but_one() -> None:
    """Whoever had many turns has no credit from a time when nobody else asked, and who was away has saved nothing up."""
    queue: FairQueue[int] = FairQueue()
    for table in range(50):
        queue.push(("old", f"{table}"), table)
    served(queue, 5000)
    queue.push(("new", "x"), 0)
    order = [queue.pop()[0] for _ in range(2)]
    assert ("new", "x") in order
    queue.push(("old", "x"), 0)
    counts = served(queue, 48)
    assert sum(counts.values()) == 48


def test_who_weighs_less_gets_less_but_not_nothing() -> None:
    queue: FairQueue[int] = FairQueue({"unwatched": 0.1})
    queue.push(("watched", "a"), 0)
    queue.push(("unwatched", "b"), 0)
    counts = served(queue, 1100)
    assert abs(counts["unwatched", "b"] - 100) <= 2


def test_shares_are_those_of_all_who_wait() -> None:
    queue: FairQueue[int] = FairQueue()
    queue.push(("a", "1"), 0)
    queue.push(("b", "1"), 0)
    queue.push(("b", "2"), 0)
    parts = {path: part for path, _, part in (queue.pop() for _ in range(3))}
    assert parts["a", "1"] == 0.5
    assert sorted(parts.values()) == [0.5, 0.5, 1.0]  # of b's two the first shares with the other and with a or not, the last with nobody


def test_nothing_is_lost_whatever_is_pushed_and_popped() -> None:
    """Against a list: every item comes out once, under the path that it went in by, and those who left are forgotten."""
    chance = random.Random(7)
    queue: FairQueue[int] = FairQueue({"0": 0.2})
    inside: dict[int, Path] = {}
    for number in range(20_000):
        if chance.random() < 0.5 or not inside:
            path = tuple(str(chance.randrange(size)) for size in (3, 40, 400))
            queue.push(path, number)
            inside[number] = path
        else:
            path, item, part = queue.pop()
            assert inside.pop(item) == path
            assert 0 < part <= 1
        assert len(queue) == len(inside)
    while inside:
        path, item, _ = queue.pop()
        assert inside.pop(item) == path


def test_those_who_ask_no_more_are_forgotten() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(10_000):
        queue.push((f"{number}", "x"), number)
        queue.pop()
    assert len(queue._root.below) < 1000


def test_of_those_who_ask_no_more_few_tables_are_remembered() -> None:
    """Nor do thousands of tables stay because their owner was not forgotten."""
    queue: FairQueue[int] = FairQueue()
    for number in range(10_000):
        queue.push(("address", "person", f"{number}"), number)
        if number % 100 == 99:
            while len(queue):
                queue.pop()
    assert len(queue._root.below["address"].below["person"].below) < 100


def test_what_is_moved_waits_where_it_was_moved_to_alone() -> None:
    """Whatever else is pushed, moved and popped: every item comes out once, under its last path, and shares are of those who wait."""
    chance = random.Random(8)
    queue: FairQueue[int] = FairQueue({"0": 0.2})
    inside: dict[int, Path] = {}

    def somewhere() -> Path:
        return tuple(str(chance.randrange(size)) for size in (3, 20, 40))

    for number in range(20_000):
        deed = chance.random()
        if deed < 0.4:
            queue.push(path := somewhere(), number)
            inside[number] = path
        elif deed < 0.6:
            path, to = chance.choice([somewhere(), *inside.values()]), somewhere()
            queue.move(path, to)
            inside |= {item: to for item, place in inside.items() if place == path}
        elif inside:
            path, item, part = queue.pop()
            assert inside.pop(item) == path
            assert 0 < part <= 1
        assert len(queue) == len(inside)
    while inside:
        path, item, _ = queue.pop()
        assert inside.pop(item) == path
    assert not queue._root.order
    assert queue._root.active_weight == 0


def test_who_is_moved_to_a_better_place_waits_no_longer_than_who_came_there() -> None:
    queue: FairQueue[int] = FairQueue({"unwatched": 0.05})
    for table in range(5):
        queue.push(("watched", "crowd", f"{table}"), table)
        queue.push(("unwatched", "", f"{table}"), table)
    served(queue, 50)
    queue.move(("unwatched", "", "3"), ("watched", "ann", "3"))
    assert ("watched", "ann", "3") in [queue.pop()[0] for _ in range(3)]
