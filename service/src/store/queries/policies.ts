import type { ExpressionBuilder } from "kysely";
import { uuid } from "../uuid.ts";
import type { Db } from "../store.ts";
import type { PolicyRow } from "../policy-row.ts";
import type { Tables } from "../tables.ts";
import type { Tenant } from "./tenant.ts";

/**
 * The organization, user or connector that a policy applies to. For a connector, `workspace_id` is the connector's
 * workspace.
 */
export type PolicyTarget = Pick<PolicyRow, "organization_id" | "workspace_id" | "connector_id" | "type"> & {
  /** The account or the credentials of the user, for a policy that is kept until they have a connector again. */
  account?: string;
};

export const targetOf = ({ organization_id, workspace_id, connector_id, account }: PolicyTarget): string =>
  account === undefined ? (connector_id ?? workspace_id ?? organization_id) : `${workspace_id}/${account}`;

/** The policies that apply to one connector, as JSON texts. A policy that is not set is null. */
export interface ConnectorPolicies {
  organization_policy: string | null;
  user_policy: string | null;
  connector_policy: string | null;
}

/** Returns the columns of `ConnectorPolicies`, for a query that selects from `connectors`. */
export const policyColumns = (eb: ExpressionBuilder<Tables, "connectors">) => {
  const policyOf = (target: "connectors.organization_id" | "connectors.workspace_id" | "connectors.id") =>
    eb
      .selectFrom("policies")
      .select("policies.policy")
      .whereRef("policies.target", "=", target)
      .whereRef("policies.type", "=", "connectors.type");
  return [
    policyOf("connectors.organization_id").as("organization_policy"),
    policyOf("connectors.workspace_id").as("user_policy"),
    policyOf("connectors.id").as("connector_policy"),
  ] as const;
};

/** Sets or replaces the policy of a target. */
export async function setPolicy(
  db: Db,
  target: PolicyTarget,
  policy: string,
  now: number,
): Promise<PolicyRow> {
  const { account: _, ...owner } = target;
  const row = {
    ...owner,
    id: uuid(now),
    target: targetOf(target),
    policy,
    created_at: now,
    updated_at: now,
  };
  return db
    .insertInto("policies")
    .values(row)
    .onConflict((conflict) => conflict.columns(["target", "type"]).doUpdateSet({ policy, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes the policy of a target. Returns false if the target has no policy. */
export async function deletePolicy(db: Db, target: PolicyTarget): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("policies")
    .where("target", "=", targetOf(target))
    .where("type", "=", target.type)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface FoundPolicy extends PolicyRow {
  /** The `external_user_id`. Null for a policy of the organization. */
  workspace: string | null;
}

export interface ListPolicies {
  type?: string | undefined;
  /** The `external_user_id`. Only the policies of this user and of the user's connectors are returned. */
  workspace?: string | undefined;
  connector?: string | undefined;
  /** The id of a policy. Only newer policies are returned. */
  after?: string | undefined;
  limit: number;
}

/** Returns policies, oldest first. A user sees the policies of the organization and the user's own policies. */
export const listPolicies = async (
  db: Db,
  { organization, workspace, connectors }: Tenant,
  { type, workspace: name, connector, after, limit }: ListPolicies,
): Promise<FoundPolicy[]> =>
  db
    .selectFrom("policies")
    .leftJoin("workspaces", "workspaces.id", "policies.workspace_id")
    .selectAll("policies")
    .select("workspaces.name as workspace")
    .where("policies.organization_id", "=", organization)
    .$if(workspace !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb("policies.workspace_id", "is", null), eb("policies.workspace_id", "=", workspace!)]),
      ),
    )
    .$if(connectors !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("policies.connector_id", "is", null),
          eb("policies.connector_id", "in", ["", ...connectors!]),
        ]),
      ),
    )
    .$if(type !== undefined, (query) => query.where("policies.type", "=", type!))
    .$if(name !== undefined, (query) => query.where("workspaces.name", "=", name!))
    .$if(connector !== undefined, (query) => query.where("policies.connector_id", "=", connector!))
    .$if(after !== undefined, (query) => query.where("policies.id", ">", after!))
    .orderBy("policies.id")
    .limit(limit)
    .execute();

export async function deletePoliciesOfConnector(db: Db, id: string): Promise<void> {
  await db.deleteFrom("policies").where("connector_id", "=", id).execute();
}

export async function deletePoliciesOfWorkspace(db: Db, id: string): Promise<void> {
  await db.deleteFrom("policies").where("workspace_id", "=", id).execute();
}
