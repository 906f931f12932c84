import { ConnectorError } from "agent-connectors";
import { isDict, readApprovalRules, type Dict } from "agent-connectors/toolkit";
import type { ConnectorTypes, OpenableType } from "../platforms/connector-types.ts";
import type { PolicyTarget } from "../store/queries/policies.ts";
import { ensureWorkspace, findWorkspace } from "../store/queries/workspaces.ts";
import type { Db } from "../store/store.ts";
import { visibleConnector } from "./visible-connectors.ts";

/** The target of a policy. Without a user and a connector, the target is the organization. */
export interface RequestedTarget {
  connector_type?: string | undefined;
  external_user_id?: string | undefined;
  connector_id?: string | undefined;
}

export interface FoundTarget {
  target: PolicyTarget;
  /** The `external_user_id`. Null if the target is the organization. */
  user: string | null;
}

/**
 * Finds the organization, user or connector that a policy applies to. If the user is new and `create` is true,
 * creates the user's workspace.
 * @throws ConnectorError `connector_not_found`, `not_found`, `unknown_connector_type`, `validation_error`
 */
export async function findPolicyTarget(
  db: Db,
  types: ConnectorTypes,
  organization_id: string,
  { connector_type, external_user_id, connector_id }: RequestedTarget,
  { create, now }: { create: boolean; now: number },
): Promise<FoundTarget> {
  const named = connector_type === undefined ? undefined : types.storedName(connector_type, "connector_type");
  if (connector_id !== undefined) {
    const row = await visibleConnector(db, { organization: organization_id }, connector_id);
    if (named !== undefined && named !== row.type)
      throw new ConnectorError(
        "validation_error",
        `The connector has the type ${types.shown(row.type).published}.`,
        {
          path: "connector_type",
          hint: "Send the type of the connector, or leave connector_type out.",
        },
      );
    const target = { organization_id, workspace_id: row.workspace_id, connector_id, type: row.type };
    return { target, user: row.workspace };
  }
  if (named === undefined)
    throw new ConnectorError("validation_error", "connector_type is missing.", {
      path: "connector_type",
      hint: `Types: ${types.all.map(({ published }) => published).join(", ")}. Or send a connector_id.`,
    });
  const target = { organization_id, workspace_id: null, connector_id: null, type: named };
  if (external_user_id === undefined) return { target, user: null };
  const workspace = create
    ? await ensureWorkspace(db, organization_id, external_user_id, now)
    : await findWorkspace(db, organization_id, external_user_id);
  if (!workspace)
    throw new ConnectorError("not_found", "There is no such user.", {
      path: "external_user_id",
      hint: "GET /v1/workspaces lists the users.",
    });
  return { target: { ...target, workspace_id: workspace.id }, user: workspace.name };
}

/** Checks the address of a page of the application. @throws ConnectorError `validation_error` */
function readPage(given: unknown): string {
  const url = typeof given === "string" && given.length <= 1000 ? URL.parse(given) : null;
  const isPublic = url?.protocol === "https:";
  const isLocal = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url && (isPublic || isLocal) && url.username === "" && url.password === "") return url.href;
  throw new ConnectorError("validation_error", "approval_page must be an address with https.", {
    path: "policy.approval_page",
    hint: "Send the address of a page of your application that asks people to sign in.",
  });
}

/**
 * Checks a policy, and returns its JSON text.
 * @throws ConnectorError `validation_error` for an unknown name or a wrong value
 */
export function policyText({ connector }: OpenableType, given: unknown): string {
  // A policy that is no object fails in the check of the connector.
  const { approval, approval_page, ...policy } = (isDict(given) ? given : {}) as Dict;
  try {
    if (!isDict(given)) connector.checkPolicy(given);
    const rules = approval === undefined ? {} : { approval: readApprovalRules(approval, "policy.approval") };
    const page = approval_page === undefined ? {} : { approval_page: readPage(approval_page) };
    return JSON.stringify({ ...connector.checkPolicy(policy), ...rules, ...page });
  } catch (error) {
    if (!ConnectorError.is(error)) throw error;
    const { path, hint } = error;
    throw new ConnectorError("validation_error", error.message, { path, hint });
  }
}
