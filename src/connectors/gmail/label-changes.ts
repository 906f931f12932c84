import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import type { Undo } from "../../core/contract/result.ts";
import { type Dict, dicts, isDict } from "../../core/ground/json.ts";
import { labelIdsOf } from "./records.ts";

// The trash, the inbox and "unread" are labels, so the undo of every change is a change of labels.

type Labels = readonly string[];
interface Before {
  labels: readonly Labels[];
}

/** Returns the preview and the undo of an action that changes the labels of a message or of a thread's messages. */
export const labelChange = (entity: "messages" | "threads") => ({
  async preview({ id }: Dict, read: GuardRead): Promise<{ before?: Before }> {
    const record = await readIfAllowed(read, [entity, "get", { id }]);
    return isDict(record) ? { before: { labels: labelsOf(record) } } : {};
  },
  undo({ id }: Dict, data: Dict, before: unknown): Undo | undefined {
    if (data.id !== id) return undefined;
    const earlier = isDict(before) && Array.isArray(before.labels) ? (before.labels as Labels[]) : [];
    const params = reversed(earlier, labelsOf(data));
    return params && { entity, action: "change_labels", params: { id, ...params } };
  },
});

const labelsOf = (record: Dict): Labels[] =>
  Array.isArray(record.messages) ? dicts(record.messages).map(labelIdsOf) : [labelIdsOf(record)];

/**
 * Returns the change that brings the labels back. Returns undefined if nothing has changed, or if the messages of a
 * thread would need several changes.
 */
function reversed(before: readonly Labels[], after: readonly Labels[]): Dict | undefined {
  if (before.length === 0 || before.length !== after.length) return undefined;
  const added = new Set(after.flatMap((labels, index) => labels.filter((one) => !before[index]!.includes(one))));
  const removed = new Set(before.flatMap((labels, index) => labels.filter((one) => !after[index]!.includes(one))));
  const isWhole = (ids: ReadonlySet<string>, all: readonly Labels[], has: boolean) =>
    [...ids].every((id) => all.every((labels) => labels.includes(id) === has));
  if (added.size + removed.size === 0) return undefined;
  if (!isWhole(added, before, false) || !isWhole(removed, before, true)) return undefined;
  return {
    ...(removed.size > 0 ? { addLabelIds: [...removed] } : {}),
    ...(added.size > 0 ? { removeLabelIds: [...added] } : {}),
  };
} // prettier-ignore
