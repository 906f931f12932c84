import type { AskedRow, EndedCall, RowChange, RowOutcome } from "../contract/approval/rows.ts";
import type { StoredApproval } from "../contract/approval.ts";
import type { CallPreview, ResolvedCall } from "../contract/tool.ts";
import type { ErrorJson } from "../ground/errors.ts";
import { hashOf } from "../ground/hash.ts";
import { at, dicts, isDict, readArray } from "../ground/json.ts";
import { canonicalJson } from "../schema/validate/canonical-json.ts";
import { type ChangedField, changedFields, recordName } from "./changed-fields.ts";
import { changeText, moneyWords, plain } from "./line-texts.ts";

// The items of a batch, each of which a person can approve or decline.

/** Returns the items of a batch from its dry run, or undefined if the call is no batch. */
export async function rowsOf(
  { result: { data, meta } }: CallPreview,
  call: ResolvedCall,
): Promise<AskedRow[] | undefined> {
  if (!isDict(data) || !isDict(meta.rows)) return undefined;
  const { param, effects } = meta.rows;
  const { before, after, exposure, who, params } = data;
  const shown = isDict(params) ? params : call.params;
  const items = readArray(shown[param]);
  if (!items) return undefined;
  const { [param]: _items, ...shared } = shown;
  const names = isDict(meta.names) ? (meta.names as Record<string, string>) : {};
  const currency = typeof meta.currency === "string" ? { currency: meta.currency } : {};
  const of = (list: unknown, index: number): unknown => readArray(list)?.[index];
  const isWhole = items.length === 1;
  return Promise.all(
    items.map(async (item, index): Promise<AskedRow> => {
      const [from, to] = [of(before, index), of(after, index) ?? item];
      // A dry run of one item has no list of exposures.
      const money = isWhole ? exposure : of(at(exposure, "rows"), index);
      return {
        name: plain(nameOf(from, item, names) ?? `item ${index + 1}`),
        changes: (isDict(to) || from !== undefined
          ? changedFields(from, to)
          : [{ path: "id", from, to }]
        ).map(change),
        exposure: changedFields(at(money, "before"), at(money, "after")).map((one) => ({
          ...change(one),
          ...currency,
        })),
        state: await hashOf(
          canonicalJson([
            who,
            shared,
            item,
            from,
            at(money, "before"),
            at(money, "after"),
            of(effects, index),
          ]),
        ),
      };
    }),
  );
}

const change = ({ path, from, to }: Pick<ChangedField, "path" | "from" | "to">): RowChange => ({
  field: path,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** A new record has no id yet, and its ids are those of other records. */
function nameOf(record: unknown, item: unknown, names: Readonly<Record<string, string>>): string | undefined {
  if (record !== undefined) return recordName(record, { params: item, names });
  if (typeof item === "string") return Object.hasOwn(names, item) ? `${names[item]} (${item})` : item;
  return isDict(item) && typeof item.name === "string" && item.name !== "" ? item.name : undefined;
}

/** Returns a row as a line of the text for the person. */
export function rowText({
  name,
  changes,
  exposure,
}: Pick<AskedRow, "name" | "changes" | "exposure">): string {
  const said = changes.map(({ field, from, to }) => changeText(field, from, to));
  const money = exposure.map(
    ({ field, from, to, currency }) =>
      `${moneyWords(field)} ${amount(from)} -> ${amount(to)}${currency === undefined ? "" : ` ${plain(currency)}`}`,
  );
  return `${name}: ${[said.join(", ") || "no change", ...money].join("; ")}`;
}

const amount = (value: unknown): string => (value === undefined ? "none" : plain(value));

/**
 * Returns the rows to which all people agree who have agreed to the call, as indexes. Undefined: the whole call, or it has no
 * rows.
 */
export function agreedRows({
  rows,
  answers,
}: Pick<StoredApproval, "rows" | "answers">): readonly number[] | undefined {
  const chosen = answers.filter(({ approve, rows: some }) => approve && some !== undefined);
  if (!rows || chosen.length === 0) return undefined;
  return rows.map((_, row) => row).filter((row) => chosen.every((answer) => answer.rows!.includes(row)));
}

/** Returns the end of an approved call, with what has become of each row. */
export function endedCall(
  asked: Pick<StoredApproval, "rows" | "answers">,
  outcome: { ok: true; data?: unknown } | { ok: false; error: ErrorJson },
  now: number,
): EndedCall {
  const rows = asked.rows && outcomesOf(asked.rows.length, agreedRows(asked), outcome);
  const { ok } = outcome;
  return { ok, ...(ok ? {} : { error: outcome.error }), ...(rows ? { rows } : {}), at: now };
}

function outcomesOf(
  count: number,
  agreed: readonly number[] | undefined,
  outcome: Parameters<typeof endedCall>[1],
): NonNullable<EndedCall["rows"]> {
  const lists = ["succeeded", "failed", "unchanged", "unknown"] as const;
  const found = new Map<unknown, { outcome: RowOutcome; reason?: string }>();
  for (const name of outcome.ok ? lists : [])
    for (const { index, reason } of dicts(outcome.ok && at(outcome.data, name)))
      found.set(index, { outcome: name, ...(typeof reason === "string" ? { reason } : {}) });
  return Array.from({ length: count }, (_, row) => {
    if (agreed && !agreed.includes(row)) return { outcome: "declined" };
    if (outcome.ok) return found.get(row) ?? { outcome: "unknown" };
    const { code, outcome: done } = outcome.error;
    return { outcome: done === "not_started" ? "failed" : "unknown", reason: code };
  });
}
