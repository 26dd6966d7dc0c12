"""What the documentation site has beside docs/, as hooks of MkDocs: its look, the gallery, the reference of Python, notebooks, other pages.

Links that leave docs/ lead to pages, too: to the rules, or to a page that shows the file. Everything is made anew by each build.
"""

from __future__ import annotations

import posixpath
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from markdown import Extension, Markdown
from markdown.extensions.toc import slugify
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from notebooks import as_markdown  # noqa: E402 - MkDocs runs a hook by its path

DOCS = ROOT / "docs"
# Pages of the repository that stand outside docs/ → where the site has them.
ADOPTED = {
    "README.md": "index.md",
    "RULES.md": "rules.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "deploy/README.md": "deploy.md",
}
# What programs import, in the order of the reference.
MODULES = {
    "allaboard": "Games, positions, records and editions",
    "allaboard.actions": "Actions, and the space of all of them",
    "allaboard.notation": "Actions as text",
    "allaboard.events": "What happened",
    "allaboard.bots": "Bots, and how they are found by name",
    "allaboard.runner": "Games between bots",
    "allaboard.simulation": "Many games, and their figures",
    "allaboard.simulation.dataset": "Many games as tables",
    "allaboard.env": "Environments for learning",
    "allaboard.review": "Finished games judged",
    "allaboard.editions": "Editions as data",
    "allaboard.drawing": "Boards as pictures",
}
LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown", ".yaml": "yaml", ".json": "json"}
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the parts of the navigation that are whole folders; pages that it does not name stand at its end."""
    decisions = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "decisions").glob("*.md"))
    folders = {"reference/": [{name: f"reference/{name}.md"} for name in MODULES], "decisions/": decisions}
    for section in config.nav or []:
        for entries in section.values():
            for entry in entries:
                for title, target in list(entry.items()):
                    entry[title] = folders.get(target, target)
    named = re.findall(r"[\w/.-]+\.md", str(config.nav))
    others = sorted({path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {*named})
    if others and config.nav is not None:
        config.nav.append({"More": others})
    config.markdown_extensions.append(Dialogues())
    return config


class Dialogues(Extension):
    """Doctests as code, in pages and in docstrings: elsewhere they stand without a fence, where Markdown would see quotations."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's own name
        """Come before what looks for fences."""
        md.preprocessors.register(FencedDialogues(md), "dialogues", 28)


class FencedDialogues(Preprocessor):
    """Puts a fence around a dialogue, which ends with an empty line."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines of a text with their dialogues fenced."""
        made, within, fenced = list[str](), False, False
        for line in lines:
            fenced ^= line.lstrip().startswith(("```", "~~~"))
            if not fenced and not within and line.startswith(">>>"):
                made.append("```pycon")
                within = True
            elif within and not line.strip():
                made.append("```")
                within = False
            made.append(line)
        return [*made, "```"] if within else made


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what is not in docs/."""

    def add(uri: str, content: str | bytes, shown: InclusionLevel = InclusionLevel.INCLUDED) -> None:
        files.append(File.generated(config, uri, content=content, inclusion=shown))

    for path, uri in ADOPTED.items():
        if uri != "index.md":
            add(uri, (ROOT / path).read_text("utf-8"))
    for name, subject in MODULES.items():
        add(f"reference/{name}.md", reference(name, subject))
    for notebook in sorted((DOCS / "notebooks").glob("*.ipynb")):
        add(f"notebooks/{notebook.stem}.md", as_markdown(notebook))
    for uri, drawing in gallery():
        add(uri, drawing)
    for path in sorted(linked_sources()):
        add(source_page(path), shown_source(path), InclusionLevel.NOT_IN_NAV)
    tokens = (ROOT / "web" / "src" / "styles" / "tokens.css").read_text("utf-8")
    add("site/colours.css", tokens.replace('[data-theme="night"]', '[data-md-color-scheme="slate"]'))
    add("site/icon.svg", (ROOT / "web" / "public" / "icon.svg").read_text("utf-8"))
    for font in sorted((ROOT / "src" / "allaboard" / "drawing" / "fonts").glob("*.woff2")):
        add(f"site/{font.name}", font.read_bytes())
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links that leave docs/ lead to pages of the site."""
    uri = page.file.src_uri
    origin = next((path for path, adopted in ADOPTED.items() if adopted == uri and uri != "index.md"), f"docs/{uri}")

    def rewritten(match: re.Match[str]) -> str:
        target, mark, anchor = match[1].partition("#")
        path = repository_path(origin, target)
        return match[1] if path is None else posixpath.relpath(site_page(path), posixpath.dirname(uri) or ".") + mark + anchor

    return outside_code(markdown, lambda text: LINK.sub(rewritten, text))


