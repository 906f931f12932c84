import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { at, type Dict, dicts, isDict } from "../../../core/ground/json.ts";
import { quotePlatform } from "../../../core/ground/quote-others.ts";
import { operations } from "../operations/index.ts";
import { batchItems, isFault } from "../operations/batch-response.ts";
import { failureOf } from "./failure-reasons.ts";
import type { BatchOutcome } from "./batch-result-schema.ts";
import { isAmazonMessage } from "../operations/known-messages.ts";

/**
 * Sends a batch, and groups its items into succeeded, failed and unchanged items. Items that the response does not name
 * are unknown.
 * @throws ConnectorError `upstream_rejected` if every item failed, `upstream_invalid_response` if the response names no item
 */
export async function runBatch({ send }: RunContext, name: string, args: Dict): Promise<RunResult> {
  const reply = await send(name, args);
  const { key, param = key, record: recordKey, ids } = operations[name]!.batch!;
  // An archive action has a list of ids instead of items.
  const sent = Object.values(args).find((value): value is unknown[] => Array.isArray(value)) ?? [];
  const items = dicts(args[key]);
  const outcome: BatchOutcome = { succeeded: [], failed: [], unchanged: [] };
  const { successes, errors } = batchItems(reply.body, key);

  for (const [place, one] of successes.entries()) {
    const index = indexOf(one, place);
    const id = idOf(one, ids);
    const record = isDict(one[recordKey]) ? one[recordKey] : undefined;
    const fields = record ? fieldsNotApplied(items[index] ?? {}, record) : [];
    const now = Object.fromEntries(fields.map((name) => [name, record![name]]));
    if (fields.length > 0) outcome.unchanged.push({ index, id, reason: "NOT_APPLIED", fields, now });
    else outcome.succeeded.push({ index, id, ...(record ? { record } : {}) });
  }
  // The ad formats have their own operations, such as `sb.ads.create_video`.
  const faults: BatchOutcome["failed"] = [];
  const isCreate = /\.create(_\w+)?$/.test(name);
  for (const [place, one] of errors.entries()) {
    const index = indexOf(one, place);
    const id = idOf(one, ids) ?? idOf(items[index] ?? {}, ids);
    const failure = failureOf(one, param, index, isCreate);
    if (isCreate && existsAlready(failure.reason, items[index]))
      outcome.unchanged.push({ index, id, reason: failure.reason });
    else (isFault(one) ? faults : outcome.failed).push({ index, id, ...failure });
  }
  const { succeeded, failed, unchanged } = outcome;
  const errored = [...failed, ...faults];
  const named = new Set([...succeeded, ...errored, ...unchanged].map(({ index }) => index));
  const unnamed = sent.flatMap((one, index) =>
    named.has(index) ? [] : [{ index, id: isDict(one) ? idOf(one, ids) : String(one) }],
  );
  if (sent.length > 0 && unnamed.length === sent.length) throw noneNamed(name, sent.length);
  if (errored.length > 0 && succeeded.length + unchanged.length + unnamed.length === 0)
    throw allFailed(name, errored, reply.unchanged === true);
  const unknown = [...faults.map(({ index, id, reason, message }) => ({ index, id, reason, message })), ...unnamed]; // prettier-ignore
  if (unknown.length > 0) outcome.unknown = unknown;
  const existing = unchanged.filter(({ reason }) => reason === duplicate);
  const count = sent.length;
  const about = (some: readonly unknown[], text: string) =>
    some.length > 0 ? [`${some.length} of ${count} items ${text}`] : [];
  const warnings = [
    ...(reply.warnings ?? []),
    ...about(failed, "failed; see data.failed."),
    ...about(existing, "existed already. Bids and states can differ from the call."),
    ...about(unknown, "may have changed: Amazon does not confirm or refuse them; see data.unknown."),
  ];
  return {
    data: outcome,
    meta: {
      ...replyMeta({ ...reply, warnings }),
      ...(existing.length > 0 && existing.length === count ? { already: duplicate } : {}),
    },
  };
}

const duplicate = "DUPLICATE_VALUE";

/**
 * Returns true if the same keyword, target or product exists. A duplicate name does not count, because a different
 * record can have this name.
 */
const existsAlready = (reason: string, { name, ruleName }: Dict = {}): boolean =>
  reason === duplicate && name === undefined && ruleName === undefined;

/** Returns the index of an item. Some responses contain the index as text, and others contain no index. */
function indexOf({ index, targetRequestIndex }: Dict, place: number): number {
  const found = [index, targetRequestIndex].find(
    (one) => typeof one === "number" || /^\d+$/.test(String(one)),
  );
  return found === undefined ? place : Number(found);
}

function idOf(one: Dict, names: readonly string[]): string | undefined {
  const found = names.map((name) => at(one, name)).find((value) => value !== undefined && value !== null);
  return found === undefined ? undefined : String(found);
}

const noneNamed = (name: string, count: number) =>
  new ConnectorError(
    "upstream_invalid_response",
    `Amazon Ads ${name}: ${count === 1 ? "the response does not name the item, so it may have changed" : `the response names none of the ${count} items, so they may have changed`}.`,
    { outcome: "unknown", hint: "Read the records with the list action before you send the call again." },
  );

function allFailed(name: string, failed: BatchOutcome["failed"], isUnchanged: boolean): ConnectorError {
  const issues = failed.map(({ argument, reason, message, limits }): Issue => ({
    path: argument ?? "",
    message: [
      message === undefined || message === reason
        ? reason
        : `${reason}: ${quotePlatform(message, { isKnown: isAmazonMessage })}`,
      ...(limits ? [`allowed ${limits.lower ?? ""} to ${limits.upper ?? ""}`] : []),
    ].join(", "),
  }));
  const listed = issues.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  const more = issues.length > 5 ? `; and ${issues.length - 5} more` : "";
  return new ConnectorError(
    "upstream_rejected",
    `Amazon Ads ${name}: every item failed${isUnchanged ? ", so nothing was changed" : ""}. ${listed.join("; ")}${more}.`,
    {
      path: `params.${issues[0]!.path}`,
      issues: issues.slice(0, 50),
      hint: failed[0]!.hint ?? "Correct the named arguments and call again.",
      platform: { status: 207, code: failed[0]!.reason },
    },
  );
}

/**
 * Returns the fields whose returned value differs from the requested value. Amazon ignores some fields without an
 * error.
 */
const fieldsNotApplied = (requested: Dict, returned: Dict): string[] =>
  Object.keys(requested).filter(
    (name) => Object.hasOwn(returned, name) && !isApplied(requested[name], returned[name]),
  );

/** Returns true also if the returned value has additional fields. */
function isApplied(requested: unknown, returned: unknown): boolean {
  if (typeof requested === "number" || typeof returned === "number")
    return Number(requested) === Number(returned);
  if (Array.isArray(requested))
    return (
      Array.isArray(returned) &&
      returned.length >= requested.length &&
      requested.every((one) => returned.some((other) => isApplied(one, other)))
    );
  if (isDict(requested))
    return (
      isDict(returned) &&
      Object.keys(requested).every(
        (name) => returned[name] === undefined || isApplied(requested[name], returned[name]),
      )
    );
  // Amazon adds the version to the id of an asset, such as `:version_v1`.
  return String(requested) === String(returned).replace(/:version_\w+$/, "") || requested === returned;
}
