import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ActionDefinition } from "../src/core/contract/action.ts";
import type { ConnectorDefinition } from "../src/core/contract/definition.ts";
import type { Operation } from "../src/core/contract/wire/operation.ts";

const page = readFileSync(new URL("../docs/connector-reference.md", import.meta.url), "utf8");
/** Returns the first cells of all tables between a heading and the next heading of the same level. */
const fieldsUnder = (heading: string): string =>
  page
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))!
    .split("\n")
    .flatMap((line) => /^\| ((?:`[^`]+`(?:, )?)+) \|/.exec(line)?.[1] ?? [])
    .join(" ");

// If a type gets another field, TypeScript requires the field here.
// Only the connectors of this package have `compiled`. `action` and `listAction` set `paginated`.
const connector: Record<Exclude<keyof ConnectorDefinition, "compiled">, true> = {
  actionAliases: true,
  audience: true,
  auth: true,
  caps: true,
  config: true,
  connect: true,
  connectFlow: true,
  dayCaps: true,
  endpoint: true,
  entities: true,
  eventTokens: true,
  entityNotes: true,
  fieldNotes: true,
  everyday: true,
  fileHosts: true,
  foreign: true,
  foresee: true,
  identify: true,
  implied: true,
  indirectCalls: true,
  jobs: true,
  legend: true,
  moneyCaps: true,
  name: true,
  onlyByName: true,
  operations: true,
  order: true,
  platformFields: true,
  peopleMaps: true,
  platformMessages: true,
  quoted: true,
  origins: true,
  paramAliases: true,
  allowListKinds: true,
  preview: true,
  rawRequests: true,
  requestIdHeader: true,
  resolver: true,
  respellings: true,
  schemes: true,
  synonyms: true,
  timeoutMs: true,
  title: true,
  toolEffects: true,
  toolNotes: true,
  unavailable: true,
  wire: true,
};
const action: Record<Exclude<keyof ActionDefinition, "paginated">, true> = {
  anyOf: true,
  calls: true,
  check: true,
  description: true,
  echo: true,
  effect: true,
  enrich: true,
  peopleFields: true,
  repeats: true,
  platformFields: true,
  eventToken: true,
  example: true,
  excerpt: true,
  guard: true,
  instead: true,
  item: true,
  job: true,
  needs: true,
  oneOf: true,
  pick: true,
  params: true,
  prepare: true,
  preview: true,
  reads: true,
  result: true,
  run: true,
  rows: true,
  scopes: true,
  settles: true,
  tokens: true,
  undo: true,
  view: true,
};
const operation: Record<keyof Operation, true> = {
  arguments: true,
  auth: true,
  body: true,
  docs: true,
  errors: true,
  fields: true,
  headers: true,
  idempotencyHeader: true,
  method: true,
  moreScopes: true,
  origin: true,
  paging: true,
  path: true,
  polling: true,
  query: true,
  rate: true,
  repeatable: true,
  response: true,
  scopes: true,
  style: true,
  tokens: true,
};

test.each([
  ["The connector", connector],
  ["Actions", action],
  ["Operations", operation],
])("the tables of the section %s name every field", (heading, fields) => {
  const named = fieldsUnder(heading);
  expect(Object.keys(fields).filter((field) => !new RegExp(`\`${field}[\`(]`).test(named))).toEqual([]);
});
