import type { ExpressionBuilder } from "kysely";
import { connectorsOf, type FoundConnector } from "../queries/connectors.ts";
import type { Tenant } from "../queries/tenant.ts";
import type { Db } from "../store.ts";
import type { ConnectorRow, Tables } from "../tables.ts";

export interface ListOptions {
  workspace?: string | undefined;
  type?: string | undefined;
  status?: ConnectorRow["status"] | undefined;
  /** Only connectors with one of these consents. */
  consents?: readonly GivenConsents[] | undefined;
  after?: string | undefined;
  limit: number;
}

/** The connectors of a type whose consent was given in a time, in milliseconds. */
export interface GivenConsents {
  type: string;
  from: number;
  before: number;
}

const ofConsents = (consents: readonly GivenConsents[]) => (eb: ExpressionBuilder<Tables, "connectors">) =>
  eb.or(
    consents.map(({ type, from, before }) =>
      eb.and([
        eb("connectors.type", "=", type),
        eb("connectors.connected_at", ">=", from),
        eb("connectors.connected_at", "<", before),
      ]),
    ),
  );

/** Returns the connectors of a tenant, oldest first. The rows are only shown to people, so they are not checked. */
export const listConnectors = async (
  db: Db,
  tenant: Tenant,
  options: ListOptions,
): Promise<FoundConnector[]> =>
  connectorsOf(db, tenant)
    .$if(options.workspace !== undefined, (query) =>
      // The id lets both databases use the index of the connectors. A join by the name would read all users.
      query.where("connectors.workspace_id", "=", (eb) =>
        eb
          .selectFrom("workspaces as named")
          .select("named.id")
          .where("named.organization_id", "=", tenant.organization)
          .where("named.name", "=", options.workspace!),
      ),
    )
    .$if(options.type !== undefined, (query) => query.where("connectors.type", "=", options.type!))
    .$if(options.status !== undefined, (query) => query.where("connectors.status", "=", options.status!))
    .$if(options.consents !== undefined, (query) => query.where(ofConsents(options.consents!)))
    .$if(options.after !== undefined, (query) => query.where("connectors.id", ">", options.after!))
    .orderBy("connectors.id")
    .limit(options.limit)
    .execute();

/** Counts the connectors of an organization that have one of these consents. */
export async function countConsents(
  db: Db,
  organization: string,
  consents: readonly GivenConsents[],
): Promise<number> {
  const { count } = await db
    .selectFrom("connectors")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", organization)
    .where("status", "in", ["active", "reauth_required"])
    .where(ofConsents(consents))
    .executeTakeFirstOrThrow();
  return Number(count);
}
