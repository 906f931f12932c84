import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// The names that the package exports. `npm run door` writes the lists in test/fixtures/door.

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const filesAt = (...patterns: string[]) => globSync(patterns, { cwd: root });

const rootNames = [...read("src/index.ts").matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
  list!.split(",").flatMap((one) => one.trim().replace(/^type |.* as /g, "") || []),
);

test("the main entry has at most 60 names, and a page or an example shows each of them", () => {
  expect(rootNames.length).toBeGreaterThan(30);
  expect(rootNames.length).toBeLessThanOrEqual(60);
  // These pages are not published.
  const pages = filesAt("README.md", "docs/*.md").filter((page) => !page.endsWith("testing.md"));
  const code = [
    ...pages.flatMap((page) => read(page).match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []),
    ...filesAt("examples/**/*.ts").map(read),
  ].join("\n");
  expect(rootNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

/** The types with names in snake_case, and the reason: somebody outside TypeScript code reads or writes the data. */
const snakeCase: Readonly<Record<string, string>> = {
  Approval: "JSON for people and services",
  ApprovalAnswer: "JSON for people and services",
  ApprovalOptions: "the names of the AI SDK",
  Audience: "its fields become part of a result",
  DryRun: "a result",
  Job: "JSON for people and services",
  JournalEntry: "JSON for people and services",
  Permission: "JSON for people and services",
  Stop: "JSON for people and services",
  OAuthApplication: "credentials",
  StoredPermission: "JSON in a store",
  StoredTokens: "JSON in a store",
  RefreshedToken: "a response of OAuth",
  IssuedTokens: "a response of OAuth",
  TokenRequest: "a request of OAuth",
  CheckResult: "a result",
  Consent: "a result",
  ConnectedCredentials: "a result",
  GrantedCredentials: "a result",
  Meta: "a result",
  PlatformReply: "its `meta` becomes part of a result",
  SlackEvent: "Slack's names",
  ConnectorError: "the JSON of an error",
  ErrorFields: "the JSON of an error",
  errorTable: "error codes",
  PendingConnect: "JSON that an application keeps",
  ConnectSession: "a response of the service",
  ConnectSessionOptions: "a request to the service",
  ConnectorClass: "requests to the service",
  WebhookEvent: "a request of the service",
  ToolDefinitions: "the formats of model providers",
  AnthropicResult: "the format of a model provider",
  ChatResult: "the format of a model provider",
  ResponsesResult: "the format of a model provider",
  exportRows: "params of the action",
  reportRows: "params of the action",
};
/** Types whose names all cross a wire, so that none is in camelCase. */
const onlySnakeCase = new Set([
  "CheckResult",
  "Consent",
  "Meta",
  "ConnectSession",
  "WebhookEvent",
  "StoredTokens",
]);

test("names are in camelCase, except names that leave TypeScript code", () => {
  // The sandboxes use the platforms' names.
  const lists = filesAt("test/fixtures/door/*.txt").filter(
    (file) => !/(sandbox|unexported)\.txt$/.test(file),
  );
  const texts = lists.flatMap((file) => read(file).split("\n\n").slice(1));
  expect(texts.length).toBeGreaterThan(200);
  const nameOf = (text: string) => /(?:const|function|class|interface|type) (\w+)/.exec(text)![1]!;
  const keysIn = (text: string) =>
    [...text.matchAll(/(?:^\s+(?:readonly )?|[{(,;] ?)"?(\w+)"?\??[:(]/gm)].map(([, key]) => key!);
  const withSnakeCase = texts.filter((text) =>
    [nameOf(text), ...keysIn(text)].some((one) => one.includes("_")),
  );
  expect([...new Set(withSnakeCase.map(nameOf))].toSorted()).toEqual(Object.keys(snakeCase).toSorted());
  const mixed = texts
    .filter((text) => onlySnakeCase.has(nameOf(text)))
    .flatMap((text) => keysIn(text).filter((key) => /[a-z][A-Z]/.test(key)));
  expect(mixed).toEqual([]);
});
