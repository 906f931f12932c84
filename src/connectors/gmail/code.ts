import type { ActionCode } from "../../core/contract/connector-file.ts";
import { type Dict, isDict, stringAt } from "../../core/ground/json.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import { labelChange } from "./label-changes.ts";
import { mailIssues } from "./mail-params.ts";
import { attachment, search } from "./reading.ts";
import { draftRecord, messageRecord, threadRecord } from "./records.ts";
import { createDraft, forward, reply, send, updateDraft } from "./sending.ts";

/** A longer draft is too long to keep for an undo. */
const maxKeptDraft = 200_000;
const check = mailIssues as (params: Dict) => ReturnType<typeof mailIssues>;
const message: ActionCode = { item: (record) => messageRecord(record) };
const draft: ActionCode = { item: draftRecord };
const labels = (entity: "messages" | "threads"): ActionCode => ({
  ...labelChange(entity),
  item: entity === "messages" ? message.item! : threadRecord,
});

export const code = {
  messages: {
    search: { run: search },
    get: message,
    send: { check, run: send },
    reply: { check, run: reply },
    forward: { check, run: forward },
    trash: labels("messages"),
    untrash: labels("messages"),
    archive: labels("messages"),
    mark_read: labels("messages"),
    mark_unread: labels("messages"),
    change_labels: labels("messages"),
  },
  threads: {
    get: { item: threadRecord },
    trash: labels("threads"),
    untrash: labels("threads"),
    change_labels: labels("threads"),
  },
  drafts: {
    get: draft,
    create: {
      check,
      run: createDraft,
      undo: (_params, { id }) => ({ entity: "drafts", action: "delete", params: { id } }),
    },
    update: {
      check,
      run: updateDraft,
      async preview({ id }: Dict, read) {
        const record = await readIfAllowed(read, ["drafts", "get", { id, format: "raw" }]);
        return isDict(record) ? { before: record.message } : {};
      },
      undo({ id }: Dict, _data, before) {
        const raw = stringAt(before, "raw");
        if (raw === undefined || raw.length > maxKeptDraft) return undefined;
        return { entity: "drafts", action: "update", params: { id, raw, threadId: stringAt(before, "threadId") } };
      },
    },
  },
  labels: {
    create: { undo: (_params, { id }) => ({ entity: "labels", action: "delete", params: { id } }) },
    update: {
      async preview({ id }: Dict, read) {
        const record = await readIfAllowed(read, ["labels", "get", { id }]);
        return isDict(record) ? { before: record } : {};
      },
      undo({ id, ...changed }: Dict, _data, before) {
        if (!isDict(before)) return undefined;
        const earlier = Object.keys(changed).map((name) => [name, before[name]]);
        if (earlier.some(([, value]) => value === undefined)) return undefined;
        return { entity: "labels", action: "update", params: { id, ...Object.fromEntries(earlier) } };
      },
    },
  },
  attachments: { get: { run: attachment } },
} satisfies Record<string, Record<string, ActionCode>>; // prettier-ignore
