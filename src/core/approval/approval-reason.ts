import type { CallPreview, ResolvedCall } from "../contract/tool.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { lazy } from "../ground/lazy.ts";
import { changedFields } from "./changed-fields.ts";

/** The maximum length of one value, in characters. */
const longest = 400;

/** The maximum number of changed fields that are listed. */
const mostChanges = 30;

/**
 * Returns the text for the person who must approve a call. Every line begins with a fixed word. Texts that other people
 * have written are in quotation marks, on one line and without invisible characters, so they cannot look like a line of
 * this text.
 */
export function approvalReason(
  { title, description, result: { data, meta } }: CallPreview,
  call: ResolvedCall,
): string {
  const { who, where, whom, params, before, after, exposure } = isDict(data) ? data : ({} as Dict);
  const effects = effectsOf(data);
  const changes = changedFields(before, after);
  const money = isDict(exposure) ? changedFields(exposure.before, exposure.after) : [];
  const currency = meta.currency === undefined ? "" : ` ${plain(meta.currency)}`;
  return [
    `Action: ${title} ${call.entity}.${call.action}. ${description.split(". ")[0]!.replace(/\.$/, "")}.`,
    ...effects.flatMap((effect) => warnings[effect] ?? []),
    ...(who === undefined ? [] : [`As: ${plain(who)}`]),
    ...(where === undefined ? [] : [`Where: ${plain(where)}`]),
    ...(Array.isArray(whom) ? [`To: ${whom.map(plain).join(", ")}`] : []),
    ...Object.entries(isDict(params) ? params : call.params).map(([name, value]) => {
      const given = call.params[name];
      return isTime(value) && given !== value
        ? `Param ${name}: ${value}, from ${quoted(given)}`
        : `Param ${name}: ${quoted(value)}`;
    }),
    ...changes
      .slice(0, mostChanges)
      .map(
        ({ record, path, from, to }) =>
          `Change: ${record === undefined ? "" : `${plain(record)}: `}${plain(path)} ${quoted(from)} -> ${quoted(to)}`,
      ),
    ...(changes.length > mostChanges ? [`Change: ${changes.length - mostChanges} more fields`] : []),
    ...money.map(
      ({ path, from, to }) =>
        `Exposure: ${path.replaceAll("_", " ")} ${amount(from)} -> ${amount(to)}${currency}`,
    ),
    ...(meta.already === undefined ? [] : [`Note: changes nothing, ${plain(meta.already)}`]),
    ...(meta.warnings ?? []).map((warning) => `Note: ${plain(warning)}`),
  ].join("\n");
}

/**
 * Returns the part of a dry run that must not change between the approval and the write: the account, the effects, the
 * target and its current values. Leaves out texts about the target, such as the number of members of a channel, and
 * times that a param counts from now.
 */
export function approvedState({ result: { data } }: CallPreview, call: ResolvedCall): unknown {
  if (!isDict(data)) return data;
  const { effect, effects, who, before, exposure, params } = data;
  const fixed = Object.entries(isDict(params) ? params : {}).map(([name, value]) => [
    name,
    isTime(value) ? call.params[name] : value,
  ]);
  return { effect, effects, who, before, exposure, params: Object.fromEntries(fixed) as Dict };
}

const warnings: Readonly<Record<string, string>> = {
  spend: "Warning: this can raise spending.",
  destructive: "Warning: this cannot be undone.",
};

const effectsOf = (data: unknown): string[] => {
  const { effect, effects } = isDict(data) ? data : ({} as Dict);
  return (Array.isArray(effects) ? effects : [effect]).map(String);
};

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:/.test(value);

const amount = (value: unknown): string => (value === undefined ? "none" : plain(value));

/** Returns a value as JSON. A long value is cut, and the number of missing characters is added. */
function quoted(value: unknown): string {
  const text = visible(JSON.stringify(value) ?? "none");
  return text.length > longest
    ? `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`
    : text;
}

/** Returns a text on one line. */
const plain = (value: unknown): string => visible(String(value)).slice(0, longest).toWellFormed();

// A regular expression with `\p` makes Node read the Unicode tables, so it is created at the first use.
const invisible = lazy(() => new RegExp(String.raw`[\p{Cc}\p{Cf}\u2028\u2029]`, "gu"));

/** Replaces control characters, and characters that are invisible or change the direction of a text, with spaces. */
const visible = (text: string): string => text.replace(invisible(), " ");
