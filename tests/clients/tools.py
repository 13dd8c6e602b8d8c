"""Calls every tool of ibid with the official Python MCP client, in both eras, over both transports.

Usage: tools.py PATH_OF_IBID

What is called and what must come back stands in plan.json, which tools.mjs shares. Prints one line
per run and exits non-zero at the first promise that does not hold.
"""

import asyncio
import json
import pathlib
import re
import sys

from mcp import Client, MCPError, StdioServerParameters

sys.dont_write_bytecode = True

import ibid  # noqa: E402

PLAN = json.loads((pathlib.Path(__file__).parent / "plan.json").read_text(encoding="utf-8"))
RENDERED = re.compile(r"\b(undefined|null|NaN)\b|\[object Object\]")
# What the clock and the port decide; nothing else may differ between two runs on fresh homes.
CHANCE = re.compile(r'Latency: \d+ms|\*\*Created:\*\* [\d/]+|cursor="\w+|127.0.0.1:\d+')
POLL_S, POLLS = 0.1, 600


class Broken(Exception):
    """A promise that does not hold."""


def check(condition, what):
    if not condition:
        raise Broken(what)


def find(value, pointer):
    """The values at `pointer` in `value`; `*` stands for every member of a list."""
    values = [value]
    for part in pointer.split("/")[1:]:
        if part == "*":
            values = [member for one in values for member in one]
        elif part.isdigit():
            values = [one[int(part)] for one in values]
        else:
            values = [one[part] for one in values]
    return values


def filled(template, saved):
    """`template` with every `{name}` replaced; one that is nothing else keeps the value's type."""
    if isinstance(template, dict):
        return {key: filled(value, saved) for key, value in template.items()}
    if isinstance(template, list):
        return [filled(value, saved) for value in template]
    if not isinstance(template, str):
        return template
    whole = re.fullmatch(r"\{(\w+)\}", template)
    if whole and whole[1] in saved:
        return saved[whole[1]]
    # `${name}` is a prompt's own variable.
    return re.sub(r"(?<!\$)\{(\w+)\}", lambda m: str(saved.get(m[1], m[0])), template)


def is_error(result):
    return bool(result.is_error)


async def call(client, step, saved):
    arguments = filled(step["arguments"], saved) if "arguments" in step else None
    result = await client.call_tool(step["tool"], arguments)
    for _ in range(POLLS):
        if all(find(result.structured_content, at) == [value] for at, value in step.get("until", {}).items()):
            return result
        await asyncio.sleep(POLL_S)
        result = await client.call_tool(step["tool"], arguments)
    raise Broken(f"never became {step['until']}")


async def run_tool(client, step, saved):
    """Calls one tool, checks its answer and returns its text."""
    result = await call(client, step, saved)
    check(result.content and result.content[0].type == "text", "no text block")
    text = result.content[0].text
    if "fails" in step:
        check(is_error(result), "no error")
        check(text.startswith("Error: ") and step["fails"] in text, f"the error is {text!r}")
        check(result.structured_content is None, "an error has structured content")
        return text
    check(not is_error(result), f"an error: {text}")
    value = result.structured_content
    check(isinstance(value, dict), "no structured content")
    if step.get("json"):
        check(len(result.content) == 1, "more than one block")
        check(json.loads(text) == value, "text and structured content differ")
        check("\n" not in text, "the text is not one line")
    else:
        check(not RENDERED.search(text), f"a value that is none is rendered: {text!r}")
    for name, pointer in step.get("save", {}).items():
        [saved[name]] = find(value, pointer)
    for pointer, expected in filled(step.get("values", {}), saved).items():
        check(find(value, pointer) == [expected], f"{pointer} is {find(value, pointer)}, not {expected!r}")
    for pointer in step.get("ids", []):
        ids = find(value, pointer)
        check(ids, f"{pointer} names nothing")
        for one in ids:
            check(one in text, f"{pointer} {one!r} is not in the text {text!r}")
    for part in filled(step.get("text", []), saved):
        check(part in text, f"{part!r} is not in the text {text!r}")
    for part in filled(step.get("lacks", []), saved):
        check(part not in text, f"{part!r} is in the text {text!r}")
    return text


