import { z } from "zod";
import { effects, scopes } from "../access/scopes.ts";
import { looksLikeToken } from "../access/tokens.ts";

/** The user whose connectors these are, by your own name for them: what the published interface calls the workspace. */
export const userId = z
  .string()
  .min(1)
  .max(250)
  .regex(/^[^\p{Cc}]*$/u, "must not hold control characters")
  // Two broken names would be one in the store.
  .refine((text) => text.isWellFormed(), "must not hold half a character")
  .refine((text) => !looksLikeToken(text), "is a token; give the user's id (external_user_id_is_token)");

/** The three names of the user id in the published interface. */
const userNames = {
  external_user_id: userId.optional(),
  workspace_name: userId.optional(),
  customer_name: userId.optional(),
};
type UserNames = { [Name in keyof typeof userNames]?: string | undefined };
export const userOf = ({ external_user_id, workspace_name, customer_name }: UserNames): string | undefined =>
  external_user_id ?? workspace_name ?? customer_name;
const given = (names: UserNames) => Object.values(names).filter((name) => name !== undefined);

const oneUser = (body: UserNames) =>
  given({
    external_user_id: body.external_user_id,
    workspace_name: body.workspace_name,
    customer_name: body.customer_name,
  }).length === 1;
const oneUserMessage = {
  path: ["external_user_id"],
  message: "give the user's id once (workspace_name and customer_name are other names of it)",
};
const noUserTwice = (body: UserNames) =>
  given({
    external_user_id: body.external_user_id,
    workspace_name: body.workspace_name,
    customer_name: body.customer_name,
  }).length < 2;

export const connectorName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, "must not hold control characters")
  .refine((text) => text.isWellFormed(), "must not hold half a character");
/** An id of ours, or one that nothing has. */
export const idPattern: RegExp = /^[A-Za-z0-9-]{1,64}$/;
/** Values are checked against the connector's forms; here they are any text, which no message shows. */
const credentials = z.record(z.string().max(100), z.unknown());
const environment = z.record(z.string().max(100), z.unknown());

export const createBody = z
  .strictObject({
    ...userNames,
    connector_type: z.string().max(100).nullish(),
    definition_id: z.string().max(100).nullish(),
    name: connectorName.nullish(),
    credentials,
    environment: environment.optional(),
    replication_config: environment.optional().meta({ description: "Another name of environment." }),
    validate: z
      .boolean()
      .optional()
      .meta({ description: "Ask the platform who the credentials are, and refuse them when it does." }),
  })
  .refine(oneUser, oneUserMessage)
  .refine(
    (body) =>
      (body.connector_type ?? undefined) === undefined || (body.definition_id ?? undefined) === undefined,
    {
      path: ["connector_type"],
      message: "give connector_type or definition_id, not both",
    },
  )
  .refine((body) => (body.connector_type ?? body.definition_id ?? undefined) !== undefined, {
    path: ["connector_type"],
    message: "is missing",
  })
  .meta({ id: "ConnectorCreate" });

export const renameBody = z.strictObject({ name: connectorName }).meta({ id: "ConnectorRename" });
export const credentialsBody = z
  .strictObject({ credentials, validate: z.boolean().optional() })
  .meta({ id: "ConnectorCredentials" });

export const executeBody = z
  .strictObject({
    entity: z.string().max(200),
    action: z.string().max(200),
    params: z.record(z.string(), z.unknown()).nullish(),
  })
  .meta({ id: "Execute" });

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(200)
  .optional()
  .meta({ type: "integer", minimum: 1, maximum: 200 });
export const listQuery = z
  .object({
    ...userNames,
    definition_id: z.string().max(100).optional(),
    connector_type: z.string().max(100).optional(),
    limit,
    cursor: z.string().regex(idPattern).optional(),
  })
  .refine(noUserTwice, oneUserMessage);
export const forUserQuery = z
  .object({
    ...userNames,
    definition_id: z.string().max(100).optional(),
    connector_type: z.string().max(100).optional(),
  })
  .refine(noUserTwice, oneUserMessage);

export const applicationBody = z
  .object({
    client_id: z.string().max(200).optional(),
    client_secret: z.string().max(500).optional(),
    grant_type: z.string().max(100).optional(),
  })
  .meta({ id: "ApplicationCredentials" });
export const scopedBody = z
  .strictObject({
    ...userNames,
    scopes: z.array(z.enum(scopes)).max(10).optional(),
    effects: z.array(z.enum(effects)).max(10).optional(),
    connector_ids: z.array(z.string().regex(idPattern)).min(1).max(100).optional(),
    ttl_seconds: z.number().int().min(1).max(1200).optional(),
    region_id: z.string().max(100).optional().meta({ description: "Taken and not used." }),
  })
  .refine(oneUser, oneUserMessage)
  .meta({ id: "ScopedTokenRequest" });
export const revokeBody = z.strictObject({ token: z.string().max(8192) }).meta({ id: "TokenRevoke" });

const time = z.iso.datetime();
export const connectorSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    connector_type: z.string(),
    external_user_id: z.string(),
    status: z.enum(["active", "reauth_required"]),
    source_template: z.object({ id: z.string(), name: z.string(), connector_type: z.string() }),
    replication_config: z.record(z.string(), z.string()),
    credentials: z.object({
      auth_method: z.string(),
      fields: z.array(z.string()),
      fingerprint: z.string(),
    }),
    last_error_code: z.string().nullable(),
    last_used_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "Connector" });

export const resultSchema = z
  .object({
    status: z.literal("success"),
    result: z.unknown(),
    connector_metadata: z.looseObject({
      has_next_page: z.boolean(),
      end_cursor: z.string().nullable(),
    }),
    execution_metadata: z.object({
      connector_instance_id: z.string(),
      execution_time_ms: z.number().int(),
    }),
  })
  .meta({ id: "ExecuteResult" });

export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    request_id: z.string(),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    path: z.string().optional(),
    retryable: z.boolean(),
    retry_after: z.number().optional(),
    outcome: z.enum(["not_started", "unknown", "partial"]),
    errors: z.array(z.object({ field: z.string().nullable(), message: z.string(), error_code: z.string() })),
  })
  .meta({ id: "Problem" });
export const healthSchema = z.object({ status: z.string() }).meta({ id: "Health" });
