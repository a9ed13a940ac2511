"""Times the browser's import of a portfolio of 5,000 rows against splitting the same text into cells."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

MOST_RATIO = 60  # four times the first measurement
MOST_MS = 500


def main() -> int:
    node = shutil.which("node")
    if node is None:
        print("node is not installed: nothing was measured")
        return 0
    script = Path(__file__).with_suffix(".js")
    done = subprocess.run([node, str(script)], capture_output=True, text=True, check=True)
    slow = False
    for what, found in json.loads(done.stdout).items():
        print(
            f"{what}: {found['took']:.0f} ms, {found['ratio']:.1f} times the floor of {found['floor']:.1f} ms"
        )
        slow |= found["ratio"] > MOST_RATIO or found["took"] > MOST_MS
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