async def run_prompts(client, expected, saved):
    expected = filled(expected, saved)
    prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
    check(expected["name"] in prompts, "prompts/list lacks the prompt")
    names = [argument.name for argument in prompts[expected["name"]].arguments or []]
    check(names == expected["arguments"], f"its arguments are {names}")
    whole = await client.get_prompt(expected["name"], expected["values"])
    texts = [message.content.text for message in whole.messages]
    check(texts and texts[0] == expected["filled"], f"it is filled in as {texts}")
    partly = await client.get_prompt(expected["name"], expected["some"])
    said = " ".join([partly.description or "", *(m.content.text for m in partly.messages)])
    check(expected["missing"] in said, f"nothing says that a value is missing: {said!r}")
    try:
        await client.get_prompt("p_unknown")
    except MCPError:
        return
    raise Broken("an unknown prompt is no error")


async def run_resource(client, uri):
    listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
    check(uri in listed, f"resources/list has {listed}")
    contents = (await client.read_resource(uri)).contents
    check(isinstance(json.loads(contents[0].text), dict), "the resource is no JSON object")
    try:
        await client.read_resource("contextrepo://unknown")
    except MCPError:
        return
    raise Broken("an unknown resource is no error")


async def run_plan(client):
    listed = [tool.name for tool in (await client.list_tools()).tools]
    check(listed == PLAN["tools"], f"tools/list has {listed}")
    saved = dict(PLAN["contents"])
    called, texts = set(), []
    for number, step in enumerate(PLAN["steps"]):
        try:
            if "tool" in step:
                called.add(step["tool"])
                texts.append(await run_tool(client, step, saved))
            elif "prompts" in step:
                await run_prompts(client, step["prompts"], saved)
            else:
                await run_resource(client, step["resource"])
        except (Broken, KeyError, IndexError, TypeError, ValueError) as fault:
            about = step.get("tool") or next(iter(step))
            raise Broken(f"step {number} ({about}): {type(fault).__name__}: {fault}") from fault
    check(called == set(PLAN["tools"]), f"not called: {set(PLAN['tools']) - called}")
    return [CHANCE.sub("?", text) for text in texts]


async def with_client(server, mode):
    async with Client(server, mode=mode) as client:
        return client.protocol_version, await run_plan(client)


async def names(server):
    async with Client(server) as client:
        return [tool.name for tool in (await client.list_tools()).tools]


def over_stdio(binary, home, *arguments):
    return StdioServerParameters(command=binary, args=["--home", home, "mcp", *arguments])


async def profiles(binary):
    """What is listed when nobody asks for all of it."""
    with ibid.home() as home:
        listed = await names(over_stdio(binary, home))
        check(len(listed) <= PLAN["default_tools_max"], f"stdio lists {len(listed)} tools")
        check([name for name in PLAN["tools"] if name in listed] == listed, "the order differs")
        with ibid.served(binary, home) as url:
            listed = await names(f"{url}/mcp")
            contract = [name for name in PLAN["tools"] if name not in PLAN["hosted"]]
            check(listed == contract, f"/mcp lists {listed}")


async def main(binary):
    runs = {}
    for mode in ("auto", "legacy"):
        with ibid.home() as home:
            version, runs["stdio", mode] = await with_client(over_stdio(binary, home, "--tools", "full"), mode)
            check(not ibid.left_over(home), "a process is left")
            print(f"ok: all tools by the Python client, stdio, {mode}, {version}", flush=True)
        with ibid.home() as home:
            with ibid.served(binary, home) as url:
                version, runs["http", mode] = await with_client(f"{url}/mcp?tools=full", mode)
            check(not ibid.left_over(home), "a process is left")
            print(f"ok: all tools by the Python client, http, {mode}, {version}", flush=True)
    first, *others = runs.values()
    for other in others:
        for one, same in zip(first, other, strict=True):
            check(one == same, f"two surfaces say {one!r} and {same!r}")
    print(f"ok: the {len(first)} answers are the same on every surface", flush=True)
    await profiles(binary)
    print("ok: the default lists of tools", flush=True)


def promises(group):
    """The broken promises in a group of exceptions, however deep."""
    for fault in group.exceptions:
        if isinstance(fault, BaseExceptionGroup):
            yield from promises(fault)
        else:
            yield fault


if __name__ == "__main__":
    try:
        asyncio.run(main(sys.argv[1]))
    except* Broken as faults:
        sys.exit("FAILED: " + "; ".join(str(fault) for fault in promises(faults)))
