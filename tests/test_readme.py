"""The README's Python runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent.parent
README = (HOME / "README.md").read_text(encoding="utf-8")


def test_the_game_in_ten_lines_of_python_runs() -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=HOME, capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"\[\d+, \d+\] \(\d(, \d)?,?\)\n", process.stdout)
