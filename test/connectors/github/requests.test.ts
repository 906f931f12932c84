import { describe, expect, test } from "vitest";
import { patternTest } from "../../../src/core/schema/pattern/pattern-test.ts";
import { validatorOf } from "../../../src/core/schema/validate/json-schema-validator.ts";
import { hasCorpus, readCorpus, titled } from "../../import/corpus-file.ts";
import { type Call, calls, type Sent } from "./calls.ts";
import { actionNames, openGitHub } from "./open-github.ts";

type Dict = Record<string, unknown>;

/** Runs a call. Returns its requests, with their readable addresses. */
async function requestsOf({
  name,
  params,
  answers = [],
}: Call): Promise<{ sent: Sent[]; headers: Headers[] }> {
  const sent: Sent[] = [];
  const headers: Headers[] = [];
  const fetch = (async (address: string, { method = "GET", body, headers: given }: RequestInit) => {
    const { pathname, search } = new URL(address);
    // This request, which says who can read a write, is not the action's own.
    if (pathname === "/repos/octocat/hello" && name !== "repositories.get")
      return Response.json({ full_name: "octocat/hello", visibility: "private" });
    const query = decodeURIComponent(search);
    const path = pathname.replaceAll("%20", " ").replaceAll("%2520", "%20") + query;
    sent.push(body === undefined ? [method, path] : [method, path, JSON.parse(body as string) as Dict]);
    headers.push(new Headers(given));
    return Response.json(answers[sent.length - 1] ?? {});
  }) as typeof globalThis.fetch;
  await openGitHub({ fetch }).call(name, params);
  return { sent, headers };
}

test.each(calls)("$name sends what GitHub documents", async (call) => {
  const { sent, headers } = await requestsOf(call);
  expect(sent.map(([method, path, body]) => [method, path, ...(isEmpty(body) ? [] : [body])])).toEqual(
    call.sends,
  );
  for (const [index, one] of headers.entries())
    expect(Object.fromEntries(one)).toMatchObject({
      authorization: "Bearer gho_0123456789-suite",
      accept: mediaOf(sent[index]![0], sent[index]![1]),
      "user-agent": "agent-connectors",
      "x-github-api-version": "2022-11-28",
    });
});

/** https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types */
function mediaOf(method: string, path: string): string {
  // A folder is then an object with entries, and not a list.
  if (method === "GET" && path.includes("/contents/")) return "application/vnd.github.object+json";
  // The results then have the lines that were found.
  if (path.startsWith("/search/code")) return "application/vnd.github.text-match+json";
  return "application/vnd.github+json";
}

/** An empty object is a request without fields. */
const isEmpty = (body: Dict | undefined) => body === undefined || Object.keys(body).length === 0;

test("there is a call for every action, and it passes every param", async () => {
  const { github } = openGitHub({});
  const passed = new Map<string, Set<string>>();
  for (const { name, params } of calls)
    passed.set(name, new Set([...(passed.get(name) ?? []), ...Object.keys(params)]));
  expect([...passed.keys()].toSorted()).toEqual((await actionNames()).toSorted());
  const controls = new Set(["limit", "cursor", "fields", "dry_run"]);
  const { entities } = await github.describe();
  for (const [entity, actions] of Object.entries(entities))
    for (const [action, { params }] of Object.entries(actions)) {
      const names = Object.keys(params.properties ?? {}).filter((name) => !controls.has(name));
      expect([`${entity}.${action}`, names.filter((name) => !passed.get(`${entity}.${action}`)!.has(name))]).toEqual([`${entity}.${action}`, []]); // prettier-ignore
    }
});

const source = "github.json";

// A second way to read the document: neither the importer nor the connector's file is used.
describe.skipIf(!hasCorpus(source))(titled("GitHub's API description", source), () => {
  const document = hasCorpus(source) ? (JSON.parse(readCorpus(source)) as Dict & { paths: Record<string, Dict> }) : undefined; // prettier-ignore
  const at = (ref: string) =>
    ref.slice(2).split("/").reduce<unknown>((here, key) => (here as Dict)[key.replaceAll("~1", "/")], document); // prettier-ignore
  const follow = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(follow);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { $ref?: string };
    if ($ref !== undefined) return follow(at($ref));
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== "example" && key !== "examples").map(([key, one]) => [key, follow(one)])); // prettier-ignore
  };
  const faults = (schema: unknown, value: unknown) => {
    const problems: { path: string; message: string }[] = [];
    validatorOf(schema as never, patternTest)(value as never, problems as never);
    return problems;
  };
  const typed = (schema: Dict, text: string): unknown =>
    schema.type === "integer" ? Number(text) : schema.type === "boolean" ? text === "true" : text;

  test.each(calls.flatMap(({ name, sends }) => sends.map((sent) => ({ name, sent }))))(
    "$name: $sent.0 $sent.1 fits",
    ({ sent }) => {
      const [method, address, body = {}] = sent;
      const [path = "", query = ""] = address.split("?");
      const fits = Object.entries(document!.paths).filter(([template, one]) => {
        const parameters = (follow([...((one.parameters as unknown[]) ?? []), ...(((one[method.toLowerCase()] as Dict | undefined)?.parameters as unknown[]) ?? [])]) as Dict[]); // prettier-ignore
        const isDeep = (name: string) =>
          parameters.some((each) => each.name === name && each["x-multi-segment"]);
        const pattern = template.replace(/[.+]/g, String.raw`\$&`).replaceAll(/\{(\w+)\}/g, (_all, name: string) => (isDeep(name) ? "(?<$name>.+)" : "([^/]+)").replace("(?<$name>", "(")); // prettier-ignore
        return one[method.toLowerCase()] !== undefined && new RegExp(`^${pattern}$`).test(path);
      });
      // The most exact template: that with the most fixed parts.
      const fixed = (template: string) => template.split("/").filter((part) => !part.includes("{")).length;
      const [found] = fits.toSorted(([one], [other]) => fixed(other) - fixed(one));
      expect(found, "a path of the document").toBeDefined();
      const operation = follow(found![1][method.toLowerCase()]) as Dict;
      const parameters = operation.parameters as (Dict & { name: string; schema: Dict })[];
      for (const [name, value] of new URLSearchParams(query)) {
        const parameter = parameters.find((one) => one.in === "query" && one.name === name);
        expect(parameter, `the query param ${name}`).toBeDefined();
        expect([name, faults(parameter!.schema, typed(parameter!.schema, value))]).toEqual([name, []]);
      }
      const given = new URLSearchParams(query);
      for (const { name, required, in: where } of parameters)
        if (required && where === "query") expect(given.has(name), name).toBe(true);
      const schema = Object.values(((operation.requestBody as Dict | undefined)?.content ?? {}) as Record<string, Dict>)[0]?.schema as Dict | undefined; // prettier-ignore
      if (schema === undefined) expect(body).toEqual({});
      else {
        expect(faults(schema, body)).toEqual([]);
        const fields = Object.keys((schema.properties ?? (schema.oneOf as Dict[])[0]!.properties) as Dict);
        expect(Object.keys(body).filter((name) => !fields.includes(name))).toEqual([]);
      }
    },
  );
});
