import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createResolver } from "../../../src/connectors/gmail/label-names.ts";
import { testClock } from "../../fixtures/clock.ts";
import { faultsOf } from "./gmail-document.ts";
import { type OpenedGmail, openGmail } from "./open-gmail.ts";

// People and models write the names of labels, and Gmail wants ids.

type Dict = Record<string, unknown>;
let opened: OpenedGmail;
let call: OpenedGmail["call"];
const all: OpenedGmail[] = [];
beforeEach(async () => {
  opened = await openGmail();
  all.push(opened);
  ({ call } = opened);
});
afterEach(() => expect(opened.seen.flatMap(faultsOf)).toEqual([]));
afterAll(() => Promise.all(all.map((one) => one.close())));

const requests = (method: string, end: string) =>
  opened.seen.filter((one) => one.method === method && one.path.endsWith(end));
const labelsOf = async (id: string) => (await call("messages.get", { id })).data.labelIds as unknown as string[]; // prettier-ignore

test.each([
  ["the name", "Bills"],
  ["the name in another case", "bills"],
  ["the id", "Label_1"],
])("%s of a label adds it once, and undo takes it away", async (_title, label) => {
  const changed = await call("messages.change_labels", { id: "m1", addLabelIds: [label, "starred"] });
  expect(await labelsOf("m1")).toEqual(["INBOX", "UNREAD", "Label_1", "STARRED"]);
  expect(requests("POST", "/modify")).toHaveLength(1);
  expect(changed.meta.undo!.params).toEqual({ id: "m1", removeLabelIds: ["Label_1", "STARRED"] });
});

test("names need one read, also in several calls, and ids none", async () => {
  await call("messages.change_labels", { id: "m1", addLabelIds: ["STARRED", "Label_1"], removeLabelIds: ["UNREAD"] }); // prettier-ignore
  expect(requests("GET", "/labels")).toHaveLength(0);
  await call("messages.change_labels_many", { ids: ["m1", "m3"], addLabelIds: ["Bills"], removeLabelIds: ["inbox"] }); // prettier-ignore
  await call("threads.change_labels", { id: "t4", addLabelIds: ["BILLS"] });
  const { data } = await call("messages.search", { labelIds: ["Bills"] });
  expect(data.map(({ id }) => id)).toEqual(["m4", "m3", "m1"]);
  expect((await call("threads.list", { labelIds: ["Bills"] })).data).toHaveLength(3);
  expect(requests("GET", "/labels")).toHaveLength(1);
});

test("a label is read, renamed, brought back and deleted by its name", async () => {
  expect((await call("labels.get", { id: "Bills" })).data).toMatchObject({ id: "Label_1" });
  const renamed = await call("labels.update", { id: "Bills", name: "Invoices" });
  // The new name counts at once.
  expect((await call("labels.get", { id: "invoices" })).data).toMatchObject({ id: "Label_1" });
  await call("labels.update", renamed.meta.undo!.params);
  await call("labels.delete", { id: "Bills" });
  expect(await call("labels.get", { id: "Bills" }).catch((error: Dict) => error)).toMatchObject({ code: "invalid_params", path: "params.id" }); // prettier-ignore
});

test("a new label can be used by its name at once, also if somebody else has created it", async () => {
  await call("messages.change_labels", { id: "m1", addLabelIds: ["Bills"] });
  const { data } = await call("labels.create", { name: "Trips/2026" });
  await call("messages.change_labels", { id: "m1", addLabelIds: ["trips/2026"] });
  expect(await labelsOf("m1")).toContain(data.id);
  const other = new Request(`${opened.endpoint}/gmail/v1/users/me/labels`, { method: "POST", headers: { authorization: "Bearer ana-token-0123456789", "content-type": "application/json" }, body: JSON.stringify({ name: "Later" }) }); // prettier-ignore
  await fetch(other);
  await call("messages.change_labels", { id: "m1", addLabelIds: ["Later"] });
  expect(await labelsOf("m1")).toHaveLength(5);
});

test.each([
  ["Bils", "Bills"],
  ["Promotions", "CATEGORY_PROMOTIONS"],
])(
  "an unknown name such as %s is refused before anything is sent, and the error names %s",
  async (name, near) => {
    // prettier-ignore
    const error = await call("messages.change_labels", { id: "m1", removeLabelIds: ["INBOX"], addLabelIds: ["STARRED", name] }).catch((thrown: Dict) => thrown); // prettier-ignore
    expect(error).toMatchObject({ code: "invalid_params", path: "params.addLabelIds[1]", outcome: "not_started", hint: expect.stringContaining(near) as unknown }); // prettier-ignore
    expect(requests("POST", "/modify")).toEqual([]);
  },
);

test("a name that two labels have in different cases is ambiguous, unless the case fits", async () => {
  const read = async () => ({ data: [{ id: "Label_1", name: "Bills" }, { id: "Label_2", name: "BILLS" }], meta: {} }); // prettier-ignore
  const resolve = createResolver(testClock());
  const idOf = async (name: string) => resolve({ addLabelIds: [name] }, { operation: "messages.change_labels", read: read as never }); // prettier-ignore
  await expect(idOf("bills")).rejects.toMatchObject({ code: "invalid_params", hint: expect.stringContaining("Bills (Label_1), BILLS (Label_2)") as unknown }); // prettier-ignore
  expect(await idOf("BILLS")).toEqual({ addLabelIds: ["Label_2"] });
});

test("a label that only Gmail gives is refused before anything is sent", async () => {
  for (const params of [{ addLabelIds: ["SENT"] }, { removeLabelIds: ["draft"] }])
    await expect(call("messages.change_labels", { id: "m1", ...params })).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" }); // prettier-ignore
  expect(requests("POST", "/modify")).toEqual([]);
  // Only a search can name it.
  expect((await call("messages.search", { labelIds: ["sent"] })).data.map(({ id }) => id)).toEqual(["m2"]);
});

test("a dry run shows the name beside the id", async () => {
  const { data } = await call("messages.change_labels", { id: "m1", addLabelIds: ["bills", "STARRED"], dry_run: true }); // prettier-ignore
  expect(data.params).toEqual({ id: "m1", addLabelIds: ["Bills (Label_1)", "STARRED"] });
  const { data: gone } = await call("labels.delete", { id: "Bills", dry_run: true });
  expect(gone.params).toEqual({ id: "Bills (Label_1)" });
  expect(opened.seen.every(({ method }) => method === "GET")).toBe(true);
});
