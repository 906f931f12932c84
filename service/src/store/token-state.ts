import { sql } from "kysely";
import { compiledOnce } from "./compiled-once.ts";
import {
  checksOf,
  listColumn,
  listIds,
  listsOfRows,
  openPath,
  withoutLists,
  type OwnerCheck,
} from "./protected-rows/list-path.ts";
import type { Db } from "./store.ts";
import type { ConnectorRow, Tables } from "./tables.ts";
import type { UsableConnector } from "./queries/connectors.ts";
import { checkPolicies, policyColumns, type ConnectorPolicies } from "./queries/policies.ts";
import { ownerOfToken, type RevocableToken } from "./queries/revoked-tokens.ts";
import type { Tenant } from "./queries/tenant.ts";

// A call needs the state of its token, its connector, and the connector's policies. One statement reads all of them.

export interface TokenState {
  /** `unknown`: the token's application or workspace does not exist. */
  state: "live" | "revoked" | "unknown";
  /** The connector that was asked for. Undefined if there is none that the token can use. */
  connector: UsableConnector | undefined;
}

type Application = Tables["applications"];
type Workspace = Tables["workspaces"];

/** The columns of a table, whose names in the statement start with a prefix. */
const columnsOf = <Row>(table: string, prefix: string, names: Record<keyof Row & string, true>) => {
  const all = Object.keys(names).map((name) => ({ name, alias: `${prefix}${name}` }));
  return {
    aliases: all.map(({ alias }) => alias),
    selected: all.map(({ name, alias }) => sql.ref(`${table}.${name}`).as(alias)),
    rowOf: (found: Found) => Object.fromEntries(all.map(({ name, alias }) => [name, found[alias]])) as Row,
  };
};

const applications = columnsOf<Application>("applications", "a_", {
  id: true,
  organization_id: true,
  name: true,
  epoch: true,
  created_at: true,
  disabled_at: true,
  return_urls: true,
  confirm_sessions: true,
});
const workspaces = columnsOf<Workspace>("workspaces", "w_", {
  id: true,
  organization_id: true,
  name: true,
  epoch: true,
  created_at: true,
});
const connectors = columnsOf<ConnectorRow>("connectors", "c_", {
  id: true,
  organization_id: true,
  workspace_id: true,
  type: true,
  name: true,
  config: true,
  credentials: true,
  credentials_version: true,
  credential_id: true,
  key_id: true,
  form: true,
  fingerprint: true,
  account: true,
  connected_at: true,
  status: true,
  last_error_code: true,
  last_used_at: true,
  created_at: true,
  updated_at: true,
});
const policies = ["organization_policy", "user_policy", "connector_policy"] as const;
const lists = ["list_0", "list_1", "list_2", "list_3"] as const;

type Found = Readonly<Record<string, string | number | null>>;

/** The columns that `readTokenState` compares with those of an earlier statement. */
const compared = [
  "revoked",
  ...applications.aliases,
  ...workspaces.aliases,
  ...connectors.aliases,
  ...policies,
];

interface Params {
  organization: string;
  application: string;
  token: string;
  connector: string;
  /** The ids of the lists of the token's user. Empty for a token of an application. */
  list_1: string;
  list_2: string;
  list_3: string;
}

const params = ["organization", "application", "token", "connector", "list_1", "list_2", "list_3"] as const;

/** @param ofUser whether the token belongs to a user. Otherwise, the workspace is that of the connector */
const statement = (ofUser: boolean) =>
  compiledOnce<Params, Found>(params, (db, { organization, application, token, connector, ...ids }) => {
    // The last list on the path is that of the user, so it has the id of the workspace.
    const workspace = ofUser ? sql<string>`${ids.list_3}` : sql.ref<string>("connectors.workspace_id");
    const query = db
      .selectFrom("row_lists")
      .leftJoin("applications", (join) => join.on("applications.id", "=", application))
      .leftJoin("revoked_tokens", (join) => join.on("revoked_tokens.id", "=", token))
      .leftJoin("connectors", (join) => {
        const one = join
          .on("connectors.id", "=", connector)
          .on("connectors.organization_id", "=", organization);
        return ofUser ? one.on("connectors.workspace_id", "=", ids.list_3) : one;
      })
      .leftJoin("workspaces", (join) => join.on("workspaces.id", "=", workspace))
      .select([...applications.selected, ...workspaces.selected, ...connectors.selected])
      .select((eb) => policyColumns(eb as never))
      .select(["revoked_tokens.id as revoked", "row_lists.content as list_0"])
      .where("row_lists.id", "=", organization);
    return (
      ofUser
        ? query.select([ids.list_1, ids.list_2, ids.list_3].map((id, nth) => listColumn(sql`${id}`, nth + 1)))
        : query.select(listsOfRows("connectors").slice(1))
    ) as never;
  });
