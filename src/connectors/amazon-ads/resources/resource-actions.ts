import type * as zod from "zod";
import type { Zod } from "../../../core/contract/action.ts";
import type { GuardRead, ChangePreview } from "../../../core/contract/judgement.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { late } from "../../../core/ground/lazy.ts";
import { readCurrentRecords } from "../money/records/current-records.ts";
import { namesById } from "../money/ground/record-fields.ts";
import { createReader } from "../money/records/record-reader.ts";
import { createEffect, updateEffect } from "../money/guards/effect-rules.ts";
import type { SpendingEntity } from "../money/ground/spending-entity.ts";
import { batchResult } from "./batch-result-schema.ts";
import { bodyAsData } from "./body-as-data.ts";
import { type CheckItem, checkItems } from "./check-items.ts";
import { displayState, state } from "../params.ts";
import { findById } from "./find-by-id.ts";
import { runBatch } from "./run-batch.ts";
import { undoCreate, undoUpdate } from "./undo.ts";
import { withParents } from "./with-parents.ts";

// The shared parts of actions. Each file in `entities/` spreads these parts into its actions, and adds descriptions,
// params and examples.

export interface Resource<
  Item extends zod.ZodObject,
  IdField extends string = string,
  IdsParam extends string = string,
  ItemsParam extends string = string,
  State extends zod.ZodType = zod.ZodType,
> extends SpendingEntity {
  idField: IdField;
  idsParam: IdsParam;
  itemsParam: ItemsParam;
  /** The states that an action can set. */
  state: (z: Zod) => State;
  /** The maximum number of items in a batch. */
  maxItems: number;
  /** True if Amazon has an operation `get`. Otherwise one record is read with the operation `list`. */
  hasGet?: true;
  /** True if Amazon's operation DELETE archives only one record, so that an update of the states archives them. */
  archivesByUpdate?: true;
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

export const resource = <
  Item extends zod.ZodObject,
  IdField extends string,
  IdsParam extends string,
  ItemsParam extends string,
  State extends zod.ZodType,
>(
  facts: Resource<Item, IdField, IdsParam, ItemsParam, State>,
): Resource<Item, IdField, IdsParam, ItemsParam, State> => facts;

/** The shared facts about Sponsored Products. */
export const sponsoredProducts = { product: "sp", state, maxItems: 1000 } as const;

/** The shared facts about campaigns, ad groups and ads of Sponsored Brands. A filter accepts at most ten ids. */
export const sponsoredBrands = {
  product: "sb",
  state,
  maxItems: 10,
  changeableStates: ["ENABLED", "PAUSED"],
  idsPerRead: 10,
} as const;

/** The shared facts about keywords, targets and themes of Sponsored Brands. */
export const brandsTargeting = {
  product: "sb",
  state: displayState,
  maxItems: 100,
  hasGet: true,
  archivesByUpdate: true,
  changeableStates: ["enabled", "paused"],
  newState: "enabled",
  parents: ["campaignId", "adGroupId"],
} as const;

/** The shared facts about Sponsored Display. The response to a list operation is an array. */
export const sponsoredDisplay = {
  product: "sd",
  state: displayState,
  maxItems: 100,
  hasGet: true,
  archivesByUpdate: true,
  changeableStates: ["enabled", "paused"],
  listPath: "",
} as const;

const loadGuards = () => import("../money/guards/guards.ts");

export const listOf = <Item extends zod.ZodObject>({
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

export const getOf = <Item extends zod.ZodObject>(facts: Resource<Item>) => ({
  result: facts.record,
  enrich: true,
  effect: "read" as const,
  calls: `${facts.operations}.${facts.hasGet ? "get" : "list"}`,
  run: (params: Dict, context: RunContext) => {
    if (facts.hasGet) return bodyAsData(context, `${facts.operations}.get`, params);
    const list = {
      operation: `${facts.operations}.list`,
      idsParam: facts.idsParam,
      listPath: facts.itemsParam,
    };
    return findById(context, list, { id: params[facts.idField], profileId: params.profileId });
  },
});

export const createOf = <Item extends zod.ZodObject>(facts: Resource<Item>, verb = "create") => ({
  ...batchOf(facts, verb),
  rows: { param: facts.itemsParam },
  check: checkItems(facts.itemsParam, facts.checkNew),
  effect: createEffect(facts),
  guard: late(async () => (await loadGuards()).createGuard(facts)),
  // A portfolio cannot be archived.
  ...(facts.kind === "portfolio" ? {} : { undo: undoCreate(facts) }),
});

export const updateOf = <Item extends zod.ZodObject>(facts: Resource<Item>) => ({
  ...batchResult(facts.record),
  calls: updateCalls(facts),
  rows: { param: facts.itemsParam, id: facts.idField },
  check: checkItems(facts.itemsParam),
  effect: updateEffect,
  guard: late(async () => (await loadGuards()).updateGuard(facts)),
  undo: undoUpdate(facts),
  run: (params: Dict, context: RunContext) =>
    updateWithParents(facts, params[facts.itemsParam] as Dict[], params.profileId, context),
});

export const archiveOf = <Item extends zod.ZodObject>(facts: Resource<Item>) => ({
  ...batchOf(facts, "archive"),
  rows: { param: facts.idsParam },
  ...archiveJudgement(facts),
  ...(facts.archivesByUpdate ? archiveByUpdate(facts) : {}),
});

const archiveByUpdate = <Item extends zod.ZodObject>(facts: Resource<Item>) => ({
  calls: updateCalls(facts),
  run: (params: Dict, context: RunContext) => {
    const ids = params[facts.idsParam] as string[];
    const items = ids.map((id) => ({ [facts.idField]: id, state: "archived" }));
    return updateWithParents(facts, items, params.profileId, context);
  },
});

/** Returns the operations of an update, which reads the ids of the parents if the items need these ids. */
export const updateCalls = <Item extends zod.ZodObject>({
  operations,
  parents,
}: Resource<Item>): string[] => [`${operations}.update`, ...(parents ? [`${operations}.list`] : [])];

/** Adds a guard or a preview. The preview reads the records, because a person cannot judge a call by ids alone. */
const archiveJudgement = <Item extends zod.ZodObject>(facts: Resource<Item>) => ({
  effect: "destructive" as const,
  ...(facts.kind === "negative"
    ? { guard: late(async () => (await loadGuards()).archiveNegativesGuard(facts)) }
    : { preview: previewArchive(facts), reads: [`${facts.entity}.list`] }),
});

const previewArchive =
  <Item extends zod.ZodObject>(facts: Resource<Item>) =>
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
export async function updateWithParents<Item extends zod.ZodObject>(
  facts: Resource<Item>,
  items: readonly Dict[],
  profileId: unknown,
  context: RunContext,
): Promise<RunResult> {
  const complete = facts.parents ? await withParents(facts, items, profileId, context) : items;
  return runBatch(context, `${facts.operations}.update`, { profileId, [facts.itemsParam]: complete });
}

const batchOf = <Item extends zod.ZodObject>({ operations, record }: Resource<Item>, verb: string) => ({
  ...batchResult(record),
  calls: `${operations}.${verb}`,
  run: (params: Dict, context: RunContext) => runBatch(context, `${operations}.${verb}`, params),
});