def outside_code(markdown: str, change: Any) -> str:
    """Change a page's prose and leave its examples as they are."""
    parts, at = [], 0
    for fence in FENCE.finditer(markdown):
        parts += [change(markdown[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, change(markdown[at:])])


def repository_path(origin: str, target: str) -> str | None:
    """Return the file of the repository that a link means; None for addresses, headings and what is not there."""
    if not target or ":" in target or origin.startswith("docs/reference/"):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
    return path if (ROOT / path).exists() else None


def site_page(path: str) -> str:
    """Return where the site has a file of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/").replace(".ipynb", ".md")
    return ADOPTED.get(path) or source_page(path)


def source_page(path: str) -> str:
    return f"source/{path}.md"


def linked_sources() -> set[str]:
    """Return the files outside docs/ that pages of the site link to."""
    pages = [path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*.md")] + [path for path in ADOPTED if path != "README.md"]
    found = set()
    for origin in pages:
        text = FENCE.sub("", (ROOT / origin).read_text("utf-8"))
        paths = (repository_path(origin, link.partition("#")[0]) for link in LINK.findall(text))
        found |= {path for path in paths if path and not path.startswith("docs/") and path not in ADOPTED}
    return found


def shown_source(path: str) -> str:
    """Return a page with the text of a file."""
    head = f"---\nsearch: {{ exclude: true }}\nhide: [toc]\n---\n\n# `{path}`\n\n"
    language = LANGUAGES.get(Path(path).suffix, "text")
    return f"{head}`````{language}\n{(ROOT / path).read_text('utf-8').rstrip()}\n`````\n"


def reference(module: str, subject: str) -> str:
    """Return the page of a module: what it says of itself, then every name that it offers."""
    names = [name for name in import_module(module).__all__ if not name.startswith("__")]
    own = "options: { members: false, show_root_heading: false, show_root_toc_entry: false }"
    return f"# {module}\n\n{subject}.\n\n::: {module}\n    {own}\n" + "".join(f"\n::: {module}.{name}\n" for name in names)


def gallery() -> list[tuple[str, str]]:
    """Return the pictures of all boards by day and by night, and the page that shows them."""
    from allaboard.drawing import draw_board
    from allaboard.editions import edition_ids, get_edition, sample_ids, template_files

    made: list[tuple[str, str]] = []
    page = [
        "# A gallery of boards",
        "Drawn by the package itself when this site was built, from the editions' data: `allaboard draw usa -o usa.png --night` does "
        "the same. The switch at the top of the page turns day into night.",
    ]
    shown = dict[str, str]()
    for name in (*edition_ids(), *sample_ids()):
        edition = get_edition(name) if name in edition_ids() else get_edition(template_files(name)[0])
        board = edition.board
        size = f"{len(board.locations)} places, {len(board.routes)} routes, {len(edition.tickets)} tickets"
        again = "" if name in edition_ids() else f" A sample to begin with: `allaboard edition copy {name}`."
        page += [f"## {edition.title}", f"{edition.summary} For {edition.min_players} to {edition.max_players} players: {size}.{again}"]
        if board.id in shown:
            page.append(f"It is played on the board of [{shown[board.id]}](#{slugify(shown[board.id], '-')}), which is shown above.")
        else:
            made += [(f"gallery/{name}.svg", draw_board(edition)), (f"gallery/{name}-night.svg", draw_board(edition, theme="night"))]
            day, night = (f"![The board of {edition.title}{when}](gallery/{name}{file}.svg#only-{scheme})" for when, file, scheme in WHEN)
            page.append(f"{day}{night}")
        shown.setdefault(board.id, edition.title)
    return [*made, ("gallery.md", "\n\n".join(page) + "\n")]


WHEN = (("", "", "light"), (" by night", "-night", "dark"))
