"""Sends ibid, byte for byte, what the two public clients of the contract send.

Usage: relay.py PATH_OF_IBID

The one relays JSON-RPC from stdio to `POST /mcp` and shows every deviation as one fixed error; the
other maps its tools to REST and trips over shapes it does not know. Then what keeps web pages out.
Nothing but the standard library, so that no client code rounds a corner. Exits non-zero at the
first promise that does not hold.
"""

import concurrent.futures
import http.client
import json
import pathlib
import re
import socket
import sys
import time
import urllib.parse

sys.dont_write_bytecode = True

import ibid  # noqa: E402

TOOLS = json.loads((pathlib.Path(__file__).parent / "plan.json").read_text(encoding="utf-8"))
CONTRACT = [name for name in TOOLS["tools"] if name not in TOOLS["hosted"]]
COMPLIANCE = TOOLS["contents"]["compliance"]
PATIENCE_S = 60


def check(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")


class Server:
    """Raw requests to one server: only the headers that are given are sent."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.host, self.port = parts.hostname, parts.port
        self.netloc = parts.netloc

    def send(self, method, target, headers, body=b""):
        lines = [f"{method} {target} HTTP/1.1"]
        if not any(name.lower() == "host" for name, _ in headers):
            lines.append(f"Host: {self.netloc}")
        lines += [f"{name}: {value}" for name, value in headers]
        if body or method in ("POST", "PUT", "PATCH"):
            lines.append(f"Content-Length: {len(body)}")
        lines.append("Connection: close")
        with socket.create_connection((self.host, self.port), PATIENCE_S) as connection:
            connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            response = http.client.HTTPResponse(connection, method=method)
            response.begin()
            return response.status, response.headers, response.read()


# The relay ----------------------------------------------------------------------------------------


class Relay:
    """The 3.x client: a line of JSON-RPC in, a line of JSON-RPC out."""

    def __init__(self, server, key):
        self.server = server
        self.key = key

    def post(self, body, path="/mcp"):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        headers = [
            ("Authorization", f"API-Key {self.key}"),
            ("Content-Type", "application/json"),
            ("Accept", "application/json"),
            ("User-Agent", "context-repo-mcp"),
        ]
        status, headers, reply = self.server.send("POST", path, headers, body)
        check(not 300 <= status < 400, f"{path} redirects, {status}")
        return status, headers, reply

    def ask(self, body, path="/mcp", status=None):
        """A request or batch; the reply must be one the relay passes on."""
        got, headers, reply = self.post(body, path)
        kind = (headers.get("Content-Type") or "").split(";")[0].strip()
        check(kind == "application/json", f"the reply to {body!r} is {kind!r}: {reply!r}")
        check(reply and not re.search(rb"[\r\n]", reply), f"the reply is not one line: {reply!r}")
        check(status is None or got == status, f"status {got} instead of {status}")
        value = json.loads(reply)
        for one in value if isinstance(value, list) else [value]:
            check_response(one)
        check(value != [], "the batch of replies is empty")
        return value

    def call(self, name, **arguments):
        request = {"name": name, "arguments": arguments}
        return self.ask(rpc(1, "tools/call", request), status=200)["result"]

    def tell(self, body):
        """Notifications: an empty body and a status of success."""
        status, _, reply = self.post(body)
        check(status in (202, 204) and reply == b"", f"a notification gives {status} {reply!r}")


def rpc(number, method, params=None):
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return message if params is None else {**message, "params": params}


def check_response(one):
    check(one.get("jsonrpc") == "2.0", f"no JSON-RPC 2.0: {one}")
    check("id" in one and isinstance(one["id"], (str, int, type(None))), f"no id: {one}")
    check(("result" in one) != ("error" in one), f"neither result nor error, or both: {one}")
    if "error" in one:
        error = one["error"]
        check(type(error.get("code")) is int and isinstance(error.get("message"), str), f"{error}")


def relay(server, key):
    client = Relay(server, key)
    # Nobody initializes: the relay forwards whatever its own client sends first.
    listed = client.ask(rpc("a", "tools/list"), status=200)
    check([tool["name"] for tool in listed["result"]["tools"]] == CONTRACT, "the tools differ")
    check(listed["id"] == "a", "the id is not the request's")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    welcome = client.ask(rpc(0, "initialize", hello), status=200)
    check(welcome["result"]["serverInfo"]["name"] == "ibid" and welcome["id"] == 0, f"{welcome}")
    check(welcome["result"]["protocolVersion"] == "2025-06-18", "another revision")
    client.tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
    client.tell([{"jsonrpc": "2.0", "method": "notifications/initialized"}] * 2)
    print("ok: the relay's handshake, and tools without one")

    me = client.call("get_user_info")
    check("- **Auth Method:** api_key" in me["content"][0]["text"], f"{me}")
    created = client.call("create_document", title="Relay", content=COMPLIANCE, tags='["relay"]')
    document = created["structuredContent"]["data"]["id"]
    check(created["content"][0]["text"].endswith(f"ID: {document}\nTags: relay"), f"{created}")
    unknown = client.ask(rpc(2, "tools/call", {"name": "no_such_tool", "arguments": {}}))
    check("Unknown tool: no_such_tool" in json.dumps(unknown), f"{unknown}")
    failed = client.call("get_document", documentId="d_unknown")
    check(failed.get("isError") is True and failed["content"][0]["text"].startswith("Error: "), f"{failed}")
    bare = client.ask(rpc(3, "tools/call", {"name": "list_documents"}), status=200)
    check(bare["result"].get("isError") in (None, False), f"without arguments: {bare}")
    check(client.ask(rpc(4, "no/such/method"))["error"]["code"] == -32601, "an unknown method")
    check(client.ask(rpc(5, "ping"), status=200)["result"] == {}, "ping")
    slash = client.ask(rpc(6, "tools/list"), path="/mcp/", status=200)
    check(slash["result"] == client.ask(rpc(6, "tools/list"))["result"], "/mcp/ answers otherwise")
    print("ok: the relay's calls")

    batch = [
        rpc("one", "tools/call", {"name": "read_prompt", "arguments": {"promptId": "undefined"}}),
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
        rpc(2, "tools/list"),
        rpc(-3, "no/such/method"),
    ]
    replies = client.ask(batch, status=200)
    check(sorted(str(one["id"]) for one in replies) == ["-3", "2", "one"], f"the batch gives {replies}")
    for body, code in ((b"[]", -32600), (b"{", -32700), (b"", -32700), (b"\xff\xfe", -32700), (b'"text"', -32600),
                       (b"{}", -32600), (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600)):
        reply = client.ask(body)
        check(reply["error"]["code"] == code, f"{body!r} gives {reply}")
    mixed = client.ask([1, rpc(7, "ping")])
    check({one.get("id") for one in mixed} == {None, 7}, f"a batch with a number in it gives {mixed}")
    print("ok: the relay's batches, and what is no JSON-RPC")

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda n: client.ask(rpc(n, "tools/call", {"name": "find_items", "arguments": {"query": f"records {n}"}})), range(32)))
    check([one["id"] for one in replies] == list(range(32)), "answers went astray")
    stranger = Relay(server, "gm_aaaaaaaaaaaaaaaa_" + "b" * 43)
    for body in (rpc(8, "tools/call", {"name": "get_user_info", "arguments": {}}), [rpc(8, "ping")], b"{"):
        status, headers, _ = stranger.post(body)
        check(status == 401 and headers.get("WWW-Authenticate"), f"a wrong key gives {status}")
        stranger.ask(body)
    answer = client.call("reason", query="When must a breach be reported?")
    check(answer["content"][0]["text"].startswith("# Answer\n\n"), f"{answer}")
    client.call("delete_document", documentId=document)
    print("ok: the relay's calls at once, and a wrong key")


# The REST client ----------------------------------------------------------------------------------


class Rest:
    """The 2.x client: `fetch` of Node, with a content type on everything and no query escaping."""

    def __init__(self, server, key):
        self.server = server
        self.key = key

    def send(self, method, target, body=None):
        headers = [
            ("authorization", f"API-Key {self.key}"),
            ("content-type", "application/json"),
            ("accept", "*/*"),
            ("accept-language", "*"),
            ("sec-fetch-mode", "cors"),
            ("user-agent", "node"),
            ("accept-encoding", "gzip, deflate"),
        ]
        payload = b"" if body is None else json.dumps(body).encode()
        status, headers, reply = self.server.send(method, target, headers, payload)
        check(headers.get("Content-Encoding") is None, "the answer is compressed")
        if status == 204:
            check(reply == b"", f"{method} {target}: 204 with a body")
            return status, None
        try:
            return status, json.loads(reply)
        except ValueError:
            sys.exit(f"FAILED: {method} {target} gives {status} and no JSON: {reply[:200]!r}")

    def ask(self, method, target, body=None, status=200):
        got, value = self.send(method, target, body)
        check(got == status, f"{method} {target} gives {got} instead of {status}: {value}")
        return value

    def fail(self, method, target, body=None, status=(400, 404), says=""):
        """A failure in the contract's envelope."""
        got, value = self.send(method, target, body)
        statuses = status if isinstance(status, tuple) else (status,)
        check(got in statuses, f"{method} {target} gives {got} instead of {statuses}: {value}")
        error = value["error"]
        check(error["code"] == got and isinstance(error["message"], str), f"{method} {target}: {error}")
        check(re.search(says, error["message"], re.I), f"{method} {target} says {error['message']!r}")


def until_ready(client, document):
    for _ in range(600):
        found = client.ask("GET", f"/v1/documents/{document}")["data"]
        if found["status"] == "ready":
            return found
        time.sleep(0.1)
    sys.exit("FAILED: the document never became ready")


def rest_prompts(client):
    body = {"title": "Breach letter", "description": "About a breach", "content": "Dear ${name}", "engine": "any",
            "parameters": {}, "variables": [], "tags": ["a", "b"]}
    made = client.ask("POST", "/v1/prompts", body, status=201)["data"]
    prompt = made["id"]
    check(made["currentVersion"] == 1 and re.fullmatch(r"[A-Za-z0-9_-]+", prompt), f"{made}")
    check("engine" not in made and made["tags"] == ["a", "b"], f"{made}")
    for query, count in (("q=Breach+letter", 1), ("limit=20&q=breach%20LETTER", 1), ("tags=a%2Cb", 1), ("tags=a,c", 0),
                         ("q=nothing+such", 0), ("limit=1000", 1), ("limit=0", 1), ("includePublic=true", 1)):
        found = client.ask("GET", f"/v1/prompts?{query}")
        check(len(found["data"]) == count, f"/v1/prompts?{query}: {found}")
        check(found["pagination"] is None or {"cursor", "hasMore"} <= set(found["pagination"]), f"{found}")
    row = client.ask("GET", f"/v1/prompts/{prompt}")["data"]
    check(row["content"] == "Dear ${name}" and row["variables"][0]["name"] == "name", f"{row}")
    changed = client.ask("PATCH", f"/v1/prompts/{prompt}", {"content": "Dear ${name},", "changeLog": "comma"})
    check(changed["data"]["currentVersion"] == 2 and changed["data"]["title"] == "Breach letter", f"{changed}")
    versions = client.ask("GET", f"/v1/prompts/{prompt}/versions")["data"]
    check([one["version"] for one in versions] == [2, 1], f"{versions}")
    back = client.ask("POST", f"/v1/prompts/{prompt}/restore", {"versionId": versions[1]["id"]})["data"]
    check(back["currentVersion"] == 3, f"{back}")
    client.fail("POST", f"/v1/prompts/{prompt}/restore", {"versionId": "undefined"}, says="version")
    client.fail("POST", f"/v1/prompts/{prompt}/restore", {})
    client.fail("GET", "/v1/prompts/undefined", status=404, says="^Prompt not found")
    client.fail("PATCH", "/v1/prompts/undefined", {"title": "x"}, status=404, says="not found")
    client.fail("GET", "/v1/prompts?limit=many", status=400, says="limit")
    client.fail("POST", "/v1/prompts", {"title": "x"}, status=400, says="description|content")
    client.ask("DELETE", f"/v1/prompts/{prompt}", status=204)
    client.fail("DELETE", f"/v1/prompts/{prompt}", status=404, says="^Prompt not found")


def rest_documents(client):
    made = client.ask("POST", "/v1/documents", {"title": "Notes of May", "content": COMPLIANCE, "tags": ["x y"]}, status=201)
    document = made["data"]["id"]
    found = until_ready(client, document)
    check(found["content"] == COMPLIANCE and found["sourceType"] == "text", f"{found}")
    rows = client.ask("GET", "/v1/documents?search=notes+OF&limit=20&tags=x+y")["data"]
    check([row["id"] for row in rows] == [document], f"{rows}")
    changed = client.ask("PATCH", f"/v1/documents/{document}", {"content": COMPLIANCE + "\nMore.\n"})["data"]
    check(changed["currentVersion"] == 2 and changed["revision"] > found["revision"], f"{changed}")
    stale = {"title": "x", "expectedRevision": found["revision"]}
    status, value = client.send("PATCH", f"/v1/documents/{document}", stale)
    details = value["error"]["details"]
    check(status == 409 and details["code"] == "REVISION_MISMATCH" and details["currentRevision"] == changed["revision"], f"{value}")
    versions = client.ask("GET", f"/v1/documents/{document}/versions")["data"]
    check(versions[0]["title"] == "Notes of May" and len(versions) == 2, f"{versions}")
    back = client.ask("POST", f"/v1/documents/{document}/restore", {"versionId": versions[1]["id"]})["data"]
    check(back["currentVersion"] == 3, f"{back}")
    until_ready(client, document)
    for page in range(3):
        client.ask("POST", "/v1/documents", {"title": f"Page {page}", "content": f"Page {page}."}, status=201)
    seen, cursor = [], ""
    for _ in range(10):
        page = client.ask("GET", f"/v1/documents?limit=2&search=Page{cursor}")
        seen += [row["title"] for row in page["data"]]
        if not (page["pagination"] and page["pagination"]["hasMore"]):
            break
        cursor = f"&cursor={urllib.parse.quote(page['pagination']['cursor'], safe='')}"
    check(sorted(seen) == ["Page 0", "Page 1", "Page 2"], f"the pages hold {seen}")
    client.fail("GET", "/v1/documents?cursor=nonsense", status=400, says="cursor")
    client.fail("POST", "/v1/documents/scrape", {"url": "http://127.0.0.1:8000/"}, status=400, says="loopback")
    return document


def rest_collections(client, document):
    made = client.ask("POST", "/v1/collections", {"name": "Legal"}, status=201)["data"]
    collection = f"/v1/collections/{made['id']}"
    both = {"itemIds": [document], "itemType": "document"}
    check(client.ask("POST", f"{collection}/items", both)["data"] == {"added": 1, "alreadyInCollection": 0}, "add")
    check(client.ask("POST", f"{collection}/items", both)["data"] == {"added": 0, "alreadyInCollection": 1}, "add twice")
    items = client.ask("GET", f"{collection}/items?limit=50")
    check(items["data"][0]["itemId"] == document and items["data"][0]["itemType"] == "document", f"{items}")
    check(client.ask("GET", collection)["data"]["itemCount"] == 1, "itemCount")
    check(len(client.ask("GET", "/v1/collections?search=LEGAL&limit=20")["data"]) == 1, "the list")
    inside = client.ask("GET", f"/v1/documents?collectionId={made['id']}")["data"]
    check([row["id"] for row in inside] == [document], f"{inside}")
    client.fail("POST", f"{collection}/items", {"itemIds": [document]}, status=400, says="itemType")
    client.fail("POST", f"{collection}/items", {"itemIds": ["d_unknown"], "itemType": "document"}, status=(400, 404))
    check(client.ask("PATCH", collection, {"icon": "⚖️"})["data"]["name"] == "Legal", "patch")
    check(client.ask("PUT", f"{collection}/items", both)["data"] == {"removed": 1}, "remove")
    client.ask("DELETE", collection, status=204)
    client.fail("DELETE", collection, status=404, says="^Collection not found")
    client.fail("GET", "/v1/collections/undefined/items?limit=50", status=404, says="not found")
    client.ask("GET", f"/v1/documents/{document}")


def rest_search(client, document):
    found = client.ask("GET", "/v1/search?q=HIPAA+rules&limit=10")
    check(found["meta"]["semantic"] is True and found["meta"]["query"] == "HIPAA rules", f"{found['meta']}")
    check(found["data"]["documents"][0]["documentId"] == document, f"{found}")
    check(0 <= found["data"]["documents"][0]["score"] <= 1, f"{found}")
    literal = client.ask("GET", "/v1/search?q=patient+RECORDS&type=documents&semantic=false")
    row = literal["data"]["documents"][0]
    check(literal["meta"]["semantic"] is False and "score" not in row and row["chunkId"], f"{literal}")
    check(literal["data"]["prompts"] == [] and literal["data"]["collections"] == [], f"{literal}")
    client.fail("GET", "/v1/search?q=", status=400)
    client.fail("GET", "/v1/search?q=x&type=nothing", status=400, says="prompts")
    session = client.ask("POST", "/v1/pd/session", {}, status=201)["data"]
    check({"sessionId", "createdAt", "expiresAt"} <= set(session), f"{session}")
    asked = {"query": "patient records", "limit": 3, "sessionId": session["sessionId"]}
    first = client.ask("POST", "/v1/pd/search", asked)["data"]
    again = client.ask("POST", "/v1/pd/search", asked)["data"]
    shown = {hit["chunkId"] for hit in first["results"]}
    check(shown and not shown & {hit["chunkId"] for hit in again["results"]}, "a passage is shown twice")
    check({"query", "totalResults", "latencyMs"} <= set(first["meta"]), f"{first['meta']}")
    client.ask("POST", "/v1/pd/search", {"query": "records", "sessionId": "expired-or-unknown"})
    chunk = first["results"][0]["chunkId"]
    read = client.ask("GET", f"/v1/pd/read/{chunk}")["data"]
    start, end = read["metadata"]["startIndex"], read["metadata"]["endIndex"]
    whole = client.ask("GET", f"/v1/documents/{document}")["data"]["content"]
    if read["level"] == "paragraph" and read["hierarchy"]["documentId"] == document:
        check(whole[start:end] == read["content"], "the chunk is not where it says")
    around = client.ask("POST", "/v1/pd/expand", {"chunkId": chunk, "direction": "surrounding", "count": 2})
    check(any(one["_id"] == chunk == one["chunkId"] for one in around["data"]["chunks"]), f"{around}")
    client.fail("POST", "/v1/pd/expand", {"chunkId": chunk, "direction": "left"}, status=400, says="surrounding")
    client.fail("POST", "/v1/pd/expand", {"chunkId": "undefined", "direction": "up"}, says="not found")
    client.fail("GET", "/v1/pd/read/undefined", says="not found")
    client.fail("POST", "/v1/pd/search", {"query": " "}, status=400, says="Query is required")
    answer = client.ask("POST", "/v1/reason", {"query": "When must a breach be reported?", "limit": 3})["data"]
    check({"answer", "citations", "gaps", "conflicts", "meta"} <= set(answer), f"{answer}")
    check({"chunksGathered", "citationsDropped", "latencyMs"} <= set(answer["meta"]), f"{answer['meta']}")
    for mark in re.findall(r"\[\[([\w-]+)\]\]", answer["answer"]):
        check(mark in {one["chunkId"] for one in answer["citations"]}, f"{mark} is not among the citations")


def rest(server, key):
    client = Rest(server, key)
    me = client.ask("GET", "/v1/user/me")["data"]
    check({"id", "name", "email", "externalId", "authMethod", "permissions"} <= set(me), f"{me}")
    check(isinstance(client.ask("GET", "/v1/mcp/capabilities"), dict), "capabilities")
    rest_prompts(client)
    print("ok: the REST client's prompts")
    document = rest_documents(client)
    rest_collections(client, document)
    print("ok: the REST client's documents and collections")
    rest_search(client, document)
    client.ask("DELETE", f"/v1/documents/{document}", status=204)
    client.fail("DELETE", f"/v1/documents/{document}", status=404, says="^Document not found")
    client.fail("GET", "/v1/nothing/such", status=404)
    client.fail("POST", "/v1/user/me", {}, status=405)
    print("ok: the REST client's searches")


def narrow(server, key, full):
    """A key that may only read prompts, and ids that try to be paths."""
    document = Rest(server, full).ask("POST", "/v1/documents", {"title": "Kept", "content": "Kept."}, status=201)["data"]["id"]
    client = Rest(server, key)
    client.ask("GET", "/v1/prompts")
    for method, target, body in (
        ("GET", "/v1/documents", None),
        ("GET", f"/v1/documents/{document}", None),
        ("DELETE", f"/v1/documents/{document}", None),
        ("POST", "/v1/documents", {"title": "x", "content": "x"}),
        ("POST", "/v1/prompts", {"title": "x", "description": "x", "content": "x"}),
        ("POST", "/v1/pd/search", {"query": "kept"}),
        ("POST", "/v1/reason", {"query": "kept"}),
        ("GET", "/v1/collections", None),
    ):
        client.fail(method, target, body, status=403)
    writer = Rest(server, full)
    for target in (f"/v1/prompts/../documents/{document}", f"/v1/prompts/..%2Fdocuments%2F{document}",
                   f"/v1/prompts/%2e%2e/documents/{document}", f"/v1//documents/{document}", "/v1/prompts/%00", "/v1/prompts/%ff"):
        writer.fail("DELETE", target)
    writer.ask("GET", f"/v1/documents/{document}")
    for name in ("delete_prompt", "delete_document"):
        refused = Relay(server, full).call(name, **{f"{name[7:]}Id": f"../documents/{document}"})
        check(refused.get("isError") is True, f"{name} of a path gives {refused}")
    writer.ask("GET", f"/v1/documents/{document}")
    print("ok: a narrow key, and ids that are paths")


# Web pages ----------------------------------------------------------------------------------------


def pages(server, key):
    """What a page in the browser of this machine can and cannot do."""
    own = f"http://{server.netloc}"
    plain = [("Accept", "application/json")]
    json_body = [("Content-Type", "application/json")]
    keyed = [("Authorization", f"API-Key {key}")]
    listing = json.dumps(rpc(1, "tools/list")).encode()
    for method, target, body, extra in (
        ("GET", "/v1/user/me", b"", []),
        ("POST", "/v1/prompts", b"{}", json_body),
        ("GET", "/openapi.json", b"", []),
        ("POST", "/mcp", listing, json_body),
        ("POST", "/mcp/", listing, json_body),
    ):
        for header in (("Origin", "http://evil.test"), ("Origin", "null"), ("Host", "evil.test"),
                       ("Host", f"evil.test:{server.port}"), ("Sec-Fetch-Site", "cross-site")):
            status, headers, reply = server.send(method, target, [*plain, *extra, header], body)
            check(status == 403, f"{method} {target} with {header} gives {status} {reply[:200]!r}")
            check(headers.get("Access-Control-Allow-Origin") is None, f"{target} opens itself to {header}")
        status, headers, _ = server.send(method, target, [*plain, *extra, *keyed, ("Origin", "http://evil.test")], body)
        check(status not in (401, 403), f"{method} {target} with a key from a page gives {status}")
        check(headers.get("Access-Control-Allow-Origin") == "*", f"{method} {target} with a key is closed to pages")
        status, headers, _ = server.send(method, target, [*plain, *extra, *keyed, ("Host", "ibid.example")], body)
        check(status not in (401, 403), f"{method} {target} with a key by another name gives {status}")
    for name in (f"localhost:{server.port}", f"127.0.0.1:{server.port}", f"[::1]:{server.port}"):
        status, headers, _ = server.send("GET", "/v1/user/me", [*plain, ("Host", name), ("Origin", f"http://{name}")])
        check(status == 200, f"the own name {name} gives {status}")
        check(headers.get("Access-Control-Allow-Origin") != "*", "without a key everybody may read")
    for target in ("/v1/prompts", "/v1/pd/search", "/mcp"):
        preflight = [("Origin", "http://evil.test"), ("Access-Control-Request-Method", "PATCH"),
                     ("Access-Control-Request-Headers", "authorization,content-type")]
        status, headers, reply = server.send("OPTIONS", target, preflight)
        check(status == 204 and reply == b"", f"the preflight of {target} gives {status}")
        check(headers["Access-Control-Allow-Origin"] == "*", f"{dict(headers)}")
        methods = {one.strip() for one in headers["Access-Control-Allow-Methods"].split(",")}
        check({"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} <= methods, f"{methods}")
        allowed = headers["Access-Control-Allow-Headers"].lower()
        check("content-type" in allowed and "authorization" in allowed, allowed)
        check(headers["Access-Control-Max-Age"] == "86400", f"{dict(headers)}")
    print("ok: pages of the web are kept out, and let in with a key")

    for value in ("API-Key gm_wrong_wrong", "Bearer nothing", "Basic eDp5", "API-Key ", "gm_x", f"API-Key {key}x"):
        status, headers, reply = server.send("GET", "/v1/user/me", [*plain, ("Authorization", value)])
        check(status == 401 and headers.get("WWW-Authenticate"), f"{value!r} gives {status}")
        error = json.loads(reply)["error"]
        check(error["code"] == 401 and key not in reply.decode(), f"{error}")
    status, _, reply = server.send("GET", "/v1/user/me", [*plain, ("Authorization", f"Bearer {key}")])
    check(status == 200 and json.loads(reply)["data"]["authMethod"] == "api_key", "a key as a bearer token")
    problem = [("Accept", "application/problem+json")]
    status, headers, reply = server.send("GET", "/v1/prompts/undefined", [*problem, *keyed])
    told = json.loads(reply)
    check(headers["Content-Type"].startswith("application/problem+json") and told["status"] == status == 404, f"{told}")
    print("ok: wrong keys, and problems where they are asked for")


def key_in(value):
    """The key in what `ibid key create --json` prints."""
    return re.search(r"gm_[A-Za-z0-9]+_[A-Za-z0-9_-]+", json.dumps(value))[0]


def main(binary):
    with ibid.home() as home, ibid.served(binary, home) as url:
        server = Server(url)
        scopes = ("prompts.write", "documents.write")
        full = key_in(ibid.run(binary, home, "key", "create", "--name", "full", *(word for scope in scopes for word in ("--scope", scope)), "--json"))
        reads = key_in(ibid.run(binary, home, "key", "create", "--name", "reads", "--scope", "prompts.read", "--json"))
        relay(server, full)
        rest(server, full)
        narrow(server, reads, full)
        pages(server, full)


if __name__ == "__main__":
    main(sys.argv[1])
