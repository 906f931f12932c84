import { GmailConnector } from "agent-connectors/gmail";
import { afterAll, beforeAll, expect, test } from "vitest";
import file from "../../../src/connectors/gmail/connector.json" with { type: "json" };
import { readCorpus, titled } from "../../import/corpus-file.ts";
import { type Document, pageFaults } from "../google/check-request.ts";
import { documentFile, faultsOf, hasDocument, methodOf } from "./gmail-document.ts";
import { type OpenedGmail, openGmail } from "./open-gmail.ts";

// What each action sends, compared with Google's description by code that knows nothing about the importer.

type Dict = Record<string, unknown>;
type Row = [action: string, params: Dict, method: string, sent: { query?: Dict; body?: Dict | "raw" }];

const id = "m1";
const page = { maxResults: "20" };
const rows: Row[] = [
  ["messages.search", { q: "is:unread", labelIds: ["INBOX", "STARRED"], includeSpamTrash: true }, "messages.list", { query: { ...page, q: "is:unread", labelIds: ["INBOX", "STARRED"], includeSpamTrash: "true" } }],
  ["messages.list_ids", { q: "older_than:1y" }, "messages.list", { query: { maxResults: "100", q: "older_than:1y" } }],
  ["messages.get", { id }, "messages.get", { query: {} }],
  ["messages.send", { to: ["ben@acme.example"], text: "Hi." }, "messages.send", { body: "raw" }],
  ["messages.reply", { id, text: "Hi." }, "messages.send", { body: "raw" }],
  ["messages.forward", { id, to: ["ben@acme.example"] }, "messages.send", { body: "raw" }],
  ["messages.change_labels", { id, addLabelIds: ["STARRED"], removeLabelIds: ["INBOX"] }, "messages.modify", { body: { addLabelIds: ["STARRED"], removeLabelIds: ["INBOX"] } }],
  ["messages.archive", { id }, "messages.modify", { body: { removeLabelIds: ["INBOX"] } }],
  ["messages.mark_read", { id }, "messages.modify", { body: { removeLabelIds: ["UNREAD"] } }],
  ["messages.mark_unread", { id }, "messages.modify", { body: { addLabelIds: ["UNREAD"] } }],
  ["messages.change_labels_many", { ids: [id], addLabelIds: ["STARRED"] }, "messages.batchModify", { body: { ids: [id], addLabelIds: ["STARRED"] } }],
  ["messages.trash", { id }, "messages.trash", {}],
  ["messages.untrash", { id }, "messages.untrash", {}],
  ["attachments.get", { messageId: "m4", partId: "1" }, "messages.attachments.get", {}],
  ["threads.list", { q: "from:ben" }, "threads.list", { query: { ...page, q: "from:ben" } }],
  ["threads.get", { id: "t1" }, "threads.get", { query: {} }],
  ["threads.change_labels", { id: "t1", addLabelIds: ["STARRED"] }, "threads.modify", { body: { addLabelIds: ["STARRED"] } }],
  ["threads.trash", { id: "t1" }, "threads.trash", {}],
  ["threads.untrash", { id: "t1" }, "threads.untrash", {}],
  ["drafts.list", {}, "drafts.list", { query: page }],
  ["drafts.create", { text: "Hi." }, "drafts.create", { body: "raw" }],
  ["drafts.get", { id: "d1", format: "raw" }, "drafts.get", { query: { format: "raw" } }],
  ["drafts.update", { id: "d1", raw: "SGk", threadId: "t1" }, "drafts.update", { body: { message: { raw: "SGk", threadId: "t1" } } }],
  ["drafts.send", { id: "d1" }, "drafts.send", { body: { id: "d1" } }],
  ["drafts.delete", { id: "d1" }, "drafts.delete", {}],
  ["labels.list", {}, "labels.list", { query: {} }],
  ["labels.get", { id: "INBOX" }, "labels.get", { query: {} }],
  ["labels.create", { name: "Trips", labelListVisibility: "labelHide" }, "labels.create", { body: { name: "Trips", labelListVisibility: "labelHide" } }],
  ["labels.update", { id: "Label_1", name: "Trips" }, "labels.patch", { body: { name: "Trips" } }],
  ["labels.delete", { id: "Label_1" }, "labels.delete", {}],
  ["profile.get", {}, "getProfile", { query: {} }],
  ["history.list", { startHistoryId: "1", historyTypes: ["messageAdded"] }, "history.list", { query: { ...page, startHistoryId: "1", historyTypes: ["messageAdded"] } }],
]; // prettier-ignore

