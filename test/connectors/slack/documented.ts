import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Slack's documentation of each method as data; not part of the repository. */
const FOLDER = fileURLToPath(new URL("../../../../shared/corpus/slack-methods/", import.meta.url));

/** What a test that needs the documentation is skipped for. */
export const absent: string | false = existsSync(FOLDER)
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
  args: { required?: string[]; properties: Record<string, Argument> };
  errors?: Record<string, { desc?: string }>;
  examples: Record<string, { example: unknown }>;
}

export const isDocumented = (method: string): boolean => existsSync(`${FOLDER}${method}.json`);
export const docsOf = (method: string): MethodDocs =>
  JSON.parse(readFileSync(`${FOLDER}${method}.json`, "utf8")) as MethodDocs;
