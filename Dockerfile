# One image for web, worker and beat, and one more with PostgreSQL's client for backups; compose.yaml says which command
# each runs. `.ci/pin-images` pins the images below to their digests.
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements.txt .
RUN pip --python /venv/bin/python install --no-compile --require-hashes --no-deps --only-binary :all: -r requirements.txt
# Packages keep the catalogues of our two languages (22 MB less), and bytecode only of what is loaded: of thousands of
# models of two APIs and of highlighters for 500 languages, a few (30 MB less).
RUN find /venv/lib -path '*/locale/*' \( -name '*.po' -o -name '*.mo' ! -path '*/locale/en/*' ! -path '*/locale/it/*' \) -delete \
    && /venv/bin/python -m compileall -q -x '/(openai|stripe|pygments)/' /venv/lib \
    && /venv/bin/python -c "import openai, stripe; openai.OpenAI(api_key='-').chat.completions; stripe.StripeClient('-').v1"
COPY . .
# Any secret does for collecting files; the running container is given its own. Compiled, since it cannot write there.
RUN SERVICE_ENV=embedded DATA_DIR=/tmp/build /venv/bin/python manage.py collectstatic --noinput \
    && /venv/bin/python -m compileall -q . && rm requirements.txt

FROM python:3.11-slim-bookworm AS service
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /app briefing \
    && install --directory --owner briefing --mode 0700 /var/lib/briefing /var/lib/briefing/backups
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 SERVICE_ENV=production DATA_DIR=/var/lib/briefing
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
USER briefing
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "manage.py", "web", "--bind", "0.0.0.0:8000", "--access-log"]

FROM service AS backup
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-15 && rm -rf /var/lib/apt/lists/*
USER briefing

# The last stage is what `docker build` makes without --target.
FROM service
