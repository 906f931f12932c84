import { afterEach, beforeEach, expect, test } from "vitest";
import {
  oauthApplicationFor,
  openOauthApplication,
  saveOauthApplication,
} from "../../src/credentials/oauth-applications.ts";
import { createSealer } from "../../src/credentials/sealing.ts";
import { allConnectors } from "../../src/platforms/all-connectors.ts";
import { createConnectorTypes, type OpenableType } from "../../src/platforms/connector-types.ts";
import { listOauthApplications } from "../../src/store/queries/oauth-applications.ts";
import type { Store } from "../../src/store/store.ts";
import { errorOf } from "../support/errors.ts";
import { ringOf } from "../support/keys.ts";
import { memoryStore } from "../support/memory-store.ts";

const sealer = createSealer(ringOf({ k1: 1 }));
const rotated = createSealer(ringOf({ k2: 2, k1: 1 }));
const types = createConnectorTypes(await allConnectors({ sandbox: false }), () => fetch);
const slack = types.offered("slack");
const first = { client_id: "first", client_secret: "secret 1" };
const second = { client_id: "second", client_secret: "secret 2" };
const ofOperator = { client_id: "operator", client_secret: "secret 3" };

let store: Store;
beforeEach(async () => {
  store = await memoryStore();
});
afterEach(() => store.close());

const save = (application: typeof first, { organization_id = "o1", now = 1000, by = sealer } = {}) =>
  saveOauthApplication(store.db, by, { organization_id, type: "slack" }, application, now);
const find = (organization_id = "o1", type: OpenableType = slack) =>
  oauthApplicationFor(store.db, rotated, organization_id, type);

test("an organization's application is stored encrypted", async () => {
  const row = await save(first);
  expect(await listOauthApplications(store.db, "o1")).toEqual([row]);
  expect(row).toMatchObject({ type: "slack", key_id: "k1", created_at: 1000, updated_at: 1000 });
  expect(JSON.stringify(row)).not.toContain(first.client_secret);
  expect(openOauthApplication(row, sealer)).toEqual(first);
});

test("a new application replaces the old one, and its row keeps its id and its time of creation", async () => {
  const { id } = await save(first);
  const row = await save(second, { now: 2000, by: rotated });
  expect(row).toMatchObject({ id, key_id: "k2", created_at: 1000, updated_at: 2000 });
  expect(await listOauthApplications(store.db, "o1")).toEqual([row]);
  expect(await find()).toEqual(second);
});

test("an application that an earlier release stored can be opened", () => {
  const row = { id: "a1", organization_id: "o1", type: "slack", key_id: "k1", created_at: 1, updated_at: 1 };
  const sealed =
    "v1.k1.ZOJnC1Q-x3-ltFOzxJSskyZu7DMmJBgzAAhRpC5djcBl7_xOthjKk7IgiokYRqWpdO6v4zDjYAPlvJS-" +
    ".baH3zbxqlv8_7ZHsd1V-SzLPKI1jqzjrSyNhYvr0S19o8mipYXDG3JkVeoPB16XiBOshuct0BEUc9JWiYBX3gypHYtoqIeSWFJR5oQ";
  expect(openOauthApplication({ ...row, sealed }, sealer)).toEqual(first);
});

test("the application of the organization comes before that of the operator", async () => {
  const type = { ...slack, application: ofOperator };
  expect(await find("o1", type)).toEqual(ofOperator);
  await save(first);
  expect(await find("o1", type)).toEqual(first);
  expect(await find("o2", type)).toEqual(ofOperator);
});

test("without an application, the error says how to add one", async () => {
  await save(first, { organization_id: "o2" });
  expect(await errorOf(() => find())).toMatchObject({
    code: "config_error",
    message: "This organization has no OAuth application for Slack.",
    path: "connector_type",
    hint: expect.stringContaining("PUT /v1/oauth/credentials"),
  });
});
