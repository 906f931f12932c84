import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { newerMethods } from "./newer-methods.ts";

const shared = (path: string) => fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));

/** A folder with Slack's documentation of each method as JSON. It is not part of the repository. */
const METHODS = shared("corpus/slack-methods/");
/** A folder with Slack's examples for newer methods, and notes about their arguments and scopes. */
const NEWER = shared("corpus/slack-messages/slack-api-ref-examples/");
const NOTES = shared("facts/slack-messages.md");

/** The reason why tests that need the documentation are skipped. False if they run. */
export const absent: string | false =
  existsSync(METHODS) && existsSync(NEWER) && existsSync(NOTES)
    ? false
    : "Slack's documentation is not beside the project";

export interface Argument {
  type?: string;
  subtype?: string;
  enum?: unknown[];
}
export interface MethodDocs {
  scope?: { bot?: string[]; user?: string[] };
  rate_limits?: string;
  json_input_supported?: boolean;
  args: { required?: string[]; properties: Record<string, Argument> };
  errors?: Record<string, { desc?: string }>;
  output?: { required?: string[] };
  examples: Record<string, { example: Record<string, unknown> }>;
  /**
   * The notes about a newer method. If there are notes, `errors` has only the codes in the examples, and `scope` and
   * `rate_limits` are absent.
   */
  notes?: string;
}

export const documentedMethods = (): string[] =>
  readdirSync(METHODS).map((file) => file.replace(/\.json$/, ""));

/** Returns the names of all methods with documentation or with examples. */
export const methodsOfCorpus = (): string[] => [
  ...documentedMethods(),
  ...readdirSync(NEWER).flatMap((file) => (file.endsWith(".json") ? [file.replace(/\.json$/, "")] : [])),
];

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

export const isDocumented = (method: string): boolean =>
  existsSync(`${METHODS}${method}.json`) ||
  Object.hasOwn(newerMethods, method) ||
  (existsSync(`${NEWER}${method}.json`) && notesOf(method) !== "");

export function docsOf(method: string): MethodDocs {
  if (existsSync(`${METHODS}${method}.json`)) return readJson(`${METHODS}${method}.json`) as MethodDocs;
  if (Object.hasOwn(newerMethods, method)) return newerDocs(method);
  const examples = Object.entries(readJson(`${NEWER}${method}.json`) as Record<string, { error?: string }>);
  const notes = notesOf(method);
  const listed = notes.split(";")[0]!.split(",");
  const names = listed.flatMap((argument) => [...argument.matchAll(/^\s*(\w+)(\*?)/g)]);
  return {
    args: {
      required: names.filter(([, , star]) => star === "*").map(([, name]) => name!),
      properties: Object.fromEntries(names.map(([, name]) => [name, {}])),
    },
    errors: Object.fromEntries(examples.flatMap(([, { error }]) => (error ? [[error, {}]] : []))),
    examples: Object.fromEntries(examples.map(([name, example]) => [name, { example }])),
    notes,
  };
}

function newerDocs(method: string): MethodDocs {
  const { scope, rate, required, optional, errors, json, examples } = newerMethods[method]!;
  const given = examples ?? (readJson(`${NEWER}${method}.json`) as Record<string, Record<string, unknown>>);
  return {
    ...(scope ? { scope } : {}),
    rate_limits: rate,
    json_input_supported: json === true,
    args: { required, properties: Object.fromEntries([...required, ...optional].map((name) => [name, {}])) },
    errors: Object.fromEntries(errors.map((code) => [code, {}])),
    examples: Object.fromEntries(Object.entries(given).map(([name, example]) => [name, { example }])),
  };
}

/**
 * Returns the notes about a method. The notes list the method's arguments, with a star after each required argument. A
 * semicolon and the method's scope follow. In the file, a line starts with the first part of a method's name, such as
 * `chat.`. The notes follow the last part of the name.
 */
function notesOf(method: string): string {
  const at = method.lastIndexOf(".") + 1;
  const family = readFileSync(NOTES, "utf8")
    .split("\n")
    .find((line) => line.startsWith(`- **${method.slice(0, at)}** `));
  const [, notes = ""] = new RegExp(` ${method.slice(at)} (.*?)(?:\\. |$)`).exec(family ?? "") ?? [];
  return notes;
}

const channelId = /^[CGDUW][A-Z0-9]{2,}$/;
const bySubtype: Record<string, RegExp> = {
  channel: channelId,
  user: /^[UW][A-Z0-9]{2,}$/,
  users: /^[UW][A-Z0-9]{2,}(,[UW][A-Z0-9]{2,})*$/,
};

/** Checks whether a value of a form matches the documentation of its argument. */
export function fits(value: string, name: string, { type, subtype, enum: allowed }: Argument): boolean {
  if (/^(undefined|null|NaN|\[object .*)$/.test(value)) return false;
  if (type === "boolean" && !/^(true|false)$/.test(value)) return false;
  if ((type === "number" || type === "integer") && !/^\d+$/.test(value)) return false;
  if (subtype === "timestamp" || name === "ts" || name === "thread_ts")
    if (!/^\d{10}\.\d{6}$/.test(value) && !/^(oldest|latest)$/.test(name)) return false;
  if (allowed && !allowed.includes(value)) return false;
  return !subtype || !bySubtype[subtype] || bySubtype[subtype].test(value);
}

/**
 * Returns the paths of fields that the example has, but the answer lacks. A list counts as one record that has the
 * fields of all its items.
 */
export function missing(example: unknown, answer: unknown, path = ""): string[] {
  if (Array.isArray(example)) {
    const samples = example.filter(isRecord);
    if (samples.length === 0) return Array.isArray(answer) ? [] : [path];
    const pool = Array.isArray(answer) ? answer : [];
    return [...new Set(samples.flatMap((sample) => missing(sample, union(pool.filter(isRecord)), path)))];
  }
  if (!isRecord(example)) return [];
  // The keys of this map are ids, which differ between the example and the answer. The values have the same fields.
  if (path.endsWith("shares.public"))
    return missing(Object.values(example)[0], Object.values(Object(answer))[0], path);
  return Object.entries(example).flatMap(([name, value]) => {
    const at = path === "" ? name : `${path}.${name}`;
    if (!isRecord(answer) || !(name in answer)) return [at];
    return answer[name] === null ? [] : missing(value, answer[name], at);
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const union = (records: Record<string, unknown>[]): Record<string, unknown> =>
  records.reduce((all, record) => ({ ...record, ...all, ...deeper(all, record) }), {});

const deeper = (all: Record<string, unknown>, record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const other = all[name];
      return isRecord(value) && isRecord(other) ? [[name, union([other, value])]] : [];
    }),
  );
