"""Lets schemathesis try every operation of the served OpenAPI document, with every check.

Usage: openapi.py PATH_OF_IBID [SECONDS [SEED]]

The server wants a key, so that what is said about authentication is tried as well. The one
operation that reads the web reads a page of this process. Exits non-zero on any failure.
"""

import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.request

sys.dont_write_bytecode = True

import ibid  # noqa: E402
from relay import key_in  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
PLAN = json.loads((HERE / "plan.json").read_text(encoding="utf-8"))
CONFIG = """[serve]
require_key = true

[scrape]
allow_private = true
"""
PHASES = "examples,coverage,fuzzing,stateful"


class Page(http.server.BaseHTTPRequestHandler):
    """One short page, whatever is asked for."""

    def do_GET(self):
        body = b"<html><head><title>A page</title></head><body><p>Some words.</p></body></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def post(url, key, path, body):
    headers = {"Authorization": f"API-Key {key}", "Content-Type": "application/json"}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)["data"]


def fill(url, key):
    """Something to find; gives the ids of a document and a prompt."""
    texts = PLAN["contents"]
    prompt = {"title": "Breach letter", "description": "About a breach", "content": texts["letter"], "tags": ["legal"]}
    prompt = post(url, key, "/v1/prompts", prompt)
    document = post(url, key, "/v1/documents", {"title": "Compliance Notes", "content": texts["compliance"]})
    collection = post(url, key, "/v1/collections", {"name": "Legal", "icon": "⚖️"})
    members = {"itemIds": [document["id"]], "itemType": "document"}
    post(url, key, f"/v1/collections/{collection['id']}/items", members)
    return document["id"], prompt["id"]


def main(binary, seconds="120", seed="1"):
    binary = os.path.abspath(binary)
    schemathesis = pathlib.Path(sys.executable).parent / "schemathesis"
    pages = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    with ibid.home() as home, tempfile.TemporaryDirectory() as work:
        pathlib.Path(home).mkdir(mode=0o700)
        (pathlib.Path(home) / "config.toml").write_text(CONFIG, encoding="utf-8")
        words = ["--scope", "prompts.write", "--scope", "documents.write"]
        key = key_in(ibid.run(binary, home, "key", "create", "--name", "schemathesis", *words, "--json"))
        with ibid.served(binary, home) as url:
            document, prompt = fill(url, key)
            code = subprocess.call(
                [schemathesis, "--config-file", HERE / "schemathesis.toml", "run", f"{url}/openapi.json",
                 "--checks", "all", "--phases", PHASES, "--max-time", seconds, "--max-examples", "30", "--seed", seed,
                 "--header", f"Authorization: API-Key {key}"],
                cwd=work,
                env={
                    **os.environ,
                    "IBID_TEST_PAGE": f"http://127.0.0.1:{pages.server_port}/",
                    "IBID_TEST_DOCUMENT": document,
                    "IBID_TEST_PROMPT": prompt,
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "SCHEMATHESIS_HOOKS": str(HERE / "openapi_hooks.py"),
                },
            )
    pages.shutdown()
    if code != 0:
        sys.exit(f"FAILED: schemathesis ended with exit code {code}")
    print("ok: schemathesis finds nothing")


if __name__ == "__main__":
    main(*sys.argv[1:])
