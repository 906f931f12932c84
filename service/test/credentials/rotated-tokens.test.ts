import { afterEach, beforeEach, expect, test } from "vitest";
import { storeRotatedTokens } from "../../src/credentials/rotated-tokens.ts";
import { associatedDataOf, createSealer } from "../../src/credentials/sealing.ts";
import {
  addConnector,
  findConnector,
  replaceCredentials,
  type FoundConnector,
} from "../../src/store/queries/connectors.ts";
import { ensureWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const sealer = createSealer(ringOf({ k1: 1 }));
const credentials = { client_id: "id", client_secret: "secret", access_token: "a1", refresh_token: "r1" };
const clock = { now: () => 5000, sleep: () => Promise.resolve() };

let store: Store;
let row: FoundConnector;
beforeEach(async () => {
  store = await memoryStore();
  const { id: workspace_id } = await ensureWorkspace(store.db, "o1", "u1", 1);
  await addConnector(store.db, connectorRow({ id: "c1", workspace_id }));
  row = await found();
});
afterEach(() => store.close());
const found = async () => (await findConnector(store.db, { organization: "o1" }, "c1"))!;
const opened = ({ credentials }: FoundConnector) =>
  JSON.parse(sealer.open(credentials, associatedDataOf(row))) as unknown;
const pair = (number: number) => ({
  access_token: `a${number}`,
  refresh_token: `r${number}`,
  expires_at: 1,
});

test("a new pair of tokens replaces the old pair, as a new version of the credentials", async () => {
  await storeRotatedTokens(row, credentials, { sealer, store, clock })(pair(2) as never);
  const after = await found();
  expect(opened(after)).toEqual({ ...credentials, access_token: "a2", refresh_token: "r2" });
  expect(after).toMatchObject({
    credentials_version: 2,
    key_id: "k1",
    updated_at: 5000,
    fingerprint: sealer.fingerprint(
      JSON.stringify({ ...credentials, access_token: "a2", refresh_token: "r2" }),
    ),
  });
});

test("a third pair replaces the second pair", async () => {
  const onRefresh = storeRotatedTokens(row, credentials, { sealer, store, clock });
  await onRefresh(pair(2) as never);
  await onRefresh(pair(3) as never);
  const after = await found();
  expect([opened(after), after.credentials_version]).toEqual([
    { ...credentials, access_token: "a3", refresh_token: "r3" },
    3,
  ]);
});

test("credentials that the user has replaced are not overwritten, even by a third pair", async () => {
  const onRefresh = storeRotatedTokens(row, credentials, { sealer, store, clock });
  const change = { credentials: "theirs", key_id: "k1", fingerprint: "f", updated_at: 1 };
  await replaceCredentials(store.db, "c1", change);
  for (const number of [2, 3]) await onRefresh(pair(number) as never);
  const after = await found();
  expect([after.credentials, after.credentials_version]).toEqual(["theirs", 2]);
});
