"""Builds the Dockerfile's image in the fresh Debian of operate.py, and runs it on its PostgreSQL and Redis.

buildah with `--isolation chroot` needs neither a daemon nor an image registry: a Debian with Python from debootstrap
replaces the image in FROM.
"""

import subprocess
from pathlib import Path

BASE = "operate/base"

# pip's settings of this machine (from operate.py) are written into the base: a build takes no environment.
BUILD = """
    echo '=== The image: built'
    export BUILDAH_ISOLATION=chroot BUILDAH_FORMAT=docker
    apt-get install --yes --no-install-recommends buildah
    cd /opt/market-briefing/source
    base=/operate/base
    ln -s ../../bin/python3 $base/usr/local/bin/python
    { echo '[global]'; env | sed -n 's/^PIP_\\([^=]*\\)=/\\L\\1\\E = /p'; } > $base/etc/pip.conf
    container=$(buildah from scratch)
    buildah copy --quiet $container $base /
    buildah commit --quiet --rm $container "$(sed -n 's/^FROM \\(python:[^ @]*\\).*/docker.io\\/library\\/\\1/p' Dockerfile | head -1)"
    rm -r $base
    sed 's/^\\(FROM [^ ]*\\)@sha256:[0-9a-f]*/\\1/' Dockerfile > /operate/Dockerfile
    begun=$(date +%s)
    for target in service backup; do
    buildah build --quiet --pull-never --layers --volume /operate:/operate:ro \\
    --file /operate/Dockerfile --target $target --tag market-briefing-$target .
    done
    echo "built in $(($(date +%s) - begun)) s"
    """

RUN = """
    echo '=== The image: run'
    export BUILDAH_ISOLATION=chroot
    systemctl stop 'market-briefing-*' briefing-watch.timer
    cd /
    setpriv --reuid=postgres --regid=postgres --init-groups psql --quiet --set ON_ERROR_STOP=1 \\
    --command "CREATE ROLE image LOGIN PASSWORD 'p@ss/w#rd'" --command 'CREATE DATABASE image OWNER image'
    container=$(buildah from --pull-never market-briefing-service)
    given=(); while IFS= read -r line; do given+=(--env "$line"); done < <(grep -v '^DATA_DIR=' /etc/market-briefing/env)
    given+=(--env DATABASE_URL=postgres://image@127.0.0.1/image --env 'POSTGRES_PASSWORD=p@ss/w#rd')
    inside() { buildah run "${given[@]}" $container -- "$@"; }
    listed() { buildah inspect --format "{{range .Docker.Config.$1}}{{.}}{{\\"\\n\\"}}{{end}}" $container; }
    root=$(buildah mount $container)
    echo "$(du -sm $root/app | cut -f1) MB of application, $(du -sm $root/venv | cut -f1) MB of packages; the largest:"
    du -sm $root/venv/lib/python3*/site-packages/* | sort -rn | head -8 | sed "s|$root/venv/lib/||"
    echo "uid $(inside id -u)"
    [ "$(inside id -u)" = 10001 ]
    if inside touch /app/written 2> /dev/null; then echo 'the service may write its program'; exit 1; fi
    inside python manage.py check --deploy --fail-level WARNING
    inside python manage.py migrate --noinput --verbosity 0
    mapfile -t command < <(listed Cmd)
    mapfile -t health < <(listed Healthcheck.Test)
    systemd-run --quiet --unit image-web --setenv BUILDAH_ISOLATION=chroot \\
    buildah run "${given[@]}" $container -- "${command[@]}"
    for i in $(seq 60); do inside "${health[@]:1}" 2> /dev/null && break; sleep 1; done
    inside "${health[@]:1}"
    curl --fail --silent --show-error --header 'Host: briefing.example' --header 'X-Forwarded-Proto: https' \\
    http://127.0.0.1:8000/ > /root/image.html
    grep --quiet '<main' /root/image.html
    systemctl stop image-web
    buildah run "$(buildah from --pull-never market-briefing-backup)" -- pg_dump --version"""


def make_base(root: Path, suite: str, registry: str) -> None:
    """Creates the replacement of the FROM image as a folder of the fresh system."""
    subprocess.run(["debootstrap", "--variant=minbase", "--include=python3-pip,python3-venv", suite, root / BASE,
                    registry], check=True, stdout=subprocess.DEVNULL, timeout=1800)  # fmt: skip
