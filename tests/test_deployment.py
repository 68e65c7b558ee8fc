"""The files for an operator: proxies, compose file, Dockerfile, systemd units, Kubernetes manifest. Programs that read
them check them if they are installed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
from pathlib import Path

import pytest
import yaml

from gateway import settings
from gateway.http.site import health, metrics
from gateway.http.streaming.keep_alive import KEEP_ALIVE_S
from gateway.serve.server import GRACE_S
from tests.fakes.upstream import FakeUpstream, paragraphs_json, stall_after
from tests.support.proxies import DEPLOY, EACH, HAPROXY, NGINX, command, installed, proxy
from tests.support.server import running

ROOT = Path(__file__).resolve().parent.parent
UNIT = (DEPLOY / "citestream@.service").read_text(encoding="utf-8")
UNITS = ["citestream@.service", "citestream-backup.service"]
CLUSTER = {part["kind"]: part for part in yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8"))}
POD = CLUSTER["Deployment"]["spec"]["template"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
GATEWAYS = {name: service for name, service in SERVICES.items() if "build" in service}


# Proxies -------------------------------------------------------------------------------------------------------------


async def said(*arguments: str, env: dict[str, str] | None = None) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env=env
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


@pytest.mark.parametrize(("name", "text", "check"), [("nginx", NGINX, "-t"), ("haproxy", HAPROXY, "-c")])
async def test_a_proxys_configuration_is_valid(tmp_path, name, text, check):
    code, output = await said(*command(name, tmp_path, text), check)
    assert code == 0, output


@EACH
async def test_an_answer_passes_as_it_comes_and_is_read_again_from_either_gateway(database_url, tmp_path, name, text):
    """The model falls silent in the middle, so whatever arrives was not held back by anything on the way."""
    installed(name)  # before anything is opened
    model = paragraphs_json([([], "This is said before the model falls silent."), ([], "Never said.")])
    async with contextlib.AsyncExitStack() as open_:
        upstream = await open_.enter_async_context(FakeUpstream([stall_after(30, model)]))
        options = {"provider": "openai", "openai_base_url": upstream.url, "sample": True}
        gateways = [await open_.enter_async_context(running(database_url, **options)) for _ in range(2)]
        client = await open_.enter_async_context(proxy(name, tmp_path, text, *(gateway.url for gateway in gateways)))
        seen = b""
        async with client.stream("POST", "/v1/answers", json={"question": "What is a citation?"}) as answer:
            assert answer.status_code == 200 and "content-encoding" not in answer.headers
            async for part in answer.aiter_bytes():
                seen += part
                if b"falls" in seen:
                    break
        where = answer.headers["location"]
        await client.post(f"{where}/stop")
        for _ in range(4):  # by either gateway
            assert b"falls" in (await client.get(f"{where}/events")).content


# Containers ----------------------------------------------------------------------------------------------------------


def test_the_proxy_of_the_compose_file_leads_to_its_gateways():
    ports = {service["environment"]["GATEWAY_PORT"] for service in GATEWAYS.values()}
    assert ports == set(re.findall(r"server 127\.0\.0\.1:(\d+)", NGINX)) and len(ports) == len(GATEWAYS) == 2
    assert re.search(r"listen (\d+);", NGINX)[1] == SERVICES["proxy"]["ports"][0].rsplit(":", 1)[1]
    for service in GATEWAYS.values():
        # They listen on loopback only, which must then be the proxy's.
        assert service["network_mode"] == "service:proxy" and "ports" not in service
        assert service["environment"]["GATEWAY_HOST"] == "127.0.0.1"


def test_the_compose_file_knows_only_settings_that_exist_and_holds_no_secret():
    known = set(settings.names())
    for service in GATEWAYS.values():
        assert set(service["environment"]) <= known
        assert re.fullmatch(
            r"postgresql://citestream:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres:5432/citestream",
            service["environment"]["DATABASE_URL"],
        )
    assert SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")


async def test_gateways_get_all_of_env_but_what_the_compose_file_decides(tmp_path):
    """As Compose itself reads the file; it starts nothing."""
    program = [shutil.which("docker-compose") or shutil.which("docker") or "", "compose"]
    if program[0].endswith("docker-compose"):
        program.pop()
    if not program[0] or (await said(*program, "version"))[0] != 0:
        pytest.skip("docker-compose is not installed here")
    ours = ["GATEWAY_HOST", "GATEWAY_PORT", "GATEWAY_DATA_DIR", "DATABASE_URL"]
    for written in ({}, dict.fromkeys([*ours, "GATEWAY_TOP_K", "GATEWAY_LOG_LEVEL"], "5")):
        shutil.copy(ROOT / "docker-compose.yml", tmp_path)
        if written:
            (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in written.items()))
        environment = {**os.environ, "POSTGRES_PASSWORD": "secret", "OPENAI_MODEL": "small"}
        code, output = await said(
            *program, "--file", str(tmp_path / "docker-compose.yml"), "config", "--format", "json", env=environment
        )
        assert code == 0, output
        for name, port in (("one", "8001"), ("two", "8002")):
            given = json.loads(output)["services"][name]["environment"]
            assert [given[each] for each in ours] == [
                "127.0.0.1",
                port,
                "/var/lib/citestream/data",
                "postgresql://citestream:secret@postgres:5432/citestream",
            ]
            assert given.get("GATEWAY_TOP_K") == written.get("GATEWAY_TOP_K")
            assert given["GATEWAY_LOG_LEVEL"] == written.get("GATEWAY_LOG_LEVEL") and given["OPENAI_MODEL"] == "small"


def test_the_documentation_names_the_compose_that_knows_such_a_file():
    assert all(service["env_file"] == [{"path": ".env", "required": False}] for service in GATEWAYS.values())
    for file in ("docker-compose.yml", "docs/install.md"):
        assert "Compose 2.24 or newer" in (ROOT / file).read_text(encoding="utf-8")


def test_nothing_is_published_beyond_this_machine():
    published = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert len(published) == 2 and all("127.0.0.1:" in port for port in published)


def test_every_service_says_when_it_is_well_and_what_it_needs_exists():
    for service in SERVICES.values():
        assert service["healthcheck"]["test"] and service["restart"] and service["stop_grace_period"]
        assert set(service.get("depends_on", ())) <= set(SERVICES)
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith(".") else source in COMPOSE["volumes"]


def test_the_dockerfile_copies_what_is_there_and_not_ignored():
    shown = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = set()
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE):
        copied |= set(line.split()[:-1])
    assert copied == shown
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_runs_without_rights_and_ends_with_time_to_hand_over():
    last = DOCKERFILE.rsplit("FROM ", 1)[1]
    assert re.search(r"^USER citestream$", last, re.MULTILINE) and "STOPSIGNAL SIGTERM" in last


def test_the_unit_starts_the_product():
    assert "/bin/citestream serve --port %i" in UNIT and "EnvironmentFile=/etc/citestream.env" in UNIT


@pytest.mark.parametrize("unit", UNITS)
async def test_a_unit_gives_its_process_few_rights(tmp_path, unit):
    """At most 4 of 10, as systemd counts them."""
    copy = tmp_path / unit.replace("@", "@8001")
    copy.write_text((DEPLOY / unit).read_text(encoding="utf-8"))
    code, output = await said(installed("systemd-analyze"), "security", "--offline=true", "--no-pager", str(copy))
    if "Unknown" in output or "unrecognized option" in output:
        pytest.skip("this systemd cannot look at a unit that is not installed")
    found = re.search(r"exposure level for \S+: ([0-9.]+)", output)
    assert found, (code, output)
    assert float(found[1]) <= 4


def test_the_backup_goes_by_the_clock_and_deletes_old_ones_only_behind_a_new_one():
    service = (DEPLOY / "citestream-backup.service").read_text(encoding="utf-8")
    assert "citestream backup" in re.search(r"^ExecStart=.+$", service, re.MULTILINE)[0]
    assert "-delete" in re.search(r"^ExecStartPost=.+$", service, re.MULTILINE)[0]
    assert "OnCalendar=" in (DEPLOY / "citestream-backup.timer").read_text(encoding="utf-8")


# Kubernetes ----------------------------------------------------------------------------------------------------------


def test_the_cluster_knows_only_settings_that_exist_and_holds_no_secret():
    names = set(settings.names())
    assert set(CLUSTER["ConfigMap"]["data"]) <= names
    assert not any(re.search("KEY|TOKEN|PASSWORD|DATABASE_URL", name) for name in CLUSTER["ConfigMap"]["data"])
    assert "Secret" not in CLUSTER


def test_the_cluster_asks_for_addresses_that_anybody_may_ask():
    container = POD["spec"]["containers"][0]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert str(ports["http"]) == CLUSTER["ConfigMap"]["data"]["GATEWAY_PORT"]
    for probe, path in {"startupProbe": "/healthz", "readinessProbe": "/readyz", "livenessProbe": "/healthz"}.items():
        assert container[probe]["httpGet"] == {"path": path, "port": "http"}
    assert {endpoint.path for endpoint in health.ENDPOINTS} >= {"/healthz", "/readyz"}


def test_a_pod_has_time_to_hand_over_and_goes_while_another_serves():
    pause = int(POD["spec"]["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert POD["spec"]["terminationGracePeriodSeconds"] >= pause + GRACE_S + 5
    scaler = CLUSTER["HorizontalPodAutoscaler"]["spec"]
    assert scaler["maxReplicas"] > scaler["minReplicas"] >= 2 and "replicas" not in CLUSTER["Deployment"]["spec"]
    target = scaler["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", CLUSTER["Deployment"]["metadata"]["name"])
    assert CLUSTER["Deployment"]["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    labels = POD["metadata"]["labels"]
    for kind in ("Deployment", "PodDisruptionBudget"):
        assert CLUSTER[kind]["spec"]["selector"]["matchLabels"] == labels
    assert CLUSTER["Service"]["spec"]["selector"] == labels and "sessionAffinity" not in CLUSTER["Service"]["spec"]


def test_a_pod_runs_as_the_image_does_and_without_rights():
    user = int(re.search(r"--uid (\d+)", DOCKERFILE)[1])
    whole, container = POD["spec"]["securityContext"], POD["spec"]["containers"][0]
    assert whole["runAsUser"] == user and whole["runAsNonRoot"] and not POD["spec"]["automountServiceAccountToken"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    mounted = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
    assert set(mounted) == {re.search(r"^WORKDIR (/var\S+)$", DOCKERFILE, re.MULTILINE)[1], "/tmp"}
    assert set(mounted.values()) == {volume["name"] for volume in POD["spec"]["volumes"] if "emptyDir" in volume}


def test_each_kind_of_object_is_valid_in_its_newest_version():
    kubernetes_validate = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is not installed here")
    for part in CLUSTER.values():
        kubernetes_validate.validate(part, kubernetes_validate.latest_version(), strict=True)


def test_a_scraper_finds_the_pods_and_may_call_them():
    notes, [container] = POD["metadata"]["annotations"], POD["spec"]["containers"]
    assert notes["prometheus.io/port"] == str(container["ports"][0]["containerPort"])
    [endpoint] = [endpoint for endpoint in metrics.ENDPOINTS if endpoint.path == notes["prometheus.io/path"]]
    assert notes["prometheus.io/scrape"] == "true" and endpoint.any_name == "with a key"


def test_the_network_lets_in_the_entrance_and_the_scraper_alone():
    spec = CLUSTER["NetworkPolicy"]["spec"]
    assert spec["podSelector"]["matchLabels"] == POD["metadata"]["labels"]
    assert set(spec["policyTypes"]) == {"Ingress", "Egress"}
    [rule] = spec["ingress"]
    assert rule["ports"] == [{"protocol": "TCP", "port": POD["spec"]["containers"][0]["ports"][0]["name"]}]
    spaces = [each["namespaceSelector"]["matchLabels"] for each in rule["from"] if "namespaceSelector" in each]
    assert [space["kubernetes.io/metadata.name"] for space in spaces] == ["ingress-nginx", "monitoring"]
    blocked = [block["ipBlock"]["except"] for each in spec["egress"] for block in each.get("to", ())]
    assert ["169.254.0.0/16"] in blocked


def test_the_entrance_has_the_times_of_a_stream():
    entrance, service = CLUSTER["Ingress"], CLUSTER["Service"]
    told = {name.rpartition("/")[2]: value for name, value in entrance["metadata"]["annotations"].items()}
    silence = int(re.search(r"proxy_read_timeout (\d+)s", NGINX)[1])
    assert int(told["proxy-read-timeout"]) == int(told["proxy-send-timeout"]) == silence > 2 * KEEP_ALIVE_S
    assert told["proxy-buffering"] == "off" and told["proxy-body-size"] == "50m"
    [rule] = entrance["spec"]["rules"]
    backend = rule["http"]["paths"][0]["backend"]["service"]
    assert backend["name"] == service["metadata"]["name"]
    assert backend["port"]["name"] == service["spec"]["ports"][0]["name"]
    assert rule["host"] in CLUSTER["ConfigMap"]["data"]["GATEWAY_ALLOWED_HOSTS"].split(",")
    assert entrance["spec"]["tls"][0]["hosts"] == [rule["host"]]
