// Calls every tool of ibid with the official TypeScript clients: 2.4.0 in both eras and 1.32.2,
// each over stdio and HTTP.
//
// Usage: node tools.mjs PATH_OF_IBID
//
// What is called and what must come back stands in plan.json, which tools.py shares. Prints one
// line per run and exits non-zero at the first promise that does not hold.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

const installed = createRequire(new URL("../../target/clients/node/package.json", import.meta.url));
const v2 = { ...installed("@modelcontextprotocol/client"), ...installed("@modelcontextprotocol/client/stdio") };
const v1 = {
  ...installed("@modelcontextprotocol/sdk/client/index.js"),
  ...installed("@modelcontextprotocol/sdk/client/stdio.js"),
  ...installed("@modelcontextprotocol/sdk/client/streamableHttp.js"),
};

const PLAN = JSON.parse(readFileSync(new URL("plan.json", import.meta.url), "utf8"));
const RENDERED = /\b(undefined|null|NaN)\b|\[object Object\]/;
const PATIENCE_MS = 60_000;
const POLL_MS = 100;
const POLLS = 600;

class Broken extends Error {}

function check(condition, what) {
  if (!condition) throw new Broken(what);
}

const shown = (value) => JSON.stringify(value);

/** The values at `pointer` in `value`; `*` stands for every member of a list. */
function find(value, pointer) {
  let values = [value];
  for (const part of pointer.split("/").slice(1)) {
    values = part === "*" ? values.flat(1) : values.map((one) => one?.[part]);
  }
  return values;
}

/** `template` with every `{name}` replaced; one that is nothing else keeps the value's type. */
function filled(template, saved) {
  if (Array.isArray(template)) return template.map((one) => filled(one, saved));
  if (template !== null && typeof template === "object") {
    return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, filled(one, saved)]));
  }
  if (typeof template !== "string") return template;
  const whole = template.match(/^\{(\w+)\}$/);
  if (whole && saved.has(whole[1])) return saved.get(whole[1]);
  // `${name}` is a prompt's own variable.
  return template.replace(/(?<!\$)\{(\w+)\}/g, (as, name) => (saved.has(name) ? String(saved.get(name)) : as));
}

async function call(client, step, saved) {
  const request = { name: step.tool };
  if (step.arguments) request.arguments = filled(step.arguments, saved);
  const holds = (result) =>
    Object.entries(step.until ?? {}).every(([at, value]) =>
      isDeepStrictEqual(find(result.structuredContent, at), [value]));
  for (let asked = 0; asked < POLLS; asked += 1) {
    const result = await client.callTool(request);
    if (holds(result)) return result;
    await pause(POLL_MS);
  }
  throw new Broken(`never became ${shown(step.until)}`);
}

async function runTool(client, step, saved) {
  const result = await call(client, step, saved);
  check(result.content?.[0]?.type === "text", "no text block");
  const text = result.content[0].text;
  if (step.fails !== undefined) {
    check(result.isError === true, "no error");
    check(text.startsWith("Error: ") && text.includes(step.fails), `the error is ${shown(text)}`);
    check(result.structuredContent === undefined, "an error has structured content");
    return;
  }
  check(!result.isError, `an error: ${text}`);
  const value = result.structuredContent;
  check(value !== null && typeof value === "object", "no structured content");
  if (step.json) {
    check(result.content.length === 1, "more than one block");
    check(isDeepStrictEqual(JSON.parse(text), value), "text and structured content differ");
    check(!text.includes("\n"), "the text is not one line");
  } else {
    check(!RENDERED.test(text), `a value that is none is rendered: ${shown(text)}`);
  }
  for (const [name, pointer] of Object.entries(step.save ?? {})) {
    const [one] = find(value, pointer);
    check(one !== undefined, `${pointer} names nothing`);
    saved.set(name, one);
  }
  for (const [pointer, expected] of Object.entries(filled(step.values ?? {}, saved))) {
    const found = find(value, pointer);
    check(isDeepStrictEqual(found, [expected]), `${pointer} is ${shown(found)}, not ${shown(expected)}`);
  }
  for (const pointer of step.ids ?? []) {
    const ids = find(value, pointer);
    check(ids.length > 0, `${pointer} names nothing`);
    for (const one of ids) check(text.includes(one), `${pointer} ${one} is not in the text ${shown(text)}`);
  }
  for (const part of filled(step.text ?? [], saved)) {
    check(text.includes(part), `${shown(part)} is not in the text ${shown(text)}`);
  }
  for (const part of filled(step.lacks ?? [], saved)) {
    check(!text.includes(part), `${shown(part)} is in the text ${shown(text)}`);
  }
}

