import type { JsonSchema } from "../contract/json-schema.ts";
import type { Issue } from "../ground/errors.ts";
import { type Dict, cut, show } from "../ground/json.ts";
import { schemaAt } from "./json-schema.ts";
import type { Finding } from "./validate/problem.ts";
import { describeType } from "./signature.ts";
import { unknownNames } from "./validate/unknown-names.ts";

/** `call/invalid-params.ts` recognizes this text and adds a suggestion. */
const unknownName = "unknown parameter";

const maxIssues = 50;

/**
 * Explains the faults of params, in the same words for zod 3, zod 4 and JSON Schema. Unknown names come first. `json`:
 * the schema whose types the texts show. `source`: the schema that decides which names are allowed.
 */
export function explainIssues(
  json: JsonSchema,
  params: Dict,
  findings: readonly Finding[],
  source = json,
): Issue[] {
  const unknown = unknownNames(source, params)
    .slice(0, maxIssues)
    .map((path): Issue => ({ path, message: unknownName }));
  const found = findings
    .slice(0, maxIssues)
    .flatMap((finding) => explain(finding, json, params))
    .filter(
      ({ path, message }) => !unknown.some((known) => known.path === path && known.message === message),
    );
  return [...unknown, ...found];
}

function explain(
  { code, message, path: keys, keys: names = [] }: Finding,
  schema: JsonSchema,
  params: Dict,
): Issue[] {
  const path = formatPath(keys);
  if (code === "unrecognized_keys")
    return names
      .slice(0, maxIssues)
      .map((name) => ({ path: path ? `${path}.${name}` : name, message: unknownName }));
  const expected = schemaAt(schema, keys);
  const got = valueAt(params, keys);
  if (expected === undefined || code === "custom") return [{ path, message: cut(message, 200) }];
  const type = describeType(expected);
  if (got === undefined) return [{ path, message: `required (${type})` }];
  // A long id that was sent as a number may already have lost digits.
  const lost = typeof got === "number" && expected.type === "string" ? " (a number loses digits)" : "";
  return [{ path, message: `expected ${type}, got ${show(got)}${lost}` }];
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    "",
  );

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null && Object.hasOwn(here, key)
        ? (here as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
