import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A folder with Slack's documentation of each method as JSON. It is not part of the repository. */
const FOLDER = fileURLToPath(new URL("../../../../../shared/corpus/slack-methods/", import.meta.url));

/** The reason why tests that need the documentation are skipped. False if they run. */
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
