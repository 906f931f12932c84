import createClient from "openapi-fetch";
import { describe, expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import type { ArgumentWire, Operation } from "../../../src/core/contract/wire/operation.ts";
import type { Dict } from "../../../src/core/ground/json.ts";
import { defineConnector } from "../../../src/define/define.ts";
import { importConnector } from "../../../src/import/index.ts";
import { parseSource } from "../../../src/import/parse-source.ts";
import { hasCorpus, readCorpus, titled } from "../corpus-file.ts";

// Documents that vendors publish, and a client that shares no code with this package.

const documents = [
  ["petstore.yaml", 19],
  ["alertmanager-v2.yaml", 9],
  ["notion.json", 24],
  ["box.json", 294],
  ["stripe.json", 417],
  ["github.json", 1223],
] as const;
const effects = ["read", "write", "spend", "destructive"] as const;

async function imported(document: string) {
  const source = readCorpus(document);
  const address = "https://api.vendor.example/openapi.json";
  return { source, ...(await importConnector(source, { name: "vendor", address })) };
}

const everyAction = ({ actions }: ConnectorFile) =>
  Object.entries(actions).flatMap(([entity, all]) => Object.keys(all).map((action) => [entity, action] as const)); // prettier-ignore

describe.each(documents)("%s", (document, count) => {
  test.skipIf(!hasCorpus(document))(titled("99 % of the operations become actions, and all of these compile", document), async () => {
    const { file, report } = await imported(document);
    expect(report.actions).toBe(count);
    // OPTIONS is no operation of an API's users.
    const left = report.skipped.filter(({ source }) => !source.startsWith("OPTIONS"));
    expect(left.length).toBeLessThanOrEqual(Math.max(4, Math.floor(count / 100)));
    const Connector = defineConnector(file);
    await Promise.all(everyAction(file).map(([entity, action]) => Connector.describe(entity, action)));
    const { tool } = await Connector.compiled();
    expect(tool.description.length).toBeLessThan(6000);
    expect(Object.values(file.operations).every(({ path }) => path.startsWith("/"))).toBe(true);
  }); // prettier-ignore
});

/** The params of a call with the platform's names, by the part of the request. */
function given(file: ConnectorFile, name: string, params: Dict) {
  const operation = file.operations[name]!;
  const out = { path: {} as Dict, query: {} as Dict, header: {} as Dict, body: {} as Dict };
  const isRead = ["GET", "HEAD", "DELETE"].includes(operation.method);
  for (const [param, value] of Object.entries(params)) {
    const wire = (operation.arguments?.[param] ?? {}) as ArgumentWire;
    const place = operation.path.includes(`{${param}}`) ? "path" : (wire.in ?? (isRead ? "query" : "body"));
    out[place][wire.name ?? param] = value;
  }
  return out;
}

/** openapi-fetch has one style for all lists of a client. */
const hasStyles = ({ arguments: all = {} }: Operation) =>
  Object.values(all).some((one) => typeof one === "object" && one.style !== undefined);

/** The package writes the fields of an object in the order of the schema. */
const parsed = (body: string): unknown => (body === "" ? undefined : JSON.parse(body));

const queryOf = (url: string) => [...new URL(url).searchParams].map(([name, value]) => `${name}=${value}`).sort(); // prettier-ignore

describe("the requests equal those of openapi-fetch", () => {
  test.skipIf(!hasCorpus("github.json"))(titled("500 calls with JSON bodies", "github.json"), async () => {
    let compared = 0;
    for (const document of ["petstore.yaml", "notion.json", "box.json", "github.json"]) {
      const { file, source } = await imported(document);
      const paths = Object.keys((await parseSource(source)).paths as Dict);
      const all = everyAction(file);
      const step = Math.max(1, Math.floor(all.length / 250));
      const Connector = defineConnector(file);
      for (const [entity, action] of all.filter((_, index) => index % step === 0)) {
        const name = `${entity}.${action}`;
        const operation = file.operations[name]!;
        const { kind } = operation.body ?? { kind: "json" };
        if (kind !== "json" || operation.response || operation.body?.argument || operation.origin || operation.query) continue;
        const described = await Connector.describe(entity, action);
        const params = described.entities[entity]![action]!.example as Dict;
        const parts = given(file, name, file.actions[entity]![action]!.example as Dict);
        // openapi-fetch does not encode a list in a path, and sends a body of its own for a DELETE.
        const path = paths.find((one) => one.replace(/\{[^}]*\}/g, "{}").replace(/[?#].*/, "") === operation.path.replace(/\{[^}]*\}/g, "{}"));
        if (path === undefined || Object.keys(parts.header).length > 0 || hasStyles(operation)) continue;
        // The path of the document has its own names.
        const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, own]) => own!);
        parts.path = Object.fromEntries([...path.matchAll(/\{([^}]*)\}/g)].map(([, own], index) => [own!, parts.path[inPath[index]!]]));
        const ours = await sentByUs(file, Connector, entity, action, params);
        const theirs = await sentByThem(file.endpoint, operation.method, path, parts, operation.body !== undefined);
        expect(`${name} ${new URL(ours.url).pathname}`).toBe(`${name} ${new URL(theirs.url).pathname}`);
        const paged = [operation.paging?.limit].map((limit) => `${limit}=`);
        expect([name, queryOf(ours.url).filter((one) => !paged.some((start) => one.startsWith(start)))]).toEqual([name, queryOf(theirs.url)]);
        expect([name, parsed(ours.body)]).toEqual([name, parsed(theirs.body)]);
        compared++;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(500);
  }, 120_000); // prettier-ignore
});

async function sentByUs(
  file: ConnectorFile,
  Connector: object,
  entity: string,
  action: string,
  params: Dict,
) {
  let sent = { url: "", body: "" };
  const fetch = async (url: string, { body = "" }: RequestInit) => {
    sent = { url, body: body as string };
    return Response.json({});
  };
  const fields = Object.keys(Object.values(file.auth)[0] ?? {});
  const auth = Object.fromEntries(fields.map((field) => [field, "mock-0123456789"]));
  const options = fields.length > 0 ? { auth } : {};
  const code = { fetch, policy: { effects, include: [`${entity}.${action}`] } };
  const Open = Connector as new (options: object, code: object) => { execute(...call: unknown[]): Promise<unknown> }; // prettier-ignore
  await new Open(options, code).execute(entity, action, params);
  return sent;
}

async function sentByThem(
  baseUrl: string,
  method: string,
  path: string,
  parts: ReturnType<typeof given>,
  hasBody: boolean,
) {
  let sent = { url: "", body: "" };
  const client = createClient<Record<string, never>>({
    baseUrl,
    fetch: async (request) => {
      sent = { url: request.url, body: await request.text() };
      return Response.json({});
    },
  });
  const { path: inPath, query, body } = parts;
  const request = client.request as unknown as (...call: unknown[]) => Promise<unknown>;
  await request(method.toLowerCase(), path, { params: { path: inPath, query }, ...(hasBody ? { body } : {}) }); // prettier-ignore
  return sent;
}
