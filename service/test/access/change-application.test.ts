import { afterEach, beforeEach, expect, test } from "vitest";
import {
  deleteApplication,
  disableApplication,
  enableApplication,
} from "../../src/access/change-application.ts";
import { addClient, authenticateClient } from "../../src/access/client-secrets.ts";
import { findApplication } from "../../src/store/queries/applications.ts";
import { addOauthApplication } from "../../src/store/queries/oauth-applications.ts";
import { addEndpoint } from "../../src/store/queries/webhook-endpoints.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { memoryStore } from "../support/memory-store.ts";

const now = 1_900_000_000_000;
let store: Store;
beforeEach(async () => {
  store = await memoryStore();
  await add("a1");
});
afterEach(() => store.close());

const add = (id: string, organization_id = "o1") =>
  addClient(store.db, { id, organization_id, name: "n", epoch: 3, secret: `secret of ${id}` }, now);
const find = async (id: string) => (await findApplication(store.db, id))!;
const remove = async (id: string) => deleteApplication(store.db, await find(id));

/** Stores an OAuth application and a webhook endpoint of an organization. */
async function addSettings(organization_id: string): Promise<void> {
  const row = { id: `of ${organization_id}`, organization_id, sealed: "s", key_id: "k1" };
  const times = { created_at: now, updated_at: now };
  await addOauthApplication(store.db, { ...row, ...times, type: "slack" });
  await addEndpoint(store.db, {
    ...row,
    ...times,
    url: "https://app.example/hooks",
    description: "",
    event_types: "null",
    status: "enabled",
    disabled_reason: null,
  });
}

/** Returns the organizations that have an OAuth application, and those that have a webhook endpoint. */
const organizationsWithSettings = async () => {
  const found: string[][] = [];
  for (const table of ["oauth_applications", "webhook_endpoints"] as const) {
    const rows = await store.db
      .selectFrom(table)
      .select("organization_id")
      .orderBy("organization_id")
      .execute();
    found.push(rows.map(({ organization_id }) => organization_id));
  }
  return found;
};

test("an application that is disabled and enabled again keeps its tokens revoked", async () => {
  await disableApplication(store.db, await find("a1"), now);
  expect(await find("a1")).toMatchObject({ disabled_at: now, epoch: 4 });
  await enableApplication(store.db, await find("a1"));
  expect(await find("a1")).toMatchObject({ disabled_at: null, epoch: 4 });
});

test("disabling one application leaves the others as they are", async () => {
  await add("a2");
  await disableApplication(store.db, await find("a2"), now);
  expect(await find("a1")).toMatchObject({ disabled_at: null, epoch: 3 });
});

test.each([
  [["ana"], "has 1 user."],
  [["ana", "ben"], "has 2 users."],
])("the last application of an organization with the users %j is kept", async (users, count) => {
  for (const user of users) await ensureWorkspace(store.db, "o1", user, now);
  await addSettings("o1");
  expect(await errorOf(() => remove("a1"))).toMatchObject({
    code: "validation_error",
    message: expect.stringContaining(count),
    path: "client_id",
    hint: expect.stringMatching(/Disable the application.*DELETE \/v1\/users/),
  });
  expect(await authenticateClient(store.db, "a1", "secret of a1")).toMatchObject({ id: "a1" });
  expect(await organizationsWithSettings()).toEqual([["o1"], ["o1"]]);
});

test("one of two applications can be deleted, and the settings of the organization stay", async () => {
  await add("a2");
  await ensureWorkspace(store.db, "o1", "ana", now);
  await addSettings("o1");
  await remove("a1");
  expect(await findApplication(store.db, "a1")).toBeUndefined();
  expect(await findApplication(store.db, "a2")).toBeDefined();
  expect(await organizationsWithSettings()).toEqual([["o1"], ["o1"]]);
});

test("the last application of an organization without users is deleted with the organization's settings", async () => {
  await add("b1", "o2");
  await ensureWorkspace(store.db, "o2", "eve", now);
  for (const organization of ["o1", "o2"]) await addSettings(organization);
  await remove("a1");
  expect(await findApplication(store.db, "a1")).toBeUndefined();
  expect(await organizationsWithSettings()).toEqual([["o2"], ["o2"]]);
});
