import { defaultLimits } from "../../src/limits/limit-values.ts";
import { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { readDefinition } from "../../src/definitions/read-definition.ts";
import { file, fileWith, host } from "./definitions-world.ts";

// Anybody in an organization can upload a file, so every file is hostile until it was read.

const { definitions: limits } = defaultLimits;
const read = (text: string) => readDefinition(text, ["slack"], limits);
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const numbered = (count: number, entry: (nth: number) => [string, unknown]) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => entry(nth)));
const get = file.actions["notes"]!["get"]!;
const withOperation = (change: object) => ({
  operations: Object.fromEntries(
    Object.entries(file.operations).map(([name, one]) => [name, { ...one, ...change }]),
  ),
});

test("a file is read as its name and its hosts", async () => {
  expect(await read(fileWith())).toMatchObject({ name: "notes", hosts: [host] });
});

test("hosts are shown as `URL` reads them, with settings and endings of file hosts", async () => {
  const { hosts } = await read(
    fileWith({
      endpoint: "https://{tenant}.ACME.example.com/api",
      config: { tenant: { description: "The tenant" } },
      origins: ["https://\u0430pi.example.com", "https://files.example.com:8443"],
      fileHosts: [".files.example.com"],
    }),
  );
  expect(hosts).toEqual([
    ".files.example.com",
    "files.example.com:8443",
    "xn--pi-6kc.example.com",
    "{tenant}.acme.example.com",
  ]);
});

