"""Drives `ibid mcp` with the official Python MCP client: fill the store, find, read, cite.

Usage: two_step.py PATH_OF_IBID HOME

Prints one line per step and exits non-zero at the first promise that does not hold.
"""

import asyncio
import sys

from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.session import ClientSession

COMPLIANCE = """# Compliance Notes 2026

## Scope

These notes cover the obligations of the platform team for the year.

## Health data

Protected health information falls under HIPAA. Access to patient records is logged,
and a breach must be reported within sixty days of its discovery.

## Retention

Invoices are kept for ten years, access logs for one.
"""

GARDEN = """# Garden diary

Tomatoes were planted in May. The watering schedule changed in the hot weeks of July.
"""


def check(condition, what):
    if not condition:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}")


async def call(session, name, **arguments):
    result = await session.call_tool(name, arguments)
    return result


async def until_ready(session, document):
    for _ in range(600):
        found = await call(session, "get_document", documentId=document)
        if "**Status:** ready" in found.content[0].text:
            return
        await asyncio.sleep(0.1)
    sys.exit("FAILED: the document never became ready")


def is_error(result):
    return getattr(result, "isError", None) or getattr(result, "is_error", None) or False


def structured(result):
    value = getattr(result, "structuredContent", None)
    return value if value is not None else result.structured_content


async def main(binary, home):
    server = StdioServerParameters(command=binary, args=["--home", home, "mcp"])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            listed = (await session.list_tools()).tools
            names = [tool.name for tool in listed]
            for name in ("find_items", "deep_search", "deep_read", "deep_expand"):
                check(name in names, f"tools/list names {name}")

            created = await call(
                session, "create_document", title="Compliance Notes 2026", content=COMPLIANCE
            )
            document = structured(created)["data"]["id"]
            await call(session, "create_document", title="Garden diary", content=GARDEN)
            prompt = await call(
                session,
                "create_prompt",
                title="Breach letter",
                description="Drafts a letter about a data breach",
                content="Write to ${recipient} about the breach of ${date}.",
                engine="any",
                tags='["legal"]',
            )
            prompt_id = structured(prompt)["data"]["id"]
            await until_ready(session, document)

            found = await call(session, "find_items", query="HIPAA compliance")
            first = structured(found)["data"]["documents"][0]
            check(first["title"] == "Compliance Notes 2026", "step 1 finds the notes by their body")

            long = "".join(
                f"## Part {n}\n\n" + f"Rule {n} of the workshop speaks of gloves and goggles. " * 20 + "\n\n"
                for n in range(150)
            )
            await call(session, "create_document", title="Workshop rules", content=long)
            found = await call(session, "find_items", query="HIPAA compliance")
            coverage = structured(found)["meta"]["coverage"]
            print(f"   while the long document is indexed, {coverage['pending']} passages are pending")
            check(
                structured(found)["data"]["documents"][0]["documentId"] == document
                and coverage["documents"] == 3
                and coverage["embedded"] + coverage["pending"] > 300,
                "a search while indexing answers from what is published and counts the rest",
            )
            literal = await call(session, "find_items", query="rule 149 OF the workshop", semantic="false")
            check(
                structured(literal)["data"]["documents"][0]["title"] == "Workshop rules",
                "what was just written is found literally at once",
            )

            passages = await call(
                session, "deep_search", query="breach of patient records", documentId=document
            )
            hit = structured(passages)["data"]["results"][0]
            check("chunkId" in hit, "step 2 gives a passage that can be cited")
            whole = await call(session, "deep_read", chunkId=hit["chunkId"])
            check("HIPAA" in whole.content[0].text, "the citation opens the passage in full")
            around = await call(
                session, "deep_expand", chunkId=hit["chunkId"], direction="surrounding"
            )
            check(not is_error(around), "the passage expands to its surroundings")

            again = await call(
                session, "deep_search", query="breach of patient records", documentId=document
            )
            ids = [row["chunkId"] for row in structured(again)["data"]["results"]]
            check(hit["chunkId"] not in ids, "the connection's session does not repeat a passage")

            missing = await call(session, "deep_read", chunkId=prompt_id)
            check(is_error(missing), "a prompt id given to deep_read is not found")
            nothing = await call(session, "find_items", query="volcanic eruptions of Iceland")
            check(
                "No results found" in nothing.content[0].text,
                "an absent topic finds nothing and says so",
            )


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
