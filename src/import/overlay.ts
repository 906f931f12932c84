import { z } from "zod";
import type { ConnectorFile, FileAction } from "../core/contract/connector-file.ts";
import { effects } from "../core/contract/effect.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { isDict } from "../core/ground/json.ts";
import { actionFields } from "../core/file/check-file-action.ts";
import type { Field } from "../core/file/data-fields.ts";
import { fileFields } from "../core/file/file-fields.ts";

// An overlay is what a person adds to a source: better names, effects, pages, and what to leave out.

const text = z.string().min(1).max(2000);
const actionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, "must be entity.action in snake case");

const size = { limit: text.optional(), default: z.int().min(1), max: z.int().min(1), more: text.optional() };
const paging = z.union([
  z.literal("none"),
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("cursor"), cursor: text, next: text, ...size }),
    z.strictObject({ kind: z.literal("page"), cursor: text, first: z.int().optional(), pages: text.optional(), ...size }), // prettier-ignore
    z.strictObject({ kind: z.literal("offset"), cursor: text, total: text.optional(), ...size }),
    z.strictObject({ kind: z.literal("last-id"), cursor: text, id: text, ...size }),
    z.strictObject({ kind: z.literal("next-url"), next: text, ...size }),
    z.strictObject({ kind: z.literal("link"), ...size }),
  ]),
]);

/** The fields of a connector file that an overlay sets as they are. */
export const passedFields = [
  "requestIdHeader",
  "fileHosts",
  "timeoutMs",
  "connectFlow",
  "identify",
  "order",
  "everyday",
  "onlyByName",
  "synonyms",
  "paramAliases",
  "actionAliases",
  "toolEffects",
  "toolNotes",
  "entityNotes",
  "platformFields",
  "peopleMaps",
  "platformMessages",
  "evidence",
] as const satisfies readonly (keyof ConnectorFile)[];

/** The fields of an action in a connector file that an overlay sets as they are. */
export const passedToAction = [
  "calls",
  "pick",
  "anyOf",
  "oneOf",
  "echo",
  "repeats",
  "needs",
  "reads",
  "peopleFields",
  "platformFields",
  "signature",
] as const satisfies readonly (keyof FileAction)[];

/** Checks a field by the rules of the connector file. */
function passed<T, const K extends keyof T & string>(
  names: readonly K[],
  fields: Readonly<Record<keyof T, Field>>,
): { [Name in K]: z.ZodOptional<z.ZodType<T[Name]>> } {
  const shape = names.map((name) => [name, z.custom<T[K]>(fields[name].is, fields[name].says).optional()]);
  return Object.fromEntries(shape) as never;
}

const dict = z.record(z.string(), z.unknown());
/** The text of a param, or a schema that replaces the source's. */
const params = z.record(z.string(), z.union([text, dict]));

const action = z.strictObject({
  ...passed<FileAction, (typeof passedToAction)[number]>(passedToAction, actionFields),
  /** The new name, as `entity.action`. */
  name: actionName.optional(),
  description: text.optional(),
  effect: z.enum(effects).optional(),
  paging: paging.optional(),
  example: dict.optional(),
  /** The scopes of which a token needs one. */
  scopes: z.array(text).optional(),
  /** Params to leave out, with stars as in `only`. */
  without: z.array(text).optional(),
  /** The only params of the source that stay. Default: all. New params come first. */
  keep: z.array(text).optional(),
  /** The texts of params, or schemas that replace those of the source. A schema can also be for a new param. */
  params: params.optional(),
  /** The params that every call needs, in addition to those that the source requires. */
  required: z.array(text).optional(),
  /** The schema of the record, in place of the source's. */
  result: dict.optional(),
  /** What a model sees of a record, as a selection of GraphQL: `id title state { name }`. */
  selection: text.optional(),
  /** Fields that replace those of the operation. */
  operation: dict.optional(),
});

