import type { Account, Judgement, RecordChange } from "../../../core/contract/judgement.ts";
import { type Dict, at } from "../../../core/ground/json.ts";
import { judgementsOf } from "./field-judgements.ts";
import type { JudgedItem } from "./judge-items.ts";
import { idOf } from "./record-fields.ts";
import type { SpendingEntity } from "./spending-entity.ts";

/** Returns, for each changed record, the fields that affect spending, before and after the call. */
export function changesOf(
  entity: SpendingEntity,
  items: readonly JudgedItem[],
  account: Account | undefined,
): Judgement["changes"] {
  if (!account) return undefined;
  const paths = Object.entries(judgementsOf(`${entity.entity}.update`)).flatMap(([path, kind]) =>
    kind === "none" || kind === "id" ? [] : [path],
  );
  const stateOf = (record: Dict) => JSON.stringify(paths.map((path) => at(record, path) ?? null));
  const records = items.flatMap(({ index, before, after }): RecordChange[] =>
    before
      ? [
          {
            item: index,
            key: `${entity.entity} ${idOf(before[entity.idField])}`,
            before: stateOf(before),
            after: stateOf(after),
          },
        ]
      : [],
  );
  return { account, records };
}
