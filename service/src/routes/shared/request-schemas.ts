import { z } from "zod";
import { looksLikeToken } from "../../access/access-tokens.ts";
import { scopedScopes } from "../../access/scopes.ts";
import { plainName } from "../../operators/names.ts";
import { idPattern } from "../../access/visible-connectors.ts";
import { defaultEffects, effects } from "../../platforms/effects.ts";

/** The id of a user in the caller's own system, which is also the name of the user's workspace. */
export const userId = plainName
  .min(1)
  .max(250)
  .refine((text) => !looksLikeToken(text), "is a token; send the user's id (external_user_id_is_token)");

/** A request contains the user's id in one of these fields, because existing clients use all three. */
export const userNames = {
  external_user_id: userId.optional(),
  workspace_name: userId.optional(),
  customer_name: userId.optional(),
};
/** In a request body, null means that a field is absent. */
export const nullableUserNames = {
  external_user_id: userId.nullish(),
  workspace_name: userId.nullish(),
  customer_name: userId.nullish(),
};
type UserNames = { [Name in keyof typeof userNames]?: string | null | undefined };
export const userOf = ({ external_user_id, workspace_name, customer_name }: UserNames): string | undefined =>
  external_user_id ?? workspace_name ?? customer_name ?? undefined;
const countUserNames = ({ external_user_id, workspace_name, customer_name }: UserNames) =>
  [external_user_id, workspace_name, customer_name].filter((name) => (name ?? undefined) !== undefined)
    .length;

export const exactlyOneUser = (body: UserNames) => countUserNames(body) === 1;
export const atMostOneUser = (query: UserNames) => countUserNames(query) < 2;
export const oneUserMessage = {
  path: ["external_user_id"],
  message: "send the user's id once (workspace_name and customer_name are aliases)",
};

export const connectorName = plainName.min(1).max(200);
/** The connector checks the credentials later. An error of this schema never contains a credential. */
const credentials = z.record(z.string().max(100), z.unknown());
export const environment = z.record(z.string().max(100), z.unknown());

const hasMembers = (value: object | null | undefined) => Object.keys(value ?? {}).length > 0;
export const ignored = z.string().max(100).nullish().meta({ description: "Accepted and ignored." });

export const createBody = z
  .strictObject({
    ...nullableUserNames,
    connector_type: z.string().max(100).nullish(),
    definition_id: z.string().max(100).nullish(),
    name: connectorName.nullish(),
    credentials,
    environment: environment.nullish(),
    replication_config: environment.nullish().meta({ description: "An alias of environment." }),
    validate: z.boolean().nullish().meta({
      description: "Ask the platform whether it accepts the credentials, and refuse them if it does not.",
    }),
    region_id: ignored,
    source_template_id: ignored,
    organization_id: ignored,
  })
  .refine(exactlyOneUser, oneUserMessage)
  .refine(
    ({ environment, replication_config }) => !hasMembers(environment) || !hasMembers(replication_config),
    {
      path: ["environment"],
      message: "send environment or replication_config, not both",
    },
  )
  .refine(
    (body) =>
      (body.connector_type ?? undefined) === undefined || (body.definition_id ?? undefined) === undefined,
    {
      path: ["connector_type"],
      message: "send connector_type or definition_id, not both",
    },
  )
  .refine((body) => (body.connector_type ?? body.definition_id ?? undefined) !== undefined, {
    path: ["connector_type"],
    message: "is missing",
  })
  .meta({ id: "ConnectorCreate" });

type Config = z.output<typeof environment> | null | undefined;

/** Returns the config of the connector, which is in `environment` or in `replication_config`. */
export const configOf = (body: {
  environment?: Config;
  replication_config?: Config;
}): Readonly<Record<string, unknown>> =>
  (hasMembers(body.environment) ? body.environment : body.replication_config) ?? {};

export const renameBody = z.strictObject({ name: connectorName }).meta({ id: "ConnectorRename" });
export const credentialsBody = z
  .strictObject({ credentials, validate: z.boolean().optional() })
  .meta({ id: "ConnectorCredentials" });

/** The id of a conversation or run of an agent. */
export const runId = z
  .string()
  .min(1)
  .max(250)
  .meta({ description: "The id of the conversation or run, by which the journal lists its writes." });

export const executeBody = z
  .strictObject({
    entity: z.string().max(200),
    action: z.string().max(200),
    params: z.record(z.string(), z.unknown()).nullish(),
    unchecked: z.boolean().optional(),
    run: runId.optional(),
    external: z.enum(["allow", "policy", "refuse"]).optional().meta({
      description:
        "Whether the call can write where people of another company can read. allow: needs an application token, or a scoped token with external: true. policy: only if a policy has external: true. refuse: never. Default: policy.",
    }),
    context: z
      .record(z.string().max(100), z.record(z.string().max(100), z.string().max(4096)))
      .nullish()
      .meta({
        description:
          'Tokens that the platform sent to the application with an event or a click, by connector type: {"slack": {"trigger_id": "..."}}. They are not stored and not logged.',
      }),
  })
  .meta({ id: "Execute" });

export const limit = z.coerce
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
  .refine(atMostOneUser, oneUserMessage);
export const forUserQuery = z
  .object({
    ...userNames,
    definition_id: z.string().max(100).optional(),
    connector_type: z.string().max(100).optional(),
  })
  .refine(atMostOneUser, oneUserMessage);

export const applicationBody = z
  .object({
    client_id: z.string().max(200).optional(),
    client_secret: z.string().max(500).optional(),
    grant_type: z.string().max(100).optional(),
  })
  .meta({ id: "ApplicationCredentials" });
/** The fields that limit what a token of a user can do. */
const rights = {
  scopes: z.array(z.enum(scopedScopes)).max(10).optional(),
  effects: z
    .array(z.enum(effects))
    .max(10)
    .optional()
    .meta({
      description: `The effects that calls with the token can have. Default: ${defaultEffects.join(" and ")}. Calls that can spend money or delete something need these effects by name.`,
    }),
  external: z.boolean().optional().meta({
    description:
      "Whether calls with this token can write where people of another company can read, if they have external: allow. Do not set it for a token that a model can use. Default: false.",
  }),
  connector_ids: z.array(z.string().regex(idPattern)).min(1).max(100).optional().meta({
    description: "The only connectors that the token can use. Default: all connectors of the user.",
  }),
};

export const scopedBody = z
  .strictObject({
    ...nullableUserNames,
    ...rights,
    ttl_seconds: z.number().int().min(1).max(86_400).optional().meta({
      description: "The lifetime of the token. The operator sets the maximum, which is also the default.",
    }),
    region_id: ignored,
  })
  .refine(exactlyOneUser, oneUserMessage)
  .meta({ id: "ScopedTokenRequest" });
export const tokenName = plainName.min(1).max(200);

export const longLivedBody = z
  .strictObject({
    external_user_id: userId,
    name: tokenName.meta({ description: "What the token is for, such as the name of a program." }),
    ...rights,
    expires_at: z.iso
      .datetime()
      .optional()
      .meta({ description: "The time at which the token stops to work. Default: never." }),
  })
  .meta({ id: "LongLivedTokenRequest" });
export const revokeBody = z.strictObject({ token: z.string().max(8192) }).meta({ id: "TokenRevoke" });
