import type * as zod from "zod";
import type { GuardRead, Judgement } from "../../../core/contract/judgement.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import { ConnectorError, type Issue } from "../../../core/ground/errors.ts";
import { type Dict, dicts } from "../../../core/ground/json.ts";
import { updateEffect } from "../money/guards/effect-rules.ts";
import { type LeftOut, type PercentChange, percentItems } from "../money/model/percent-items.ts";
import { idOf, isEnabled } from "../money/ground/record-fields.ts";
import { createReader } from "../money/records/record-reader.ts";
import { batchResult } from "./batch-result-schema.ts";
import { type Resource, updateCalls, updateWithParents } from "./resource-actions.ts";
import { undoUpdate } from "./undo.ts";

// Changes the bids or budgets of several records by a percentage. The guard reads the current amounts, and judges the
// new amounts. The action then runs with exactly these amounts.

/** The params that select records by their parents. */
const parentParams = ["campaignIds", "adGroupIds"];

const pageSizes = { sp: 1000, sb: 100, sd: 1000 } as const;

export const changeByPercentOf = <Item extends zod.ZodObject>(facts: Resource<Item>, path: string) => ({
  check: (params: Dict): Issue[] => {
    const selects = [...(facts.hasNoIdFilter ? [] : [facts.idsParam]), ...parentParams];
    if (params.percent === 0) return [{ path: "percent", message: "percent must not be 0." }];
    return selects.some((name) => params[name] !== undefined)
      ? []
      : [{ path: "", message: `Select the records: pass ${selects.join(" or ")}.` }];
  },
  ...batchResult(facts.record, path),
  effect: updateEffect,
  calls: updateCalls(facts),
  reads: [`${facts.entity}.list`],
  guard: percentGuard(facts, path),
  undo: undoUpdate(facts),
  run: async ({ leftOut, ...params }: Dict, context: RunContext): Promise<RunResult> => {
    const { data, meta } = await updateWithParents(facts, dicts(params[facts.itemsParam]), params.profileId, context); // prettier-ignore
    const warnings = [
      ...((meta?.warnings as string[] | undefined) ?? []),
      ...warningsAbout(dicts(leftOut) as unknown as LeftOut[]),
    ];
    return { data, meta: { ...meta, ...(warnings.length > 0 ? { warnings } : {}) } };
  },
});

const percentGuard =
  <Item extends zod.ZodObject>(facts: Resource<Item>, path: string) =>
  async (params: Dict, read: GuardRead, now: number): Promise<Judgement> => {
    const { percent, min, max, profileId, ...selection } = params;
    const reader = createReader(read, profileId);
    const records = await selectRecords(facts, selection, reader.read);
    const change = { percent, min, max } as PercentChange;
    const { items, leftOut } = percentItems(facts, path, records, change, await reader.account());
    const found = new Set(records.map((record) => idOf(record[facts.idField])));
    const asked = Array.isArray(params[facts.idsParam]) ? (params[facts.idsParam] as string[]) : [];
    for (const id of asked) if (!found.has(id)) leftOut.push({ id, reason: "NOT_FOUND" });
    if (items.length === 0) throw nothingToChange(facts.entity, leftOut);
    const update: Dict = { ...(profileId === undefined ? {} : { profileId }), [facts.itemsParam]: items };
    const { updateGuard } = await import("../money/guards/guards.ts");
    const judged = await updateGuard(facts)(update, read, now);
    const reasonOf = (text: string | undefined) => text?.replace(/^\w+\[\d+\] \((.*?)\): /, "$1: ");
    return {
      ...judged,
      reasons: (judged.reasons ?? []).map(reasonOf),
      advice: adviceFor(facts, records),
      // The call has no items, so an error names the percentage and the record.
      raises: (judged.raises ?? []).map((raise) => ({
        ...raise,
        path: "percent",
        of: raise.of ?? `${facts.kind} ${String(items[raise.item ?? 0]?.[facts.idField])}`,
      })),
      params: { ...update, ...(leftOut.length > 0 ? { leftOut } : {}) },
    };
  };

/** Says how the call can leave out records. Paused records often have amounts that nobody uses. */
function adviceFor<Item extends zod.ZodObject>(
  { changeableStates: [state = "ENABLED"] = [], idsParam, hasNoIdFilter }: Resource<Item>,
  records: readonly Dict[],
): string {
  const enabled = state === state.toLowerCase() ? "enabled" : "ENABLED";
  const ids = hasNoIdFilter ? "adGroupIds" : idsParam;
  return records.every(isEnabled)
    ? `To leave out records, select fewer, for example by ${ids}.`
    : `To leave out paused records, pass states: ["${enabled}"].`;
}

/** @throws ConnectorError `invalid_params` if a call selects more records than one batch can have */
async function selectRecords<Item extends zod.ZodObject>(
  { entity, product = "sp", maxItems }: Resource<Item>,
  selection: Dict,
  read: GuardRead,
): Promise<Dict[]> {
  const found: Dict[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await read(entity, "list", {
      ...selection,
      limit: pageSizes[product],
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...dicts(data));
    cursor = meta.next_cursor;
    if (found.length > maxItems)
      throw new ConnectorError(
        "invalid_params",
        `More than ${maxItems} records match. One call can change at most ${maxItems}.`,
        { path: "params", hint: "Nothing was sent. Select fewer records, for example by adGroupIds." },
      );
  } while (cursor !== undefined);
  return found;
}

const reasons: Readonly<Record<LeftOut["reason"], string>> = {
  NO_OWN_AMOUNT: "have no amount of their own, such as a keyword that uses the default bid of its ad group",
  SAME_AMOUNT: "keep their amount, because of min, max or rounding",
  NOT_FOUND: "were not found, or are archived",
};

/** Returns one sentence for each reason. */
function warningsAbout(leftOut: readonly LeftOut[]): string[] {
  return (Object.keys(reasons) as LeftOut["reason"][]).flatMap((reason) => {
    const ids = leftOut.filter((one) => one.reason === reason).map(({ id }) => id);
    if (ids.length === 0) return [];
    const listed = ids.slice(0, 5).join(", ");
    return [`${ids.length} not changed: ${listed}${ids.length > 5 ? ", ..." : ""} ${reasons[reason]}.`];
  });
}

function nothingToChange(entity: string, leftOut: readonly LeftOut[]): ConnectorError {
  const message = [`${entity}: nothing to change.`, ...warningsAbout(leftOut)].join(" ");
  return leftOut.every(({ reason }) => reason === "NOT_FOUND")
    ? new ConnectorError("not_found", message, {
        path: "params",
        hint: "Nothing was sent. Check the ids with the list action.",
      })
    : new ConnectorError("invalid_params", message, {
        path: "params.percent",
        hint: "Nothing was sent. Change percent, min or max, or select records that have amounts of their own.",
      });
}
