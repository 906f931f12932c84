import { z } from "zod";
import type { Tables } from "../../store/tables.ts";

const time = z.iso.datetime();

export const policySchema = z
  .object({
    applies_to: z.enum(["organization", "user", "connector", "account"]).meta({
      description: "account: the policy waits until its account or its credentials have a connector again.",
    }),
    connector_type: z.string(),
    external_user_id: z.string().nullable(),
    connector_id: z.string().nullable(),
    policy: z.record(z.string(), z.unknown()),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Policy" });

/** Returns the fields that the API and the command `policy list` show. `user`: the `external_user_id`. */
export const policyViewOf = (
  row: Tables["policies"],
  user: string | null,
): z.output<typeof policySchema> => ({
  applies_to:
    row.connector_id !== null
      ? "connector"
      : row.workspace_id === null
        ? "organization"
        : row.target === row.workspace_id
          ? "user"
          : "account",
  connector_type: row.type,
  external_user_id: user,
  connector_id: row.connector_id,
  policy: JSON.parse(row.policy) as Record<string, unknown>,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});
