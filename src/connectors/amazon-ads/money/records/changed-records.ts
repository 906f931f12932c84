import type {
  PayingAccount,
  Judgement,
  OutdatedStates,
  RecordChange,
} from "../../../../core/contract/judgement.ts";
import { type Dict, at, dicts } from "../../../../core/ground/json.ts";
import { judgementsOf } from "../judge/field-judgements.ts";
import type { JudgedItem } from "../judge/judge-items.ts";
import type { FieldJudgement } from "../ground/judgement-kinds.ts";
import { idOf } from "../ground/record-fields.ts";
import type { SpendingEntity } from "../ground/spending-entity.ts";
import { type Standing, campaignOf } from "./standing.ts";

/** The state of a record that does not exist, or that is archived. */
export const gone = "gone";

/**
 * Returns, for each changed record, the fields that affect spending, before and after the call. A raise makes the
 * earlier states of all records of the campaign outdated.
 */
export function changesOf(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  standing: Standing,
  account: PayingAccount | undefined,
): Judgement["changes"] {
  if (!account) return undefined;
  const stateOf = stateReader(entity);
  const records = items.flatMap(({ index, before, after }): RecordChange[] =>
    before
      ? [{ item: index, key: recordKey(entity, before), before: stateOf(before), after: stateOf(after) }]
      : [],
  );
  const outdated =
    entity.kind === "portfolio"
      ? // The campaigns of a raised portfolio can spend more than when they were lowered.
        items.map(({ index }) => ({ item: index, prefix: anyCampaign }))
      : items.flatMap((item) => outdatedBy(item, standing));
  const created = (data: unknown) => createdRecords(entity, items, data);
  return { account, records, outdated, ...(entity.kind === "negative" ? { created } : {}) };
}

const outdatedBy = ({ index, before, after }: JudgedItem, { adGroups }: Standing): OutdatedStates[] =>
  [campaignOf({ ...before, ...after }, adGroups), undefined].map((id) => ({
    item: index,
    prefix: campaignPrefix(id),
  }));

/** Returns the start of the keys of all records of a campaign. `undefined`: an unknown campaign. */
export const campaignPrefix = (campaignId: string | undefined): string => `campaign ${campaignId ?? "?"}: `;

/** The start of the keys of all records of all campaigns. */
export const anyCampaign = "campaign ";

const recordKey = ({ entity, idField, kind }: SpendingEntity, record: Dict): string =>
  `${kind === "portfolio" ? "" : campaignPrefix(idOf(record.campaignId))}${entity} ${idOf(record[idField])}`;

/** Archiving a new negative keyword or target is the undo of its creation. */
function createdRecords(entity: SpendingEntity, items: readonly JudgedItem[], data: unknown): RecordChange[] {
  const stateOf = stateReader(entity);
  return dicts(at(data, "succeeded")).flatMap(({ index, id }) => {
    const item = items.find((one) => one.index === index);
    if (!item || item.before || typeof id !== "string") return [];
    const key = recordKey(entity, { ...item.after, [entity.idField]: id });
    return [{ item: item.index, key, before: gone, after: stateOf(item.after) }];
  });
}

/** A portfolio always has the currency of the profile. */
const unimportant = new Set<FieldJudgement>(["none", "id", "portfolio currency"]);

function stateReader({ entity, kind }: SpendingEntity): (record: Dict) => string {
  const paths = Object.entries(judgementsOf(`${entity}.update`)).flatMap(([path, judgement]) =>
    unimportant.has(judgement) ? [] : [path],
  );
  const valueOf = (record: Dict, path: string): unknown => {
    const value = at(record, path) ?? null;
    // A portfolio without a budget has no cap.
    if (kind === "portfolio" && path === "budget.policy") return value ?? "NO_CAP";
    return path === "state" ? String(value).toUpperCase() : value;
  };
  return (record) =>
    record.state === "ARCHIVED" ? gone : JSON.stringify(paths.map((path) => valueOf(record, path)));
}
