import { afterAll, beforeAll, expect, test } from "vitest";
import type { Claims } from "../../src/access/access-tokens.ts";
import { tenantOf, visibleConnector } from "../../src/access/visible-connectors.ts";
import { addConnector } from "../../src/store/queries/connectors.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { errorOf } from "../support/errors.ts";
import { memoryStore } from "../support/memory-store.ts";

const longest = "c".repeat(64);
const tooLong = "d".repeat(65);
let store: Store;
let ana: Claims;
beforeAll(async () => {
  store = await memoryStore();
  const [mine, other] = [
    await ensureWorkspace(store.db, "o1", "ana", 1),
    await ensureWorkspace(store.db, "o1", "ben", 1),
  ];
  const elsewhere = await ensureWorkspace(store.db, "o2", "ana", 1);
  const add = (id: string, workspace_id: string, organization_id = "o1") =>
    addConnector(store.db, connectorRow({ id, workspace_id, organization_id }));
  for (const id of ["c1", "c2", longest, tooLong, "c_1"]) await add(id, mine.id);
  await add("ben-1", other.id);
  await add("other-1", elsewhere.id, "o2");
  ana = {
    kind: "scoped",
    id: "t",
    organization: "o1",
    application: "a1",
    application_epoch: 0,
    workspace: mine,
    scopes: [],
    effects: [],
    external: false,
    issued_at: 0,
    expires_at: 1,
  };
});
afterAll(() => store.close());

const visible = async (claims: Claims, ids: string[]) => {
  const found: string[] = [];
  for (const id of ids)
    await visibleConnector(store.db, claims, id).then(
      (row) => found.push(row.id),
      () => {},
    );
  return found;
};
const all = ["c1", "c2", "ben-1", "other-1", longest];

test("a scoped token sees its workspace, limited to its connectors", async () => {
  expect(await visible(ana, all)).toEqual(["c1", "c2", longest]);
  expect(await visible({ ...ana, connectors: ["c2", "ben-1"] }, all)).toEqual(["c2"]);
  expect(await visible({ ...ana, connectors: [] }, all)).toEqual([]);
});

test("an application token sees its organization", async () => {
  const { workspace: _, ...application } = { ...ana, kind: "application" as const };
  expect(await visible(application, all)).toEqual(["c1", "c2", "ben-1", longest]);
  expect(tenantOf(application)).toEqual({ organization: "o1", workspace: undefined, connectors: undefined });
});

test("an id that cannot exist is not looked up", async () => {
  expect(await visible(ana, [tooLong, "c_1", "", "c1 ", " c1", "c1\u0000"])).toEqual([]);
});

test("another tenant's connector, an unknown id and no id give the same error", async () => {
  const errors = await Promise.all(
    ["other-1", "ben-1", "unknown", tooLong, undefined].map((id) =>
      errorOf(() => visibleConnector(store.db, ana, id)),
    ),
  );
  for (const error of errors) expect(error).toEqual(errors[0]);
  expect(errors[0]).toMatchObject({
    code: "connector_not_found",
    message: "There is no such connector.",
    path: "connector_id",
    hint: "List the connectors to find the right id.",
  });
});
