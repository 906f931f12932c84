import type { Judgement } from "../../../../core/contract/judgement.ts";
import { type Dict, at, dicts } from "../../../../core/ground/json.ts";

const indexesOf = (items: readonly Dict[]): number[] =>
  items.flatMap(({ index }) => (typeof index === "number" ? [index] : []));

/** Reads from the result of a batch which items Amazon has applied, and which items certainly changed nothing. */
export const batchOutcome: Required<Pick<Judgement, "succeeded" | "failed">> = {
  succeeded: (data) => indexesOf(dicts(at(data, "succeeded"))),
  failed: (data) => indexesOf(dicts(at(data, "failed"))),
};