const overlay = z.strictObject({
  ...passed<ConnectorFile, (typeof passedFields)[number]>(passedFields, fileFields),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, "must be lower-case letters, digits and hyphens")
    .optional(),
  title: text.optional(),
  /** The address of the platform's API. */
  server: text.optional(),
  /**
   * Whether the texts and examples of the source are left out. Then each action needs a description, and without `only`,
   * only the operations in `actions` become actions. Default: false.
   */
  ownTexts: z.boolean().optional(),
  /** New descriptions or schemas for params of all actions, by the name of the param. */
  params: params.optional(),
  /** Values that the examples of all actions use for required params, by the name of the param. */
  examples: dict.optional(),
  /** The scopes of which a token needs one, for actions without `scopes` of their own. */
  scopes: z.array(text).optional(),
  /** Only these operations become actions. A star stands for any text: `GET /notes*`, `notes.*`. */
  only: z.array(text).optional(),
  /** Operations that do not become actions, with stars as in `only`. */
  hide: z.array(text).optional(),
  /** Changes of the document before it is read: the actions of an OpenAPI Overlay. */
  document: z
    .array(
      z.object({
        target: z.string().regex(/^\$/, "must be a JSONPath, which begins with $").max(2000),
        update: z.unknown().optional(),
        remove: z.boolean().optional(),
      }),
    )
    .max(1000)
    .optional(),
  /** The credentials, as the fields `auth` and `schemes` of a connector file. They replace those of the source. */
  auth: z.record(z.string(), dict).optional(),
  schemes: dict.optional(),
  /** The platform's documentation, for operations for which the source names none. */
  docs: text.optional(),
  /** Settings of all operations, such as `headers` and `rate`. */
  wire: dict.optional(),
  /** MCP: the tools whose annotation `readOnlyHint` is believed, with stars as in `only`. */
  trustReadOnly: z.array(text).optional(),
  /** GraphQL: what to read of a record of each type, as the text of a selection. */
  selections: z.record(z.string(), text).optional(),
  /**
   * What to change in actions. The key is the source's name of the operation, or its name as `entity.action`. With a
   * list, the operation becomes several actions.
   */
  actions: z.record(z.string(), z.union([action, z.array(action).min(1)])).optional(),
});

export type Overlay = z.infer<typeof overlay>;
export type ActionOverlay = z.infer<typeof action>;

/**
 * Reads an overlay. An OpenAPI Overlay counts as one that only changes the document.
 * @throws ConnectorError `config_error`; `issues` lists the faults
 */
export function readOverlay(value: unknown): Overlay {
  const isOpenApi = isDict(value) && typeof value.overlay === "string";
  const { data, error } = overlay.safeParse(isOpenApi ? { document: value.actions } : value);
  if (data) return data;
  const issues = error.issues.flatMap((issue) => issuesOf(issue));
  const [{ path, message }] = issues as [{ path: string; message: string }];
  throw new ConnectorError(
    "config_error",
    `The overlay is invalid: ${path === "" ? "" : `${path}: `}${message}.`,
    {
      path: `overlay${path === "" ? "" : `.${path}`}`,
      issues,
      hint: "docs/any-api.md lists the fields of an overlay.",
    },
  );
}

/** Returns the faults of the alternative that was meant, if a value can have several forms. */
function issuesOf(issue: z.core.$ZodIssue, before: readonly PropertyKey[] = []): { path: string; message: string }[] {
  const path = [...before, ...issue.path];
  const meant = issue.code === "invalid_union" ? issue.errors.find((faults) => faults.some((one) => one.path.length > 0)) : undefined;
  if (meant) return meant.flatMap((one) => issuesOf(one, path));
  return [{ path: path.join("."), message: issue.message }];
} // prettier-ignore

/** Returns a test for names against patterns in which a star stands for any text. */
export function matcher(patterns: readonly string[]): (name: string) => boolean {
  const parts = patterns.map((pattern) => pattern.split("*"));
  return (name) => parts.some((part) => matches(name, part));
}

function matches(name: string, [first = "", ...rest]: readonly string[]): boolean {
  if (rest.length === 0) return name === first;
  const last = rest.at(-1)!;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
