import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A folder with Slack's documentation of each method as JSON. It is not part of the repository. */
export const DOCS = fileURLToPath(new URL("../../../../shared/corpus/slack-methods/", import.meta.url));
export const present = existsSync(DOCS);

export interface Docs {
  scope?: { bot?: string[]; user?: string[] };
  rate_limits?: string;
  json_input_supported?: boolean;
  args: { required?: string[]; properties: Record<string, unknown> };
  errors?: Record<string, unknown>;
  output?: { required?: string[] };
  examples?: Record<string, { example: Record<string, unknown> }>;
}

export const documentedMethods = (): string[] => readdirSync(DOCS).map((file) => file.replace(/\.json$/, ""));
export const docsOf = (method: string): Docs =>
  JSON.parse(readFileSync(`${DOCS}${method}.json`, "utf8")) as Docs;

/**
 * Returns the paths of fields that the example has, but the answer lacks. A list counts as one record with all fields.
 */
export function missing(example: unknown, answer: unknown, path = ""): string[] {
  if (Array.isArray(example)) {
    const samples = example.filter(isRecord);
    if (samples.length === 0) return Array.isArray(answer) ? [] : [path];
    const pool = Array.isArray(answer) ? answer : [];
    return [...new Set(samples.flatMap((sample) => missing(sample, union(pool.filter(isRecord)), path)))];
  }
  if (!isRecord(example)) return [];
  // The keys of this map are ids, which differ. The values have the same fields.
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
