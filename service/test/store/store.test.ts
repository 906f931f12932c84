import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addConnector,
  deleteConnector,
  findConnector,
  renameConnector,
} from "../../src/store/queries/connectors.ts";
import { listConnectors } from "../../src/store/lists/connector-list.ts";
import { readKeyCheckValues, writeKeyCheckValues } from "../../src/store/queries/key-check-values.ts";
import { addRequests, deleteOldRequestCounts } from "../../src/store/queries/request-counts.ts";
import {
  addDeliveries,
  claimDeliveries,
  endClaim,
  failPendingDeliveries,
} from "../../src/store/queries/webhook-deliveries.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import type { ConnectorRow, WebhookDeliveryRow } from "../../src/store/tables.ts";
import { protect } from "../support/keys.ts";
import { connectorRow } from "../support/connector-row.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

onBothStores((newLocation, kind) => {
  let store: Store;
  let second: Store;
  beforeAll(async () => {
    const location = await newLocation();
    store = connectTo(location);
    await store.migrate();
    // This connection acts as another replica, or as a command that runs at the same time as the service.
    second = connectTo(location);
    await protect(store);
    await protect(second);
  });
  afterAll(async () => {
    await second.close();
    await store.close();
  });

  test("a failing transaction changes nothing and throws the error of its function", async () => {
    const failing = store.transaction(async (db) => {
      await writeKeyCheckValues(db, { half: "done" });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await readKeyCheckValues(store.db)).toBeUndefined();
    await expect(
      store.transaction((db) => db.insertInto("settings").values({ name: "version", value: "1" }).execute()),
    ).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
  });

  test("the store returns values unchanged: any text, numbers beyond 32 bits, null", async () => {
    const row = await connector("values", {
      name: "Ünïcode 漢字 🎉 'quote\" \\",
      last_used_at: 8_640_000_000_000_000,
    });
    const found = await findConnector(second.db, { organization: "o1" }, row.id);
    const none = { organization_policy: null, user_policy: null, connector_policy: null };
    expect(found).toEqual({ ...row, ...none, workspace: "values" });
  });

  let made = 0;
  async function connector(user: string, more: Partial<ConnectorRow> = {}): Promise<ConnectorRow> {
    const organization_id = more.organization_id ?? "o1";
    const workspace = await ensureWorkspace(store.db, organization_id, user, 1);
    const id = `c${String(++made).padStart(4, "0")}`;
    const row = connectorRow({ id, organization_id, workspace_id: workspace.id, ...more });
    await addConnector(store.db, row);
    return row;
  }

  test("a query finds only the connectors of its tenant, and the oldest come first", async () => {
    const [a, b] = [await connector("alice"), await connector("alice", { type: "other" })];
    const other = await connector("bob");
    const elsewhere = await connector("alice", { organization_id: "o2" });
    const alice = { organization: "o1", workspace: a.workspace_id };
    const ids = async (owner: Parameters<typeof listConnectors>[1], more = {}) =>
      (await listConnectors(store.db, owner, { limit: 100, ...more })).map(({ id }) => id);
    expect(await ids(alice)).toEqual([a.id, b.id]);
    expect(await ids(alice, { type: "slack" })).toEqual([a.id]);
    expect(await ids(alice, { after: a.id })).toEqual([b.id]);
    expect(await ids(alice, { limit: 1 })).toEqual([a.id]);
    expect(await ids({ ...alice, connectors: [b.id, other.id] })).toEqual([b.id]);
    expect(await ids({ ...alice, connectors: [] })).toEqual([]);
    expect(await ids({ organization: "o2" })).toEqual([elsewhere.id]);
    expect(await ids({ organization: "o1" }, { workspace: "bob" })).toEqual([other.id]);
    for (const row of [other, elsewhere])
      expect(await findConnector(store.db, alice, row.id)).toBeUndefined();
    await renameConnector(store.db, a, { name: "new", updated_at: 2 });
    expect((await findConnector(second.db, alice, a.id))?.name).toBe("new");
    await deleteConnector(store.db, a);
    expect(await findConnector(second.db, alice, a.id)).toBeUndefined();
  });

  test("concurrent requests create a user's workspace once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        // Two connections to SQLite in one process would wait for each other, because SQLite blocks the process.
        ensureWorkspace((index % 2 || kind === "sqlite" ? store : second).db, "o1", "crowd", index).then(
          ({ id }) => id,
        ),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  const delivery = (id: string, endpoint_id: string, next_at: number): WebhookDeliveryRow => ({
    id,
    endpoint_id,
    event_id: id,
    workspace_id: null,
    type: "webhook.test",
    payload: "{}",
    status: "pending",
    attempts: 0,
    next_at,
    claim: null,
    last_attempt_at: null,
    response_status: null,
    error: null,
    created_at: 1,
  });

  test("each due delivery is claimed once, some of each endpoint, until its claim ends", async () => {
    const many = Array.from({ length: 6 }, (_, index) => delivery(`many${index}`, "e1", 10 + index));
    await addDeliveries(store.db, [...many, delivery("one", "e2", 20), delivery("later", "e2", 45)]);
    const claimWith = (claim: string, more = {}, db = store.db) =>
      claimDeliveries(db, {
        claim,
        now: 30,
        until: 40,
        free: 100,
        perEndpoint: 4,
        busy: [],
        perOrganization: 10,
        running: new Map(),
        ...more,
      });
    const endClaims = (ids: string[]) =>
      store.db.updateTable("webhook_deliveries").set({ next_at: 1 }).where("id", "in", ids).execute();
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(idsOf(await claimWith("none", { free: 1, now: 9 }))).toEqual([]);
    await addDeliveries(store.db, [delivery("a", "e3", 2), delivery("z", "e3", 1)]);
    expect(idsOf(await claimWith("oldest", { free: 1, now: 9 }))).toEqual(["z"]);
    await failPendingDeliveries(store.db, "e3", "disabled");
    const oldest = ["x1", "x2", "x3"].map((id) => delivery(id, "e4", 1));
    await addDeliveries(store.db, [...oldest, delivery("y", "e5", 2)]);
    const running = new Map([["e4", 8]]);
    expect(idsOf(await claimWith("fewest", { free: 1, now: 9, running }))).toEqual(["y"]);
    expect(idsOf(await claimWith("share", { now: 9, running }))).toEqual(["x1", "x2"]);
    // An organization gets a place only while it holds fewer places than are free.
    await endClaims(["x1", "x2", "y"]);
    const held = new Map([["e4", 2]]);
    expect(idsOf(await claimWith("room", { now: 9, running: held, free: 4 }))).toEqual(["x1", "y"]);
    for (const endpoint of ["e4", "e5"]) await failPendingDeliveries(store.db, endpoint, "disabled");
    expect(idsOf(await claimWith("busy", { busy: ["e1"], perEndpoint: 0 }))).toEqual([]);
    const claims = await Promise.all(
      Array.from({ length: 6 }, (_, index) => claimWith(`c${index}`, {}, (index % 2 ? store : second).db)),
    );
    // A claim skips what other claims are looking at. The next one takes it.
    claims.push(await claimWith("rest"));
    expect(idsOf(claims.flat()).toSorted()).toEqual([...many.map(({ id }) => id), "one"].toSorted());
    const [first] = claims.find((rows) => rows.some(({ id }) => id === "many0"))!;
    expect(first).toMatchObject({ id: "many0", attempts: 1, next_at: 40, last_attempt_at: 30 });

    // The claim has ended, so another replica takes the delivery, and the first replica comes too late.
    const [again] = await claimWith("again", { now: 40, until: 50, free: 1 });
    expect(again).toMatchObject({ id: "many0", attempts: 2, claim: "again" });
    expect(await endClaim(store.db, first!, { status: "failed" })).toBe(false);
    expect(await endClaim(second.db, again!, { status: "delivered", response_status: 200 })).toBe(true);
    await failPendingDeliveries(store.db, "e1", "disabled");
    await failPendingDeliveries(store.db, "e2", "disabled");
    expect(await claimWith("end", { now: 1000 })).toEqual([]);
    const rows = await store.db.selectFrom("webhook_deliveries").select(["id", "status"]).execute();
    expect(rows.filter(({ status }) => status === "delivered")).toEqual([
      { id: "many0", status: "delivered" },
    ]);
  });

  test("an endpoint can get the same event only once", async () => {
    const again = addDeliveries(store.db, [{ ...delivery("other", "e1", 1), event_id: "many1" }]);
    await expect(again).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
  });

  test("requests are counted exactly, across connections", async () => {
    const one = { name: "c", minute: 7, portion: 1, limit: 20 };
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addRequests((index % 2 ? store : second).db, one)),
    );
    expect(counts.sort((a, b) => a! - b!)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await addRequests(second.db, one)).toBeUndefined();
    await deleteOldRequestCounts(store.db, 8);
    expect(await addRequests(store.db, one)).toBe(1);
  });

  test("a closed store gives an error", async () => {
    const closed = connectTo(await newLocation());
    await closed.migrate();
    await closed.close();
    await expect(sql`select 1`.execute(closed.db)).rejects.toBeInstanceOf(Error);
  });
});
