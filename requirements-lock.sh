# Locks the newest releases that pyproject.toml allows into the three requirements files; called by `make lock` with the path of uv.
set -eu
uv=$1
lock() { "$uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url "$@" pyproject.toml; }
lock -o requirements.txt
lock --group dev -c requirements.txt -o requirements-dev.txt
lock --group browser -c requirements-dev.txt -o requirements-browser.txt
