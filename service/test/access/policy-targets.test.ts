import { afterEach, beforeEach, expect, test } from "vitest";
import { findPolicyTarget, policyText, type RequestedTarget } from "../../src/access/policy-targets.ts";
import { allConnectors } from "../../src/platforms/all-connectors.ts";
import { createConnectorTypes } from "../../src/platforms/connector-types.ts";
import { addConnector } from "../../src/store/queries/connectors.ts";
import { ensureWorkspace, findWorkspace } from "../../src/store/queries/workspaces.ts";
import type { Store } from "../../src/store/store.ts";
import { connectorRow } from "../support/connector-row.ts";
import { errorOf } from "../support/errors.ts";
import { memoryStore } from "../support/memory-store.ts";

const types = createConnectorTypes(await allConnectors({ sandbox: false }), () => fetch);
const slack = types.offered("slack");
let store: Store;
let ana: string;
beforeEach(async () => {
  store = await memoryStore();
  ana = (await ensureWorkspace(store.db, "o1", "ana", 1)).id;
  await addConnector(store.db, connectorRow({ id: "c1", workspace_id: ana }));
  const elsewhere = await ensureWorkspace(store.db, "o2", "eve", 1);
  await addConnector(store.db, connectorRow({ id: "c2", workspace_id: elsewhere.id, organization_id: "o2" }));
});
afterEach(() => store.close());

const find = (requested: RequestedTarget, create = false) =>
  findPolicyTarget(store.db, types, "o1", requested, { create, now: 7 });
const refusal = (requested: RequestedTarget) => errorOf(() => find(requested));

test("a type without a user means the whole organization", async () => {
  expect(await find({ connector_type: "Amazon-Ads" })).toEqual({
    target: { organization_id: "o1", workspace_id: null, connector_id: null, type: "amazon-ads" },
    user: null,
  });
});

test("a type and a user mean the connectors of this user", async () => {
  expect(await find({ connector_type: "slack", external_user_id: "ana" })).toEqual({
    target: { organization_id: "o1", workspace_id: ana, connector_id: null, type: "slack" },
    user: "ana",
  });
});

test.each([{ connector_id: "c1" }, { connector_id: "c1", connector_type: "Slack" }])(
  "the target %j is one connector with its type and its user",
  async (requested) => {
    expect(await find(requested)).toEqual({
      target: { organization_id: "o1", workspace_id: ana, connector_id: "c1", type: "slack" },
      user: "ana",
    });
  },
);

test("a new user gets a workspace only if the caller asks for it", async () => {
  const requested = { connector_type: "slack", external_user_id: "ben" };
  expect(await refusal(requested)).toMatchObject({
    code: "not_found",
    message: "There is no such user.",
    path: "external_user_id",
    hint: expect.stringContaining("/workspaces"),
  });
  expect(await findWorkspace(store.db, "o1", "ben")).toBeUndefined();
  const found = await find(requested, true);
  expect(found.user).toBe("ben");
  expect(await findWorkspace(store.db, "o1", "ben")).toMatchObject({
    id: found.target.workspace_id,
    created_at: 7,
  });
});

test("the user of another organization is not found", async () => {
  expect(await refusal({ connector_type: "slack", external_user_id: "eve" })).toMatchObject({
    code: "not_found",
  });
});

test.each(["c2", "unknown"])("the connector %s does not exist for the organization", async (connector_id) => {
  expect(await refusal({ connector_id })).toMatchObject({ code: "connector_not_found" });
});

test("a type that differs from the type of the connector is refused", async () => {
  expect(await refusal({ connector_id: "c1", connector_type: "amazon-ads" })).toMatchObject({
    code: "validation_error",
    message: "The connector has the type Slack.",
    path: "connector_type",
    hint: expect.stringContaining("connector_type"),
  });
});

test.each([{}, { connector_id: "c1" }])(
  "an unknown type is refused, also together with %j",
  async (requested) => {
    expect(await refusal({ ...requested, connector_type: "fax" })).toMatchObject({
      code: "unknown_connector_type",
      path: "connector_type",
    });
  },
);

test.each([{}, { external_user_id: "ana" }])(
  "without a type and a connector, the error for %j names the types",
  async (requested) => {
    expect(await refusal(requested)).toMatchObject({
      code: "validation_error",
      message: "connector_type is missing.",
      path: "connector_type",
      hint: expect.stringContaining("Slack, Amazon-Ads"),
    });
  },
);

test("a valid policy becomes JSON text", () => {
  const policy = { effects: ["read"], exclude: ["channels.list"] };
  expect(JSON.parse(policyText(slack, policy))).toEqual(policy);
});

test("an unknown name in a policy is refused as a fault of the request", async () => {
  expect(await errorOf(() => policyText(slack, { exclude: ["no_such_entity"] }))).toMatchObject({
    code: "validation_error",
    message: expect.stringContaining("no_such_entity"),
    path: expect.stringContaining("exclude"),
    hint: expect.any(String),
  });
});

test("a fault in the check of a policy stays visible", () => {
  const fault = new TypeError("broken");
  const checkPolicy = () => {
    throw fault;
  };
  const broken = { ...slack, connector: Object.assign(class extends slack.connector {}, { checkPolicy }) };
  expect(() => policyText(broken, {})).toThrow(fault);
});
