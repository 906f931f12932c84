import { z } from "zod";
import { effects } from "../core/contract/effect.ts";
import { ConnectorError } from "../core/ground/errors.ts";

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

const action = z.strictObject({
  /** The new name, as `entity.action`. */
  name: actionName.optional(),
  description: text.optional(),
  effect: z.enum(effects).optional(),
  paging: paging.optional(),
  /** The path of the record or of the list in the response. */
  pick: z.string().max(200).optional(),
  example: z.record(z.string(), z.unknown()).optional(),
  /** The scopes of which a token needs one. */
  scopes: z.array(text).optional(),
  /** Params to leave out. */
  without: z.array(text).optional(),
  /** GraphQL: what to read of a record, as the text of a selection: `id title state { name }`. */
  selection: text.optional(),
});

const overlay = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, "must be lower-case letters, digits and hyphens")
    .optional(),
  title: text.optional(),
  /** The address of the platform's API. */
  server: text.optional(),
  toolNotes: text.optional(),
  /** Only these operations become actions. A star stands for any text: `GET /notes*`, `notes.*`. */
  only: z.array(text).optional(),
  /** Operations that do not become actions, with stars as in `only`. */
  hide: z.array(text).optional(),
  everyday: z.array(actionName).optional(),
  synonyms: z.record(z.string(), z.array(text)).optional(),
  toolEffects: z.array(z.enum(effects)).optional(),
  /** The credentials, as the fields `auth` and `schemes` of a connector file. They replace those of the source. */
  auth: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  schemes: z.record(z.string(), z.unknown()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /** MCP: the tools whose annotation `readOnlyHint` is believed, with stars as in `only`. */
  trustReadOnly: z.array(text).optional(),
  /** GraphQL: what to read of a record of each type, as the text of a selection. */
  selections: z.record(z.string(), text).optional(),
  /** What to change in actions. The key is the source's name of the operation, or its name as `entity.action`. */
  actions: z.record(z.string(), action).optional(),
});

export type Overlay = z.infer<typeof overlay>;
export type ActionOverlay = z.infer<typeof action>;

/** @throws ConnectorError `config_error`; `issues` lists the faults */
export function readOverlay(value: unknown): Overlay {
  const { data, error } = overlay.safeParse(value);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
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
