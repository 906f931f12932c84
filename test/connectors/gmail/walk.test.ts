import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gmailRecords } from "../../../eval/platforms/gmail-records.ts";
import type { WorldRecord } from "../../../eval/platforms/world-record.ts";
import { type OpenedGmail, openGmail } from "./open-gmail.ts";

// Random walks of calls that should do no harm. After each call, the test compares the mailbox with the one before.

type Dict = Record<string, unknown>;
type Mailbox = Map<string, WorldRecord["fields"]>;
type Step = (opened: OpenedGmail) => Promise<void>;

const mailbox = async ({ endpoint }: OpenedGmail): Promise<Mailbox> =>
  new Map((await gmailRecords(endpoint)).map(({ kind, key, fields }) => [`${kind} ${key}`, fields]));
const without = (all: Mailbox, ...names: string[]) => [...all].filter(([name]) => !names.includes(name));
const added = (before: Mailbox, after: Mailbox) => [...after.keys()].filter((name) => !before.has(name));
const undo = async ({ call }: OpenedGmail, { meta }: { meta: { undo?: { entity: string; action: string; params: object } } }) =>
  call(`${meta.undo!.entity}.${meta.undo!.action}`, meta.undo!.params as Dict); // prettier-ignore

const read: fc.Arbitrary<Step> = fc
  .constantFrom<[string, Dict]>(
    ["messages.search", { q: "in:inbox", labelIds: ["bills"] }],
    ["messages.get", { id: "m4" }],
    ["attachments.get", { messageId: "m4", partId: "1" }],
    ["threads.get", { id: "t1" }],
    ["threads.list", {}],
    ["drafts.list", {}],
    ["labels.list", {}],
    ["profile.get", {}],
    ["messages.send", { to: ["ben@acme.example"], text: "Hi", dry_run: true }],
    ["messages.reply", { id: "m1", text: "Hi", dry_run: true }],
    ["messages.forward", { id: "m4", to: ["ben@acme.example"], dry_run: true }],
    ["messages.trash", { id: "m1", dry_run: true }],
    ["threads.change_labels", { id: "t1", addLabelIds: ["Bills"], dry_run: true }],
    ["drafts.create", { text: "Hi", dry_run: true }],
    ["labels.delete", { id: "Bills", dry_run: true }],
  )
  .map(([name, params]) => async (one) => {
    const before = await mailbox(one);
    const { data } = await one.call(name, params);
    const file: unknown = data;
    if (file instanceof ReadableStream) await file.cancel();
    expect({ name, now: await mailbox(one) }).toEqual({ name, now: before });
  }); // prettier-ignore

const label = fc.constantFrom("Bills", "bills", "Label_1", "STARRED", "starred", "IMPORTANT");
const sort: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom("messages.archive", "messages.mark_read", "messages.mark_unread", "messages.trash", "messages.untrash", "messages.change_labels"),
    fc.constantFrom("m1", "m2", "m3", "m4"),
    label,
    fc.boolean(),
  )
  .map(([name, id, addLabel, stays]) => async (one) => {
    const before = await mailbox(one);
    const changed = await one.call(name, name.endsWith("labels") ? { id, addLabelIds: [addLabel] } : { id });
    const after = await mailbox(one);
    expect(without(after, `message ${id}`)).toEqual(without(before, `message ${id}`));
    const { labels: _labels, ...rest } = after.get(`message ${id}`)!;
    expect(before.get(`message ${id}`)).toMatchObject(rest);
    if (stays) return;
    if (changed.meta.undo) await undo(one, changed);
    expect(await mailbox(one)).toEqual(before);
  }); // prettier-ignore

const send: fc.Arbitrary<Step> = fc
  .tuple(
    fc.constantFrom<[string, Dict]>(
      ["messages.send", { to: ["ben@acme.example"], subject: "Plan", text: "Hi" }],
      ["messages.reply", { id: "m1", text: "Hi", replyAll: true }],
      ["messages.forward", { id: "m4", to: ["ben@acme.example"] }],
    ),
    fc.uuid(),
  )
  .map(([[name, params], idempotencyKey]) => async (one) => {
    const before = await mailbox(one);
    const [entity, action] = name.split(".");
    for (let times = 0; times < 2; times++) await one.gmail.execute(entity as never, action as never, params as never, { idempotencyKey } as never); // prettier-ignore
    const after = await mailbox(one);
    const names = added(before, after);
    expect(names).toHaveLength(1);
    expect(without(after, ...names)).toEqual([...before]);
  });

const change = fc.constantFrom<Dict>(
  { subject: "Plan B" },
  { to: ["dora@acme.example"] },
  { cc: ["cleo@partner.example"] },
  { text: "Other" },
  { attachments: [] },
);
const write: fc.Arbitrary<Step> = fc.tuple(change, change).map((changes) => async (one) => {
  const before = await mailbox(one);
  const created = await one.call("drafts.create", { to: ["ben@acme.example"], bcc: ["log@acme.example"], subject: "Plan", text: "Hi", attachments: [{ filename: "a.txt", content: "A" }] });
  const { id } = created.data;
  const draft = async () => (await one.call("drafts.get", { id })).data.message as unknown as Dict;
  for (const given of changes) {
    const { id: _id, messageId: _messageId, labelIds: _labels, snippet: _snippet, date: _date, ...earlier } = await draft();
    await one.call("drafts.update", { id, ...given });
    const [name] = Object.keys(given) as [string];
    const kept = Object.fromEntries(Object.entries(earlier).filter(([field]) => field !== name));
    expect(await draft()).toMatchObject(kept);
  }
  await undo(one, created);
  expect(await mailbox(one)).toEqual(before);
}); // prettier-ignore

test("no walk of harmless calls changes what it should leave", { timeout: 60_000 }, async () => {
  const steps = fc.array(fc.oneof(read, sort, send, write), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const one = await openGmail();
      try {
        for (const step of walk) await step(one);
      } finally {
        await one.close();
      }
    }),
    { numRuns: 20 },
  );
});