async function refused(promise, what) {
  const outcome = await promise.then(() => "answered", () => "refused");
  check(outcome === "refused", what);
}

async function runPrompts(client, template, saved) {
  const expected = filled(template, saved);
  const { prompts } = await client.listPrompts();
  const prompt = prompts.find((one) => one.name === expected.name);
  check(prompt, "prompts/list lacks the prompt");
  const names = (prompt.arguments ?? []).map((argument) => argument.name);
  check(isDeepStrictEqual(names, expected.arguments), `its arguments are ${shown(names)}`);
  const whole = await client.getPrompt({ name: expected.name, arguments: expected.values });
  check(whole.messages[0].content.text === expected.filled, `it is filled in as ${shown(whole.messages)}`);
  const partly = await client.getPrompt({ name: expected.name, arguments: expected.some });
  const said = [partly.description ?? "", ...partly.messages.map((one) => one.content.text)].join(" ");
  check(said.includes(expected.missing), `nothing says that a value is missing: ${shown(said)}`);
  await refused(client.getPrompt({ name: "p_unknown" }), "an unknown prompt is no error");
}

async function runResource(client, uri) {
  const { resources } = await client.listResources();
  check(resources.some((one) => one.uri === uri), `resources/list has ${shown(resources)}`);
  const { contents } = await client.readResource({ uri });
  check(typeof JSON.parse(contents[0].text) === "object", "the resource is no JSON object");
  await refused(client.readResource({ uri: "contextrepo://unknown" }), "an unknown resource is no error");
}

async function runPlan(client) {
  const listed = (await client.listTools()).tools.map((tool) => tool.name);
  check(isDeepStrictEqual(listed, PLAN.tools), `tools/list has ${shown(listed)}`);
  const saved = new Map(Object.entries(PLAN.contents));
  const called = new Set();
  for (const [number, step] of PLAN.steps.entries()) {
    try {
      if (step.tool) {
        called.add(step.tool);
        await runTool(client, step, saved);
      } else if (step.prompts) {
        await runPrompts(client, step.prompts, saved);
      } else {
        await runResource(client, step.resource);
      }
    } catch (fault) {
      throw new Broken(`step ${number} (${step.tool ?? Object.keys(step)[0]}): ${fault.message}`, { cause: fault });
    }
  }
  const forgotten = PLAN.tools.filter((name) => !called.has(name));
  check(forgotten.length === 0, `not called: ${forgotten}`);
}

/** Waits for `child` to end and gives its exit code; kills it when it takes too long. */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const patience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  const [code] = await once(child, "exit");
  clearTimeout(patience);
  return code;
}

async function served(binary, home, work) {
  const child = spawn(binary, ["--home", home, "--quiet", "serve", "--port", "0", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, "line"), once(child, "exit").then(() => [undefined])]);
    check(first[0] !== undefined, "ibid serve ended at once");
    await work(JSON.parse(first[0]).url.replace(/\/$/, ""));
    check(child.exitCode === null, "ibid serve ended by itself");
    child.kill("SIGTERM");
    const code = await ended(child);
    check(code === 0, `ibid serve ended with exit code ${code} after SIGTERM`);
  } finally {
    if (child.exitCode === null) child.kill("SIGKILL");
  }
}

async function withClient(sdk, options, transport) {
  const client = new sdk.Client({ name: "ibid-tests", version: "1.0.0" }, options);
  await client.connect(transport);
  try {
    await runPlan(client);
  } finally {
    await client.close();
  }
}

async function withHome(work) {
  const folder = mkdtempSync(join(tmpdir(), "ibid-clients-"));
  try {
    await work(join(folder, "home"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CLIENTS = [
  ["2.4.0, legacy", v2, {}],
  ["2.4.0, auto", v2, { versionNegotiation: { mode: "auto" } }],
  ["1.32.2", v1, {}],
];

async function main(binary) {
  for (const [name, sdk, options] of CLIENTS) {
    await withHome(async (home) => {
      const args = ["--home", home, "mcp", "--tools", "full"];
      await withClient(sdk, options, new sdk.StdioClientTransport({ command: binary, args }));
    });
    console.log(`ok: all tools by the TypeScript client ${name}, stdio`);
    await withHome((home) =>
      served(binary, home, (url) =>
        withClient(sdk, options, new sdk.StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=full`)))));
    console.log(`ok: all tools by the TypeScript client ${name}, http`);
  }
}

main(process.argv[2]).catch((fault) => {
  console.error(`FAILED: ${fault instanceof Broken ? fault.message : fault.stack}`);
  process.exitCode = 1;
});