test.each<[string, string]>([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["no connector file", '{"name":"x"}'],
  ["a file for an MCP server", '{"format":1,"name":"x","mcp":{"url":"https://mcp.example.com"}}'],
  ["a command", '{"format":1,"name":"x","mcp":{"command":["sh"]}}'],
  ["the name of a type of the operator", fileWith({ name: "slack" })],
  ["a name with a slash", fileWith({ name: "custom/x" })],
  ["a name that leaves the folder", fileWith({ name: "../x" })],
  ["a title with markup", fileWith({ title: "<b>Slack</b>" })],
  ["a title that turns the text around", fileWith({ title: "Acme \u202ekcalS" })],
  ["an empty title", fileWith({ title: "" })],
  ["an endpoint on this computer", fileWith({ endpoint: "http://127.0.0.1:8080" })],
  ["an endpoint by its number", fileWith({ endpoint: "https://0x7f000001" })],
  ["the address of a cloud's metadata", fileWith({ endpoint: "https://169.254.169.254" })],
  ["an endpoint without https", fileWith({ endpoint: "http://api.example.com" })],
  ["an endpoint in a private network", fileWith({ endpoint: "https://vault.internal" })],
  ["an endpoint with one name", fileWith({ endpoint: "https://postgres" })],
  ["an endpoint with one name and a dot", fileWith({ endpoint: "https://postgres." })],
  ["an endpoint with a password", fileWith({ endpoint: "https://user:pass@api.example.com" })],
  [
    "an endpoint that the user chooses",
    fileWith({ endpoint: "https://{host}", config: { host: { description: "x" } } }),
  ],
  [
    "an endpoint that the user chooses below .com",
    fileWith({ endpoint: "https://{host}.com", config: { host: { description: "x" } } }),
  ],
  [
    "a setting at the end of the host",
    fileWith({ endpoint: "https://api.{host}", config: { host: { description: "x" } } }),
  ],
  ["another origin on this computer", fileWith({ origins: ["http://localhost:1234"] })],
  ["file hosts in a private network", fileWith({ fileHosts: [".svc.internal"] })],
  ["file hosts below .com", fileWith({ fileHosts: [".com"] })],
  [
    "a token address on this computer",
    fileWith({
      schemes: {
        key: {
          kind: "oauth2-client-credentials",
          tokenUrl: "http://127.0.0.1/token",
          clientId: "{key}",
          clientSecret: "{key}",
        },
      },
    }),
  ],
  [
    "a consent page that is a script",
    fileWith({
      connectFlow: {
        authorizeUrl: "javascript:alert(1)",
        tokenUrl: "https://a.example.com/token",
        needs: [],
      },
    }),
  ],
  ["the header Host", fileWith({ wire: { headers: { Host: "vault.internal" } } })],
  [
    "the header of another client's address",
    fileWith({ wire: { headers: { "X-Forwarded-For": "127.0.0.1" } } }),
  ],
  ["a header with a line break", fileWith({ wire: { headers: { "x-a": "1\r\nHost: evil" } } })],
  [
    "credentials in the header Cookie",
    fileWith({ schemes: { key: { kind: "header", name: "cookie", value: "{key}" } } }),
  ],
  ["an operation at another origin", fileWith(withOperation({ origin: "https://evil.example.com" }))],
  ["an operation whose path is an address", fileWith(withOperation({ path: "//evil.example.com/x" }))],
  ["an operation with an unknown method", fileWith(withOperation({ method: "CONNECT" }))],
  [
    "a pattern that takes for ever, as a type of it that is not supported",
    fileWith({
      auth: { key: { key: { description: "x", accepts: { pattern: "(?<=(a+)+)$", says: "x" } } } },
    }),
  ],
  ["lists in lists", `{"format":1,"name":"x","title":${deep(100_000)}}`],
  ["lists in lists, fewer", `{"format":1,"name":"x","toolNotes":${deep(40_000)}}`],
  ["an operation whose path has no text", fileWith(withOperation({ path: { toString: 1, valueOf: 1 } }))],
  ["a scheme whose kind has no text", fileWith({ schemes: { key: { kind: { toString: 1, valueOf: 1 } } } })],
  ["polling that is null", fileWith(withOperation({ polling: null }))],
  ["an alias of null", fileWith({ actionAliases: { x: null } })],
  ["the long name of an operation", fileWith({ actions: { notes: { get: { ...get, calls: "x".repeat(100_000) } } } })], // prettier-ignore
  [
    "thousands of patterns as the names of patternProperties",
    fileWith({
      actions: {
        notes: { get: { ...get, params: { ...get.params, patternProperties: numbered(20_000, (nth) => [`^${nth}(x|y){0,100}$`, true]) } } }, // prettier-ignore
      },
    }),
  ],
  [
    "tens of thousands of calls and needs, which are compared",
    fileWith({
      actions: { notes: { get: { ...get, calls: Array(45_000).fill(get.calls), needs: Array(40_000).fill("x") } } }, // prettier-ignore
    }),
  ],
  [
    "thousands of operations with thousands of headers each",
    fileWith({
      wire: { headers: numbered(5000, (nth) => [`h${nth}`, "x"]) },
      operations: { ...file.operations, ...numbered(1000, (nth) => [`o${nth}`, { method: "GET", path: "/a", docs: "" }]) }, // prettier-ignore
    }),
  ],
  [
    "tens of thousands of operations",
    fileWith({ operations: { ...file.operations, ...numbered(20_000, (nth) => [`o${nth}`, { method: "GET", path: "/a", docs: "" }]) } }), // prettier-ignore
  ],
  ["half a million values", JSON.stringify({ ...file, order: Array(500_000).fill("") })],
  ["too many characters", fileWith({ toolNotes: "x".repeat(limits.characters) })],
  [
    "too many actions",
    fileWith({
      actions: { notes: Object.fromEntries(Array.from({ length: 1501 }, (_, nth) => [`a${nth}`, {}])) },
    }),
  ],
  ["a key of a megabyte", fileWith({ ["x".repeat(1_000_000)]: 1 })],
  [
    "a pattern of a megabyte",
    fileWith({
      auth: { key: { key: { description: "x", accepts: { pattern: "a?".repeat(500_000), says: "x" } } } },
    }),
  ],
  [
    "hundreds of patterns",
    fileWith({
      auth: {
        key: Object.fromEntries(
          Array.from({ length: 201 }, (_, nth) => [
            `k${nth}`,
            { description: "x", accepts: { pattern: `^${nth}(x|y){0,100}$`, says: "x" } },
          ]),
        ),
      },
    }).replaceAll('"pattern"', '"\\u0070attern"'),
  ],
  [
    "hundreds of hosts",
    fileWith({ origins: Array.from({ length: 100 }, (_, nth) => `https://h${nth}.example.com`) }),
  ],
  ["actions that are null", fileWith({ actions: { notes: null } })],
  [
    "operations with the names of objects",
    fileWith({ operations: { __proto__: null, constructor: 1, toString: 2 } }),
  ],
])("a sentence refuses %s", async (_, text) => {
  const error = await read(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectorError);
  const { code, message, outcome } = error as ConnectorError;
  expect([code, outcome]).toEqual(["validation_error", "not_started"]);
  expect(message).toMatch(/^[A-Z].*\.$/s);
  expect(message.length).toBeLessThan(500);
});
