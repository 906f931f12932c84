import type { ExpressionBuilder } from "kysely";
import { uuid } from "../uuid.ts";
import { changeRows } from "../protected-rows/change-rows.ts";
import { checkOf, listsOf, withoutLists, type OwnerCheck } from "../protected-rows/list-path.ts";
import { idOf } from "../protected-rows/protected-tables.ts";
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

const targetOf = ({ organization_id, workspace_id, connector_id, account }: PolicyTarget): string =>
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

/**
 * Checks that nobody has changed or deleted the policies of a connector outside the service.
 * @throws ConnectorError `internal`
 */
export function checkPolicies(
  { organization, user }: OwnerCheck,
  {
    organization_id,
    workspace_id,
    id,
    type,
    organization_policy,
    user_policy,
    connector_policy,
  }: Pick<Tables["connectors"], "organization_id" | "workspace_id" | "id" | "type"> & ConnectorPolicies,
): void {
  const of = { organization_id, workspace_id, connector_id: null, type };
  for (const [list, target, policy] of [
    [organization, { ...of, workspace_id: null }, organization_policy],
    [user, of, user_policy],
    [user, { ...of, connector_id: id }, connector_policy],
  ] as const) {
    const row = { ...target, target: targetOf(target) };
    if (policy === null) list.checkAbsent("policies", idOf("policies", row));
    else list.check("policies", { ...row, policy });
  }
}

const ownerOf = ({
  organization_id,
  workspace_id,
}: Pick<PolicyTarget, "organization_id" | "workspace_id">) => ({
  organization: organization_id,
  workspace: workspace_id,
});

/**
 * Returns the policy of a target.
 * @throws ConnectorError `internal` if somebody has changed or deleted the policy outside the service
 */
export async function findPolicy(db: Db, target: PolicyTarget): Promise<PolicyRow | undefined> {
  const owner = ownerOf(target);
  const row = { target: targetOf(target), type: target.type };
  // The query returns the lists even if there is no policy. A policy that somebody has deleted is still in its list.
  const found = await db
    .selectFrom("row_lists")
    .leftJoin("policies", (join) =>
      join.on("policies.target", "=", row.target).on("policies.type", "=", row.type),
    )
    .selectAll("policies")
    .select(listsOf(owner))
    .where("row_lists.id", "=", owner.organization)
    .executeTakeFirst();
  const { row: policy, contents } = withoutLists(found ?? { id: null, list_0: null });
  const check = checkOf(db.protection, owner, contents);
  const list = target.workspace_id === null ? check.organization : check.user;
  if (policy.id === null) {
    list.checkAbsent("policies", idOf("policies", row));
    return undefined;
  }
  list.check("policies", policy as PolicyRow);
  return policy as PolicyRow;
}

/**
 * Returns the policies of targets that belong to the same user and have the same connector type. The number of
 * statements does not depend on the number of targets. `db` must be a transaction that has changed rows of the user.
 * @throws ConnectorError `internal` if somebody has changed or deleted one of the policies outside the service
 */
export async function findPolicies(db: Db, targets: readonly PolicyTarget[]): Promise<PolicyRow[]> {
  const [first] = targets;
  if (!first) return [];
  const owner = ownerOf(first);
  const found = await db
    .selectFrom("row_lists")
    .select(listsOf(owner))
    .where("row_lists.id", "=", owner.organization)
    .executeTakeFirst();
  const { user } = checkOf(db.protection, owner, withoutLists(found ?? { list_0: null }).contents);
  const rows = await db
    .selectFrom("policies")
    .selectAll()
    .where("type", "=", first.type)
    .where("target", "in", targets.map(targetOf))
    .execute();
  const policies = new Map(rows.map((row) => [row.target, row]));
  for (const target of targets.map(targetOf)) {
    const row = policies.get(target);
    if (row) user.check("policies", row);
    else user.checkAbsent("policies", idOf("policies", { target, type: first.type }));
  }
  return rows;
}

/** Sets or replaces the policy of a target. */
export const setPolicy = (db: Db, target: PolicyTarget, policy: string, now: number): Promise<PolicyRow> =>
  changeRows(db, ownerOf(target), async (db, list) => {
    const { account: _, ...owner } = target;
    const row = {
      ...owner,
      id: uuid(now),
      target: targetOf(target),
      policy,
      created_at: now,
      updated_at: now,
    };
    const stored = await db
      .insertInto("policies")
      .values(row)
      // All columns of the target are written again, because somebody may have changed the row outside the service.
      .onConflict((conflict) =>
        conflict.columns(["target", "type"]).doUpdateSet({ ...owner, policy, updated_at: now }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    list.set("policies", stored);
    return stored;
  });

/** Deletes the policy of a target. Returns false if the target has no policy. */
export const deletePolicy = (db: Db, target: PolicyTarget): Promise<boolean> =>
  changeRows(db, ownerOf(target), async (db, list) => {
    const row = { target: targetOf(target), type: target.type };
    const { numDeletedRows } = await db
      .deleteFrom("policies")
      .where("target", "=", row.target)
      .where("type", "=", row.type)
      .executeTakeFirstOrThrow();
    list.remove("policies", idOf("policies", row));
    return numDeletedRows > 0n;
  });

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

/**
 * Returns policies, oldest first. The rows are only shown to people, so they are not checked. A user sees the policies of
 * the organization and the user's own policies.
 */
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

/** Deletes the policies of a connector, and returns them. The caller changes the list of the user. */
export const deletePoliciesOfConnector = async (
  db: Db,
  id: string,
): Promise<Pick<PolicyRow, "target" | "type">[]> =>
  db.deleteFrom("policies").where("connector_id", "=", id).returning(["target", "type"]).execute();

/** Deletes the policies of a user and of the user's connectors. The caller deletes the list of the user. */
export async function deletePoliciesOfWorkspace(db: Db, id: string): Promise<void> {
  await db.deleteFrom("policies").where("workspace_id", "=", id).execute();
}
