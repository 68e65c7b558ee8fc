# The gateway: a wheel with the pages in it, installed for an account without rights. PostgreSQL is another container
# (docker-compose.yml). The wheel's build brings the Node that makes the pages.
FROM python:3.11-slim AS build
WORKDIR /source
COPY requirements.lock ./
RUN python -m venv /opt/citestream \
    && /opt/citestream/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml uv.lock hatch_build.py README.md LICENSE ./
COPY supply supply
COPY web web
COPY migrations migrations
COPY prompts prompts
COPY examples examples
COPY gateway gateway
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && /opt/citestream/bin/pip install --no-cache-dir --no-deps /wheels/*.whl \
    && test -f /opt/citestream/lib/python3.11/site-packages/gateway/resources/web/index.html

FROM python:3.11-slim
RUN useradd --create-home --home-dir /var/lib/citestream --uid 10001 citestream
COPY --from=build /opt/citestream /opt/citestream
USER citestream
WORKDIR /var/lib/citestream
ENV PATH=/opt/citestream/bin:$PATH GATEWAY_LOG_FORMAT=json
# SIGTERM hands running answers over and says farewell to readers.
STOPSIGNAL SIGTERM
ENTRYPOINT ["citestream"]
CMD ["serve", "--no-sample"]