let opened: OpenedGmail;
beforeAll(async () => void (opened = await openGmail()));
afterAll(() => opened.close());

test("the table has every action", () => {
  const all = Object.entries(file.actions).flatMap(([entity, actions]) => Object.keys(actions).map((action) => `${entity}.${action}`)); // prettier-ignore
  expect(rows.map(([action]) => action).toSorted()).toEqual(all.toSorted());
});

/** A query param that is there several times is a list. */
const listed = (query: readonly (readonly [string, string])[]) =>
  Object.fromEntries(
    [...Map.groupBy(query, ([name]) => name)].map(([name, all]) => [
      name,
      /Ids|Types/.test(name) ? all.map(([, value]) => value) : all[0]![1],
    ]),
  );

test.skipIf(!hasDocument).each(rows)(
  titled("%s with %j sends %s", documentFile),
  async (action, params, method, sent) => {
    opened.seen.length = 0;
    // Many ids do not exist. What counts is the request.
    await opened.call(action, params).catch(() => {});
    expect(opened.seen.flatMap(faultsOf)).toEqual([]);
    const main = opened.seen.filter((request) => methodOf(request) === `gmail.users.${method}`);
    expect(main).toHaveLength(1);
    const { query, body } = main[0]!;
    if (sent.query) expect(listed(query)).toEqual(sent.query);
    if (sent.body === "raw") expect(JSON.stringify(body)).toMatch(/"raw":"[\w-]+"/);
    else expect(body ?? {}).toEqual(sent.body ?? {});
  },
);

test.skipIf(!hasDocument)(titled("other scopes than Google's are for no method", documentFile), async () => {
  const { actions } = await GmailConnector.compiled();
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(new URL(`../../../../shared/corpus/openapi/${documentFile}`, import.meta.url), "utf8"); // prettier-ignore
  const scopesOf = new Map<string, string[]>();
  const visit = (node: { methods?: Record<string, { id: string; scopes: string[] }>; resources?: Record<string, never> }): void => {
    for (const one of Object.values(node.methods ?? {})) scopesOf.set(one.id, one.scopes);
    for (const one of Object.values(node.resources ?? {})) visit(one);
  }; // prettier-ignore
  visit(JSON.parse(text) as never);
  for (const [name, , method] of rows) {
    const [entity, action] = name.split(".") as [string, string];
    const need = actions[entity]![action]!.scopes!.required.user![0]!;
    // Google's own wide scope, and those of add-ons, are left out.
    const allowed = scopesOf.get(`gmail.users.${method}`)!.filter((one) => !/mail\.google\.com|addons|metadata/.test(one)); // prettier-ignore
    expect({ name, scopes: need.toSorted() }).toEqual({ name, scopes: allowed.toSorted() });
  }
});

/** Returns a field of an action, or of an operation, which has the whole name as its key. */
const at = (all: object, name: string, field: string, whole = false): unknown => {
  const [entity, action] = name.split(".") as [string, string];
  const one = (whole ? (all as Record<string, unknown>)[name] : (all as Record<string, Record<string, unknown>>)[entity]![action]) as Record<string, unknown>; // prettier-ignore
  return one[field];
};

test.skipIf(!hasDocument)(
  titled("the pages of every list are those of the description", documentFile),
  () => {
    const document = JSON.parse(readCorpus(documentFile)) as Document;
    const paged = rows.filter(([name]) => at(file.actions, name, "paginated") === true);
    expect(paged).toHaveLength(5);
    for (const [name, , method] of paged) {
      const paging = at(file.operations as never, name, "paging", true) as Record<string, unknown>;
      expect({ name, faults: pageFaults(document, `gmail.users.${method}`, paging, at(file.actions, name, "pick")) }).toEqual({ name, faults: [] }); // prettier-ignore
    }
  },
);

test("what cannot be brought back is destructive, and what reads changes nothing", () => {
  const withEffect = (effect: string) => rows.map(([name]) => name).filter((name) => at(file.actions, name, "effect") === effect); // prettier-ignore
  expect(withEffect("destructive")).toEqual(["drafts.delete", "labels.delete"]);
  const mainOf = (name: string) => [at(file.actions, name, "calls")].flat()[0] as string;
  const gets = rows.map(([name]) => name).filter((name) => at(file.operations, mainOf(name), "method", true) === "GET"); // prettier-ignore
  expect(withEffect("read")).toEqual(gets);
});
