"""The sample board that the page offers for download: the town of the guide to editions, which loads as it stands."""

from pathlib import Path

from allaboard.editions import load_text
from harbour_edition import BOARDS

SAMPLE = Path(__file__).parents[2] / "web" / "public" / "sample"


def test_the_sample_is_the_town_of_the_guide() -> None:
    """Who downloads it, and who copies it from the repository, begin with the same files, and they can be played."""
    texts = {name: (SAMPLE / name).read_text("utf-8") for name in ("harbour.toml", "harbour.board.toml")}
    assert texts == {name: (BOARDS / name).read_text("utf-8") for name in texts}
    assert load_text(texts["harbour.toml"], texts.__getitem__).title == "Harbour"
