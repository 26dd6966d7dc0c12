"""What a review under way has found: told once, again when it has become another, and all of it to whoever comes later."""

from typing import Any

from allaboard.server.review_findings import FindingsSoFar, nothing_found
from allaboard.server.schemas import Found

NOTHING = nothing_found()


def steps(*chances: float) -> Found:
    graph: Any = {"steps": [{"n": n, "before": [chance]} for n, chance in enumerate(chances, start=1)], "games": 16}
    return {**NOTHING, "graph": graph, "actions": {"draw deck": {"action": "draw deck", "kind": "draw deck"}}}


def judged(n: int, **figures: Any) -> Found:
    one = {"n": n, "mark": None, "loss": 0.0, "chance": 0.5, "chance_error": 0.01, "error": 0.01, "options": [], **figures}
    return {**NOTHING, "judged": n, "judgements": [one], "seats": [{"seat": 0, "figure": n}]}


def test_only_what_is_new_is_told() -> None:
    """Steps, judgements and actions, each by its own number or name."""
    found = FindingsSoFar()
    found.take(steps(0.5, 0.4, 0.3), 2)
    assert found.after(0) == steps(0.5, 0.4, 0.3)
    assert found.after(2) == NOTHING
    found.take(steps(0.5, 0.45, 0.3), 3)
    told: Any = found.after(2)
    assert [step["n"] for step in told["graph"]["steps"]] == [2]
    assert told["actions"] == {}
    found.take(judged(1), 4)
    told = found.after(3)
    assert (told["judged"], told["graph"], [one["n"] for one in told["judgements"]]) == (1, None, [1])
    whole: Any = found.after(0)
    assert [step["before"] for step in whole["graph"]["steps"]] == [[0.5], [0.45], [0.3]]
    assert len(whole["judgements"]) == len(whole["seats"]) == 1


def test_a_judgement_is_told_again_when_something_that_is_shown_has_changed() -> None:
    """A mark, a whole point, another option; not a tenth of a point."""
    found = FindingsSoFar()
    found.take(judged(1), 2)
    found.take(judged(1, loss=0.003), 3)
    assert found.after(2)["judgements"] == []
    changes: list[dict[str, Any]] = [
        {"loss": 0.04},
        {"loss": 0.04, "mark": "delay"},
        {"loss": 0.04, "mark": "delay", "error": 0.02},
        {"loss": 0.04, "mark": "delay", "options": [{"action": "draw deck", "chance": 0.5, "behind": 0.0}]},
    ]
    for n, change in enumerate(changes, start=4):
        found.take(judged(1, **change), n)
        assert len(found.after(n - 1)["judgements"]) == 1


def test_what_was_kept_is_taken_over_whole() -> None:
    """Another process, or this one after a kill, tells what it has read as it was told before."""
    found, other = FindingsSoFar(), FindingsSoFar()
    found.take(steps(0.5, 0.4), 2)
    found.take(judged(1, mark="delay", loss=0.05), 3)
    other.take(found.after(0), 2)
    assert other.after(0) == found.after(0)
    other.take(found.after(0), 3)
    assert other.after(2) == {**NOTHING, "judged": 1}
