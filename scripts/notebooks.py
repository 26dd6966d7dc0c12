"""Runs the notebooks of docs/ and shows them as pages: each cell with what it prints, and its last value as a picture or as text.

A notebook here is plain Python in cells, without magic or saved outputs: running one needs no kernel, and any Jupyter shows the same.
"""

from __future__ import annotations

import ast
import io
import json
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Cell:
    """A cell that was run: prose has neither text nor picture."""

    kind: str
    source: str
    text: str = ""
    picture: str = ""


def run_notebook(file: Path) -> list[Cell]:
    """Run the cells of a notebook in order, as a kernel would; an error names the cell."""
    names: dict[str, object] = {"__name__": "__main__"}
    done = []
    for number, cell in enumerate(json.loads(file.read_text("utf-8"))["cells"], start=1):
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            done.append(Cell("markdown", source))
            continue
        try:
            done.append(_run(source, f"{file.name}, cell {number}", names))
        except Exception as error:
            error.add_note(f"in {file.name}, cell {number}")
            raise
    return done


def _run(source: str, name: str, names: dict[str, object]) -> Cell:
    """Run a cell; a value in its last line is shown."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
    drawn = getattr(value, "_repr_svg_", None)
    picture = str(drawn()) if drawn is not None else ""
    shown = repr(value) if value is not None and not picture else ""
    return Cell("code", source, printed.getvalue() + shown, picture)


def as_markdown(file: Path) -> str:
    """Return a notebook as a page, run."""
    parts = []
    for cell in run_notebook(file):
        if cell.kind == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.text:
            parts.append(f"```text\n{cell.text.rstrip()}\n```")
        if cell.picture:
            parts.append(f'<div class="drawn">{cell.picture}</div>')
    parts.append(f'<a href="{file.name}" download>The notebook itself</a> opens in Jupyter, VS Code or anything like them.')
    return "\n\n".join(parts) + "\n"
