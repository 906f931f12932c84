import type * as zod from "zod";
import type { Z } from "../../../core/contract/action.ts";
import type { RunContext } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { type Money, createEffect, createGuard, updateEffect, updateGuard } from "../money/guards.ts";
import { BatchResult, runBatch } from "./run-batch.ts";
import { getOne } from "./find-by-id.ts";
import { undoUpdate } from "./undo.ts";
import { runWhole } from "./body-as-data.ts";

// What the actions of every resource have in common, made of its facts and spread into them. An action's words, params
// and example stand in the file of its entity, and so does whatever is particular there.

export interface Resource<Item extends zod.ZodType> extends Money {
  /** Names of its operations, without the verb. */
  own: string;
  record: (z: Z) => Item;
  /** Where a list has its items, if not under `key`. */
  pick?: string;
}

export const resource = <Item extends zod.ZodType>(facts: Resource<Item>): Resource<Item> => facts;

/** Sponsored Brands: filters take ten ids. */
export const brands = { states: ["ENABLED", "PAUSED"], idsAtOnce: 10 } as const;

/** Sponsored Display: states in lower case, and lists that are bare arrays. */
export const display = { on: "enabled", states: ["enabled", "paused"], pick: "items" } as const;

export const listOf = <Item extends zod.ZodType>({ own, record, key, pick = key }: Resource<Item>) => ({
  result: record,
  calls: `${own}.list`,
  pick,
});

/** One record, where there is a request for that. */
export const getOf = <Item extends zod.ZodType>({ own, record }: Resource<Item>) => ({
  result: record,
  effect: "read" as const,
  calls: `${own}.get`,
  run: (params: Dict, context: RunContext) => runWhole(context, `${own}.get`, params),
});

/** One record, where there is none: the list is asked for it. */
export const findOf = <Item extends zod.ZodType>({ own, record, key, id, filter }: Resource<Item>) => ({
  result: record,
  effect: "read" as const,
  calls: `${own}.list`,
  run: (params: Dict, context: RunContext) => {
    const { [id]: one, profileId } = params;
    return getOne(context, `${own}.list`, { profileId, [filter]: [one] }, key);
  },
});

export const createOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "create"),
  effect: createEffect(facts),
  guard: createGuard(facts),
});

export const updateOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "update"),
  effect: updateEffect,
  guard: updateGuard(facts),
  undo: undoUpdate(facts),
});

/** Archives several at once. */
export const archiveOf = <Item extends zod.ZodType>(facts: Resource<Item>) => ({
  ...batchOf(facts, "archive"),
  effect: "destructive" as const,
});

const batchOf = <Item extends zod.ZodType>({ own, record }: Resource<Item>, verb: string) => ({
  result: BatchResult(record),
  calls: `${own}.${verb}`,
  run: (params: Dict, context: RunContext) => runBatch(context, `${own}.${verb}`, params),
});