const [ofUser, ofApplication] = [statement(true), statement(false)];

/**
 * Returns whether a token is valid, and the connector that it asks for.
 * @param connector the id of a connector, which may not exist
 * @throws ConnectorError `internal` if somebody has changed or deleted a row outside the service
 */
export async function readTokenState(
  db: Db,
  token: RevocableToken & Pick<Tenant, "connectors">,
  connector = "",
): Promise<TokenState> {
  const { organization, application, workspace, connectors: limitedTo } = token;
  const [, list_1 = "", list_2 = "", list_3 = ""] = listIds(ownerOfToken(token));
  const asked = limitedTo === undefined || limitedTo.includes(connector) ? connector : "";
  const values = { organization, application, token: token.id, connector: asked, list_1, list_2, list_3 };
  const [found] = await (workspace ? ofUser : ofApplication)(db, values);
  // Every organization with a token has a list, so `openPath` throws if there is none.
  const user = workspace?.id ?? (found?.["c_workspace_id"] as string | null | undefined);
  const owner = { organization, workspace: user };
  const contents = lists.map((name) => (found?.[name] ?? null) as string | null);
  const path = openPath(db.protection, owner, contents);
  const { checked } = db.protection;
  const key = `${token.id}/${token.application_epoch}/${workspace?.epoch}/${asked}`;
  const earlier = checked.get(key);
  checked.delete(key);
  const isSame =
    earlier !== undefined &&
    earlier.path.length === path.length &&
    earlier.path.every((list, index) => list === path[index]) &&
    compared.every((name) => (earlier.found as Found)[name] === found![name]);
  const made = isSame
    ? (earlier.made as TokenState)
    : checkedState(checksOf(db.protection, owner, path), token, found!);
  checked.set(key, isSame ? earlier : { found: withoutLists(found!).row, path, made });
  if (checked.size > maxChecked) checked.delete(checked.keys().next().value!);
  return made;
}

/** The maximum number of checked tokens and connectors in memory. */
const maxChecked = 2000;

function checkedState(check: OwnerCheck, token: RevocableToken, found: Found): TokenState {
  const state = stateOf(check, token, found);
  const hasConnector = state === "live" && found["c_id"] !== null;
  return { state, connector: hasConnector ? connectorOf(check, found) : undefined };
}

function stateOf(
  { organization, user }: OwnerCheck,
  { id, organization: organization_id, application, application_epoch, workspace }: RevocableToken,
  found: Found,
): TokenState["state"] {
  if (found["a_id"] === null || found["a_organization_id"] !== organization_id) {
    organization.checkAbsent("applications", application);
    return "unknown";
  }
  organization.check("applications", applications.rowOf(found));
  const revocations = workspace ? user : organization;
  if (found["revoked"] === null) revocations.checkAbsent("revoked_tokens", id);
  if (found["revoked"] !== null || found["a_epoch"] !== application_epoch) return "revoked";
  if (!workspace) return "live";
  if (found["w_id"] === null) {
    user.checkAbsent("workspaces", workspace.id);
    return "unknown";
  }
  user.check("workspaces", workspaces.rowOf(found));
  return found["w_epoch"] === workspace.epoch ? "live" : "revoked";
}

function connectorOf(check: OwnerCheck, found: Found): UsableConnector {
  check.user.check("workspaces", workspaces.rowOf(found));
  const row = {
    ...connectors.rowOf(found),
    workspace: found["w_name"] as string,
    ...(Object.fromEntries(policies.map((name) => [name, found[name]])) as unknown as ConnectorPolicies),
  };
  check.user.check("connectors", row);
  checkPolicies(check, row);
  return row;
}
