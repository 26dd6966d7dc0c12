"""Builds the wheel and the source distribution into dist/: with the page, the wheel with compiled code for the common processor too.

Runs in an environment that has the package's dependencies and its build backend. Where there is no common processor to compile for, the
wheel comes without compiled code, and compiles when it is first used.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "baseline"
"""What was compiled for the common processor, for whichever sources: only what changed is compiled again."""
STAGED = ROOT / "build" / "wheel" / "compiled"
BASELINES = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3"}


def stage_compiled_code(processor: str) -> None:
    """Compile for a processor, and put what a wheel of these sources needs in a folder of its own."""
    environment = {
        **os.environ,
        "ALLABOARD_CACHE_DIR": str(KEPT),
        "NUMBA_CPU_NAME": processor,
        "NUMBA_CPU_FEATURES": "",
        "PYTHONPATH": str(ROOT / "src"),
    }
    command = [sys.executable, "-m", "allaboard", "compile"]
    subprocess.run(command, env=environment, check=True)
    told = json.loads(subprocess.run([*command, "--json"], env=environment, check=True, stdout=subprocess.PIPE).stdout)
    shutil.rmtree(STAGED, ignore_errors=True)
    for folder in map(Path, told["folders"].values()):
        shutil.copytree(folder, STAGED / folder.parent.name / folder.name)
    (STAGED / "machine.json").write_text(json.dumps(told["machine"]), encoding="utf-8")


def main() -> None:
    """Build both."""
    processor = BASELINES.get(platform.machine())
    if processor:
        print(f"Compiling for {processor}.", flush=True)
        stage_compiled_code(processor)
    else:
        print(f"No common processor is known for {platform.machine()}: the wheel compiles when it is first used.")
    environment = {**os.environ, "ALLABOARD_COMPILED": str(STAGED) if processor else ""}
    print("Building the wheel and the source distribution into dist.", flush=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist"], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"The wheel could not be built; what “{' '.join(map(str, error.cmd[1:4]))}” said stands above.")
    except KeyboardInterrupt:
        sys.exit(130)
