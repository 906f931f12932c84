import { ConnectorError } from "agent-connectors";
import { changeRows, lockOrganization } from "../protected-rows/change-rows.ts";
import type { Db } from "../store.ts";
import type { PolicyRow } from "../policy-row.ts";
import type { ConnectorRow } from "../tables.ts";
import { deletePolicy, findPolicies, findPolicy, setPolicy, type PolicyTarget } from "./policies.ts";

// The policy of a connector belongs to the account behind it. Otherwise, a user could leave the policy behind: with a
// second connector for the same account, or by deleting the connector and creating it again. Therefore, all connectors
// of a user with the same credentials or the same account have the same policy. If the last of them is deleted or gets
// other credentials, the policy is kept for the account.

type Connector = Pick<
  ConnectorRow,
  "id" | "organization_id" | "workspace_id" | "type" | "credential_id" | "account"
>;

const ownTarget = ({ id, organization_id, workspace_id, type }: Connector): PolicyTarget => ({
  organization_id,
  workspace_id,
  connector_id: id,
  type,
});

/** Returns the targets of the policies that are kept for the account of a connector. */
const keptTargets = (connector: Connector): PolicyTarget[] =>
  [
    `credential/${connector.credential_id}`,
    ...(connector.account === null ? [] : [`account/${connector.account}`]),
  ].map((account) => ({ ...ownTarget(connector), connector_id: null, account }));

/**
 * Returns the connectors of the user that have the same credentials or the same account, also the connector itself.
 * Locks the list of the organization first, so that no other transaction adds such a connector or changes its policy.
 * @throws ConnectorError `internal` if somebody has changed a connector of the user outside the service
 */
const connectorsOfAccount = (
  { organization_id, workspace_id, type, credential_id, account }: Connector,
  db: Db,
): Promise<Connector[]> =>
  changeRows(db, { organization: organization_id, workspace: workspace_id }, async (db, list) => {
    const rows = await db
      .selectFrom("connectors")
      .selectAll()
      .where("workspace_id", "=", workspace_id)
      .orderBy("id")
      .execute();
    list.checkAll("connectors", rows);
    return rows.filter(
      (row) =>
        row.type === type &&
        (row.credential_id === credential_id || (account !== null && row.account === account)),
    );
  });

/**
 * Gives a connector the policy of its account. Run this function in the transaction that stores the connector or its
 * new credentials.
 * @throws ConnectorError `policy_denied` if several policies would apply, because none of them may be left behind
 */
export async function applyAccountPolicy(db: Db, connector: Connector, now: number): Promise<void> {
  const own = ownTarget(connector);
  const targets = [...(await connectorsOfAccount(connector, db)).map(ownTarget), ...keptTargets(connector)];
  const found = await findPolicies(db, targets);
  const [policy, ...others] = new Set(found.map((row) => row.policy));
  if (others.length > 0)
    throw new ConnectorError(
      "policy_denied",
      "These credentials and the connector have different policies.",
      {
        path: "credentials",
        hint: "Create another connector, or let an application set the same policy for both: PUT /v1/policies.",
      },
    );
  const hasOwn = found.some(({ connector_id }) => connector_id === connector.id);
  if (policy !== undefined && !hasOwn) await setPolicy(db, own, policy, now);
}

/**
 * Keeps the policy of a connector for its account. Run this function before the connector is deleted or gets other
 * credentials.
 */
export async function keepAccountPolicy(db: Db, connector: Connector, now: number): Promise<void> {
  await lockOrganization(db, connector.organization_id);
  const own = await findPolicy(db, ownTarget(connector));
  if (own) for (const target of keptTargets(connector)) await setPolicy(db, target, own.policy, now);
}

/** Returns the targets whose policies change together with the policy of `target`. `target` comes first. */
async function changedWith(db: Db, target: PolicyTarget): Promise<PolicyTarget[]> {
  if (target.connector_id === null) return [target];
  await lockOrganization(db, target.organization_id);
  const connector = await db
    .selectFrom("connectors")
    .select(["id", "organization_id", "workspace_id", "type", "credential_id", "account"])
    .where("id", "=", target.connector_id)
    .executeTakeFirstOrThrow();
  const others = (await connectorsOfAccount(connector, db)).filter(({ id }) => id !== connector.id);
  const kept: PolicyTarget[] = [];
  for (const one of keptTargets(connector)) if (await findPolicy(db, one)) kept.push(one);
  return [target, ...others.map(ownTarget), ...kept];
}

/** Sets the policy of a target and, if the target is a connector, of all connectors of its account. */
export async function setPolicyOf(
  db: Db,
  target: PolicyTarget,
  policy: string,
  now: number,
): Promise<PolicyRow> {
  const [first, ...others] = await changedWith(db, target);
  const row = await setPolicy(db, first!, policy, now);
  for (const one of others) await setPolicy(db, one, policy, now);
  return row;
}

/** Deletes the policy of a target and, if the target is a connector, of all connectors of its account. */
export async function deletePolicyOf(db: Db, target: PolicyTarget): Promise<boolean> {
  const deleted: boolean[] = [];
  for (const one of await changedWith(db, target)) deleted.push(await deletePolicy(db, one));
  return deleted.includes(true);
}
