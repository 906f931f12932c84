import type { AskedRow } from "../contract/approval/rows.ts";
import type { Meta } from "../contract/result.ts";
import type { CallPreview, ResolvedCall } from "../contract/tool.ts";
import { type Dict, isDict } from "../ground/json.ts";
import { type ChangedField, changedFields } from "./changed-fields.ts";
import { idsIn } from "./ids-in.ts";
import { rowText } from "./approval-rows.ts";
import { changeText, moneyWords, plain, quoted } from "./line-texts.ts";

/** The maximum number of `Change` lines, and of `Name` lines. */
const mostChanges = 30;
/** The maximum number of `Row` lines. A page shows all rows. */
const mostRows = 100;

/**
 * Returns the text for the person who must approve a call. Every line begins with a fixed word. Texts of other people
 * have no line breaks and no invisible characters, so that they cannot imitate such a line.
 */
export function approvalReason(
  { title, description, result: { data, meta } }: CallPreview,
  call: ResolvedCall,
  rows: readonly AskedRow[] = [],
): string {
  const { who, where, whom, audience, external, notified, params, before, after, exposure } = isDict(data)
    ? data
    : ({} as Dict);
  const effects = effectsOf(data);
  const sentence = description.split(". ")[0]!.replace(/\.$/, "");
  const names = namesIn(meta);
  const resolved = isDict(params) ? params : call.params;
  const changes =
    before === undefined ? newFields(rows) : changedFields(before, after, { params: resolved, names });
  const isBatch = rows.length > 1;
  const shown = isBatch ? changes : changes.slice(0, mostChanges);
  const labelled = new Set(shown.map(({ id }) => id));
  const money = isDict(exposure) ? changedFields(exposure.before, exposure.after) : [];
  const why = isDict(exposure) && exposure.why !== undefined ? `. ${plain(exposure.why)}.` : "";
  const currency = meta.currency === undefined ? "" : ` ${plain(meta.currency)}`;
  return [
    `Action: ${title} ${call.entity}.${call.action}.${sentence && ` ${sentence}.`}`,
    ...(meta.already === undefined ? effects.flatMap((effect) => warnings[effect] ?? []) : []),
    ...(Array.isArray(external) ? ["Warning: people outside the company can read this."] : []),
    ...(who === undefined ? [] : [`As: ${plain(who)}`]),
    ...(where === undefined ? [] : [`Where: ${plain(where)}`]),
    ...(Array.isArray(whom) ? [`To: ${whom.map(plain).join(", ")}`] : []),
    ...(audience === undefined ? [] : [`Who reads it: ${plain(audience)}`]),
    ...(Array.isArray(notified) ? [`Notified: ${notified.map(plain).join(", ") || "nobody"}`] : []),
    ...Object.entries(resolved).map(([name, value]) => {
      const given = call.params[name];
      return isTime(value) && given !== value
        ? `Param ${plain(name)}: ${value}, from ${quoted(given)}`
        : `Param ${plain(name)}: ${quoted(value)}`;
    }),
    ...idsIn([call.params, before])
      .filter(({ id }) => Object.hasOwn(names, id) && !labelled.has(id))
      .slice(0, mostChanges)
      .map(({ field, id }) => `Name: ${plain(field)} ${plain(id)} is ${quoted(names[id])}`),
    ...(isBatch
      ? rows.slice(0, mostRows).map((row, index) => `Row ${index}: ${rowText(row)}`)
      : shown.map(
          ({ record, path, from, to }) =>
            `Change: ${record === undefined ? "" : `${plain(record)}: `}${changeText(path, from, to, names)}`,
        )),
    ...(rows.length > mostRows ? [`Row: ${rows.length - mostRows} more rows`] : []),
    ...(isBatch || changes.length <= mostChanges
      ? []
      : [`Change: ${changes.length - mostChanges} more fields`]),
    ...money.map(
      ({ path, from, to }) =>
        `Exposure: ${moneyWords(path)} ${amount(from)} -> ${amount(to)}${currency}${path === "daily_spend" ? why : ""}`,
    ),
    ...(meta.already === undefined
      ? []
      : [`Note: this changes nothing (${plain(meta.already).replaceAll("_", " ")}).`]),
    ...(meta.warnings ?? []).map((warning) => `Note: ${plain(warning)}`),
  ].join("\n");
}

/** The fields of a single new record. */
const newFields = (rows: readonly AskedRow[]): ChangedField[] =>
  rows.length === 1
    ? rows[0]!.changes.map(({ field, from, to }) => ({
        record: undefined,
        id: undefined,
        path: field,
        from,
        to,
      }))
    : [];

export function approvedState({ result: { data } }: CallPreview, call: ResolvedCall): unknown {
  if (!isDict(data)) return data;
  const { effect, effects, who, external, notified, before, exposure, params } = data;
  const fixed = Object.entries(isDict(params) ? params : {}).map(([name, value]) => [
    name,
    isTime(value) ? call.params[name] : value,
  ]);
  return {
    effect,
    effects,
    who,
    external,
    notified,
    before,
    exposure,
    params: Object.fromEntries(fixed) as Dict,
  };
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

const namesIn = ({ names }: Meta): Readonly<Record<string, string>> =>
  isDict(names) ? (names as Record<string, string>) : {};

const amount = (value: unknown): string => (value === undefined ? "none" : plain(value));
