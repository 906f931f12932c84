import type * as zod from "zod";
import type { Zod } from "../../../core/contract/action.ts";
import type { GuardRead, ChangePreview } from "../../../core/contract/judgement.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { readCurrentRecords } from "../money/records/current-records.ts";
import { namesById } from "../money/ground/record-fields.ts";
import { createReader } from "../money/records/record-reader.ts";
import {
  archiveNegativesGuard,
  createEffect,
  createGuard,
  updateEffect,
  updateGuard,
} from "../money/guards/guards.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";
import { BatchResult } from "./batch-result-schema.ts";
import { bodyAsData } from "./body-as-data.ts";
import { type CheckItem, checkItems } from "./check-items.ts";
import { findById } from "./find-by-id.ts";
import { runBatch } from "./run-batch.ts";
import { undoCreate, undoUpdate } from "./undo.ts";
import { withParents } from "./with-parents.ts";

// The shared parts of actions. Each file in `entities/` spreads these parts into its actions, and adds descriptions,
// params and examples.

export interface Resource<Item extends zod.ZodType> extends SpendingEntity {
  /** The prefix of the operation names, such as `sp.campaigns` in `sp.campaigns.list`. */
  operations: string;
  record: (z: Zod) => Item;
  /**
   * The path of the items in the response to a list operation. Empty if the response is an array. Default: the value
   * of `itemsParam`.
   */
  listPath?: string;
  /** The ids of parents that every item of an update needs. */
  parents?: readonly string[];
  /** Checks an item that creates a record. The dates of items are always checked. */
  checkNew?: CheckItem;
}

export const resource = <Item extends zod.ZodType>(facts: Resource<Item>): Resource<Item> => facts;

/** The shared facts about campaigns, ad groups and ads of Sponsored Brands. A filter accepts at most ten ids. */
export const sponsoredBrands = {
  product: "sb",
  changeableStates: ["ENABLED", "PAUSED"],
  idsPerRead: 10,
} as const;

/** The shared facts about keywords, targets and themes of Sponsored Brands. */
export const brandsTargeting = {
  product: "sb",
  changeableStates: ["enabled", "paused"],
  newState: "enabled",
  parents: ["campaignId", "adGroupId"],
} as const;

/** The shared facts about Sponsored Display. The response to a list operation is an array. */
export const sponsoredDisplay = {
  product: "sd",
  changeableStates: ["enabled", "paused"],
  listPath: "",
} as const;

export const listOf = <Item extends zod.ZodType>({
  operations,
  record,
  itemsParam,
  listPath = itemsParam,
}: Resource<Item>) => ({
  result: record,
  enrich: true,
  calls: `${operations}.list`,
  ...(listPath === "" ? {} : { pick: listPath }),
});

/** Gets one record with the operation `get`. */
export const getOf = <Item extends zod.ZodType>({ operations, record }: Resource<Item>) => ({
  result: record,
  enrich: true,
  effect: "read" as const,
  calls: `${operations}.get`,
  run: (params: Dict, context: RunContext) => bodyAsData(context, `${operations}.get`, params),
});

/** Gets one record with the operation `list`. */
export const findOf = <Item extends zod.ZodType>({
  operations,
  record,
  itemsParam,
  idField,
  idsParam,
}: Resource<Item>) => ({
  result: record,
  enrich: true,
  effect: "read" as const,
  calls: `${operations}.list`,
  run: ({ [idField]: id, profileId }: Dict, context: RunContext) =>
    findById(context, { operation: `${operations}.list`, idsParam, listPath: itemsParam }, { id, profileId }),
});

export const createOf = <Item extends zod.ZodType>(facts: Resource<Item>, verb = "create") => ({
  ...batchOf(facts, verb),
  check: checkItems(facts.itemsParam, facts.checkNew),
  effect: createEffect(facts),
  guard: createGuard(facts),
  // A portfolio cannot be archived.
  ...(facts.kind === "portfolio" ? {} : { undo: undoCreate(facts) }),
});

export const updateOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "update"),
  check: checkItems(facts.itemsParam),
  effect: updateEffect,
  guard: updateGuard(facts),
  undo: undoUpdate(facts),
});

/** Returns the parts of an update action that reads the ids of the parents and adds these ids to the items. */
export const updateWithParentsOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...updateOf(facts),
  calls: [`${facts.operations}.update`, `${facts.operations}.list`],
  run: (params: Dict, context: RunContext) =>
    updateWithParents(facts, params[facts.itemsParam] as Dict[], params.profileId, context),
});

export const archiveOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "archive"),
  ...archiveJudgement(facts),
});

/** Archives records by an update of their states, because Amazon's operation DELETE archives only one record. */
export const archiveByUpdateOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "update"),
  ...archiveJudgement(facts),
  calls: [`${facts.operations}.update`, ...(facts.parents ? [`${facts.operations}.list`] : [])],
  run: (params: Dict, context: RunContext) => {
    const ids = params[facts.idsParam] as string[];
    const items = ids.map((id) => ({ [facts.idField]: id, state: "archived" }));
    return updateWithParents(facts, items, params.profileId, context);
  },
});

/** Adds a guard or a preview. The preview reads the records, because a person cannot judge a call by ids alone. */
const archiveJudgement = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  effect: "destructive" as const,
  ...(facts.kind === "negative"
    ? { guard: archiveNegativesGuard(facts) }
    : { preview: previewArchive(facts), reads: [`${facts.entity}.list`] }),
});

const previewArchive =
  <Item extends zod.ZodType>(facts: Resource<Item>) =>
  async ({ [facts.idsParam]: ids, profileId }: Dict, read: GuardRead): Promise<ChangePreview> => {
    const items = (ids as string[]).map((id) => ({ [facts.idField]: id }));
    const before = await readCurrentRecords(facts, items, createReader(read, profileId).read);
    return {
      before,
      after: before.map((record) => ({ ...record, state: archivedState(facts) })),
      names: () => namesById(before, facts.idField),
    };
  };

const archivedState = ({ changeableStates: [first] = ["ENABLED"] }: SpendingEntity): string =>
  first === first?.toLowerCase() ? "archived" : "ARCHIVED";

/** Updates records. Adds the ids of the parents to the items if the resource needs these ids. */
export async function updateWithParents<Item extends zod.ZodType>(
  facts: Resource<Item>,
  items: readonly Dict[],
  profileId: unknown,
  context: RunContext,
): Promise<RunResult> {
  const complete = facts.parents ? await withParents(facts, items, profileId, context) : items;
  return runBatch(context, `${facts.operations}.update`, { profileId, [facts.itemsParam]: complete });
}

const batchOf = <Item extends zod.ZodType>({ operations, record }: Resource<Item>, verb: string) => ({
  result: (z: Zod) => BatchResult(record)(z),
  calls: `${operations}.${verb}`,
  run: (params: Dict, context: RunContext) => runBatch(context, `${operations}.${verb}`, params),
});
