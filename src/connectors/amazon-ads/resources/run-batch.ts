import type * as zod from "zod";
import { metaOf } from "../../../core/call/in-process.ts";
import type { Z } from "../../../core/contract/action.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import { operations } from "../operations/index.ts";
import { type Failure, failureOf } from "./batch-failures.ts";

// A batch is not all or nothing: each item succeeds or fails by itself, and some succeed without any effect.

/** What a batch answers, per item by its place in the call. */
export const BatchResult =
  <T extends zod.ZodType>(record: (z: Z) => T) =>
  (z: Z) => {
    const item = { index: z.number(), id: z.string().nullish() };
    return z.object({
      succeeded: z.array(z.object({ ...item, record: record(z).nullish() })),
      failed: z.array(
        z.object({
          ...item,
          reason: z.string(),
          message: z.string().nullish(),
          argument: z.string().nullish(),
          limits: z.object({ lower: z.string().nullish(), upper: z.string().nullish() }).nullish(),
        }),
      ),
      /** Accepted, but not as asked: or there already before. */
      unchanged: z.array(z.object({ ...item, reason: z.string(), fields: z.array(z.string()).nullish() })),
    });
  };

interface Item {
  index: number;
  id?: string | undefined;
}

interface Outcome {
  succeeded: (Item & { record?: Dict | undefined })[];
  failed: (Item & Failure)[];
  unchanged: (Item & { reason: string; fields?: string[] })[];
}

/** Reasons that say that a record like the new one is there already: a repeated create meets them. */
const alreadyThere = new Set(["NAME_NOT_UNIQUE", "DUPLICATE_VALUE"]);

/** Sends a batch and tells apart what became of its items. Throws where every one failed. */
export async function runBatch({ send }: RunContext, name: string, args: Dict): Promise<RunResult> {
  const reply = await send(name, args);
  const { key, record: recordKey, ids } = operations[name]!.batch!;
  // A batch of ids has none.
  const items = Array.isArray(args[key]) ? args[key].filter(isDict) : [];
  const creating = name.endsWith(".create");
  const out: Outcome = { succeeded: [], failed: [], unchanged: [] };
  const { successes, errors } = split(reply.body, key);

  for (const [place, one] of successes.entries()) {
    const index = indexOf(one, place);
    const id = idOf(one, ids);
    const record = isDict(one[recordKey]) ? one[recordKey] : undefined;
    const fields = record ? differing(items[index] ?? {}, record) : [];
    if (fields.length > 0) out.unchanged.push({ index, id, reason: "NOT_APPLIED", fields });
    else out.succeeded.push({ index, id, ...(record ? { record } : {}) });
  }
  for (const [place, one] of errors.entries()) {
    const index = indexOf(one, place);
    const id = idOf(one, ids) ?? idOf(items[index] ?? {}, ids);
    const failure = failureOf(one, key, index);
    if (creating && alreadyThere.has(failure.reason))
      out.unchanged.push({ index, id, reason: failure.reason });
    else out.failed.push({ index, id, ...failure });
  }
  const meta = metaOf(reply);
  if (out.failed.length > 0 && out.succeeded.length === 0 && out.unchanged.length === 0)
    throw allFailed(name, out);
  const already =
    out.unchanged.length > 0 && out.succeeded.length === 0 && out.failed.length === 0
      ? out.unchanged[0]!.reason
      : undefined;
  return {
    data: out,
    meta: { ...meta, ...(already !== undefined && alreadyThere.has(already) ? { already } : {}) },
  };
}

/** The two lists of a 207: `{key: {success, error}}`, or an array with a code per item. */
function split(body: unknown, key: string): { successes: Dict[]; errors: Dict[] } {
  const list = (value: unknown) => (Array.isArray(value) ? value.filter(isDict) : []);
  if (Array.isArray(body)) {
    const all = list(body).map((one, index) => ({ index, ...one }) as Dict);
    const good = (one: Dict) => /^(success|ok|200)$/i.test(String(one.code));
    return { successes: all.filter(good), errors: all.filter((one) => !good(one)) };
  }
  const found = isDict(body) ? (isDict(body[key]) ? body[key] : body) : {};
  return { successes: list(found.success), errors: list(found.error) };
}

const indexOf = (one: Dict, place: number) => (typeof one.index === "number" ? one.index : place);

function idOf(one: Dict, names: readonly string[]): string | undefined {
  const found = names.map((name) => one[name]).find((value) => value !== undefined && value !== null);
  return found === undefined ? undefined : String(found);
}

/** Fields that were asked for and stand otherwise in the record that came back: Amazon ignores in silence. */
function differing(asked: Dict, got: Dict): string[] {
  return Object.keys(asked).filter((name) => Object.hasOwn(got, name) && !same(asked[name], got[name]));
}

function same(asked: unknown, got: unknown): boolean {
  if (typeof asked === "number" || typeof got === "number") return Number(asked) === Number(got);
  if (Array.isArray(asked))
    return (
      Array.isArray(got) &&
      got.length >= asked.length &&
      asked.every((one) => got.some((other) => same(one, other)))
    );
  if (isDict(asked))
    return (
      isDict(got) &&
      Object.keys(asked).every((name) => got[name] === undefined || same(asked[name], got[name]))
    );
  return String(asked) === String(got);
}

function allFailed(name: string, { failed }: Outcome): ConnectorError {
  const issues = failed.map(({ argument, reason, message, limits }): Issue => ({
    path: argument ?? "",
    message: [
      message === undefined || message === reason ? reason : `${reason}: ${message}`,
      ...(limits ? [`allowed ${limits.lower ?? ""} to ${limits.upper ?? ""}`] : []),
    ].join(", "),
  }));
  const told = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  return new ConnectorError(
    "upstream_rejected",
    `Amazon Ads ${name}: nothing was done. ${told.join("; ")}${issues.length > 5 ? `; and ${issues.length - 5} more` : ""}.`,
    {
      path: `params.${issues[0]!.path}`,
      issues: issues.slice(0, 50),
      hint: failed[0]!.hint ?? "Put the named arguments right and call again.",
      platform: { status: 207, code: failed[0]!.reason },
    },
  );
}
